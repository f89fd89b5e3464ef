//! The reading position in the text, and the repairs so far.

use super::JsonError;
use super::key_ends::KeyEnds;
use crate::finding::{Code, Findings, quoted};
use crate::slice::Slice as _;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mode {
    Strict,
    Loose,
}

/// The text and the position in it.
pub(super) struct Cursor<'a> {
    pub(super) text: &'a str,
    pub(super) at: usize,
    pub(super) mode: Mode,
    pub(super) repairs: Findings,
    /// Whether the last token was a number, which the end of the text may have cut short.
    pub(super) after_number: bool,
    /// The ends of keys that loose reading looked ahead for.
    pub(super) keys: KeyEnds,
}

impl<'a> Cursor<'a> {
    pub(super) fn rest(&self) -> &'a str {
        self.text.tail(self.at)
    }

    pub(super) fn peek(&self) -> Option<char> {
        // Most text is ASCII, so check the byte first.
        match self.text.as_bytes().get(self.at) {
            Some(byte) if byte.is_ascii() => Some(char::from(*byte)),
            _ => self.rest().chars().next(),
        }
    }

    pub(super) fn loose(&self) -> bool {
        self.mode == Mode::Loose
    }

    pub(super) fn repair(&mut self, message: &str) {
        self.repairs.add(Code::Syntax, String::new, || message.to_owned());
    }

    pub(super) fn error(&self, expected: &str) -> JsonError {
        let found = match self.rest().split_whitespace().next() {
            Some(word) => quoted(word),
            None => "the end of the text".to_owned(),
        };
        let before = self.text.head(self.at);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        JsonError {
            message: format!("expected {expected}, found {found}"),
            offset: self.at,
            line: before.bytes().filter(|byte| *byte == b'\n').count() + 1,
            column: before.tail(line_start).chars().count() + 1,
        }
    }

    /// Whether the text ended where nothing can have been cut short.
    pub(super) fn ended_cleanly(&self) -> bool {
        self.at == self.text.len() && !self.after_number
    }
}
