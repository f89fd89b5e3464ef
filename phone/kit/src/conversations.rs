//! Conversations from [`Shared::messages`], shared by all apps for text messages: listing, reading and deleting them.

use std::collections::BTreeSet;

use super::{people, widgets};
use state::app::Intent;
use state::shared::{Message, Shared, digits};
pub use state::shared::{Thread, Threads};

/// Returns the conversations, the one with the newest message first.
pub fn threads(shared: &Shared) -> Threads<'_> {
    shared.messages.threads(&shared.contacts)
}

/// Returns the conversation with an address.
pub fn with<'a>(address: &str, shared: &'a Shared) -> Option<Thread<'a>> {
    shared.messages.thread_with(address, &shared.contacts)
}

/// Returns the address of the existing conversation with this contact, or the one given.
pub fn known(address: &str, shared: &Shared) -> String {
    with(address, shared).map_or_else(|| address.to_owned(), |thread| thread.address.to_owned())
}

/// Marks a conversation as read or unread, and removes the app's notifications about it.
pub fn mark_read(address: &str, read: bool, package: &str, shared: &mut Shared) {
    if read {
        let number = digits(address);
        let about = |data: &str| data == format!("smsto:{address}") || (!number.is_empty() && digits(data) == number);
        shared.withdraw(package, |shown| about(&shown.data));
    }
    let Some(thread) = with(address, shared) else { return };
    let places = thread.places().iter().zip(thread.messages());
    let others = places.filter(|(_, message)| !message.sent && message.read != read);
    let places: Vec<usize> = others.map(|(place, _)| *place).collect();
    // Do not touch unchanged messages: that would rebuild the conversations.
    if places.is_empty() {
        return;
    }
    let messages: &mut Vec<Message> = &mut shared.messages;
    for place in places {
        if let Some(message) = messages.get_mut(place) {
            message.read = read;
        }
    }
}

/// Deletes a conversation.
pub fn delete(address: &str, shared: &mut Shared) {
    let Some(thread) = with(address, shared) else { return };
    let places: BTreeSet<usize> = thread.places().iter().copied().collect();
    let mut place = 0..;
    shared.messages.retain(|_| place.next().is_some_and(|place| !places.contains(&place)));
}

/// Returns the recipient (may be empty) and the text of a SENDTO or VIEW intent; `None` without data.
pub fn wanted(intent: &Intent) -> Option<(String, Option<String>)> {
    let (_, rest) = intent.data.as_deref()?.split_once(':')?;
    let (to, _) = rest.split_once('?').unwrap_or((rest, ""));
    // A plus before a number is not an encoded space.
    let address = widgets::unescape(&to.replace('+', "%2B")).trim_start_matches('/').trim().to_owned();
    let body = intent.extra("sms_body").map(str::to_owned).or_else(|| widgets::query_value(rest, "body"));
    Some((address, body))
}

/// Resolves typed text to a recipient: a number stays as it is, otherwise the first match is used.
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
            ]
            .into(),
            ..Shared::default()
        };
        let found: Vec<(String, Vec<i64>)> = threads(&shared)
            .iter()
            .map(|thread| (thread.address.to_owned(), thread.messages().map(|message| message.id).collect()))
            .collect();
        let expected = [("+15550100002", vec![4]), ("(555) 010-0001", vec![1, 3]), ("VERIZON", vec![2])];
        assert_eq!(found, expected.map(|(address, ids)| (address.to_owned(), ids)));
        mark_read("5550100001", true, "p", &mut shared);
        assert_eq!(with("+15550100001", &shared).map(|thread| thread.unread), Some(0));
        delete("+15550100001", &mut shared);
        assert_eq!(shared.messages.iter().map(|message| message.id).collect::<Vec<_>>(), [2, 4]);
    }
}
