//! Reading the desktop from disk: the newest snapshot that can be read, and the commands behind it.

use std::path::{Path, PathBuf};

use super::segment::{self, Lines};
use super::{JournalError, snapshot};
use crate::state::Desktop;

/// What was on disk.
#[derive(Debug)]
pub(super) struct Read {
    pub(super) desktop: Desktop,
    /// The number of the last change.
    pub(super) seq: u64,
    /// The last change in the files that are full, if there is no snapshot of it.
    pub(super) full: Option<u64>,
    /// The file to go on with, if there is one.
    pub(super) last: Option<Last>,
}

/// The last file of the journal.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) path: PathBuf,
    /// How many of its bytes count.
    pub(super) length: u64,
    /// How many commands they hold.
    pub(super) commands: u64,
}

/// Reads everything.
pub(super) fn everything(folder: &Path) -> Result<Read, JournalError> {
    upto(folder, None)
}

/// Reads everything up to the change `upto`, which ends a file; everything there is if that is not given.
pub(super) fn upto(folder: &Path, upto: Option<u64>) -> Result<Read, JournalError> {
    let mut segments = segment::list(folder)?;
    let newest = segments.len();
    segments.retain(|(first, _)| upto.is_none_or(|upto| *first <= upto));
    let may_be_torn = segments.len() == newest;
    let (desktop, seq) = snapshot::newest(folder, upto, segments.first().map(|(first, _)| *first))?;
    let mut read = Read { desktop, seq, full: None, last: None };
    // A file that begins before the snapshot also ends before it.
    segments.retain(|(first, _)| *first > read.seq);
    let last = segments.len().saturating_sub(1);
    for (index, (first, path)) in segments.iter().enumerate() {
        if *first != read.seq + 1 {
            let problem = format!("the file begins with change {first}, expected {}: a file is missing", read.seq + 1);
            return Err(JournalError::Broken { path: path.clone(), line: 1, problem });
        }
        read.full = (index > 0).then_some(read.seq);
        read.replay(path, may_be_torn && index == last)?;
    }
    Ok(read)
}

impl Read {
    fn replay(&mut self, path: &Path, may_be_torn: bool) -> Result<(), JournalError> {
        let text = std::fs::read(path).map_err(JournalError::disk(path))?;
        let mut lines = Lines::of(path, &text, may_be_torn);
        let mut commands = 0;
        if lines.header()? {
            while let Some(entry) = lines.command()? {
                let expected = self.seq + 1;
                if entry.seq != expected {
                    let problem = format!("change {} stands where change {expected} should be", entry.seq);
                    return Err(lines.broken(problem));
                }
                commands += 1;
                match self.desktop.apply(&entry.actor, &entry.command, entry.at) {
                    Ok(applied) if applied.marks.is_empty() => {}
                    Ok(_) => self.seq = entry.seq,
                    // Its process died before it could take the line back; nobody was told that it worked.
                    Err(refused) => tracing::debug!(seq = entry.seq, %refused, "a refused command in the journal"),
                }
            }
        }
        self.last = Some(Last { path: path.to_owned(), length: lines.length(), commands });
        Ok(())
    }
}
