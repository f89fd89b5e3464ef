//! Conversations follow every change of the messages and the contacts.

use std::sync::Arc;

use super::super::Contact;
use super::*;
use crate::profile::Profile;

const START: i64 = 1_794_650_400_000;

fn message(id: i64, address: &str) -> Message {
    Message { id, address: address.to_owned(), body: format!("Text {id}"), date: START + id, ..Message::default() }
}

/// Ada has two numbers and Bob has one. The shop sends under a name, and `911` belongs to no contact.
fn profile() -> Profile {
    let contact = |id, name: &str, numbers: &[&str]| Contact {
        id,
        name: name.to_owned(),
        numbers: numbers.iter().map(|number| (*number).to_owned()).collect(),
        ..Contact::default()
    };
    let contacts =
        vec![contact(101, "Ada", &["+1 555-010-0001", "(555) 020-0002"]), contact(102, "Bob", &["5550300003"])];
    let messages = vec![
        message(1, "+15550100001"),
        message(2, "SHOP"),
        message(3, "555 030 0003"),
        message(4, "5550200002"),
        message(5, "911"),
        message(6, "1-555-040-0004"),
        message(7, "(555) 010-0001"),
    ];
    Profile { contacts, messages, ..Profile::default() }
}

#[test]
fn an_address_finds_its_conversation_however_it_is_written() {
    let Profile { contacts, messages, .. } = profile();
    let (people, messages) = (AddressBook::from(contacts), MessageStore::from(messages));
    for (address, newest) in [
        ("5550100001", Some(7)),
        ("+1 (555) 010-0001", Some(7)),
        ("555-020-0002", Some(7)),
        ("020 0002", Some(7)),
        ("+15550300003", Some(3)),
        ("0400004", Some(6)),
        ("SHOP", Some(2)),
        ("shop", None),
        ("911", Some(5)),
        ("0911", None),
        ("5550500005", None),
        ("", None),
    ] {
        let found = messages.thread_with(address, &people).and_then(|thread| thread.newest());
        assert_eq!(found.map(|message| message.id), newest, "{address}");
    }
}

#[test]
fn conversations_are_made_once_for_each_change_and_saved_nowhere() {
    let Profile { contacts, messages, .. } = profile();
    let (mut people, mut messages) = (AddressBook::from(contacts), MessageStore::from(messages));
    let first = messages.threads(&people).grouping;
    assert!(Arc::ptr_eq(&first, &messages.threads(&people).grouping));
    let written = serde_json::to_value(&messages).unwrap();
    assert_eq!(written, serde_json::to_value(&*messages.messages).unwrap());
    // A clone has no grouping, and cloned contacts are a different version.
    assert!(messages.clone().grouping.into_inner().unwrap().is_none());
    assert!(!first.is_of(&people.clone()));
    people.pop();
    let second = messages.threads(&people).grouping;
    assert!(!Arc::ptr_eq(&first, &second));
    messages.pop();
    assert!(messages.grouping.get_mut().unwrap().is_none());
}
