//! Server-sent events as text: the server writes them, its clients read them, and the model client reads them from an
//! endpoint. This module neither sends nor waits. The caller passes in the bytes, split anywhere.
//!
//! By the HTML standard: lines end with CR, LF or both; a blank line ends an event; a line that begins with a colon is
//! a comment; several `data` lines are one text. The length of an event is limited, so that an endless stream cannot
//! fill the memory.
//!
//! The crate `sse-stream` does not fit: it has no such limit, refuses the whole stream because of one unknown field or
//! one byte that is not UTF-8, and drops an event that ends with the stream.

use std::fmt;

/// An event to write. `data` must be one line, like JSON.
#[derive(Clone, Copy, Debug)]
pub struct Outgoing<'a> {
    /// Its number, from which a reconnecting client continues.
    pub id: Option<u64>,
    /// The kind of event, if there are several.
    pub name: Option<&'a str>,
    /// The payload.
    pub data: &'a str,
}

impl fmt::Display for Outgoing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            writeln!(f, "id: {id}")?;
        }
        if let Some(name) = self.name {
            writeln!(f, "event: {name}")?;
        }
        write!(f, "data: {}\n\n", self.data)
    }
}

/// An event that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Incoming {
    /// Its number.
    pub id: Option<u64>,
    /// The kind of event.
    pub name: Option<String>,
    /// The payload.
    pub data: String,
}

/// An event exceeds the size limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an event of the stream has more than {0} bytes")]
pub struct TooLong(pub usize);

/// Reassembles a stream from its chunks.
#[derive(Debug)]
pub struct Reader {
    /// The longest event, in bytes.
    most: usize,
    /// The incomplete line. Bytes, since a character may be split.
    line: Vec<u8>,
    /// The incomplete event.
    event: Incoming,
    /// Whether the event has data. Without data it is not an event.
    has_data: bool,
    /// Whether the last byte was a CR: a following LF does not end another line.
    after_cr: bool,
    /// Whether the first line has been read: a byte order mark may precede it.
    begun: bool,
}

impl Reader {
    /// Reads events of at most this many bytes.
    pub fn new(most: usize) -> Self {
        Self { most, line: Vec::new(), event: Incoming::default(), has_data: false, after_cr: false, begun: false }
    }

