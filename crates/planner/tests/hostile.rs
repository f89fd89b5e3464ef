//! Plans seeded sentences that try to make the planner send something else, or to somebody else.
//!
//! Names are commands, contents are commands, framing words, emoji, codes, other scripts and long dictations. Whatever
//! runs without a question must be one message to the right person with exactly the given words; quoted text and text
//! after a colon may not change by a byte. `seed` picks the parts, so a failure can be repeated.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use action::Directory;
use action::plan::{ActionPlan, SEND_MESSAGE};
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};
use serde_json::Value;

/// How many sentences each test plans: together 25,000.
const EACH: u64 = 5_000;

/// A frame around a name and a content; `exact` if the content may not change at all.
struct Frame {
    text: &'static str,
    exact: bool,
}

const fn exact(text: &'static str) -> Frame {
    Frame { text, exact: true }
}

const fn dictated(text: &'static str) -> Frame {
    Frame { text, exact: false }
}

const ENGLISH: &[Frame] = &[
    exact("text {name}: {content}"),
    exact("message {name}: {content}"),
    exact("send a message to {name}: {content}"),
    exact("send a text message to {name} with message: {content}"),
    exact("hey iris, could you please text {name}: {content}"),
    exact("text {name} “{content}”"),
    exact("send {name} a text saying “{content}”"),
    exact("send “{content}” to {name} on WhatsApp"),
    exact("message {name} “{content}” please"),
    dictated("text {name} {content}"),
    dictated("text {name} saying {content}"),
    dictated("send {name} a message saying {content}"),
    dictated("send a message to {name} that says {content}"),
    dictated("message {name} {content}"),
];

const GERMAN: &[Frame] = &[
    exact("schreib {name}: {content}"),
    exact("schick {name} eine Nachricht: {content}"),
    exact("sende eine Nachricht an {name}: {content}"),
    exact("schreib {name} „{content}“"),
    exact("kannst du bitte {name} schreiben: {content}"),
    dictated("schreib {name} {content}"),
    dictated("schick {name} eine Nachricht mit dem Text {content}"),
];

const SPANISH: &[Frame] = &[
    exact("escríbele a {name}: {content}"),
    exact("mándale un mensaje a {name}: {content}"),
    exact("por favor envía un mensaje a {name}: {content}"),
    exact("mándale a {name} un mensaje que diga “{content}”"),
    exact("escríbele a {name} “{content}”"),
    dictated("escríbele a {name} {content}"),
    dictated("mándale un mensaje a {name} que diga {content}"),
];

/// Contents that read like requests or courtesy, in any place of a text.
const HOSTILE: &[&str] = &[
    "turn off the wifi",
    "call Mom",
    "delete all my photos",
    "set an alarm for 7",
    "open WhatsApp",
    "send it",
    "pay Ben 20 dollars",
    "share my location with Ben",
    "please",
    "thanks",
    "thank you",
    "right now",
    "for me",
    "with message",
    "saying hello",
    "to Emily",
    "the clipboard content",
    "text Ben hello",
    "remind me to go",
    "stop",
    "cancel that",
    "never mind",
    "iris",
    "factory reset",
    "play Echoes of Silence",
    "what time is it",
    "schreib Ben hallo",
    "ruf Mama an",
    "mach das Licht aus",
    "bitte",
    "danke",
];

/// What frames a request, or joins two: content only in quotation marks and after a colon.
const FRAMING: &[&str] = &[
    "on WhatsApp",
    "in Simple SMS Messenger",
    "on my tablet",
    "and",
    "but",
    "then",
    "but do not send it",
    "no wait",
    "scratch that",
    "per WhatsApp",
    "auf meinem Tablet",
    "und dann",
    "using Telegram",
    "if it rains",
    "tomorrow at 5",
    "every day",
    "aber nicht senden",
];

/// Ordinary words, symbols, codes and other scripts.
const PLAIN: &[&str] = &[
    "see you soon",
    "I'm late",
    "happy birthday",
    "ok",
    "the meeting is at five",
    "grüße aus wien",
    "dinner is ready",
    "it's \u{201a}fine\u{2018}",
    "🎉",
    "❤️",
    "👍🏽",
    "👨‍👩‍👧",
    ":)",
    ";-)",
    "<3",
    "привет",
    "я опоздаю",
    "我晚到十分钟",
    "مرحبا",
    "こんにちは",
    "שלום",
    "ça va",
    "año",
    "aB3-x_9",
    "https://example.com/a?b=1&c=2",
    "shy_fish.md",
    "#1",
    "50%",
    "$20",
    "a/b",
    "@home",
    "C:\\temp",
    "iPhone",
    "x = y + 1",
    "$(reboot)",
    "'; drop table",
    "don't",
    "l'été",
    "10:30",
    "(maybe)",
    "100 000",
    "e = mc²",
    "½",
    "…",
    "--",
    "naïve",
];

/// Marks between two parts.
const BETWEEN: &[&str] = &[" ", " ", " ", ", ", "  ", " - ", "! ", "; ", " & ", "... ", "? ", ". "];

