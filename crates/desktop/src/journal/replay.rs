//! Reads the desktop from disk: the newest readable snapshot, and the commands after it, up to the first damage.
//! Changes nothing on disk.

use std::path::{Path, PathBuf};

use super::segment::{self, Entry, Lines};
use super::snapshot::Snapshot;
use super::{JournalError, snapshot};

/// The state on disk.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// The desktop, the number of its last change, and the stored answers.
    pub(super) snapshot: Snapshot,
    /// The last change in the full files, if it has no snapshot yet.
    pub(super) full: Option<u64>,
    /// The file to continue, if there is one.
    pub(super) last: Option<Last>,
    /// Where reading had to stop early.
    pub(super) damage: Option<Damage>,
    /// The number of the last line, if it changed nothing on replay: when it was written it may have counted.
    idle: Option<u64>,
}

/// The last file of the journal.
#[derive(Debug)]
pub(super) struct Last {
    pub(super) path: PathBuf,
    /// How many of its bytes are valid.
    pub(super) length: u64,
    /// How many commands they hold.
    pub(super) commands: u64,
}

/// The unreadable part.
#[derive(Debug)]
pub(super) struct Damage {
    /// The problem, and where it is.
    pub(super) problem: JournalError,
    /// The file whose end cannot be read; its beginning counts.
    pub(super) cut: Option<PathBuf>,
    /// The files that are ignored.
    pub(super) rest: Vec<PathBuf>,
}

/// Reads everything.
pub(super) fn everything(folder: &Path) -> Result<Read, JournalError> {
    upto(folder, None)
}

/// Reads everything up to the change `upto`, which ends a file; all of it if `upto` is `None`.
pub(super) fn upto(folder: &Path, upto: Option<u64>) -> Result<Read, JournalError> {
    let mut segments = segment::list(folder)?;
    let newest = segments.len();
    segments.retain(|(first, _)| upto.is_none_or(|upto| *first <= upto));
    let may_be_torn = segments.len() == newest;
    let snapshot = match snapshot::newest(folder, upto, segments.first().map(|(first, _)| *first)) {
        Ok(snapshot) => snapshot,
        Err(problem @ JournalError::Broken { .. }) => {
            // Without an initial snapshot, the journal has no meaning.
            let files = snapshot::list(folder)?.into_iter().chain(segments);
            let rest = files.map(|(_, path)| path).collect();
            return Ok(Read { damage: Some(Damage { problem, cut: None, rest }), ..Read::default() });
        }
        Err(error) => return Err(error),
    };
    let mut read = Read { snapshot, ..Read::default() };
    // A file that begins before the snapshot also ends before it.
    segments.retain(|(first, _)| *first > read.snapshot.seq);
    let last = segments.len().saturating_sub(1);
    for (index, (first, path)) in segments.iter().enumerate() {
        let seq = read.begins_at(*first);
        let (done, cut) = match seq {
            Ok(seq) => {
                read.full = (index > 0).then_some(seq);
                (read.replay(path, may_be_torn && index == last), Some(path.clone()))
            }
            Err(problem) => (Err(JournalError::Broken { path: path.clone(), line: 1, problem }), None),
        };
        match done {
            Ok(()) => {}
            Err(problem @ JournalError::Broken { .. }) => {
                let behind = segments.iter().skip(index + usize::from(cut.is_some())).map(|(_, path)| path.clone());
                let stale = snapshot::list(folder)?.into_iter().filter(|(seq, _)| *seq > read.snapshot.seq);
                let rest = behind.chain(stale.map(|(_, path)| path)).collect();
                read.damage = Some(Damage { problem, cut, rest });
                break;
            }
            Err(error) => return Err(error),
        }
    }
    Ok(read)
}

impl Read {
    /// Returns the number of the last change before `next`, if the two can be consecutive.
    fn begins_at(&mut self, next: u64) -> Result<u64, String> {
        let seq = &mut self.snapshot.seq;
        // A line that changes nothing under today's rules may have changed something when it was written.
        if self.idle.take() == Some(*seq + 1) && next == *seq + 2 {
            *seq += 1;
        }
        if next == *seq + 1 {
            return Ok(*seq);
        }
        let expected = *seq + 1;
        Err(format!("found change {next}, expected change {expected}: a change is missing or duplicated"))
    }

    fn replay(&mut self, path: &Path, may_be_torn: bool) -> Result<(), JournalError> {
        let text = std::fs::read(path).map_err(JournalError::disk(path))?;
        let mut lines = Lines::of(path, &text, may_be_torn);
        let mut commands = 0;
        let done = self.replay_lines(&mut lines, &mut commands);
        // Everything read so far counts, even if the rest is damaged.
        let length = if done.is_ok() { lines.length() } else { lines.before() };
        self.last = Some(Last { path: path.to_owned(), length, commands });
        done
    }

    fn replay_lines(&mut self, lines: &mut Lines<'_>, commands: &mut u64) -> Result<(), JournalError> {
        if !lines.header()? {
            return Ok(());
        }
        while let Some(read) = lines.next()? {
            match read {
                segment::Read::Note(note) => self.snapshot.answers.note(note),
                segment::Read::Command(entry) => {
                    self.begins_at(entry.seq).map_err(|problem| lines.broken(problem))?;
                    *commands += 1;
                    self.apply(*entry);
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, entry: Entry) {
        let Entry { seq, at, actor, command, request, .. } = entry;
        let changed = match self.snapshot.desktop.apply(&actor, &command, at) {
            Ok(applied) => Some(!applied.marks.is_empty()),
            Err(refused) => {
                // Its process died before it could remove the line; its success was not acknowledged.
                tracing::debug!(seq, %refused, "a refused command in the journal");
                None
            }
        };
        if changed == Some(true) {
            self.snapshot.seq = seq;
        } else {
            self.idle = Some(seq);
        }
        if let (Some(changed), Some(request)) = (changed, request) {
            self.snapshot.answers.carried_out(request, changed.then_some(seq), &command);
        }
    }
}
