//! Whose windows these are: who gave each its content last, and so gets what is pressed in it.
//!
//! Kept beside the desktop, so that a button still works after a restart. It is written at most every
//! second; whoever is killed in between loses that second, and the agent's next update makes it good.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use task::folder::{read_versioned, write_atomically};

use crate::error::ServerError;

/// The format of the file.
const VERSION: u64 = 1;

#[derive(Default, Serialize, Deserialize)]
struct Kept {
    version: u64,
    windows: BTreeMap<String, String>,
}

/// Agents by window.
pub(crate) struct Makers {
    path: PathBuf,
    kept: Kept,
    changed: bool,
}

impl Makers {
    /// What is kept in the file.
    pub(crate) fn open(path: PathBuf) -> Result<Self, ServerError> {
        let mut kept: Kept = read_versioned(&path, VERSION)?.unwrap_or_default();
        kept.version = VERSION;
        Ok(Self { path, kept, changed: false })
    }

    /// Whose window this is.
    pub(crate) fn get(&self, key: &str) -> Option<&String> {
        self.kept.windows.get(key)
    }

    /// Notes whose window this is.
    pub(crate) fn set(&mut self, key: String, agent: &str) {
        if self.kept.windows.get(&key).is_none_or(|known| known != agent) {
            self.kept.windows.insert(key, agent.to_owned());
            self.changed = true;
        }
    }

    /// What is to be written, if anything is; windows that are gone are left out.
    pub(crate) fn take_unwritten(&mut self, is_there: impl Fn(&str) -> bool) -> Option<(PathBuf, Vec<u8>)> {
        if !std::mem::take(&mut self.changed) {
            return None;
        }
        self.kept.windows.retain(|key, _| is_there(key));
        serde_json::to_vec(&self.kept).ok().map(|text| (self.path.clone(), text))
    }
}

/// Writes what is to be written.
pub(crate) fn write((path, text): (PathBuf, Vec<u8>)) {
    if let Err(error) = write_atomically(&path, &text) {
        tracing::error!(%error, path = %path.display(), "whose windows these are could not be kept");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_there_again_without_windows_that_are_gone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("windows.json");
        let mut makers = Makers::open(path.clone()).unwrap();
        assert!(makers.take_unwritten(|_| true).is_none(), "nothing changed");
        makers.set("monitor-0/a".to_owned(), "x");
        makers.set("monitor-0/b".to_owned(), "y");
        write(makers.take_unwritten(|key| key != "monitor-0/b").unwrap());
        makers.set("monitor-0/a".to_owned(), "x");
        assert!(makers.take_unwritten(|_| true).is_none(), "it is the same");
        let again = Makers::open(path).unwrap();
        assert_eq!((again.get("monitor-0/a").map(String::as_str), again.get("monitor-0/b")), (Some("x"), None));
    }
}
