//! Reads a task back from its folder: all of it line by line, or only its beginning and end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::{Header, VERSION, journal_file};
use crate::journal::{JournalEntry, Mark, Started};
use crate::summary::Summary;
use crate::undo::Undo;

/// The longest line that is accepted. A reply has at most a megabyte, before escaping.
const MOST_BYTES: u64 = 16 << 20;

/// How much of a journal's end is read first for a glance.
const TAIL: u64 = 64 << 10;

/// Why a task's folder cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// The folder has no task.
    #[error("there is no task in `{}`", path.display())]
    None {
        /// The folder.
        path: PathBuf,
    },
    /// It was written by a newer version.
    #[error("`{}` has format {found}; this version knows formats up to {VERSION}; update fingertip", path.display())]
    Newer {
        /// The journal.
        path: PathBuf,
        /// Its format.
        found: u32,
    },
    /// A line is invalid. Only the last one may be torn.
    #[error("`{}`, line {line}: {problem}; the lines before it are intact", path.display())]
    Broken {
        /// The journal.
        path: PathBuf,
        /// Which line, from 1.
        line: u64,
        /// The problem.
        problem: String,
    },
    /// A disk error.
    #[error("cannot use `{}`: {source}", path.display())]
    Disk {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
}

impl ReadError {
    pub(super) fn disk(path: PathBuf, source: io::Error) -> Self {
        Self::Disk { path, source }
    }
}

/// Reads the lines of a task, in order.
pub fn read(folder: &Path) -> Result<Lines, ReadError> {
    let path = journal_file(folder);
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Err(ReadError::None { path: folder.to_owned() });
        }
        Err(error) => return Err(ReadError::disk(path, error)),
    };
    let mut lines = Lines { path, file: BufReader::new(file), buffer: Vec::new(), number: 0, whole: 0, done: false };
    match lines.next_text()? {
        // Killed between creating the file and writing its first line.
        None => Ok(lines),
        Some(()) => {
            let header: Header = lines.parse()?;
            if header.version > VERSION {
                return Err(ReadError::Newer { path: lines.path, found: header.version });
            }
            Ok(lines)
        }
    }
}

/// The lines of a task, read on demand.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: BufReader<File>,
    buffer: Vec<u8>,
    number: u64,
    whole: u64,
    done: bool,
}

impl Lines {
    /// Where the last complete line that was read ends. After the last line, anything beyond is torn.
    pub fn whole(&self) -> u64 {
        self.whole
    }

    /// Reads the next complete line into the buffer.
    fn next_text(&mut self) -> Result<Option<()>, ReadError> {
        self.buffer.clear();
        let read = (&mut self.file).take(MOST_BYTES).read_until(b'\n', &mut self.buffer);
        read.map_err(|error| ReadError::disk(self.path.clone(), error))?;
        self.number += 1;
        if self.buffer.last() != Some(&b'\n') {
            if u64::try_from(self.buffer.len()).unwrap_or(u64::MAX) >= MOST_BYTES {
                return Err(self.broken(format!("the line has more than {MOST_BYTES} bytes")));
            }
            self.done = true;
            return Ok(None);
        }
        Ok(Some(()))
    }

    fn parse<T: serde::de::DeserializeOwned>(&mut self) -> Result<T, ReadError> {
        let value = serde_json::from_slice(&self.buffer).map_err(|error| self.broken(error.to_string()))?;
        self.whole += u64::try_from(self.buffer.len()).unwrap_or(u64::MAX);
        Ok(value)
    }

    fn broken(&self, problem: String) -> ReadError {
        ReadError::Broken { path: self.path.clone(), line: self.number, problem }
    }
}

impl Iterator for Lines {
    type Item = Result<JournalEntry, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        match self.next_text() {
            Ok(Some(())) => {
                let line = self.parse();
                self.done = line.is_err();
                Some(line)
            }
            Ok(None) => None,
            Err(error) => {
                self.done = true;
                Some(Err(error))
            }
        }
    }
}

/// A task's beginning and end.
#[derive(Clone, Debug, PartialEq)]
pub struct Glance {
    /// Its start.
    pub started: Started,
    /// The time and step of the last entry.
    pub last: Mark,
    /// Its result; `None` while it runs, or if its process was killed.
    pub ended: Option<Summary>,
}

/// Reads the beginning and the end of a task, at a cost independent of its length.
pub fn glance(folder: &Path) -> Result<Glance, ReadError> {
    let mut lines = read(folder)?;
    let path = lines.path.clone();
    let started = match lines.next().transpose()? {
        Some(JournalEntry::Started(started)) => started,
        Some(_) => {
            let problem = "the first line must be the start of the task".to_owned();
            return Err(ReadError::Broken { path, line: 2, problem });
        }
        None => return Err(ReadError::None { path: folder.to_owned() }),
    };
    let last = last_line(lines.file.get_mut()).map_err(|error| ReadError::disk(path, error))?;
    Ok(match last {
        Some(JournalEntry::Ended(ended)) => Glance { started, last: ended.mark, ended: Some(ended.summary) },
        Some(line) => Glance { started, last: line.mark(), ended: None },
        None => Glance { last: started.mark, started, ended: None },
    })
}

/// The last undo offer of an app in a task, and when. Reads the whole journal.
pub fn last_undo(folder: &Path) -> Result<Option<(Mark, Undo)>, ReadError> {
    let mut last = None;
    for entry in read(folder)? {
        if let JournalEntry::Effect(carried) = entry?
            && let Some(undo) = carried.effect.undo
        {
            last = Some((carried.mark, *undo));
        }
    }
    Ok(last)
}

/// The last line that is complete and valid.
fn last_line(file: &mut File) -> io::Result<Option<JournalEntry>> {
    let length = file.metadata()?.len();
    let mut wanted = TAIL;
    loop {
        let from = length.saturating_sub(wanted);
        file.seek(SeekFrom::Start(from))?;
        let mut tail = Vec::new();
        file.take(wanted).read_to_end(&mut tail)?;
        let whole = tail.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let mut rest = tail.get(..whole).unwrap_or_default();
        while let Some(text) = rest.strip_suffix(b"\n") {
            let begin = text.iter().rposition(|byte| *byte == b'\n').map(|at| at + 1);
            // This line may begin before the part that was read.
            let Some(begin) = begin.or((from == 0).then_some(0)) else { break };
            if let Some(line) = text.get(begin..).and_then(|text| serde_json::from_slice(text).ok()) {
                return Ok(Some(line));
            }
            rest = rest.get(..begin).unwrap_or_default();
        }
        if from == 0 || wanted >= MOST_BYTES {
            return Ok(None);
        }
        wanted *= 8;
    }
}
