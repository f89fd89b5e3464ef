//! Numbers and addresses that agents brought to phones, until a person confirms them. This is the only writer of
//! `config/introduced.json`.
//!
//! A phone keeps what is in its contacts when a task ends or the machine restarts, so this does too. If the file cannot
//! be written, the address stays foreign in this process.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent::{Provenance, is_same_address};
use serde::{Deserialize, Serialize};

use crate::folder::{FolderError, read_versioned, write_private};

/// The version of the file format.
const VERSION: u64 = 1;
/// The most addresses that are kept. Beyond that every unknown number counts as foreign.
const MOST: usize = 10_000;

/// A foreign address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Introduced {
    phone: String,
    address: String,
    by: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(rename = "version")]
    _version: u64,
    introduced: Vec<Introduced>,
}

#[derive(Serialize)]
struct Written<'a> {
    version: u64,
    introduced: &'a [Introduced],
}

/// The foreign addresses on all phones.
#[derive(Debug)]
pub(crate) struct IntroducedAddresses {
    path: PathBuf,
    list: Mutex<Vec<Introduced>>,
}

impl IntroducedAddresses {
    /// Reads the addresses in this file, which need not exist. The caller must own the data folder.
    pub(crate) fn open(path: &Path) -> Result<Self, FolderError> {
        let read: Option<File> = read_versioned(path, VERSION)?;
        let list = read.map(|file| file.introduced).unwrap_or_default();
        Ok(Self { path: path.to_owned(), list: Mutex::new(list) })
    }

    /// The addresses on one phone.
    pub(crate) fn on(self: &Arc<Self>, phone: &str) -> OnPhone {
        OnPhone { all: Arc::clone(self), phone: phone.to_owned() }
    }

    fn list(&self) -> MutexGuard<'_, Vec<Introduced>> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Vec<Introduced>)) {
        let mut list = self.list();
        let before = list.clone();
        change(&mut list);
        if *list == before {
            return;
        }
        let written = serde_json::to_vec_pretty(&Written { version: VERSION, introduced: &list });
        let written = written.map_err(std::io::Error::from).and_then(|mut text| {
            text.push(b'\n');
            write_private(&self.path, &text)
        });
        if let Err(error) = written {
            tracing::warn!(%error, path = %self.path.display(), "couldn't store who brought a number to a phone");
        }
    }
}

/// The foreign addresses on one phone.
#[derive(Clone, Debug)]
pub(crate) struct OnPhone {
    all: Arc<IntroducedAddresses>,
    phone: String,
}

impl OnPhone {
    fn is(&self, one: &Introduced, address: &str) -> bool {
        one.phone == self.phone && is_same_address(&one.address, address)
    }
}

impl Provenance for OnPhone {
    fn introduced_by(&self, address: &str) -> Option<String> {
        let list = self.all.list();
        let known = list.iter().find(|one| self.is(one, address)).map(|one| one.by.clone());
        known.or_else(|| (list.len() >= MOST).then(|| "unknown".to_owned()))
    }

    fn introduce(&self, address: &str, by: &str) {
        self.all.change(|list| {
            if list.len() < MOST && !list.iter().any(|one| self.is(one, address)) {
                let (phone, address, by) = (self.phone.clone(), address.to_owned(), by.to_owned());
                list.push(Introduced { phone, address, by });
            }
        });
    }

    fn confirm(&self, address: &str) {
        self.all.change(|list| list.retain(|one| !self.is(one, address)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_foreign_number_stays_foreign_over_restarts_on_its_phone_until_it_is_confirmed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("config").join("introduced.json");
        let open = || Arc::new(IntroducedAddresses::open(&path).unwrap());
        let before = open();
        before.on("one").introduce("+1 900-555-0188", "a program");
        let after = open();
        assert_eq!(after.on("one").introduced_by("900 555 0188").as_deref(), Some("a program"));
        assert_eq!(after.on("two").introduced_by("900 555 0188"), None);
        after.on("one").confirm("+19005550188");
        assert_eq!(open().on("one").introduced_by("900 555 0188"), None);
        std::fs::write(&path, "{").unwrap();
        assert!(IntroducedAddresses::open(&path).is_err());
    }
}
