//! The desktop as a whole, in one file: a first line that says what it is, and the state behind it.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::disk::private;
use super::segment::numbered;
use super::{JournalError, VERSION};
use crate::state::Desktop;

const FORMAT: &str = "fingertip desktop snapshot";

#[derive(Debug, Serialize, Deserialize)]
struct Header {
    format: String,
    v: u64,
    seq: u64,
}

/// The snapshots, by the number of the last change in them.
pub(super) fn list(folder: &Path) -> Result<Vec<(u64, PathBuf)>, JournalError> {
    numbered(folder, "snapshot-", ".json")
}

/// The newest one that is not behind `upto`; an empty desktop if there never was one.
///
/// One that cannot be read costs nothing as long as the one before it, and the journal behind that, are
/// there: then it is passed over, with a line in the log.
pub(super) fn newest(folder: &Path, upto: Option<u64>, first: Option<u64>) -> Result<(Desktop, u64), JournalError> {
    let mut passed_over = None;
    for (seq, path) in list(folder)?.into_iter().rev().filter(|(seq, _)| upto.is_none_or(|upto| *seq <= upto)) {
        match read(&path, seq) {
            Ok(desktop) => return Ok((desktop, seq)),
            Err(error @ JournalError::Newer { .. }) => return Err(error),
            Err(error) => {
                tracing::warn!(%error, "a snapshot cannot be read; an older one is tried");
                passed_over.get_or_insert(error);
            }
        }
    }
    match passed_over {
        // The journal still has everything, from the very first change.
        Some(error) if first != Some(1) => Err(error),
        _ => Ok((Desktop::default(), 0)),
    }
}

/// Writes a snapshot beside, then moves it into place: there is never half of one.
pub(super) fn write(folder: &Path, desktop: &Desktop, seq: u64) -> Result<(), JournalError> {
    let path = folder.join(format!("snapshot-{seq:012}.json"));
    let beside = path.with_extension("json.new");
    let write = || -> io::Result<()> {
        let mut writer =
            BufWriter::new(private(OpenOptions::new().write(true).create(true).truncate(true)).open(&beside)?);
        serde_json::to_writer(&mut writer, &Header { format: FORMAT.to_owned(), v: VERSION, seq })?;
        writer.write_all(b"\n")?;
        serde_json::to_writer(&mut writer, &desktop.save())?;
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

/// A name is on disk only when its folder is.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn read(path: &Path, seq: u64) -> Result<Desktop, JournalError> {
    let text = std::fs::read(path).map_err(JournalError::disk(path))?;
    let broken = |line, problem: String| JournalError::Broken { path: path.to_owned(), line, problem };
    let end = text.iter().position(|byte| *byte == b'\n').unwrap_or(text.len());
    let header: Header = serde_json::from_slice(&text[..end]).map_err(|error| broken(1, error.to_string()))?;
    if header.v > VERSION {
        return Err(JournalError::Newer { path: path.to_owned(), found: header.v });
    }
    if header.format != FORMAT || header.seq != seq {
        return Err(broken(1, format!("expected `{FORMAT}` of change {seq}")));
    }
    let state = text.get(end + 1..).unwrap_or_default();
    Desktop::load(state).map_err(|error| broken(2, error.to_string()))
}
