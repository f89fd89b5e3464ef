//! Walks the files below a directory in order, for `grep -r`, `find`, `du` and `cp -r`.

use super::call::Call;
use machine::files::{Kind, Stat};

/// Maximum number of entries of one walk.
const MAX_ENTRIES: usize = 50_000;

/// An entry with its path as the user would write it.
pub(super) struct Entry {
    pub(super) path: String,
    pub(super) stat: Stat,
    pub(super) depth: usize,
}

impl Call<'_> {
    /// Returns the entry at `path` and everything below it, parents first. Unreadable entries are reported.
    pub(super) fn entries(&mut self, path: &str) -> Vec<Entry> {
        let mut all = Vec::new();
        match self.os.with_files(|files| files.lstat(&self.io.absolute(path))) {
            Ok(stat) => self.descend(path.to_owned(), stat, 0, &mut all),
            Err(error) => {
                self.fail(format!("{path}: {error}"));
            }
        }
        all
    }

    fn descend(&mut self, path: String, stat: Stat, depth: usize, all: &mut Vec<Entry>) {
        if all.len() >= MAX_ENTRIES || self.exhausted() {
            return;
        }
        self.shell.budget.charge(64);
        all.push(Entry { path: path.clone(), stat, depth });
        if stat.kind != Kind::Directory {
            return;
        }
        match self.os.with_files(|files| files.list(&self.io.absolute(&path))) {
            Ok(entries) => {
                for (name, stat) in entries {
                    self.descend(join(&path, &name), stat, depth + 1, all);
                }
            }
            Err(error) => {
                self.fail(format!("{path}: {error}"));
            }
        }
    }
}

/// Joins `directory` and `name` without a double slash.
pub(super) fn join(directory: &str, name: &str) -> String {
    format!("{}/{name}", directory.trim_end_matches('/'))
}
