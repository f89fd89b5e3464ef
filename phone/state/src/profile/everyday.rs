//! Profiles that imitate people's phones: a busy person's, an elderly person's, a Spanish and an Arabic one, a small
//! cheap one, a tablet. Their people derive from the seed.

use std::collections::BTreeMap;

use super::population::{ARABIC, ENGLISH, SPANISH};
use super::{Happening, Profile, ScheduledEvent, Screen};
use crate::shared::{Contact, Message};

/// The additional apps of the busy person.
const BUSY: &[(&str, &str)] = &[
    ("com.flauschcode.broccoli", "Broccoli"),
    ("com.arduia.expense", "Pro Expense"),
    ("com.dimowner.audiorecorder", "Audio Recorder"),
    ("com.instagram.android", "Instagram"),
    ("com.simplemobiletools.calendar.pro", "Simple Calendar Pro"),
    ("com.simplemobiletools.draw.pro", "Simple Draw Pro"),
    ("com.simplemobiletools.gallery.pro", "Simple Gallery Pro"),
    ("com.slack", "Slack"),
    ("com.ubercab", "Uber"),
    ("de.dennisguse.opentracks", "OpenTracks"),
    ("net.cozic.joplin", "Joplin"),
    ("net.osmand", "OsmAnd"),
    ("org.tasks", "Tasks"),
    ("org.telegram.messenger", "Telegram"),
    ("org.videolan.vlc", "VLC"),
];

fn owned(pairs: &[(&str, &str)]) -> BTreeMap<String, String> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn packages(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn told(at_ms: i64, package: &str, title: &str, text: &str) -> ScheduledEvent {
    let what = Happening::Notification { package: package.to_owned(), title: title.to_owned(), text: text.to_owned() };
    ScheduledEvent { at_ms, what }
}

/// Returns the profile with this name, with people derived from a seed.
pub(super) fn profile(name: &str, seed: u64) -> Option<Profile> {
    let plain = Profile { seed, ..Profile::default() };
    Some(match name {
        "busy" => busy(plain),
        "elderly" => elderly(plain),
        "spanish" => {
            let contacts = SPANISH.contacts(seed, 24);
            let messages = SPANISH.messages(seed, &contacts, 6, 8);
            let calls = SPANISH.calls(seed, &contacts, 12);
            let (locale, zone) = ("es-ES".to_owned(), Some("Europe/Madrid".to_owned()));
            let settings = owned(&[("system/time_12_24", "24"), ("system/system_locales", "es-ES")]);
            Profile { locale, zone, settings, contacts, messages, calls, number: "+34655000100".to_owned(), ..plain }
        }
        "arabic" => {
            let contacts = ARABIC.contacts(seed, 24);
            let messages = ARABIC.messages(seed, &contacts, 6, 8);
            let calls = ARABIC.calls(seed, &contacts, 12);
            let (locale, zone) = ("ar-EG".to_owned(), Some("Africa/Cairo".to_owned()));
            let settings = owned(&[("system/system_locales", "ar-EG")]);
            Profile { locale, zone, settings, contacts, messages, calls, number: "+201055500100".to_owned(), ..plain }
        }
        "small" => Profile {
            model: "moto e13".to_owned(),
            brand: "motorola".to_owned(),
            device: "fogos".to_owned(),
            screen: Screen { width: 720, height: 1280, density: 320 },
            storage_mib: 96,
            battery: 37,
            without: packages(&["com.google.android.apps.walletnfcrel", "net.gsantner.markor"]),
            apps: owned(&[("com.android.vending", "Play Store"), ("com.google.android.calculator", "Calculator")]),
            ..plain
        },
        "tablet" => Profile {
            model: "Pixel Tablet".to_owned(),
            device: "tangorpro".to_owned(),
            screen: Screen { width: 1600, height: 2560, density: 320 },
            storage_mib: 1024,
            ..plain
        },
        _ => return None,
    })
}

fn busy(plain: Profile) -> Profile {
    let contacts = ENGLISH.contacts(plain.seed, 500);
    let number = |place: usize| contacts.get(place).and_then(|one| one.numbers.first()).cloned().unwrap_or_default();
    let mut events = vec![
        told(0, "com.google.android.gm", "Quarterly numbers", "Please look at the attached sheet before noon."),
        told(0, "com.google.android.gm", "Your parcel is on its way", "It arrives tomorrow between 10 and 14."),
        told(0, "com.google.android.gm", "Flight check-in is open", "Choose your seat for Thursday."),
        told(0, "com.google.android.gm", "Invoice 20431", "Due in 14 days."),
        told(0, "com.slack", "#release", "Build 1182 is green."),
        told(0, "com.google.android.calendar", "Stand-up", "In 10 minutes"),
        told(0, "com.instagram.android", "Instagram", "12 new likes"),
    ];
    let later = |at_ms, what| ScheduledEvent { at_ms, what };
    let sms = |from: String, body: &str| Happening::Sms { from, body: body.to_owned() };
    events.push(later(0, sms(number(3), "Can you review this today?")));
    events.push(later(0, sms(number(8), "Dinner at 7?")));
    let package = "com.whatsapp".to_owned();
    events.push(later(60_000, Happening::Chat { package, from: number(5), body: "Did you get my photos?".to_owned() }));
    events.push(later(120_000, sms(number(3), "It is rather urgent.")));
    events.push(later(300_000, Happening::Call { from: number(12), rings_ms: None }));
    let mut apps = plain.apps.clone();
    apps.extend(owned(BUSY));
    Profile {
        messages: ENGLISH.messages(plain.seed, &contacts, 60, 40),
        calls: ENGLISH.calls(plain.seed, &contacts, 300),
        contacts,
        events,
        apps,
        outdated: packages(&["com.google.android.keep", "com.spotify.music"]),
        battery: 46,
        ..plain
    }
}

fn elderly(plain: Profile) -> Profile {
    let person = |id: i64, name: &str, starred: bool| Contact {
        id,
        name: name.to_owned(),
        numbers: vec![format!("+1555020{id:03}")],
        starred,
        times_contacted: 20,
        last_contacted: super::CLOCK - id * super::DAY,
        ..Contact::default()
    };
    let wrote = |id: i64, from: i64, body: &str| Message {
        id,
        address: format!("+1555020{from:03}"),
        body: body.to_owned(),
        date: super::CLOCK - (10 - id) * super::DAY,
        sent: false,
        read: true,
    };
    Profile {
        // A large display size: 360 dp wide instead of 411.
        screen: Screen { density: 480, ..plain.screen },
        settings: owned(&[("system/font_scale", "1.3"), ("secure/ui_night_mode", "1")]),
        contacts: vec![
            person(1, "Anna (daughter)", true),
            person(2, "Peter (son)", true),
            person(3, "Dr. Weber", true),
            person(4, "Taxi", true),
            person(5, "Church choir", false),
            person(6, "Mrs. Hill next door", false),
        ],
        messages: vec![
            wrote(1, 1, "Hello Mum, did you take your pills?"),
            wrote(2, 2, "We visit you on Sunday at three."),
            wrote(3, 3, "Your appointment is on Tuesday at 9:30."),
        ],
        apps: owned(&[("com.google.android.apps.photos", "Photos")]),
        without: packages(&[
            "com.google.android.apps.walletnfcrel",
            "com.google.android.apps.youtube.music",
            "net.gsantner.markor",
        ]),
        pin: None,
        ..plain
    }
}
