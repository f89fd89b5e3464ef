//! Parses server-sent events from bytes that are split anywhere. By the HTML standard: lines end with CR, LF or both; a
//! blank line ends an event; a line that begins with a colon is a comment; several `data` lines are one text.

/// The longest event.
const MAX_EVENT: usize = super::MAX_BODY;

/// An event is longer than any answer.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct TooLong;

/// The events of a stream.
#[derive(Default)]
pub(super) struct Events {
    /// The incomplete line. Bytes, since a character may be split.
    line: Vec<u8>,
    /// The data of the incomplete event.
    data: Option<String>,
    /// Whether the last byte was a CR: a following LF does not end another line.
    after_cr: bool,
    /// Whether the first line has been read: a byte order mark may precede it.
    begun: bool,
}

impl Events {
    /// Processes bytes and adds completed events to `ready`.
    pub(super) fn feed(&mut self, mut bytes: &[u8], ready: &mut Vec<String>) -> Result<(), TooLong> {
        while !bytes.is_empty() {
            if self.after_cr {
                self.after_cr = false;
                if let Some(rest) = bytes.strip_prefix(b"\n") {
                    bytes = rest;
                    continue;
                }
            }
            let end = bytes.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            if self.line.len() + part.len() + self.data.as_ref().map_or(0, String::len) > MAX_EVENT {
                return Err(TooLong);
            }
            self.line.extend_from_slice(part);
            let Some(end) = end else { return Ok(()) };
            self.after_cr = bytes[end] == b'\r';
            bytes = &bytes[end + 1..];
            ready.extend(self.end_of_line());
        }
        Ok(())
    }

    /// The last event, if the stream ends without its last blank line.
    pub(super) fn rest(mut self) -> Option<String> {
        if !self.line.is_empty() {
            drop(self.end_of_line());
        }
        self.data
    }

    fn end_of_line(&mut self) -> Option<String> {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        let line = if self.begun { &*line } else { line.strip_prefix('\u{feff}').unwrap_or(&line) };
        self.begun = true;
        if line.is_empty() {
            return self.data.take();
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                none => *none = Some(value.to_owned()),
            },
            // Older llama.cpp servers write an error as a field of its own.
            "error" => self.data = Some(format!("{{\"error\":{value}}}")),
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The events of a stream, fed in pieces of this length.
    fn events(stream: &[u8], piece: usize) -> Vec<String> {
        let mut events = Events::default();
        let mut ready = Vec::new();
        for part in stream.chunks(piece) {
            events.feed(part, &mut ready).unwrap();
        }
        ready.extend(events.rest());
        ready
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
    fn an_event_without_end_is_given_up() {
        let mut events = Events::default();
        let mut ready = Vec::new();
        let line = vec![b'x'; 1 << 20];
        let fed = (0..20).find(|_| events.feed(&line, &mut ready).is_err());
        assert_eq!(fed, Some(8));
        let mut events = Events::default();
        let lines = b"data: 0123456789\n".repeat(1 << 16);
        let fed = (0..20).find(|_| events.feed(&lines, &mut ready).is_err());
        assert!(fed.is_some_and(|times| times > 5) && ready.is_empty());
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