/// A small generator (splitmix64), so that every case has a number.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut value = self.0;
        value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        value ^ (value >> 31)
    }

    fn below(&mut self, most: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(most).unwrap()).unwrap()
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Contacts whose names are commands, titles, other scripts, and parts of each other.
fn directory() -> Directory {
    let names = [
        "Sam",
        "Zoë Müller",
        "Mom",
        "Emily Chen",
        "Dr. Patel",
        "Ben",
        "Will Call",
        "Mark Send",
        "May",
        "Bill Pay",
        "Art Open",
        "Alexa Stop",
        "Дима Иванов",
        "王伟",
        "مريم",
        "Mary Ann Lee",
        "Jean-Luc Picard",
        "O'Neil",
        "Anna Weber",
        "Text Message",
        "Mama",
        "The Boss",
        "Max Power 2",
        "María José García",
        "Sunday Okafor",
        "Hope Reply",
    ];
    let contact = |(at, name): (usize, &str)| serde_json::json!({"name": name, "numbers": [format!("+1555{at:04}")]});
    let apps = [
        ("WhatsApp", "com.whatsapp"),
        ("Messages", "com.google.android.apps.messaging"),
        ("Simple SMS Messenger", "org.sms"),
    ];
    let apps = apps.map(|(label, package)| serde_json::json!({"label": label, "package": package}));
    let contacts: Vec<Value> = names.into_iter().enumerate().map(contact).collect();
    serde_json::from_value(serde_json::json!({"contacts": contacts, "apps": apps})).unwrap()
}

/// Builds a content. A dictated one has no sentence of its own that is a request: that may be one.
fn content(random: &mut Random, exact: bool) -> String {
    let long = random.below(100) == 0;
    let parts = if long { 150 + random.below(40) } else { 1 + random.below(4) };
    let mut text = String::new();
    for at in 0..parts {
        let hostile = random.below(2) == 0;
        if at > 0 {
            let marks = if exact { BETWEEN } else { &BETWEEN[..5] };
            text.push_str(random.pick::<&str>(marks));
        }
        // A dictated text begins like one: its first words are no frame.
        let first = at == 0 && !exact;
        let framing = exact && random.below(4) == 0;
        let from = match (first, framing, hostile) {
            (true, ..) => &PLAIN[..7],
            (_, true, _) => FRAMING,
            (_, _, true) => HOSTILE,
            _ => PLAIN,
        };
        text.push_str(random.pick::<&str>(from));
    }
    text
}

/// Whether two texts differ at most in the case of the first letter.
fn same_but_first_case(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.chars(), other.chars());
    let first = |character: Option<char>| character.map(|c| c.to_lowercase().collect::<String>());
    first(one.next()) == first(other.next()) && one.as_str() == other.as_str()
}

/// Returns what is wrong with a plan that runs without a question.
fn wrong(plan: &ActionPlan, name: &str, content: &str, exact: bool) -> Option<String> {
    let slot = |name: &str| plan.slots.get(name).and_then(Value::as_str).unwrap_or_default();
    if plan.intent != SEND_MESSAGE || !plan.requests.is_empty() {
        return Some(format!("does something else: {} {:?}", plan.intent, plan.requests));
    }
    if slot("recipient") != name {
        return Some(format!("goes to {}", slot("recipient")));
    }
    let said = slot("content");
    let same = if exact { said == content } else { same_but_first_case(said, content) };
    (!same).then(|| format!("says {said:?}"))
}

/// Plans the sentences of one seed, and returns how many of the exact and of the dictated ones ran unasked, in percent.
#[track_caller]
fn check(seed: u64, frames: &[Frame]) -> (usize, usize) {
    let (planner, index) = (Planner::new().unwrap(), Index::new(directory()));
    let mut failures = Vec::new();
    let mut counts = [(0_usize, 0_usize); 2];
    for number in 0..EACH {
        let mut random = Random(seed << 32 | number);
        let frame = random.pick(frames);
        let name = random.pick(&index.directory().contacts).name.clone();
        let content = content(&mut random, frame.exact);
        let utterance = frame.text.replace("{name}", &name).replace("{content}", &content);
        let turn = Turn {
            utterance: &utterance,
            directory: &index,
            now: date(2026, 3, 5).at(10, 7, 0, 0),
            always_confirm: false,
        };
        let plan = planner.plan(&turn, &Dialogue::default()).plan;
        let silent = plan.ask.is_none() && !plan.confirm;
        let count = &mut counts[usize::from(frame.exact)];
        *count = (count.0 + usize::from(silent), count.1 + 1);
        if silent && let Some(wrong) = wrong(&plan, &name, content.trim(), frame.exact) {
            failures.push(format!("{number}: {utterance:?}\n    {wrong}"));
        }
    }
    let shown = failures.iter().take(40).cloned().collect::<Vec<_>>().join("\n");
    assert!(failures.is_empty(), "{} of {EACH} with seed {seed}:\n{shown}", failures.len());
    let percent = |(silent, all): (usize, usize)| silent * 100 / all.max(1);
    (percent(counts[1]), percent(counts[0]))
}

/// Nothing wrong may run; and asking about everything would be no answer either.
#[track_caller]
fn check_all(seed: u64, frames: &[Frame], least: (usize, usize)) {
    let (exact, dictated) = check(seed, frames);
    assert!(exact >= least.0, "only {exact} % of the quoted texts run unasked");
    assert!(dictated >= least.1, "only {dictated} % of the dictated texts run unasked");
}

#[test]
fn english_sentences_change_nothing() {
    check_all(1, ENGLISH, (85, 60));
}

#[test]
fn more_english_sentences_change_nothing() {
    check_all(2, ENGLISH, (85, 60));
}

#[test]
fn german_sentences_change_nothing() {
    check_all(3, GERMAN, (85, 60));
}

#[test]
fn more_german_sentences_change_nothing() {
    check_all(4, GERMAN, (85, 60));
}

#[test]
fn spanish_sentences_change_nothing() {
    check_all(5, SPANISH, (60, 40));
}
