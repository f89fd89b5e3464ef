//! One journal file: its name, its header, and its commands.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::answers::{Note, Request};
use super::{JournalError, VERSION, WITHOUT_SUMS, checksum};
use crate::state::Command;
use crate::wire::Actor;

const FORMAT: &str = "fingertip desktop journal";

/// The first line of a file.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Header {
    format: String,
    v: u64,
}

/// One command, as written.
#[derive(Debug, Serialize)]
pub(super) struct Line<'a> {
    pub(super) v: u64,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) actor: &'a Actor,
    /// The field's name on disk is older than the type's.
    #[serde(rename = "deed")]
    pub(super) command: &'a Command,
    /// The command's request, if that must not be carried out twice.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request: Option<&'a Request>,
}

/// The beginning of a line that is not a command.
const NOTE: &[u8] = b"{\"note\":";

/// A note, as written and read.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct NoteLine<N> {
    pub(super) note: N,
    pub(super) v: u64,
}

/// A line of the journal.
#[derive(Debug)]
pub(super) enum Read {
    Command(Box<Entry>),
    Note(Note),
}

/// One command, as read.
#[derive(Debug, Deserialize)]
pub(super) struct Entry {
    pub(super) v: u64,
    pub(super) seq: u64,
    pub(super) at: u64,
    pub(super) actor: Actor,
    #[serde(rename = "deed")]
    pub(super) command: Command,
    #[serde(default)]
    pub(super) request: Option<Request>,
}

impl Header {
    pub(super) fn new() -> Self {
        Self { format: FORMAT.to_owned(), v: VERSION }
    }
}

/// Returns the path of the file that begins with this number.
pub(super) fn path(folder: &Path, first: u64) -> PathBuf {
    folder.join(format!("journal-{first:012}.jsonl"))
}

/// Lists the journal files, by their first number.
pub(super) fn list(folder: &Path) -> Result<Vec<(u64, PathBuf)>, JournalError> {
    numbered(folder, "journal-", ".jsonl")
}

/// Lists the files with such a name, by the number in it.
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

/// The valid lines of a file.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    path: &'a Path,
    rest: &'a [u8],
    /// Where the next line begins.
    at: usize,
    /// Where the last line began.
    before: usize,
    number: usize,
    /// Whether a torn end is acceptable.
    may_be_torn: bool,
    /// Whether every line has a checksum.
    sums: bool,
}

impl<'a> Lines<'a> {
    /// Reads the lines of this text. Only the file that was written last may end in the middle of a line.
    pub(super) fn of(path: &'a Path, text: &'a [u8], may_be_torn: bool) -> Self {
        Self { path, rest: text, at: 0, before: 0, number: 0, may_be_torn, sums: false }
    }

    /// Returns the number of valid bytes.
    pub(super) fn length(&self) -> u64 {
        self.at as u64
    }

    /// Returns the number of bytes before the last line read.
    pub(super) fn before(&self) -> u64 {
        self.before as u64
    }

    /// Reads the header. Returns whether there is one; without it the file is empty.
    pub(super) fn header(&mut self) -> Result<bool, JournalError> {
        let first = self.rest.split(|byte| *byte == b'\n').next().unwrap_or_default();
        let has_sum = checksum::is_whole(first).is_some();
        let Some(header) = self.read::<Header>()? else { return Ok(false) };
        if header.v > VERSION {
            return Err(JournalError::Newer { path: self.path.to_owned(), found: header.v });
        }
        if header.format != FORMAT {
            return Err(self.broken(format!("the file begins with `{}`, expected `{FORMAT}`", header.format)));
        }
        self.sums = header.v > WITHOUT_SUMS;
        if self.sums && !has_sum {
            return Err(self.broken("the line has no checksum".to_owned()));
        }
        Ok(true)
    }

    /// Returns the next line; `None` at the end, or where the file was torn.
    pub(super) fn next(&mut self) -> Result<Option<Read>, JournalError> {
        let (read, v) = if self.rest.starts_with(NOTE) {
            let Some(line) = self.read::<NoteLine<Note>>()? else { return Ok(None) };
            (Read::Note(line.note), line.v)
        } else {
            let Some(entry) = self.read::<Entry>()? else { return Ok(None) };
            let v = entry.v;
            (Read::Command(Box::new(entry)), v)
        };
        if v > VERSION {
            return Err(JournalError::Newer { path: self.path.to_owned(), found: v });
        }
        Ok(Some(read))
    }

    /// Returns an error about the last line read.
    pub(super) fn broken(&self, problem: String) -> JournalError {
        JournalError::Broken { path: self.path.to_owned(), line: self.number, problem }
    }

    fn read<T: for<'de> Deserialize<'de>>(&mut self) -> Result<Option<T>, JournalError> {
        if self.rest.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        self.before = self.at;
        let end = self.rest.iter().position(|byte| *byte == b'\n');
        let line = &self.rest[..end.unwrap_or(self.rest.len())];
        let read = match end {
            Some(_) => self.whole(line).and_then(|()| serde_json::from_slice(line).map_err(|error| error.to_string())),
            None => Err("the line is not terminated".to_owned()),
        };
        match read {
            Ok(value) => {
                self.at += line.len() + 1;
                self.rest = &self.rest[line.len() + 1..];
                Ok(Some(value))
            }
            Err(problem) if self.may_be_torn && self.is_torn(line, end.is_some()) => {
                let (path, line) = (self.path.display(), self.number);
                tracing::warn!(%path, line, problem, bytes = self.rest.len(), "cutting off a torn end of the journal");
                self.rest = &[];
                Ok(None)
            }
            Err(problem) => Err(self.broken(problem)),
        }
    }

    /// Returns whether the rest was torn by a power cut, which leaves half a line, or a stretch of zeros that was never
    /// written, and nothing after it.
    fn is_torn(&self, line: &[u8], has_end: bool) -> bool {
        let nothing_behind = self.rest[line.len()..].iter().all(|byte| matches!(byte, b'\n' | 0));
        nothing_behind && (!has_end || line.contains(&0) || line.is_empty())
    }

    /// Refuses a line that is not as it was written. Older files have no checksums.
    fn whole(&self, line: &[u8]) -> Result<(), String> {
        match checksum::is_whole(line) {
            Some(true) => Ok(()),
            Some(false) => Err("the line is damaged: its checksum does not match".to_owned()),
            None if self.sums => Err("the line has no checksum".to_owned()),
            None => Ok(()),
        }
    }
}
