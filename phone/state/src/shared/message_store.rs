//! The text messages, grouped into conversations.
//!
//! For writers it is a `Vec`. The conversations are computed on first use and dropped with the next change of a message
//! or a contact, so that a screen of 5,000 conversations costs only what it shows. They are neither saved nor cloned.

mod grouping;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::grouping::Grouping;
use super::{AddressBook, digits};

/// A text message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Message {
    /// `_id`
    pub id: i64,
    /// The other party's number.
    pub address: String,
    /// The text.
    pub body: String,
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// Whether the phone sent it.
    pub sent: bool,
    /// Whether it has been read.
    pub read: bool,
}

/// The text messages, oldest first.
#[derive(Default)]
pub struct MessageStore {
    messages: Vec<Message>,
    /// Behind a lock rather than a `OnceLock` like the index of [`AddressBook`], because it is also rebuilt when the
    /// contacts change.
    grouping: Mutex<Option<Arc<Grouping>>>,
}

/// All conversations, the one with the newest message first.
pub struct Threads<'a> {
    messages: &'a [Message],
    grouping: Arc<Grouping>,
}

/// A conversation: its address and its messages.
pub struct Thread<'a> {
    /// The address of its newest message.
    pub address: &'a str,
    /// The number of unread messages.
    pub unread: usize,
    messages: &'a [Message],
    grouping: Arc<Grouping>,
    /// Its range in the grouping's positions.
    range: Range<usize>,
}

impl MessageStore {
    /// Returns the conversations. Messages belong to one if their addresses match ([`AddressBook::same`]).
    pub fn threads(&self, people: &AddressBook) -> Threads<'_> {
        let mut known = self.grouping.lock().unwrap_or_else(PoisonError::into_inner);
        let grouping = match known.as_ref().filter(|grouping| grouping.is_of(people)) {
            Some(grouping) => Arc::clone(grouping),
            None => Arc::clone(known.insert(Arc::new(Grouping::of(&self.messages, people)))),
        };
        Threads { messages: &self.messages, grouping }
    }

    /// Returns the conversation with an address; if several match, the one with the newest message.
    pub fn thread_with(&self, address: &str, people: &AddressBook) -> Option<Thread<'_>> {
        let threads = self.threads(people);
        let place = threads.grouping.find(address, &self.messages, people)?;
        threads.get(place)
    }
}

impl<'a> Threads<'a> {
    /// Returns the number of conversations.
    pub fn count(&self) -> usize {
        self.grouping.threads.len()
    }

    /// Returns the conversation at a position.
    pub fn get(&self, place: usize) -> Option<Thread<'a>> {
        let (range, unread) = self.grouping.threads.get(place)?.clone();
        let newest = self.messages.get(*self.grouping.places.get(range.clone())?.last()?)?;
        let (messages, grouping) = (self.messages, Arc::clone(&self.grouping));
        Some(Thread { address: &newest.address, unread, messages, grouping, range })
    }

    /// Returns a range of conversations.
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = Thread<'a>> {
        range.map_while(|place| self.get(place))
    }

    /// Returns all conversations.
    pub fn iter(&self) -> impl Iterator<Item = Thread<'a>> {
        self.range(0..self.count())
    }
}

impl<'a> Thread<'a> {
    /// Returns the number of messages, at least one.
    pub fn count(&self) -> usize {
        self.range.len()
    }

    /// Returns the positions of its messages in the store, oldest first.
    pub fn places(&self) -> &[usize] {
        self.grouping.places.get(self.range.clone()).unwrap_or_default()
    }

    /// Returns its messages, oldest first.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &'a Message> {
        self.places().iter().filter_map(|place| self.messages.get(*place))
    }

    /// Returns a range of its messages, oldest first.
    pub fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = &'a Message> {
        let places = self.places().get(range).unwrap_or_default();
        places.iter().filter_map(|place| self.messages.get(*place))
    }

    /// Returns the newest message.
    pub fn newest(&self) -> Option<&'a Message> {
        self.messages().next_back()
    }
}

/// A conversation as Android's provider groups it: by the digits of addresses, ignoring contacts.
pub struct ProviderThread<'a> {
    /// The id of its first message.
    pub id: i64,
    /// Its messages, in the order of the store.
    pub messages: Vec<&'a Message>,
}

/// Returns the conversations of Android's provider, by [`provider_key`].
pub fn provider_threads(messages: &[Message]) -> BTreeMap<String, ProviderThread<'_>> {
    let mut threads = BTreeMap::new();
    for message in messages {
        let new = || ProviderThread { id: message.id, messages: Vec::new() };
        threads.entry(provider_key(&message.address)).or_insert_with(new).messages.push(message);
    }
    threads
}

/// Returns the provider's grouping key of an address: its digits, or the name of a sender without digits.
pub fn provider_key(address: &str) -> String {
    let digits = digits(address);
    if digits.is_empty() { address.to_owned() } else { digits }
}

impl Deref for MessageStore {
    type Target = Vec<Message>;

    fn deref(&self) -> &Vec<Message> {
        &self.messages
    }
}

impl DerefMut for MessageStore {
    fn deref_mut(&mut self) -> &mut Vec<Message> {
        *self.grouping.get_mut().unwrap_or_else(PoisonError::into_inner) = None;
        &mut self.messages
    }
}

impl From<Vec<Message>> for MessageStore {
    fn from(messages: Vec<Message>) -> Self {
        Self { messages, grouping: Mutex::default() }
    }
}

impl<'a> IntoIterator for &'a MessageStore {
    type Item = &'a Message;
    type IntoIter = std::slice::Iter<'a, Message>;

    fn into_iter(self) -> Self::IntoIter {
        self.messages.iter()
    }
}

impl<'a> IntoIterator for &'a mut MessageStore {
    type Item = &'a mut Message;
    type IntoIter = std::slice::IterMut<'a, Message>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

/// The grouping is derived data, so a clone computes its own.
impl Clone for MessageStore {
    fn clone(&self) -> Self {
        self.messages.clone().into()
    }
}

impl std::fmt::Debug for MessageStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.messages.fmt(f)
    }
}

impl Serialize for MessageStore {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.messages.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for MessageStore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Vec::deserialize(deserializer).map(Self::from)
    }
}
