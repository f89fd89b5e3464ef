//! Tests that conversations follow all changes to messages and contacts.

use state::profile::Profile;
use state::shared::{AddressBook, Contact, Message, MessageStore, Thread};

use crate::Phone;

const START: i64 = 1_794_650_400_000;

fn message(id: i64, address: &str) -> Message {
    Message { id, address: address.to_owned(), body: format!("Text {id}"), date: START + id, ..Message::default() }
}

/// Ada has two numbers, Bob has one; the shop has a name instead of a number, and `911` is no contact.
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

/// Formats each conversation as a line: its address, the ids of its messages, and the unread count.
fn told(messages: &MessageStore, people: &AddressBook) -> Vec<String> {
    let line = |thread: Thread<'_>| {
        let ids: Vec<String> = thread.messages().map(|message| message.id.to_string()).collect();
        assert_eq!(ids.len(), thread.count());
        let found = messages.thread_with(thread.address, people).unwrap();
        assert!(found.messages().map(|message| message.id).eq(thread.messages().map(|message| message.id)));
        format!("{}: {}; {}", thread.address, ids.join(" "), thread.unread)
    };
    messages.threads(people).iter().map(line).collect()
}

/// Commands, and the conversations after each.
const STEPS: &[(&str, &[&str])] = &[
    (":", &["(555) 010-0001: 1 4 7; 3", "1-555-040-0004: 6; 1", "911: 5; 1", "555 030 0003: 3; 1", "SHOP: 2; 1"]),
    // A new message brings its conversation to the top.
    (
        "content insert --uri content://sms/inbox --bind address:s:SHOP --bind body:s:Sale --bind date:l:1794650401000",
        &["SHOP: 2 1001; 2", "(555) 010-0001: 1 4 7; 3", "1-555-040-0004: 6; 1", "911: 5; 1", "555 030 0003: 3; 1"],
    ),
    // An older message does not.
    (
        "content insert --uri content://sms/inbox --bind address:s:+15550400004 --bind body:s:Old --bind date:l:5",
        &[
            "SHOP: 2 1001; 2",
            "(555) 010-0001: 1 4 7; 3",
            "1-555-040-0004: 1002 6; 2",
            "911: 5; 1",
            "555 030 0003: 3; 1",
        ],
    ),
    (
        "content update --uri content://sms --bind read:i:1 --where '_id<5'",
        &[
            "SHOP: 2 1001; 1",
            "(555) 010-0001: 1 4 7; 1",
            "1-555-040-0004: 1002 6; 2",
            "911: 5; 1",
            "555 030 0003: 3; 0",
        ],
    ),
    (
        "content delete --uri content://sms --where '_id=7 or _id=5'",
        &["SHOP: 2 1001; 1", "1-555-040-0004: 1002 6; 2", "5550200002: 1 4; 0", "555 030 0003: 3; 0"],
    ),
    // Without their contact, two numbers are two conversations.
    (
        "content delete --uri content://com.android.contacts/raw_contacts --where _id=101",
        &[
            "SHOP: 2 1001; 1",
            "1-555-040-0004: 1002 6; 2",
            "5550200002: 4; 0",
            "555 030 0003: 3; 0",
            "+15550100001: 1; 0",
        ],
    ),
    // A contact who gets a stranger's number gets that conversation, too.
    (
        "content insert --uri content://com.android.contacts/data --bind raw_contact_id:i:102 \
         --bind mimetype:s:vnd.android.cursor.item/phone_v2 --bind data1:s:5550400004",
        &["SHOP: 2 1001; 1", "1-555-040-0004: 1002 3 6; 2", "5550200002: 4; 0", "+15550100001: 1; 0"],
    ),
    ("pm clear com.android.providers.telephony", &[]),
];

#[test]
fn conversations_follow_messages_and_people() {
    let mut phone = Phone::new(profile(), apps::SYSTEM, START);
    let mut before = Vec::new();
    for (command, expected) in STEPS {
        let outcome = shell::run(command, &mut phone, &[]);
        assert!(outcome.stderr.is_empty(), "{command}: {}", String::from_utf8_lossy(&outcome.stderr));
        let shared = phone.shared();
        assert_eq!(told(&shared.messages, &shared.contacts), *expected, "{command}");
        before.push((phone.snapshot(), phone.save()));
    }
    // Every state can be restored, from memory and from a file.
    for ((snapshot, saved), (command, expected)) in before.into_iter().zip(STEPS) {
        phone.restore(&snapshot);
        let shared = phone.shared();
        assert_eq!(told(&shared.messages, &shared.contacts), *expected, "restored after {command}");
        let loaded = Phone::load(profile(), apps::SYSTEM, saved, START).unwrap();
        assert_eq!(told(&loaded.shared().messages, &loaded.shared().contacts), *expected, "loaded after {command}");
    }
}
