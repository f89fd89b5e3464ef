//! Conversations out of [`Shared::messages`], the same in every app for text messages: who they are with, what was
//! said, what is unread; reading and deleting them.

use std::collections::BTreeMap;

use super::{people, widgets};
use crate::app::Intent;
use crate::shared::{Message, Shared, digits};

/// A conversation: the address it goes by, and its messages, oldest first.
pub struct Thread<'a> {
    /// The address of its newest message.
    pub address: &'a str,
    /// What was said, oldest first.
    pub messages: Vec<&'a Message>,
}

impl Thread<'_> {
    /// How many of the messages were not read.
    pub fn unread(&self) -> usize {
        self.messages.iter().filter(|message| !message.read && !message.sent).count()
    }
}

/// The conversations, the one with the newest message first.
pub fn threads(shared: &Shared) -> Vec<Thread<'_>> {
    let mut ordered: Vec<&Message> = shared.messages.iter().collect();
    ordered.sort_by_key(|message| message.date);
    let mut threads: Vec<Thread<'_>> = Vec::new();
    // Whose an address is, is asked once for each, and only of those that can be the same.
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    let mut alike: BTreeMap<Whose, Vec<usize>> = BTreeMap::new();
    for message in ordered.into_iter().rev() {
        let address = message.address.as_str();
        let place = *places.entry(address).or_insert_with(|| {
            let near = alike.entry(whose(address, shared)).or_default();
            let same = |place: &&usize| {
                threads.get(**place).is_some_and(|thread| people::same(thread.address, address, shared))
            };
            near.iter().find(same).copied().unwrap_or_else(|| {
                near.push(threads.len());
                threads.push(Thread { address, messages: Vec::new() });
                threads.len() - 1
            })
        });
        if let Some(thread) = threads.get_mut(place) {
            thread.messages.push(message);
        }
    }
    for thread in &mut threads {
        thread.messages.reverse();
    }
    threads
}

/// Whose an address is, as far as it can be told from it alone: two that are the same (see [`people::same`]) have this in
/// common.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Whose {
    /// Of the contact with this id.
    Contact(i64),
    /// Of whoever has these last digits.
    Number(String),
    /// Of whoever is called so.
    Name(String),
}

fn whose(address: &str, shared: &Shared) -> Whose {
    if let Some(contact) = shared.contact_of(address) {
        return Whose::Contact(contact.id);
    }
    match digits(address) {
        none if none.is_empty() => Whose::Name(address.to_owned()),
        digits => Whose::Number(digits.get(digits.len().saturating_sub(7)..).unwrap_or_default().to_owned()),
    }
}

/// The conversation with an address.
pub fn with<'a>(address: &str, shared: &'a Shared) -> Option<Thread<'a>> {
    threads(shared).into_iter().find(|thread| people::same(thread.address, address, shared))
}

/// The address under which there is already a conversation with somebody, or the one given.
pub fn known(address: &str, shared: &Shared) -> String {
    with(address, shared).map_or_else(|| address.to_owned(), |thread| thread.address.to_owned())
}

/// The ids of the messages of a conversation.
fn ids(address: &str, shared: &Shared) -> Vec<i64> {
    with(address, shared).map(|thread| thread.messages.iter().map(|message| message.id).collect()).unwrap_or_default()
}

/// Marks a conversation as read (or not), and takes what the app shows of it in the shade away.
pub fn mark_read(address: &str, read: bool, package: &str, shared: &mut Shared) {
    let ids = ids(address, shared);
    if read {
        let number = digits(address);
        let about = |data: &str| data == format!("smsto:{address}") || (!number.is_empty() && digits(data) == number);
        shared.withdraw(package, |shown| about(&shown.data));
    }
    let theirs = shared.messages.iter_mut().filter(|message| ids.contains(&message.id) && !message.sent);
    theirs.for_each(|message| message.read = read);
}

/// Removes a conversation.
pub fn delete(address: &str, shared: &mut Shared) {
    let ids = ids(address, shared);
    shared.messages.retain(|message| !ids.contains(&message.id));
}

/// Whom an intent of SENDTO or VIEW wants written to (nobody if empty), and what; nothing without data.
pub fn wanted(intent: &Intent) -> Option<(String, Option<String>)> {
    let (_, rest) = intent.data.as_deref()?.split_once(':')?;
    let (to, _) = rest.split_once('?').unwrap_or((rest, ""));
    // A plus before a number is no space.
    let address = widgets::unescape(&to.replace('+', "%2B")).trim_start_matches('/').trim().to_owned();
    let body = intent.extra("sms_body").map(str::to_owned).or_else(|| widgets::query_value(rest, "body"));
    Some((address, body))
}

/// Whom a text that was typed for a recipient means: a number as it is, else the first who is found.
pub fn recipient(text: &str, shared: &Shared) -> Option<String> {
    let text = text.trim();
    if people::is_number(text) {
        return Some(text.to_owned());
    }
    if text.is_empty() {
        return None;
    }
    people::found(text, shared).find_map(|contact| contact.numbers.first().cloned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(id: i64, address: &str, sent: bool) -> Message {
        Message { id, address: address.to_owned(), date: id, sent, ..Message::default() }
    }

    #[test]
    fn messages_of_one_number_are_one_conversation() {
        let mut shared = Shared {
            messages: vec![
                message(1, "+15550100001", false),
                message(2, "VERIZON", false),
                message(3, "(555) 010-0001", true),
                message(4, "+15550100002", false),
            ],
            ..Shared::default()
        };
        let found: Vec<(String, Vec<i64>)> = threads(&shared)
            .iter()
            .map(|thread| (thread.address.to_owned(), thread.messages.iter().map(|message| message.id).collect()))
            .collect();
        let expected = [("+15550100002", vec![4]), ("(555) 010-0001", vec![1, 3]), ("VERIZON", vec![2])];
        assert_eq!(found, expected.map(|(address, ids)| (address.to_owned(), ids)));
        mark_read("5550100001", true, "p", &mut shared);
        assert_eq!(with("+15550100001", &shared).map(|thread| thread.unread()), Some(0));
        delete("+15550100001", &mut shared);
        assert_eq!(shared.messages.iter().map(|message| message.id).collect::<Vec<_>>(), [2, 4]);
    }
}
