//! Plans seeded sentences that try to make the planner send something else, or to somebody else.
//!
//! Names are commands, contents are commands, framing words, emoji, codes, other scripts and long dictations. Whatever
//! runs without a question must be one message to the right person with exactly the given words; quoted text and text
//! after a colon may not change by a byte. `seed` picks the parts, so a failure can be repeated.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "hostile/sentences.rs"]
mod sentences;

use action::Directory;
use action::plan::{ActionPlan, SEND_MESSAGE};
use jiff::civil::date;
use planner::{Dialogue, Index, Planner, Turn};
use serde_json::Value;

use self::sentences::{ENGLISH, Frame, GERMAN, NAMES, Random, SPANISH, content, same_but_first_case};

/// How many sentences each test plans: together 25,000.
const EACH: u64 = 5_000;

/// Contacts whose names are commands, titles, other scripts, and parts of each other.
fn directory() -> Directory {
    let contact = |(at, name): (usize, &&str)| serde_json::json!({"name": name, "numbers": [format!("+1555{at:04}")]});
    let apps = [
        ("WhatsApp", "com.whatsapp"),
        ("Messages", "com.google.android.apps.messaging"),
        ("Simple SMS Messenger", "org.sms"),
    ];
    let apps = apps.map(|(label, package)| serde_json::json!({"label": label, "package": package}));
    let contacts: Vec<Value> = NAMES.iter().enumerate().map(contact).collect();
    serde_json::from_value(serde_json::json!({"contacts": contacts, "apps": apps})).unwrap()
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
        // Recognised speech and hurried typing double the spaces in names.
        let spaces = if random.below(4) == 0 { "  " } else { " " };
        let utterance = frame.text.replace("{name}", &name.replace(' ', spaces)).replace("{content}", &content);
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
