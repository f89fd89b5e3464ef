//! Reads a journal line by line, whatever its age and state.
//!
//! A report is made of records of every version, edited and damaged ones included. So a line is plain JSON here, its
//! fields are read one by one, and a line that cannot be read is counted, never an error. Memory is bounded by the
//! longest line that is accepted.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

use agent::record::{VERSION, journal_file};
use jiff::Timestamp;
use serde_json::Value;

use crate::ReportError;

/// The longest line that is read, as in the journal's own reader.
const MOST_BYTES: u64 = 16 << 20;

/// The lines of a journal, up to the end that it had when it was opened.
#[derive(Debug)]
pub(crate) struct Lines {
    file: io::Take<BufReader<File>>,
    buffer: Vec<u8>,
    /// How many lines could not be read.
    pub(crate) unreadable: u64,
    /// Whether the last line is cut off.
    pub(crate) torn: bool,
}

impl Lines {
    /// Opens the journal in a folder. `upto` limits how far it is read: a running task appends to it meanwhile.
    pub(crate) fn open(folder: &Path, upto: Option<u64>) -> Result<(Self, u64), ReportError> {
        let path = journal_file(folder);
        let disk = |source| ReportError::Record { path: path.clone(), source };
        let file = File::open(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => ReportError::None { path: folder.to_owned() },
            _ => disk(error),
        })?;
        let about = file.metadata().map_err(disk)?;
        if !about.is_file() {
            return Err(ReportError::None { path: folder.to_owned() });
        }
        let length = upto.unwrap_or(about.len());
        let lines = Self { file: BufReader::new(file).take(length), buffer: Vec::new(), unreadable: 0, torn: false };
        Ok((lines, length))
    }

    /// Returns the next line that can be read.
    pub(crate) fn next(&mut self, folder: &Path) -> Result<Option<Line>, ReportError> {
        loop {
            self.buffer.clear();
            let read = (&mut self.file).take(MOST_BYTES).read_until(b'\n', &mut self.buffer);
            let read = read.map_err(|source| ReportError::Record { path: journal_file(folder), source })?;
            if read == 0 {
                return Ok(None);
            }
            if self.buffer.last() != Some(&b'\n') {
                if u64::try_from(read).unwrap_or(u64::MAX) >= MOST_BYTES {
                    self.skip_rest(folder)?;
                    self.unreadable += 1;
                } else {
                    self.torn = true;
                }
                continue;
            }
            if self.buffer.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let Some(line) = serde_json::from_slice(&self.buffer).ok().and_then(Line::of) else {
                self.unreadable += 1;
                continue;
            };
            // One long reply should not keep a long buffer alive.
            self.buffer.shrink_to(64 << 10);
            match line.kind() {
                "journal" => {
                    let found = line.number("version").unwrap_or_default();
                    if found > u64::from(VERSION) {
                        return Err(ReportError::Newer { path: journal_file(folder), found });
                    }
                }
                _ => return Ok(Some(line)),
            }
        }
    }

    /// Skips the rest of a line that is too long, without keeping it.
    fn skip_rest(&mut self, folder: &Path) -> Result<(), ReportError> {
        let disk = |source| ReportError::Record { path: journal_file(folder), source };
        loop {
            let ahead = self.file.fill_buf().map_err(disk)?;
            let (used, done) = match ahead.iter().position(|byte| *byte == b'\n') {
                Some(at) => (at + 1, true),
                None => (ahead.len(), ahead.is_empty()),
            };
            self.file.consume(used);
            if done {
                return Ok(());
            }
        }
    }
}

/// One line: a JSON object with a kind.
#[derive(Clone, Debug)]
pub(crate) struct Line(Value);

impl Line {
    fn of(value: Value) -> Option<Self> {
        value.get("line")?.as_str()?;
        Some(Self(value))
    }

    /// Its kind.
    pub(crate) fn kind(&self) -> &str {
        self.0.get("line").and_then(Value::as_str).unwrap_or_default()
    }

    /// When, in milliseconds since 1970.
    pub(crate) fn at(&self) -> Option<i64> {
        self.text("at").parse::<Timestamp>().ok().map(Timestamp::as_millisecond)
    }

    /// The step.
    pub(crate) fn step(&self) -> Option<u32> {
        self.number("step").and_then(|step| u32::try_from(step).ok())
    }

    /// Returns a field.
    pub(crate) fn get(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// Returns a text; empty if it is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        text(&self.0, name)
    }

    /// Returns a text that is there and not empty.
    pub(crate) fn some_text(&self, name: &str) -> Option<String> {
        some_text(&self.0, name)
    }

    /// Returns a number that is not negative.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        self.get(name).as_u64()
    }

    /// Returns whether a field is `true`.
    pub(crate) fn is(&self, name: &str) -> bool {
        self.get(name).as_bool().unwrap_or_default()
    }
}

/// Returns a text of an object; empty if it is missing.
pub(crate) fn text<'v>(value: &'v Value, name: &str) -> &'v str {
    value.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// Returns a text of an object that is there and not empty.
pub(crate) fn some_text(value: &Value, name: &str) -> Option<String> {
    Some(text(value, name)).filter(|text| !text.is_empty()).map(str::to_owned)
}

/// Returns a list of an object; empty if it is missing.
pub(crate) fn list<'v>(value: &'v Value, name: &str) -> &'v [Value] {
    value.get(name).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// Returns a duration in seconds as milliseconds; none if it is no sensible one.
pub(crate) fn milliseconds(value: &Value) -> Option<u64> {
    let seconds = value.as_f64().filter(|seconds| seconds.is_finite() && (0.0..1e9).contains(seconds))?;
    Some(std::time::Duration::from_secs_f64(seconds).as_millis().try_into().unwrap_or(u64::MAX))
}
