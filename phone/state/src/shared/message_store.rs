//! The text messages, and which of them are of one conversation.
//!
//! It is a `Vec` to whoever changes it. The conversations are made when somebody first asks and forgotten with the next
//! change of a message or of a person, so that a screen of 5,000 conversations costs what it shows. They are neither
//! saved nor copied.

mod grouping;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut, Range};
use std::sync::{Arc, Mutex, PoisonError};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::grouping::Grouping;
use super::{AddressBook, Message, digits};

/// The text messages, oldest first.
#[derive(Default)]
pub struct MessageStore {
    messages: Vec<Message>,
    /// Behind a lock, not made once as the index of [`AddressBook`] is: it is made anew when the people change too.
    grouping: Mutex<Option<Arc<Grouping>>>,
}

/// All conversations, the one with the newest message first.
pub struct Threads<'a> {
    messages: &'a [Message],
    grouping: Arc<Grouping>,
}

/// A conversation: the address it goes by, and its messages.
pub struct Thread<'a> {
    /// The address of its newest message.
    pub address: &'a str,
    /// How many of the messages were not read.
    pub unread: usize,
    messages: &'a [Message],
    grouping: Arc<Grouping>,
    /// Where it stands among the places of the grouping.
    range: Range<usize>,
}

impl MessageStore {
    /// The conversations: messages are of one if their addresses are the same person's (see [`AddressBook::same`]).
    pub fn threads(&self, people: &AddressBook) -> Threads<'_> {
        let mut known = self.grouping.lock().unwrap_or_else(PoisonError::into_inner);
        let grouping = match known.as_ref().filter(|grouping| grouping.is_of(people)) {
            Some(grouping) => Arc::clone(grouping),
            None => Arc::clone(known.insert(Arc::new(Grouping::of(&self.messages, people)))),
        };
        Threads { messages: &self.messages, grouping }
    }

    /// The conversation with an address; the one with the newest message if several could be meant.
    pub fn thread_with(&self, address: &str, people: &AddressBook) -> Option<Thread<'_>> {
        let threads = self.threads(people);
        let place = threads.grouping.find(address, &self.messages, people)?;
        threads.get(place)
    }
}

impl<'a> Threads<'a> {
    /// How many there are.
    pub fn count(&self) -> usize {
        self.grouping.threads.len()
    }

    /// The one at a place.
    pub fn get(&self, place: usize) -> Option<Thread<'a>> {
        let (range, unread) = self.grouping.threads.get(place)?.clone();
        let newest = self.messages.get(*self.grouping.places.get(range.clone())?.last()?)?;
        let (messages, grouping) = (self.messages, Arc::clone(&self.grouping));
        Some(Thread { address: &newest.address, unread, messages, grouping, range })
    }

    /// Those from one place to another.
    pub fn range(&self, range: Range<usize>) -> impl Iterator<Item = Thread<'a>> {
        range.map_while(|place| self.get(place))
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Thread<'a>> {
        self.range(0..self.count())
    }
}

impl<'a> Thread<'a> {
    /// How many messages it has, one at least.
    pub fn count(&self) -> usize {
        self.range.len()
    }

    /// Where its messages are in the store, oldest first.
    pub fn places(&self) -> &[usize] {
        self.grouping.places.get(self.range.clone()).unwrap_or_default()
    }

    /// What was said, oldest first.
    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &'a Message> {
        self.places().iter().filter_map(|place| self.messages.get(*place))
    }

    /// What was said from one place to another, oldest first.
    pub fn range(&self, range: Range<usize>) -> impl DoubleEndedIterator<Item = &'a Message> {
        let places = self.places().get(range).unwrap_or_default();
        places.iter().filter_map(|place| self.messages.get(*place))
    }

    /// What was said last.
    pub fn newest(&self) -> Option<&'a Message> {
        self.messages().next_back()
    }
}

/// A conversation as Android's provider has it: made of the digits of addresses, it knows nothing of people.
pub struct ProviderThread<'a> {
    /// The id of its first message.
    pub id: i64,
    /// What was said, in the order of the store.
    pub messages: Vec<&'a Message>,
}

/// The conversations of Android's provider, by [`provider_key`].
pub fn provider_threads(messages: &[Message]) -> BTreeMap<String, ProviderThread<'_>> {
    let mut threads = BTreeMap::new();
    for message in messages {
        let new = || ProviderThread { id: message.id, messages: Vec::new() };
        threads.entry(provider_key(&message.address)).or_insert_with(new).messages.push(message);
    }
    threads
}

/// What makes two addresses the same to the provider: their digits, or for senders with a name, the name.
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

/// The grouping says nothing that messages and people do not say: a copy makes its own.
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
