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
fn fifty_thousand_contacts_cost_little_more_than_a_few() {
    let directory = |count: usize| Directory {
        contacts: (0..count).map(|at| contact(&format!("Ben Number{at}"), &[], None, None)).collect(),
        apps: Vec::new(),
    };
    let planner = crate::Planner::new().unwrap();
    let (few, many) = (Index::new(directory(50)), Index::new(directory(50_000)));
    let now = jiff::civil::date(2026, 3, 5).at(10, 7, 0, 0);
    let took = |index: &Index| {
        let begin = std::time::Instant::now();
        for utterance in
            ["set an alarm for 7", "call Ben Number49", "text Ben Number17 I am late", "call Zork"].repeat(50)
        {
            let turn = crate::Turn { utterance, directory: index, now, always_confirm: false };
            std::hint::black_box(planner.plan(&turn, &crate::Dialogue::default()));
        }
        begin.elapsed()
    };
    // Twenty times as long, and a little for a busy machine: a walk through all names for every word would take a
    // thousand times as long.
    let (few, many) = (took(&few), took(&many));
    assert!(many < few * 20 + std::time::Duration::from_millis(200), "{many:?} instead of {few:?}");
}
