//! Choices that people made for good, allowed or denied. This is the only writer of `config/permissions.json`.
//!
//! The server checks here before it shows a dialog, and the gate before it asks a person. A choice belongs to the
//! requester: an answer to an outside agent's dialog never counts for the gate, whatever names the agent gives itself
//! or its tools. This module does not interpret choices.

mod choice;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::{Deserialize, Serialize};

pub use self::choice::{Choice, ChoiceKey, ChoiceList, ListedChoice, Requester};
use crate::folder::{FolderError, read_versioned, write_private};

/// The version of the file format.
const VERSION: u64 = 1;
/// The most choices that are kept.
pub const MOST_CHOICES: usize = 10_000;
/// The longest choice: the length of its texts together, in bytes. The longest text is a whole script.
pub const MOST_BYTES_EACH: usize = 64 << 10;
/// The limit for the texts of all choices together: the file is read and written as a whole.
pub const MOST_BYTES: usize = 16 << 20;

/// Why a choice was not remembered or revoked. Earlier choices are unaffected.
#[derive(Debug, thiserror::Error)]
pub enum PermissionsError {
    /// The file cannot be used.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// There are too many choices: a person has to revoke some.
    #[error("{MOST_CHOICES} choices or {} MiB are already remembered; revoke some", MOST_BYTES >> 20)]
    Full,
    /// The choice is too long to remember: ask each time.
    #[error("a choice of {0} bytes is too long to remember; the limit is {MOST_BYTES_EACH}")]
    TooLong(usize),
}

/// The remembered choices.
#[derive(Debug)]
pub struct Permissions {
    path: PathBuf,
    choices: Mutex<Choices>,
}

#[derive(Clone, Debug, Default)]
struct Choices {
    list: Vec<Choice>,
    places: HashMap<ChoiceKey, usize>,
    bytes: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u64,
    choices: Vec<Choice>,
}

#[derive(Serialize)]
struct Written<'a> {
    version: u64,
    choices: &'a [Choice],
}

impl Permissions {
    /// Reads the choices in this file, which need not exist. The caller must own the data folder.
    pub fn open(path: &Path) -> Result<Self, PermissionsError> {
        let read: Option<File> = read_versioned(path, VERSION)?;
        let mut choices = Choices::default();
        // A file edited by hand may contain a choice twice; the last one counts.
        for choice in read.map(|file| file.choices).unwrap_or_default() {
            choices.put(choice)?;
        }
        Ok(Self { path: path.to_owned(), choices: Mutex::new(choices) })
    }

    /// Returns the person's choice for exactly this key, if they made one.
    pub fn decision(&self, asked: &ChoiceKey) -> Option<bool> {
        let choices = self.choices();
        choices.places.get(asked).map(|place| choices.list[*place].allow)
    }

    /// Stores a choice, replacing an earlier one for the same key. It is on disk when this returns.
    pub fn remember(&self, asked: ChoiceKey, allow: bool, at_ms: u64) -> Result<(), PermissionsError> {
        self.change(|choices| choices.put(Choice { asked, allow, at: at_ms }).map(|()| true)).map(|_| ())
    }

    /// Returns every choice, in the order in which they were first made.
    pub fn list(&self) -> Vec<Choice> {
        self.choices().list.clone()
    }

    /// Returns every choice in the form that people see.
    pub fn listed(&self) -> ChoiceList {
        ChoiceList { choices: self.list().into_iter().map(ListedChoice::from).collect() }
    }

    /// Revokes a choice. Returns whether it existed.
    pub fn revoke(&self, asked: &ChoiceKey) -> Result<bool, PermissionsError> {
        self.change(|choices| Ok(choices.remove(asked)))
    }

    /// Revokes the choice with this [id](Choice::id). Returns whether it existed.
    pub fn revoke_by_id(&self, id: &str) -> Result<bool, PermissionsError> {
        self.change(|choices| {
            let found: Vec<ChoiceKey> =
                choices.list.iter().filter(|choice| choice.id() == id).map(|choice| choice.asked.clone()).collect();
            Ok(found.iter().filter(|asked| choices.remove(asked)).count() > 0)
        })
    }

    /// Changes a copy, writes it to disk, and only then adopts it. People choose rarely, so copying is cheap.
    fn change(
        &self,
        change: impl FnOnce(&mut Choices) -> Result<bool, PermissionsError>,
    ) -> Result<bool, PermissionsError> {
        let mut choices = self.choices();
        let mut next = choices.clone();
        if !change(&mut next)? {
            return Ok(false);
        }
        let disk = |source| FolderError::Disk { path: self.path.clone(), source };
        let written = Written { version: VERSION, choices: &next.list };
        let mut text = serde_json::to_vec_pretty(&written).map_err(|error| disk(error.into()))?;
        text.push(b'\n');
        write_private(&self.path, &text).map_err(disk)?;
        *choices = next;
        Ok(true)
    }

    /// A poisoned lock is safe to use: the choices are only ever replaced as a whole.
    fn choices(&self) -> MutexGuard<'_, Choices> {
        self.choices.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Choices {
    fn put(&mut self, choice: Choice) -> Result<(), PermissionsError> {
        let bytes = choice.asked.bytes();
        if bytes > MOST_BYTES_EACH {
            return Err(PermissionsError::TooLong(bytes));
        }
        if let Some(place) = self.places.get(&choice.asked) {
            self.list[*place] = choice;
            return Ok(());
        }
        if self.list.len() >= MOST_CHOICES || self.bytes + bytes > MOST_BYTES {
            return Err(PermissionsError::Full);
        }
        self.bytes += bytes;
        self.places.insert(choice.asked.clone(), self.list.len());
        self.list.push(choice);
        Ok(())
    }

    fn remove(&mut self, asked: &ChoiceKey) -> bool {
        let Some(place) = self.places.remove(asked) else { return false };
        let gone = self.list.remove(place);
        self.bytes -= gone.asked.bytes();
        for later in self.places.values_mut().filter(|later| **later > place) {
            *later -= 1;
        }
        true
    }
}
