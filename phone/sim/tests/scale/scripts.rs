//! Names and titles in every script, with joiners and combining marks, and a very long one. Every screen must be drawn
//! and described, and text may be cut off only with an ellipsis.

use sim::profile::Profile;
use state::shared::{Contact, Message};

use super::host::Host;
use super::open;
use super::person::Person;

/// Typical texts; the last one is made long.
const TEXTS: &[&str] = &[
    "محمد عبد الرحمن بن عوف",
    "יוסף בן־מתתיהו, שלום",
    "क्षत्रिय हिन्दी में एक नाम",
    "สวัสดีครับ กำหนดการประชุม",
    "鈴木一郎と山田花子の予定表",
    "김철수 회의 일정",
    "👩‍👩‍👧‍👦🏳️‍🌈👍🏽 party 🇩🇪",
    "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
    "mixed العربية and עברית and 日本語",
    "\u{202e}right to left override\u{202c} \u{200b}\u{feff}",
    "LONG",
];

/// Apps with titles: package, database, the statement that adds a title.
const TITLES: &[(&str, &str, &str)] = &[
    (
        "com.flauschcode.broccoli",
        "databases/broccoli",
        "INSERT INTO recipes (title, description, favorite) VALUES (?1, ?1, 0)",
    ),
    (
        "com.arduia.expense",
        "databases/accounting.db",
        "INSERT INTO expense (name, amount, category, note, created_date, modified_date)
         VALUES (?1, 350, 3, ?1, 1794650000000, 0)",
    ),
    (
        "net.cozic.joplin",
        "databases/joplin.sqlite",
        "INSERT INTO notes (id, title, created_time, updated_time) VALUES (hex(randomblob(16)), ?1, 0, 0)",
    ),
    (
        "com.simplemobiletools.calendar.pro",
        "databases/events.db",
        "INSERT INTO events VALUES (NULL, 1794650400, 1794654000, ?1, ?1, ?1, -1, -1, -1, 0, 0, 0, 0, 0, 0, '[]', '', '',
         'UTC', 0, 1, 0, 0, 'imported-ics', 0, 0, 0)",
    ),
];

fn texts() -> Vec<String> {
    let long =
        |text: &&str| if *text == "LONG" { "Wordless ".repeat(555) + &"x".repeat(5005) } else { (*text).to_owned() };
    TEXTS.iter().map(long).collect()
}

#[test]
fn every_script_can_be_shown() {
    let texts = texts();
    assert!(texts.last().unwrap().chars().count() >= 10_000);
    let contact = |(place, name): (usize, &String)| Contact {
        id: place as i64 + 1,
        name: name.clone(),
        numbers: vec![format!("+1555000{place:04}")],
        emails: vec![format!("{}@example.org", name.chars().take(40).collect::<String>())],
        starred: place % 2 == 0,
        ..Contact::default()
    };
    let message = |(place, body): (usize, &String)| Message {
        id: 100 + place as i64,
        address: if place % 2 == 0 { format!("+1555000{place:04}") } else { body.clone() },
        body: body.clone(),
        date: 1_794_650_000_000 + place as i64,
        ..Message::default()
    };
    let host = Host::with(Profile {
        contacts: texts.iter().enumerate().map(contact).collect(),
        messages: texts.iter().enumerate().map(message).collect(),
        ..Profile::built_in("androidworld").unwrap()
    });
    let person = Person::new(&host);
    for (package, file, insert) in TITLES {
        let path = format!("/data/data/{package}/{file}");
        host.change_database(package, &path, |database| {
            texts.iter().for_each(|text| _ = database.execute(insert, [text]).unwrap());
        });
    }
    let mut faults = Vec::new();
    let mut look_over = |what: &str| {
        assert!(person.look().len() > 5, "{what}");
        faults.extend(host.faults().into_iter().map(|fault| format!("{what}: {fault}")));
    };
    let own = TITLES.iter().map(|(package, ..)| (*package, ""));
    let shared = [
        ("com.google.android.contacts", ""),
        ("com.google.android.dialer", "Favorites"),
        ("com.google.android.dialer", "Contacts"),
        ("com.google.android.apps.messaging", ""),
        ("com.simplemobiletools.smsmessenger", ""),
    ];
    for rotation in [0, 1] {
        host.shell("settings put system accelerometer_rotation 0");
        host.shell(&format!("settings put system user_rotation {rotation}"));
        for (package, tab) in own.clone().chain(shared) {
            open(&host, package);
            if !tab.is_empty() {
                person.tap(tab);
            }
            look_over(&format!("{package} {tab} {rotation}"));
        }
        for place in 1..=texts.len() {
            host.shell(&format!(
                "am start -a android.intent.action.VIEW -d content://com.android.contacts/contacts/{place}"
            ));
            look_over(&format!("contact {place} {rotation}"));
            host.shell(&format!("am start -a android.intent.action.SENDTO -d smsto:+1555000{:04}", place - 1));
            look_over(&format!("conversation {place} {rotation}"));
        }
    }
    faults.iter_mut().for_each(|fault| *fault = fault.chars().take(160).collect());
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
}
