//! Reading the desktop from disk: the newest snapshot that can be read, and the commands behind it, up to where the
//! files are damaged. Nothing on disk is changed.

use std::path::{Path, PathBuf};

use super::segment::{self, Entry, Lines};
use super::snapshot::Snapshot;
use super::{JournalError, snapshot};

/// What was on disk.
#[derive(Debug, Default)]
pub(super) struct Read {
    /// The desktop, the number of its last change, and the answers that are kept.
    pub(super) snapshot: Snapshot,
    /// The last change in the files that are full, if there is no snapshot of it.
    pub(super) full: Option<u64>,
    /// The file to go on with, if there is one.
    pub(super) last: Option<Last>,
    /// Where reading had to end before the end.
    pub(super) damage: Option<Damage>,
    /// The number of a line that changed nothing, if the last one was such: when it was written it may have counted.
    idle: Option<u64>,
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

/// What could not be read.
#[derive(Debug)]
pub(super) struct Damage {
    /// What is wrong, and where.
    pub(super) problem: JournalError,
    /// The file whose end cannot be read; its beginning counts.
    pub(super) cut: Option<PathBuf>,
    /// The files that do not count.
    pub(super) rest: Vec<PathBuf>,
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
    let snapshot = match snapshot::newest(folder, upto, segments.first().map(|(first, _)| *first)) {
        Ok(snapshot) => snapshot,
        Err(problem @ JournalError::Broken { .. }) => {
            // Without a snapshot to begin with, the journal says nothing.
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
    /// The number of the last change before the one that is said to come next, if that can be.
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
        Err(format!("change {next} stands where change {expected} should be: something is missing, or there twice"))
    }

    fn replay(&mut self, path: &Path, may_be_torn: bool) -> Result<(), JournalError> {
        let text = std::fs::read(path).map_err(JournalError::disk(path))?;
        let mut lines = Lines::of(path, &text, may_be_torn);
        let mut commands = 0;
        let done = self.replay_lines(&mut lines, &mut commands);
        // What was read counts, also if something behind it is damaged.
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
                // Its process died before it could take the line back; nobody was told that it worked.
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
