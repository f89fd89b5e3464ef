//! The latest messages, in order: numbered changes, and announcements between them.
//!
//! A position counts every message that ever entered, so a page's position stays valid while the oldest messages are
//! dropped.

use std::collections::VecDeque;

use bytes::Bytes;

use super::Audience;

/// How many bytes are handed out at once, unless one message is longer.
const AT_ONCE: usize = 1 << 20;
/// How many messages are handed out at once.
const MOST_AT_ONCE: usize = 1024;

/// The ring.
#[derive(Debug)]
pub(super) struct Ring {
    entries: VecDeque<Entry>,
    /// The position of the first entry.
    first: u64,
    bytes: usize,
    /// How many bytes ever entered.
    taken_in: u64,
    /// The number of the last dropped change.
    gone: u64,
    /// The number of the last change.
    newest: u64,
    most_entries: usize,
    most_bytes: usize,
}

/// A message, in the form for each audience.
#[derive(Clone, Debug)]
pub(super) struct Message {
    /// For people's pages.
    pub(super) people: Bytes,
    /// For agents; `None` if it is not for them.
    pub(super) agents: Option<Bytes>,
}

impl Message {
    /// The same message for everyone.
    pub(super) fn for_all(message: Bytes) -> Self {
        Self { agents: Some(message.clone()), people: message }
    }

    fn read_by(&self, audience: Audience) -> Option<&Bytes> {
        match audience {
            Audience::People => Some(&self.people),
            Audience::Agents => self.agents.as_ref(),
        }
    }

    /// Returns its size in bytes; a message shared by both audiences counts once.
    fn len(&self) -> usize {
        let other = self.agents.as_ref().filter(|agents| agents.as_ptr() != self.people.as_ptr());
        self.people.len() + other.map_or(0, Bytes::len)
    }
}

#[derive(Debug)]
struct Entry {
    message: Message,
    /// The number of the last change up to and including this one.
    upto: u64,
    numbered: bool,
}

/// The result of reading the ring.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum RingRead {
    /// Nothing yet.
    Nothing,
    /// Messages, and where they end.
    Messages(Vec<Bytes>, u64),
    /// The next message for this page was dropped.
    Gone,
}

impl Ring {
    /// Creates an empty ring after the change `seq`.
    pub(super) fn new(seq: u64, most_entries: usize, most_bytes: usize) -> Self {
        let (gone, newest) = (seq, seq);
        Self { entries: VecDeque::new(), first: 0, bytes: 0, taken_in: 0, gone, newest, most_entries, most_bytes }
    }

    /// Returns the position of the next message.
    pub(super) fn next_position(&self) -> u64 {
        self.first + self.entries.len() as u64
    }

    /// Returns how many bytes ever entered.
    pub(super) fn taken_in(&self) -> u64 {
        self.taken_in
    }

    /// Returns the number of entries and bytes.
    pub(super) fn size(&self) -> (usize, usize) {
        (self.entries.len(), self.bytes)
    }

    /// Adds a message and drops the oldest. A message longer than the ring leaves it empty.
    pub(super) fn push(&mut self, seq: Option<u64>, message: Message) {
        self.newest = seq.unwrap_or(self.newest);
        self.bytes += message.len();
        self.taken_in += message.len() as u64;
        self.entries.push_back(Entry { message, upto: self.newest, numbered: seq.is_some() });
        while (self.entries.len() > self.most_entries || self.bytes > self.most_bytes)
            && let Some(oldest) = self.entries.pop_front()
        {
            self.first += 1;
            self.bytes -= oldest.message.len();
            self.gone = oldest.upto;
        }
    }

    /// Returns the position after the change `since`, if everything after it is still here.
    pub(super) fn position_behind(&self, since: u64) -> Option<u64> {
        if !(self.gone..=self.newest).contains(&since) {
            return None;
        }
        Some(self.first + self.entries.partition_point(|entry| entry.upto <= since) as u64)
    }

    /// Returns whether everything from `position` on is here, will stay for a while, and is shorter than `length`.
    pub(super) fn is_recent(&self, position: u64, taken_in: u64, length: usize) -> bool {
        let behind = self.next_position().saturating_sub(position);
        let bytes = self.taken_in.saturating_sub(taken_in);
        position >= self.first
            && behind <= self.most_entries as u64 / 2
            && bytes <= (self.most_bytes as u64 / 2).min(length as u64)
    }

    /// Returns the announcements to this audience between two positions, as far as they are still here.
    pub(super) fn announcements(&self, from: u64, to: u64, audience: Audience) -> impl Iterator<Item = Bytes> {
        let place = |position: u64| {
            let place = usize::try_from(position.saturating_sub(self.first)).unwrap_or(usize::MAX);
            place.min(self.entries.len())
        };
        let between = self.entries.range(place(from).min(place(to))..place(to));
        between.filter(|entry| !entry.numbered).filter_map(move |entry| entry.message.read_by(audience).cloned())
    }

    /// Reads from `position` on. Announcements from before `joined` are not for this reader.
    pub(super) fn take(&self, position: u64, joined: u64, audience: Audience) -> RingRead {
        if position < self.first {
            return RingRead::Gone;
        }
        let skipped = usize::try_from(position - self.first).unwrap_or(usize::MAX).min(self.entries.len());
        let (mut next, mut bytes) = (position, 0);
        let mut messages = Vec::with_capacity((self.entries.len() - skipped).min(MOST_AT_ONCE));
        for entry in self.entries.range(skipped..) {
            if (entry.numbered || next >= joined)
                && let Some(message) = entry.message.read_by(audience)
            {
                if !messages.is_empty() && (bytes + message.len() > AT_ONCE || messages.len() == MOST_AT_ONCE) {
                    break;
                }
                bytes += message.len();
                messages.push(message.clone());
            }
            next += 1;
        }
        if next == position { RingRead::Nothing } else { RingRead::Messages(messages, next) }
    }
}
