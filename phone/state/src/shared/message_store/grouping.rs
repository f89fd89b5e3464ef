//! Groups messages into conversations. It stores positions in the message list and no text.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use super::super::address_book::{AddressBook, Edition};
use super::super::{Message, digits};

/// The conversations of a list of messages, for one version of the contacts.
pub(super) struct Grouping {
    people: Edition,
    /// For each conversation its range in `places` and its number of unread messages; the one with the newest message
    /// first.
    pub(super) threads: Vec<(Range<usize>, usize)>,
    /// The positions of the messages by conversation, oldest first in each.
    pub(super) places: Vec<usize>,
    /// The candidate conversations for an address.
    alike: BTreeSet<(AddressKey, usize)>,
}

/// A key derived from an address alone. Addresses that match ([`AddressBook::same`]) share a key, but others may share
/// it too.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum AddressKey {
    /// The contact with this id.
    Contact(i64),
    /// The last seven digits.
    Number(u32),
    /// The hash of a sender's name.
    Name(u64),
}

impl AddressKey {
    fn of(address: &str, people: &AddressBook) -> Self {
        if let Some(contact) = people.with_number(address) {
            return Self::Contact(contact.id);
        }
        let digits = digits(address);
        if digits.is_empty() {
            let mut hasher = DefaultHasher::new();
            address.hash(&mut hasher);
            return Self::Name(hasher.finish());
        }
        Self::Number(digits.get(digits.len().saturating_sub(7)..).and_then(|tail| tail.parse().ok()).unwrap_or(0))
    }
}

impl Grouping {
    pub(super) fn of(messages: &[Message], people: &AddressBook) -> Self {
        let mut ordered: Vec<(usize, &Message)> = messages.iter().enumerate().collect();
        ordered.sort_by_key(|(_, message)| message.date);
        // `found` holds each conversation's address and number of messages, `thread_of` each message's conversation.
        let mut found: Vec<(&str, usize)> = Vec::new();
        let mut thread_of = vec![0; messages.len()];
        let mut alike = BTreeSet::new();
        // Each address is resolved once, and compared only with candidates that share its key.
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        for (place, message) in ordered.iter().rev() {
            let address = message.address.as_str();
            let thread = *known.entry(address).or_insert_with(|| {
                let whose = AddressKey::of(address, people);
                let same = |thread: &usize| found.get(*thread).is_some_and(|(other, _)| people.same(other, address));
                let known = near(&alike, whose).find(same);
                known.unwrap_or_else(|| {
                    alike.insert((whose, found.len()));
                    found.push((address, 0));
                    found.len() - 1
                })
            });
            if let (Some(own), Some((_, count))) = (thread_of.get_mut(*place), found.get_mut(thread)) {
                *own = thread;
                *count += 1;
            }
        }
        // The range of each conversation, empty at first.
        let mut start = 0;
        let mut threads: Vec<(Range<usize>, usize)> = Vec::with_capacity(found.len());
        for (_, count) in found {
            threads.push((start..start, 0));
            start += count;
        }
        let mut places = vec![0; messages.len()];
        for (place, message) in ordered {
            let thread = thread_of.get(place).and_then(|thread| threads.get_mut(*thread));
            let Some((range, unread)) = thread else { continue };
            if let Some(next) = places.get_mut(range.end) {
                *next = place;
            }
            range.end += 1;
            *unread += usize::from(!message.read && !message.sent);
        }
        Self { people: people.edition(), threads, places, alike }
    }

    /// Whether the grouping is up to date with these contacts.
    pub(super) fn is_of(&self, people: &AddressBook) -> bool {
        people.is_edition(&self.people)
    }

    /// Returns the position of the first conversation with an address.
    pub(super) fn find(&self, address: &str, messages: &[Message], people: &AddressBook) -> Option<usize> {
        let goes_by = |thread: usize| {
            let newest = *self.places.get(self.threads.get(thread)?.0.clone())?.last()?;
            Some(messages.get(newest)?.address.as_str())
        };
        let same = |thread: &usize| goes_by(*thread).is_some_and(|other| people.same(other, address));
        near(&self.alike, AddressKey::of(address, people)).find(same)
    }
}

/// Returns the candidate conversations for a key, newest first.
fn near(alike: &BTreeSet<(AddressKey, usize)>, whose: AddressKey) -> impl Iterator<Item = usize> {
    alike.range((whose, 0)..=(whose, usize::MAX)).map(|(_, thread)| *thread)
}