    /// Adds the next chunk. Returns the events that it completes. Comments and unknown fields are skipped.
    pub fn read(&mut self, mut piece: &[u8]) -> Result<Vec<Incoming>, TooLong> {
        let mut events = Vec::new();
        while !piece.is_empty() {
            if std::mem::take(&mut self.after_cr)
                && let Some(rest) = piece.strip_prefix(b"\n")
            {
                piece = rest;
                continue;
            }
            let end = piece.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &piece[..end.unwrap_or(piece.len())];
            if self.line.len() + part.len() + self.event.data.len() > self.most {
                return Err(TooLong(self.most));
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else { break };
            self.after_cr = piece[end] == b'\r';
            piece = &piece[end + 1..];
            events.extend(self.end_of_line());
        }
        Ok(events)
    }

    /// Returns the last event, if the stream ends without its last blank line.
    pub fn rest(mut self) -> Option<Incoming> {
        if !self.line.is_empty() {
            drop(self.end_of_line());
        }
        self.has_data.then_some(self.event)
    }

    /// Processes the completed line. Returns the event that it completes.
    fn end_of_line(&mut self) -> Option<Incoming> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = if self.begun { &*line } else { line.strip_prefix('\u{feff}').unwrap_or(&line) };
        self.begun = true;
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.has_data).then_some(event);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => self.event.id = value.parse().ok(),
            "event" => self.event.name = Some(value.to_owned()),
            "data" => {
                if self.has_data {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
                self.has_data = true;
            }
            // Older llama.cpp servers write an error as a field of its own; newer ones write this object as data.
            "error" => {
                self.event.data = format!("{{\"error\":{value}}}");
                self.has_data = true;
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns the data of a stream's events, fed in pieces of this length.
    fn events(stream: &[u8], piece: usize) -> Vec<String> {
        let mut reader = Reader::new(1000);
        let mut events: Vec<_> = stream.chunks(piece).flat_map(|part| reader.read(part).unwrap()).collect();
        events.extend(reader.rest());
        events.into_iter().map(|event| event.data).collect()
    }

    #[test]
    fn what_is_written_is_read_however_it_is_cut() {
        let text = [
            Outgoing { id: Some(7), name: Some("ACTIONS"), data: "{\"ä\":1}" }.to_string(),
            ": still here\n\n".to_owned(),
            Outgoing { id: None, name: None, data: "{}" }.to_string(),
        ]
        .concat();
        let first = Incoming { id: Some(7), name: Some("ACTIONS".to_owned()), data: "{\"ä\":1}".to_owned() };
        let second = Incoming { data: "{}".to_owned(), ..Incoming::default() };
        for size in 1..text.len() {
            let mut reader = Reader::new(1000);
            let read: Vec<_> = text.as_bytes().chunks(size).flat_map(|piece| reader.read(piece).unwrap()).collect();
            assert_eq!(read, [first.clone(), second.clone()], "in pieces of {size}");
        }
    }

    #[test]
    fn events_are_the_same_however_they_are_cut() {
        let cases: &[(&str, &[&str])] = &[
            ("data: a\n\ndata: b\n\n", &["a", "b"]),
            ("data: a\r\n\r\ndata: b\r\n\r\n", &["a", "b"]),
            ("data: a\r\rdata: b\r\r", &["a", "b"]),
            ("data:a\ndata: b\ndata:  c\n\n", &["a\nb\n c"]),
            ("data:a\r\ndata: b\r\n\r\ndata:a\rdata: b\r\r", &["a\nb", "a\nb"]),
            (": ping\n\n: ping\ndata: a\n: pong\n\n", &["a"]),
            ("event: chunk\nid: 7\nretry: 5\ndata: a\n\n", &["a"]),
            ("event: alone\nid: 7\n\ndata: a\n\n", &["a"]),
            ("\u{feff}data: a\n\n", &["a"]),
            ("data: [DONE]", &["[DONE]"]),
            ("data: a\n", &["a"]),
            ("data\n\n", &[""]),
            ("data: größer 日本 🎉\n\n", &["größer 日本 🎉"]),
            ("error: {\"code\":500}\n\n", &["{\"error\":{\"code\":500}}"]),
            ("", &[]),
            ("\n\n\n", &[]),
            ("<html>no events</html>", &[]),
        ];
        for (stream, expected) in cases {
            for piece in 1..=stream.len().max(1) {
                assert_eq!(events(stream.as_bytes(), piece), *expected, "{stream:?} in pieces of {piece}");
            }
        }
    }

    #[test]
    fn a_stream_that_never_ends_a_line_is_refused() {
        let mut reader = Reader::new(100);
        let fed = (0..50).try_for_each(|_| reader.read(b"data: xxx").map(drop));
        assert_eq!(fed, Err(TooLong(100)));
        let mut reader = Reader::new(100);
        let fed = (0..50).try_for_each(|_| reader.read(b"data: xxx\n").map(drop));
        assert_eq!(fed, Err(TooLong(100)), "nor one that never ends an event");
    }

    #[test]
    fn an_event_is_read_up_to_its_longest_length() {
        let most = 8 << 20;
        let mut reader = Reader::new(most);
        let line = vec![b'x'; 1 << 20];
        assert_eq!((0..20).find(|_| reader.read(&line).is_err()), Some(8));
        let mut reader = Reader::new(most);
        let lines = b"data: 0123456789\n".repeat(1 << 16);
        let fed = (0..20).find(|_| reader.read(&lines).map(|events| assert!(events.is_empty())).is_err());
        assert!(fed.is_some_and(|times| times > 5));
    }

    proptest! {
        #[test]
        fn any_bytes_are_the_same_in_any_pieces(
            stream in prop::collection::vec(prop_oneof![any::<u8>(), Just(b'\n'), Just(b'\r'), Just(b':'), Just(b'd')], 0..200),
            piece in 1usize..50,
        ) {
            prop_assert_eq!(events(&stream, piece), events(&stream, usize::MAX));
        }
    }
}
