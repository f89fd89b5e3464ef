//! Server-sent events as text: the server writes them, commands that are its clients read them.

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
    most: usize,
    rest: Vec<u8>,
    event: Incoming,
    started: bool,
}

impl Reader {
    /// Reads events of at most this many bytes.
    pub fn new(most: usize) -> Self {
        Self { most, rest: Vec::new(), event: Incoming::default(), started: false }
    }

    /// Adds the next chunk. Returns the events that it completes. Comments and unknown fields are skipped.
    pub fn read(&mut self, piece: &[u8]) -> Result<Vec<Incoming>, TooLong> {
        let mut events = Vec::new();
        for part in piece.split_inclusive(|byte| *byte == b'\n') {
            self.rest.extend_from_slice(part);
            if self.rest.len() + self.event.data.len() > self.most {
                return Err(TooLong(self.most));
            }
            if part.ends_with(b"\n") {
                let line = std::mem::take(&mut self.rest);
                let line = String::from_utf8_lossy(&line);
                events.extend(self.line(line.trim_end_matches(['\r', '\n'])));
            }
        }
        Ok(events)
    }

    fn line(&mut self, line: &str) -> Option<Incoming> {
        if line.is_empty() {
            let event = std::mem::take(&mut self.event);
            return std::mem::take(&mut self.started).then_some(event);
        }
        let (field, value) = line.split_once(':')?;
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "id" => self.event.id = value.parse().ok(),
            "event" => self.event.name = Some(value.to_owned()),
            "data" => {
                if self.started {
                    self.event.data.push('\n');
                }
                self.event.data.push_str(value);
                self.started = true;
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_stream_that_never_ends_a_line_is_refused() {
        let mut reader = Reader::new(100);
        let fed = (0..50).try_for_each(|_| reader.read(b"data: xxx").map(drop));
        assert_eq!(fed, Err(TooLong(100)));
        let mut reader = Reader::new(100);
        let fed = (0..50).try_for_each(|_| reader.read(b"data: xxx\n").map(drop));
        assert_eq!(fed, Err(TooLong(100)), "nor one that never ends an event");
    }
}
