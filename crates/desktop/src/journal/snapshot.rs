//! A whole desktop in one file: a header, the state, the stored answers, and a checksum of all that.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::answers::{Answered, Answers};
use super::disk::private;
use super::segment::numbered;
use super::{JournalError, VERSION, WITHOUT_SUMS};
use crate::state::Desktop;

const FORMAT: &str = "fingertip desktop snapshot";

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    v: u64,
    seq: u64,
}

/// Lists the snapshots, by the number of their last change.
pub(super) fn list(folder: &Path) -> Result<Vec<(u64, PathBuf)>, JournalError> {
    numbered(folder, "snapshot-", ".json")
}

/// The last line of a file.
#[derive(Debug, Serialize, Deserialize)]
struct Sum {
    crc: String,
}

/// The contents of a snapshot.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    pub(super) desktop: Desktop,
    pub(super) seq: u64,
    pub(super) answers: Answers,
}

/// Returns the newest snapshot not after `upto`; an empty desktop if there never was one.
///
/// An unreadable snapshot does no harm as long as the previous one, and the journal after that, still exist: it is
/// skipped and logged.
pub(super) fn newest(folder: &Path, upto: Option<u64>, first: Option<u64>) -> Result<Snapshot, JournalError> {
    let mut passed_over = None;
    for (seq, path) in list(folder)?.into_iter().rev().filter(|(seq, _)| upto.is_none_or(|upto| *seq <= upto)) {
        match read(&path, seq) {
            Ok(snapshot) => return Ok(snapshot),
            Err(error @ (JournalError::Newer { .. } | JournalError::Disk { .. })) => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "couldn't read a snapshot; trying an older one");
                passed_over.get_or_insert(error);
            }
        }
    }
    match passed_over {
        // The journal still has everything, from the very first change.
        Some(error) if first != Some(1) => Err(error),
        _ => Ok(Snapshot::default()),
    }
}

/// Writes a snapshot to a temporary file, then renames it: there is never half a snapshot.
pub(super) fn write(folder: &Path, snapshot: &Snapshot) -> Result<(), JournalError> {
    let Snapshot { desktop, seq, answers } = snapshot;
    let path = folder.join(format!("snapshot-{seq:012}.json"));
    let beside = path.with_extension("json.new");
    let write = || -> io::Result<()> {
        let file = private(OpenOptions::new().write(true).create(true).truncate(true)).open(&beside)?;
        let mut writer = Summing { writer: BufWriter::new(file), sum: crc32fast::Hasher::new() };
        serde_json::to_writer(&mut writer, &Header { format: FORMAT.to_owned(), v: VERSION, seq: *seq })?;
        writer.write_all(b"\n")?;
        serde_json::to_writer(&mut writer, &desktop.save())?;
        writer.write_all(b"\n")?;
        serde_json::to_writer(&mut writer, &answers.iter().collect::<Vec<_>>())?;
        writer.write_all(b"\n")?;
        let Summing { mut writer, sum } = writer;
        serde_json::to_writer(&mut writer, &Sum { crc: format!("{:08x}", sum.finalize()) })?;
        writer.write_all(b"\n")?;
        writer.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
        std::fs::rename(&beside, &path)?;
        sync_folder(folder)
    };
    write().map_err(|source| {
        let _ = std::fs::remove_file(&beside);
        JournalError::Disk { path, source }
    })
}

/// Syncs a folder: a name is on disk only after that.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// Computes the checksum while writing.
struct Summing<W> {
    writer: W,
    sum: crc32fast::Hasher,
}

impl<W: Write> Write for Summing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.writer.write(bytes)?;
        self.sum.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

fn read(path: &Path, seq: u64) -> Result<Snapshot, JournalError> {
    let text = std::fs::read(path).map_err(JournalError::disk(path))?;
    let broken = |line, problem: String| JournalError::Broken { path: path.to_owned(), line, problem };
    let mut lines = text.split(|byte| *byte == b'\n');
    let mut line = || lines.next().unwrap_or_default();
    let header: Header = serde_json::from_slice(line()).map_err(|error| broken(1, error.to_string()))?;
    if header.v > VERSION {
        return Err(JournalError::Newer { path: path.to_owned(), found: header.v });
    }
    if header.format != FORMAT || header.seq != seq {
        return Err(broken(1, format!("expected `{FORMAT}` of change {seq}")));
    }
    let state = line();
    let mut answers = Answers::default();
    if header.v > WITHOUT_SUMS {
        let (kept, last) = (line(), line());
        let sum: Sum = serde_json::from_slice(last).map_err(|error| broken(4, error.to_string()))?;
        let summed = text.get(..text.len().saturating_sub(last.len() + 1)).unwrap_or_default();
        if sum.crc != format!("{:08x}", crc32fast::hash(summed)) {
            return Err(broken(4, "the file is damaged: its checksum does not match".to_owned()));
        }
        let kept: Vec<Answered> = serde_json::from_slice(kept).map_err(|error| broken(3, error.to_string()))?;
        kept.into_iter().for_each(|answered| answers.keep(answered));
    }
    let desktop = Desktop::load(state).map_err(|error| broken(2, error.to_string()))?;
    Ok(Snapshot { desktop, seq, answers })
}
