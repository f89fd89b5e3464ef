//! Lookups of people and apps: rank by rank, and ties that habit decides.

use action::App;

use super::*;

fn contact(name: &str, aliases: &[&str], times: Option<u32>, days_ago: Option<i64>) -> Contact {
    let now = 1_772_000_000_000;
    Contact {
        name: name.to_owned(),
        aliases: aliases.iter().map(|alias| (*alias).to_owned()).collect(),
        times_contacted: times,
        last_contacted: days_ago.map(|days| now - days * 24 * 3600 * 1000),
        ..Contact::default()
    }
}

fn index() -> Index {
    let contacts = vec![
        contact("Sam Carter", &[], None, None),
        contact("Sam Okafor", &[], None, None),
        contact("Katherine Jones", &["Kate"], None, None),
        contact("Müller", &[], None, None),
        contact("Alex Young", &[], Some(40), Some(1)),
        contact("Alex Old", &[], Some(2), Some(300)),
        contact("Jo Near", &[], None, Some(2)),
        contact("Jo Far", &[], None, Some(100)),
        contact("Samira", &["boss"], None, None),
    ];
    let apps = [("WhatsApp", "com.whatsapp"), ("Google Maps", "maps"), ("Google Photos", "photos"), ("Telegram", "tg")];
    let apps = apps.map(|(label, package)| App { label: label.to_owned(), package: package.to_owned() });
    Index::new(Directory { contacts, apps: apps.into() })
}

fn shown(index: &Index, found: LookupResult, app: bool) -> String {
    let name = |at: usize| {
        if app { index.directory().apps[at].label.clone() } else { index.directory().contacts[at].name.clone() }
    };
    match found {
        LookupResult::Nothing => "nothing".to_owned(),
        LookupResult::One { at, how, by_habit } => {
            format!("{} {how:?}{}", name(at), if by_habit { " by habit" } else { "" })
        }
        LookupResult::Several { at, how } => {
            format!("{} {how:?}", at.into_iter().map(name).collect::<Vec<_>>().join(" | "))
        }
    }
}

#[test]
fn people() {
    let index = index();
    for (said, expected) in [
        ("sam carter", "Sam Carter Exact"),
        ("Sam", "Sam Carter | Sam Okafor | Samira Prefix"),
        ("boss", "Samira Exact"),
        ("okafor", "Sam Okafor Prefix"),
        ("kate", "Katherine Jones Exact"),
        ("catherine jones", "Katherine Jones Phonetic"),
        ("cathryn", "Katherine Jones Phonetic"),
        ("muller", "Müller Exact"),
        ("alex", "Alex Young Prefix by habit"),
        ("jo", "Jo Near Prefix by habit"),
        ("samirra", "Samira Phonetic"),
        ("okafro", "nothing"),
        ("zebedee", "nothing"),
        ("", "nothing"),
    ] {
        assert_eq!(shown(&index, index.person(said), false), expected, "{said}");
    }
}

#[test]
fn apps() {
    let index = index();
    for (said, expected) in [
        ("whatsapp", "WhatsApp Exact"),
        ("what's app", "WhatsApp Exact"),
        ("maps", "Google Maps Prefix"),
        ("google", "Google Maps | Google Photos Prefix"),
        ("telegramm", "Telegram Phonetic"),
        ("tiktok", "nothing"),
    ] {
        assert_eq!(shown(&index, index.app(said), true), expected, "{said}");
    }
}

#[test]
fn fifty_thousand_contacts_are_told_apart() {
    // How long it takes is in the benchmark `planning`.
    let contacts = (0..50_000).map(|at| contact(&format!("Ben Number{at}"), &[], None, None)).collect();
    let index = Index::new(Directory { contacts, apps: Vec::new() });
    let planner = crate::Planner::new().unwrap();
    let now = jiff::civil::date(2026, 3, 5).at(10, 7, 0, 0);
    for (utterance, intent, recipient, asks) in [
        ("set an alarm for 7", "set_alarm", None, false),
        ("call Ben Number49", "call_contact", Some("Ben Number49"), false),
        ("text Ben Number49999 I am late", "send_message", Some("Ben Number49999"), false),
        ("call Zork", "call_contact", Some("Zork"), true),
        ("call Ben", "call_contact", Some("Ben"), true),
    ] {
        let turn = crate::Turn { utterance, directory: &index, now, always_confirm: false };
        let plan = planner.plan(&turn, &crate::Dialogue::default()).plan;
        let found = plan.slots.get("recipient").and_then(|name| name.as_str());
        assert_eq!((plan.intent.as_str(), found, plan.ask.is_some()), (intent, recipient, asks), "{utterance}");
        let choices = plan.ask.map_or(0, |ask| ask.choices.len());
        assert!(choices <= 10, "{utterance}: {choices} choices");
    }
}
