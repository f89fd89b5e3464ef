//! One file of the journal: its name, its first line, and its commands.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::{JournalError, VERSION};
use crate::state::Command;
use crate::wire::Actor;

const FORMAT: &str = "fingertip desktop journal";

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    v: u64,
}

/// One command, as it is written.
#[derive(Debug, Serialize)]
pub(super) struct Line<'a> {
    pub(super) v: u64,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) actor: &'a Actor,
    /// The name on disk is older than the type's.
    #[serde(rename = "deed")]
    pub(super) command: &'a Command,
}

/// One command, as it is read.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) v: u64,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) actor: Actor,
    #[serde(rename = "deed")]
    pub(super) command: Command,
}

impl Header {
    pub(super) fn new() -> Self {
        Self { format: FORMAT.to_owned(), v: VERSION }
    }
}

/// Where the file lies that begins with this number.
pub(super) fn path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("journal-{first:012}.jsonl"))
}

/// The files of the journal, by their first number.
pub(super) fn list(folder: &Path) -> Result<Vec<(u64, PathBuf)>, JournalError> {
    numbered(folder, "journal-", ".jsonl")
}

/// The files with such a name, by the number in it.
pub(super) fn numbered(folder: &Path, before: &str, after: &str) -> Result<Vec<(u64, PathBuf)>, JournalError> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(JournalError::disk(folder))? {
        let entry = entry.map_err(JournalError::disk(folder))?;
        let name = entry.file_name();
        let number = name.to_str().and_then(|name| name.strip_prefix(before)?.strip_suffix(after)?.parse().ok());
        found.extend(number.map(|number| (number, entry.path())));
    }
    found.sort_unstable();
    Ok(found)
}

/// The lines of a file that count.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    path: &'a Path,
    rest: &'a [u8],
    /// Where the next line begins.
    at: usize,
    number: usize,
    /// Whether what is torn at the end is no error.
    may_be_torn: bool,
}

impl<'a> Lines<'a> {
    /// The lines of this text. Only the file that was written last may end in the middle of a line.
    pub(super) fn of(path: &'a Path, text: &'a [u8], may_be_torn: bool) -> Self {
        Self { path, rest: text, at: 0, number: 0, may_be_torn }
    }

    /// How many bytes counted.
    pub(super) fn length(&self) -> u64 {
        self.at as u64
    }

    /// Whether the file has its first line; without it there is nothing in it.
    pub(super) fn header(&mut self) -> Result<bool, JournalError> {
        let Some(header) = self.read::<Header>()? else { return Ok(false) };
        if header.v > VERSION {
            return Err(JournalError::Newer { path: self.path.to_owned(), found: header.v });
        }
        if header.format != FORMAT {
            return Err(self.broken(format!("the file begins with `{}`, expected `{FORMAT}`", header.format)));
        }
        Ok(true)
    }

    /// The next command; nothing at the end, or where the file was torn.
    pub(super) fn command(&mut self) -> Result<Option<Entry>, JournalError> {
        let Some(entry) = self.read::<Entry>()? else { return Ok(None) };
        if entry.v > VERSION {
            return Err(JournalError::Newer { path: self.path.to_owned(), found: entry.v });
        }
        Ok(Some(entry))
    }

    /// What is wrong with the line that was read last.
    pub(super) fn broken(&self, problem: String) -> JournalError {
        JournalError::Broken { path: self.path.to_owned(), line: self.number, problem }
    }

    fn read<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, JournalError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        let line = &self.rest[..end.unwrap_or(self.rest.len())];
        let read = match end {
            Some(_) => serde_json::from_slice(line).map_err(|error| error.to_string()),
            None => Err("the line has no end".to_owned()),
        };
        match read {
            Ok(value) => {
                self.at += line.len() + 1;
                self.rest = &self.rest[line.len() + 1..];
                Ok(Some(value))
            }
            Err(problem) if self.may_be_torn && self.is_torn(line.len()) => {
                let (path, line) = (self.path.display(), self.number);
                tracing::warn!(%path, line, problem, bytes = self.rest.len(), "a torn end of the journal is cut off");
                self.rest = &[];
                Ok(None)
            }
            Err(problem) => Err(self.broken(problem)),
        }
    }

    /// A power cut leaves half a line, or a stretch that was never written and reads as zeros; there is
    /// nothing behind either.
    fn is_torn(&self, length: usize) -> bool {
        self.rest[length..].iter().all(|byte| matches!(byte, b'\n' | 0))
    }
}
