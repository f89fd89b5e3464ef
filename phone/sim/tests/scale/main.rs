//! Large and bad data: 50,000 people, 10,000 events, 5,000 messages, texts in every script, databases that are garbage
//! or of another version, a full disk. Apps must display and search it and report problems in their interface, and
//! dumps must stay small.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "../androidworld/host.rs"]
#[expect(dead_code, reason = "the tasks use all of it")]
mod host;
#[path = "../androidworld/person.rs"]
#[expect(dead_code, reason = "the tasks use all of it")]
mod person;

mod databases;
mod scripts;

use host::Host;
use person::Person;
use sim::profile::Profile;
use state::shared::{Contact, Message};

const PEOPLE: usize = 50_000;
const MESSAGES: usize = 5_000;
/// An upper bound for the nodes on a screen and just outside it.
const MOST_NODES: usize = 250;

/// An app with a large amount of data: its package, the first taps, the end of a page and the start of the next one,
/// and how to find the entry in the middle.
struct Big {
    package: &'static str,
    before: &'static [&'static str],
    end: Option<(&'static str, &'static str)>,
    search: &'static str,
    typed: &'static str,
    found: &'static str,
}

const BIG: &[Big] = &[
    Big {
        package: "com.google.android.contacts",
        before: &[],
        end: Some(("Show more contacts", "Show earlier contacts")),
        search: "Search contacts",
        typed: "marvin",
        found: "Marvin Middle",
    },
    Big {
        package: "com.google.android.dialer",
        before: &["Contacts"],
        end: Some(("Show more contacts", "Show earlier contacts")),
        search: "Search contacts",
        typed: "marvin",
        found: "Marvin Middle",
    },
    Big {
        package: "com.google.android.apps.messaging",
        before: &[],
        end: Some(("Show more conversations", "Show earlier conversations")),
        search: "Search messages",
        typed: "needle",
        found: "The needle in the stack",
    },
    Big {
        package: "com.simplemobiletools.smsmessenger",
        before: &[],
        end: Some(("Show more conversations", "Show earlier conversations")),
        search: "Search",
        typed: "needle",
        found: "The needle in the stack",
    },
    Big {
        package: "com.simplemobiletools.calendar.pro",
        before: &[],
        end: None,
        search: "Search",
        typed: "needle",
        found: "Needle 5000",
    },
];

/// A phone with large amounts of all data.
fn profile() -> Profile {
    let number = |place: usize| format!("+1555{:07}", place * 37 % 10_000_000);
    let contact = |place: usize| Contact {
        id: place as i64 + 1,
        name: if place == PEOPLE / 2 { "Marvin Middle".to_owned() } else { format!("Person {place:05}") },
        numbers: vec![number(place)],
        starred: place % 10_000 == 7,
        ..Contact::default()
    };
    // Half of them are from contacts, and each number has two messages.
    let message = |place: usize| Message {
        id: (PEOPLE + place) as i64,
        address: if place.is_multiple_of(4) { number(place) } else { format!("+4930{:06}", place / 2) },
        body: if place == MESSAGES / 2 { "The needle in the stack".to_owned() } else { format!("Hay {place}") },
        date: 1_794_000_000_000 + place as i64 * 1000,
        ..Message::default()
    };
    Profile {
        contacts: (0..PEOPLE).map(contact).collect(),
        messages: (0..MESSAGES).map(message).collect(),
        ..Profile::built_in("androidworld").unwrap()
    }
}

#[test]
fn very_much_is_shown_and_found() {
    // The profile stays within the limits.
    let profile = Profile::parse(&serde_json::to_string(&profile()).unwrap()).unwrap();
    let host = Host::with(profile);
    let person = Person::new(&host);
    let calendar = "com.simplemobiletools.calendar.pro";
    host.change_database(calendar, &format!("/data/data/{calendar}/databases/events.db"), |database| {
        let many = "WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 10000)
             INSERT INTO events SELECT NULL, 1794650400 + value * 600, 1794650400 + value * 600 + 300,
             iif(value = 5000, 'Needle ', 'Event ') || value, '', '', -1, -1, -1, 0, 0, 0, 0, 0, 0, '[]', '', '', 'UTC',
             0, 1, 0, 0, 'imported-ics', 0, 0, 0 FROM n";
        assert_eq!(database.execute(many, []).unwrap(), 10_000);
    });
    for big in BIG {
        open(&host, big.package);
        big.before.iter().for_each(|label| person.tap(label));
        if let Some((end, next)) = big.end {
            to_the_end(&host, &person, end);
            is_small(&person, big.package);
            person.tap(end);
            assert!(person.sees(next), "{}: {:?}", big.package, person.texts());
            is_small(&person, big.package);
        }
        open(&host, big.package);
        big.before.iter().for_each(|label| person.tap(label));
        person.tap(big.search);
        person.type_text(big.typed);
        let texts = person.texts();
        assert!(texts.iter().any(|text| text.contains(big.found)), "{}: {texts:?}", big.package);
        is_small(&person, big.package);
    }
}

/// Opens an app after stopping it.
fn open(host: &Host, package: &str) {
    host.shell(&format!("am force-stop {package}; monkey -p {package} -c android.intent.category.LAUNCHER 1"));
}

/// Flings until the end of a page is visible.
fn to_the_end(host: &Host, person: &Person<'_>, end: &str) {
    for _ in 0..40 {
        if person.sees(end) {
            return;
        }
        host.shell("input swipe 540 1800 540 600 60; input swipe 540 1800 540 600 60");
        person.wait(3000);
    }
    panic!("`{end}` is not to be seen: {:?}", person.texts());
}

fn is_small(person: &Person<'_>, package: &str) {
    let nodes = person.look().len();
    assert!((5..MOST_NODES).contains(&nodes), "{package} shows {nodes} nodes");
}
