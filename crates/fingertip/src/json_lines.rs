//! JSON lines in, JSON lines out: bounded, with exactly one answer per line.

use std::io::{self, BufRead, BufReader, Read, StdinLock, StdoutLock, Write};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde::Serialize;
use serde_json::json;

/// The longest line that is read.
pub(crate) const MAX_LINE: usize = 16 << 20;

/// A line that cannot be processed.
pub(crate) struct BadLine {
    /// The error code, for programs.
    pub(crate) code: &'static str,
    /// The error message, for people.
    pub(crate) message: String,
    /// The beginning of the line.
    pub(crate) raw: String,
}

impl BadLine {
    /// A bad line whose text is known.
    pub(crate) fn new(code: &'static str, message: impl Into<String>, raw: &str) -> Self {
        Self { code, message: message.into(), raw: shown(raw) }
    }
}

/// Returns the part of a line that is worth repeating.
fn shown(line: &str) -> String {
    const SHOWN: usize = 1000;
    line.chars().take(SHOWN).collect()
}

/// Answers every line of stdin on stdout and skips blank lines. A bad line gets an error as its answer, and makes the
/// exit code 2 after all other lines are answered.
pub(crate) fn answer<T: Serialize>(mut each: impl FnMut(&str) -> Result<T, BadLine>) -> Result<ExitCode> {
    let mut input = BufReader::with_capacity(1 << 16, io::stdin().lock());
    let mut output = io::BufWriter::new(io::stdout().lock());
    let mut bad = false;
    let mut number = 0_usize;
    while let Some(line) = next_line(&mut input, MAX_LINE).context("cannot read standard input")? {
        number += 1;
        let answered = match line {
            Ok(line) if line.trim().is_empty() => continue,
            Ok(line) => each(line.trim_end_matches(['\n', '\r'])),
            Err(bad) => Err(bad),
        };
        match answered {
            Ok(value) => write(&mut output, &value)?,
            Err(BadLine { code, message, raw }) => {
                bad = true;
                write(&mut output, &json!({"error": {"code": code, "message": message, "line": number}, "raw": raw}))?;
            }
        }
        // A caller that waits for the answer to its line gets it now.
        if input.buffer().is_empty() {
            output.flush().context("cannot write standard output")?;
        }
    }
    output.flush().context("cannot write standard output")?;
    Ok(if bad { ExitCode::from(2) } else { ExitCode::SUCCESS })
}

fn write<T: Serialize>(output: &mut io::BufWriter<StdoutLock<'_>>, value: &T) -> Result<()> {
    serde_json::to_writer(&mut *output, value).map_err(io::Error::from).context("cannot write standard output")?;
    output.write_all(b"\n").context("cannot write standard output")
}

/// Reads the next line of at most `longest` bytes, or the reason why it is bad; `None` at the end.
pub(crate) fn next_line(
    input: &mut BufReader<StdinLock<'_>>,
    longest: usize,
) -> io::Result<Option<Result<String, BadLine>>> {
    let mut bytes = Vec::new();
    let most = u64::try_from(longest).unwrap_or(u64::MAX) + 1;
    if input.by_ref().take(most).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() > longest && bytes.last() != Some(&b'\n') {
        let skipped = skip_line(input)?;
        let message = format!("the line has {} bytes; at most {longest} are read", bytes.len() + skipped);
        let start = String::from_utf8_lossy(&bytes[..1000]).into_owned();
        return Ok(Some(Err(BadLine::new("too_long", message, &start))));
    }
    Ok(Some(String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(error.as_bytes()).into_owned();
        BadLine::new("not_utf8", format!("the line is not UTF-8: byte {at} is invalid"), text.trim_end())
    })))
}

/// Skips the rest of a line without storing it.
fn skip_line(input: &mut BufReader<StdinLock<'_>>) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(skipped);
        }
        let newline = buffer.iter().position(|byte| *byte == b'\n');
        let length = newline.map_or(buffer.len(), |at| at + 1);
        input.consume(length);
        skipped += length;
        if newline.is_some() {
            return Ok(skipped);
        }
    }
}
