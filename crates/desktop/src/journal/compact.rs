//! Makes a snapshot from the files on disk, and removes those that are no longer needed.

use std::path::Path;

use super::{JournalError, replay, segment, snapshot};

/// How many snapshots are kept.
const KEPT: usize = 2;

/// Makes the snapshot at the change `seq`, which ended a journal file.
pub(super) fn compact(folder: &Path, seq: u64) -> Result<(), JournalError> {
    let read = replay::upto(folder, Some(seq))?;
    if let Some(damage) = read.damage {
        return Err(damage.problem);
    }
    if read.snapshot.seq != seq {
        let problem = format!("the journal ends with change {}, expected {seq}", read.snapshot.seq);
        return Err(JournalError::Broken { path: segment::path(folder, seq + 1), line: 1, problem });
    }
    snapshot::write(folder, &read.snapshot)?;
    remove_old(folder)
}

/// Removes all snapshots but the last ones, and the journal files that end before the oldest of those.
fn remove_old(folder: &Path) -> Result<(), JournalError> {
    let snapshots = snapshot::list(folder)?;
    let old = snapshots.len().saturating_sub(KEPT);
    if old == 0 {
        return Ok(());
    }
    let oldest = snapshots[old].0;
    // A file that begins before a snapshot also ends before it.
    let segments = segment::list(folder)?.into_iter().filter(|(first, _)| *first <= oldest);
    for (_, path) in snapshots.into_iter().take(old).chain(segments) {
        std::fs::remove_file(&path).map_err(JournalError::disk(&path))?;
    }
    Ok(())
}
