//! Messages as bytes, encoded once for all pages.
//!
//! The requested actions are included only for logs and narration, so their long texts and lists are cut while
//! encoding; the resulting state is complete.

use std::io;

use bytes::Bytes;
use serde::Serialize;
use serde_json::ser::{CompactFormatter, Formatter};
use serde_json::{Serializer, to_writer};

use crate::state::Command;
use crate::wire::{Actor, Change, PersonAction, ServerEvent};

/// How many characters of a requested text are included.
const MOST_CHARACTERS: usize = 256;
/// How many items of a requested list are included.
const MOST_ITEMS: usize = 64;

/// Encodes any message.
pub(super) fn event(event: &ServerEvent) -> Bytes {
    let mut message = Vec::with_capacity(256);
    write(&mut message, event);
    message.into()
}

/// Encodes a numbered change ([`ServerEvent::Actions`]) without copying its parts.
pub(super) fn actions(seq: u64, actor: &Actor, command: Option<&Command>, changes: &[Change]) -> Bytes {
    let mut message = Vec::with_capacity(512);
    message.extend_from_slice(b"{\"type\":\"ACTIONS\",\"seq\":");
    write(&mut message, &seq);
    message.extend_from_slice(b",\"actor\":");
    write(&mut message, actor);
    asked_for(&mut message, command);
    message.extend_from_slice(b",\"changes\":");
    write(&mut message, changes);
    message.push(b'}');
    message.into()
}

/// Encodes the requested actions; none if they are not to be shown.
fn asked_for(message: &mut Vec<u8>, command: Option<&Command>) {
    message.extend_from_slice(b",\"actions\":[");
    let first = message.len();
    match command {
        Some(Command::Batch(batch)) => batch.actions.iter().for_each(|action| write_cut(message, first, action)),
        Some(Command::Person { actions }) => {
            // A person's own commands are not actions; their effect is in the changes.
            for action in actions {
                if let PersonAction::Os(action) = action {
                    write_cut(message, first, action);
                }
            }
        }
        Some(
            Command::Expire
            | Command::Release { .. }
            | Command::Answer { .. }
            | Command::Press { .. }
            | Command::Ask(_)
            | Command::Settle { .. },
        )
        | None => {}
    }
    message.push(b']');
}

/// Encodes a value. Encoding into memory never fails for our types: keys are texts, and there are no maps with other
/// keys.
fn write<T: Serialize + ?Sized>(message: &mut Vec<u8>, value: &T) {
    if let Err(error) = to_writer(message, value) {
        tracing::error!(%error, "couldn't encode a message for pages");
    }
}

fn write_cut<T: Serialize>(message: &mut Vec<u8>, first: usize, value: &T) {
    if message.len() > first {
        message.push(b',');
    }
    if let Err(error) = value.serialize(&mut Serializer::with_formatter(message, Cut::default())) {
        tracing::error!(%error, "couldn't encode a message for pages");
    }
}

/// Encodes JSON with long texts cut with `…` and long lists cut short.
#[derive(Debug, Default)]
struct Cut {
    /// How many characters of the current text are written.
    characters: usize,
    /// How many items each open list has.
    lists: Vec<usize>,
    /// How many of the open lists are past their limit: while there is one, nothing is written.
    past: usize,
}

impl Cut {
    fn put<W: ?Sized + io::Write>(&self, writer: &mut W, bytes: &[u8]) -> io::Result<()> {
        if self.past == 0 { writer.write_all(bytes) } else { Ok(()) }
    }
}

/// All output goes through `put`.
impl Formatter for Cut {
    fn write_null<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.put(writer, b"null")
    }

    fn write_bool<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: bool) -> io::Result<()> {
        self.put(writer, if value { b"true" } else { b"false" })
    }

    fn write_i64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i64) -> io::Result<()> {
        if self.past == 0 { CompactFormatter.write_i64(writer, value) } else { Ok(()) }
    }

    fn write_u64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u64) -> io::Result<()> {
        if self.past == 0 { CompactFormatter.write_u64(writer, value) } else { Ok(()) }
    }

    fn write_u32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u32) -> io::Result<()> {
        self.write_u64(writer, value.into())
    }

    fn write_u16<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u16) -> io::Result<()> {
        self.write_u64(writer, value.into())
    }

    fn write_u8<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: u8) -> io::Result<()> {
        self.write_u64(writer, value.into())
    }

    fn write_i32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: i32) -> io::Result<()> {
        self.write_i64(writer, value.into())
    }

    fn write_f64<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        if self.past == 0 { CompactFormatter.write_f64(writer, value) } else { Ok(()) }
    }

    fn write_f32<W: ?Sized + io::Write>(&mut self, writer: &mut W, value: f32) -> io::Result<()> {
        self.write_f64(writer, value.into())
    }

    fn begin_string<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.characters = 0;
        self.put(writer, b"\"")
    }

    fn end_string<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.characters > MOST_CHARACTERS {
            self.put(writer, "…".as_bytes())?;
        }
        self.put(writer, b"\"")
    }

    fn write_string_fragment<W: ?Sized + io::Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let room = MOST_CHARACTERS.saturating_sub(self.characters);
        // Most texts are short: a text with no more bytes has no more characters.
        let cut = if fragment.len() > room { fragment.char_indices().nth(room) } else { None };
        let end = cut.map_or(fragment.len(), |(end, _)| end);
        self.characters += if end < fragment.len() { room + 1 } else { fragment.chars().count() };
        self.put(writer, &fragment.as_bytes()[..end])
    }

    fn write_char_escape<W: ?Sized + io::Write>(
        &mut self,
        writer: &mut W,
        escape: serde_json::ser::CharEscape,
    ) -> io::Result<()> {
        self.characters += 1;
        if self.past > 0 || self.characters > MOST_CHARACTERS {
            return Ok(());
        }
        CompactFormatter.write_char_escape(writer, escape)
    }

    fn begin_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.put(writer, b"[")?;
        self.lists.push(0);
        Ok(())
    }

    fn end_array<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        if self.lists.pop().is_some_and(|items| items > MOST_ITEMS) {
            self.past -= 1;
        }
        self.put(writer, b"]")
    }

    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if let Some(items) = self.lists.last_mut() {
            *items += 1;
            self.past += usize::from(*items == MOST_ITEMS + 1);
        }
        if first { Ok(()) } else { self.put(writer, b",") }
    }

    fn begin_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.put(writer, b"{")
    }

    fn end_object<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.put(writer, b"}")
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { self.put(writer, b",") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.put(writer, b":")
    }
}
