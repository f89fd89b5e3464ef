//! Runs `tests/data/words.jsonl`: what people say on a phone with contacts and apps, and every letter of what is made of
//! it. A row is `{say, then: run | confirm | ask | unknown, intent?, slots?}`; the slots given are compared exactly.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use action::Directory;
use action::plan::{ActionPlan, UNKNOWN};
use jiff::civil::date;
use planner::{Dialogue, Index, Next, Planner, Turn};
use serde_json::{Value, json};

/// A phone with names of several kinds: titles, two parts, other scripts, one that is a command.
fn phone() -> Index {
    let names = [
        "Sam",
        "Zoë Müller",
        "Mom",
        "Emily Chen",
        "Dr. Patel",
        "Alex Kim",
        "Mary",
        "Mary Ann Lee",
        "Дима Иванов",
        "王伟",
        "Ben",
        "Prof. Anna Weber",
        "Will Call",
    ];
    let apps = [
        ("WhatsApp", "com.whatsapp"),
        ("Messages", "com.google.android.apps.messaging"),
        ("Simple SMS Messenger", "com.simplemobiletools.smsmessenger"),
        ("Markor", "net.gsantner.markor"),
        ("Spotify", "com.spotify.music"),
        ("YouTube", "com.google.android.youtube"),
        ("Chrome", "com.android.chrome"),
        ("Play Store", "com.android.vending"),
    ];
    directory(&names, &apps)
}

fn directory(names: &[&str], apps: &[(&str, &str)]) -> Index {
    let contacts = names.iter().enumerate();
    let contacts = contacts.map(|(at, name)| json!({"name": name, "numbers": [format!("+1555{:04}", 101 + at)]}));
    let apps = apps.iter().map(|(label, package)| json!({"label": label, "package": package}));
    let value = json!({"contacts": contacts.collect::<Value>(), "apps": apps.collect::<Value>()});
    Index::new(serde_json::from_value::<Directory>(value).unwrap())
}

fn turn<'a>(utterance: &'a str, index: &'a Index) -> Turn<'a> {
    Turn { utterance, directory: index, now: date(2026, 3, 5).at(10, 7, 0, 0), always_confirm: false }
}

/// Returns what happens to a plan.
fn then(plan: &ActionPlan) -> &'static str {
    match plan {
        plan if plan.intent == UNKNOWN => "unknown",
        plan if plan.ask.is_some() => "ask",
        plan if plan.confirm => "confirm",
        _ => "run",
    }
}

/// A phone with more people, of whom some are called by a verb, and the usual apps.
fn strangers_phone() -> Index {
    let names = [
        "Sam",
        "Zoë Müller",
        "Mom",
        "Emily Chen",
        "Dr. Patel",
        "Alex Kim",
        "Mary",
        "Mary Ann Lee",
        "Дима Иванов",
        "王伟",
        "Ben",
        "Prof. Anna Weber",
        "Will Call",
        "May",
        "Will",
        "Ana",
        "Juan Pérez",
        "Dad",
        "Max",
        "Lisa",
        "Oma",
        "Maria",
    ];
    let apps = [
        ("WhatsApp", "com.whatsapp"),
        ("Messages", "com.google.android.apps.messaging"),
        ("Simple SMS Messenger", "com.simplemobiletools.smsmessenger"),
        ("Markor", "net.gsantner.markor"),
        ("Spotify", "com.spotify.music"),
        ("YouTube", "com.google.android.youtube"),
        ("Chrome", "com.android.chrome"),
        ("Play Store", "com.android.vending"),
        ("Telegram", "org.telegram.messenger"),
        ("Camera", "com.android.camera2"),
        ("Maps", "com.google.android.apps.maps"),
        ("Settings", "com.android.settings"),
        ("Gmail", "com.google.android.gm"),
        ("Calculator", "com.android.calculator2"),
        ("Clock", "com.google.android.deskclock"),
        ("Calendar", "com.google.android.calendar"),
        ("Photos", "com.google.android.apps.photos"),
    ];
    directory(&names, &apps)
}

#[test]
fn every_row() {
    check(include_str!("data/words.jsonl"), &phone());
}

/// Sentences over the whole catalogue as strangers say them, each with the plan that was written down first.
#[test]
fn what_strangers_say() {
    let rows = include_str!("data/strangers.jsonl");
    assert!(rows.lines().count() >= 300, "only {} sentences", rows.lines().count());
    check(rows, &strangers_phone());
}

#[track_caller]
fn check(rows: &str, index: &Index) {
    let planner = Planner::new().unwrap();
    let mut failures = Vec::new();
    for line in rows.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        let say = row["say"].as_str().unwrap();
        let plan = planner.plan(&turn(say, index), &Dialogue::default()).plan;
        let mut wrong = Vec::new();
        if then(&plan) != row["then"].as_str().unwrap() {
            wrong.push(format!("{} {} {:?}", then(&plan), plan.confidence, plan.slots));
        }
        if row["intent"].as_str().is_some_and(|intent| intent != plan.intent) {
            wrong.push(plan.intent.clone());
        }
        for (name, expected) in row["slots"].as_object().into_iter().flatten() {
            let found = plan.slots.get(name).cloned().unwrap_or_default();
            if found != *expected {
                wrong.push(format!("{name}: {found}"));
            }
        }
        if row["requests"].is_array() && row["requests"] != serde_json::to_value(&plan.requests).unwrap() {
            wrong.push(format!("{:?}", plan.requests));
        }
        // `plan` and `run` decide by the same rule.
        let (next, _) = planner.answer(&turn(say, index), &Dialogue::default());
        let runs = matches!(next, Next::Run(_));
        if runs != (then(&plan) == "run") {
            wrong.push(format!("run would do otherwise: {next:?}"));
        }
        wrong.extend(unaccounted(say, &plan));
        if !wrong.is_empty() {
            failures.push(format!("{say:?} {}", wrong.join("; ")));
        }
    }
    assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
}

/// Returns the words that the plan does not account for, or runs in spite of.
fn unaccounted(say: &str, plan: &ActionPlan) -> Option<String> {
    if plan.intent == UNKNOWN {
        return None;
    }
    let parts = plan.metadata.more["words"].as_array().unwrap();
    let mut rest = say;
    for part in parts {
        let said = part["said"].as_str().unwrap();
        let Some((between, after)) = rest.split_once(said) else { return Some(format!("{said:?} is not in order")) };
        if between.contains(char::is_alphanumeric) {
            return Some(format!("{between:?} is not accounted for"));
        }
        rest = after;
    }
    let unused = parts.iter().any(|part| part["as"] == "left over");
    (rest.contains(char::is_alphanumeric) || unused && then(plan) == "run").then(|| format!("{rest:?} is lost"))
}

#[test]
fn a_relation_is_learned_by_asking_once() {
    let (planner, index) = (Planner::new().unwrap(), phone());
    let (next, dialogue) = planner.answer(&turn("text Sam's mom hello", &index), &Dialogue::default());
    assert!(matches!(next, Next::Ask(_)), "{next:?}");
    let (next, dialogue) = planner.answer(&turn("Emily Chen", &index), &dialogue);
    assert!(matches!(&next, Next::Run(plan) if plan.slots["recipient"] == "Emily Chen"), "{next:?}");
    let again = Dialogue::remembering(dialogue.memory().clone());
    let (next, _) = planner.answer(&turn("call Sam's mom", &index), &again);
    assert!(matches!(&next, Next::Run(plan) if plan.slots["recipient"] == "Emily Chen"), "{next:?}");
}

#[test]
fn a_nickname_is_learned_by_asking_once() {
    let (planner, index) = (Planner::new().unwrap(), phone());
    let (next, dialogue) = planner.answer(&turn("call Tommy", &index), &Dialogue::default());
    assert!(matches!(next, Next::Ask(_)), "{next:?}");
    let (next, dialogue) = planner.answer(&turn("Alex Kim", &index), &dialogue);
    assert!(matches!(&next, Next::Run(plan) if plan.slots["recipient"] == "Alex Kim"), "{next:?}");
    let again = Dialogue::remembering(dialogue.memory().clone());
    let (next, _) = planner.answer(&turn("text Tommy I'm outside", &index), &again);
    let right = |plan: &ActionPlan| plan.slots["recipient"] == "Alex Kim" && plan.slots["content"] == "I'm outside";
    assert!(matches!(&next, Next::Run(plan) if right(plan)), "{next:?}");
    // A contact of that name is meant, whatever was said before.
    let other = directory(&["Alex Kim", "Tommy Lee"], &[]);
    let (next, _) = planner.answer(&turn("call Tommy", &other), &again);
    assert!(matches!(&next, Next::Run(plan) if plan.slots["recipient"] == "Tommy Lee"), "{next:?}");
}

#[test]
fn a_call_for_help_offers_the_call_and_gives_examples() {
    let (planner, index) = (Planner::new().unwrap(), phone());
    for (say, example) in [
        ("help", "“set an alarm for seven”"),
        ("Hilfe", "„stell den Wecker auf sieben“"),
        ("ayuda", "«lee mis mensajes»"),
    ] {
        let (next, dialogue) = planner.answer(&turn(say, &index), &Dialogue::default());
        let Next::Ask(plan) = next else { panic!("{say}: {next:?}") };
        assert_eq!((plan.intent.as_str(), plan.confirm, plan.slots.len()), ("call_emergency", true, 0));
        assert!(planner::question(&plan).contains(example), "{}", planner::question(&plan));
        assert_eq!(planner.answer(&turn("no", &index), &dialogue).0, Next::Cancelled);
    }
}

#[test]
fn more_people_than_fit_are_counted_and_narrowed_down() {
    let names: Vec<String> =
        (0..20).map(|at| format!("Samuel {}", ["Ortiz", "Park", "Quinn", "Reyes"][at % 4])).collect();
    let index = directory(&names.iter().map(String::as_str).collect::<Vec<_>>(), &[]);
    let planner = Planner::new().unwrap();
    let outcome = planner.plan(&turn("call Samuel", &index), &Dialogue::default());
    let ask = outcome.plan.ask.unwrap();
    assert!(ask.question.starts_with("20 of your contacts"), "{}", ask.question);
    assert_eq!(ask.choices.len(), 6);
}

#[test]
fn a_dictation_of_five_hundred_words_is_kept() {
    let (planner, index) = (Planner::new().unwrap(), phone());
    let text = "the train, which was late again, stood at the platform and nobody knew why ".repeat(36);
    let said = format!("text Sam: {text}");
    let plan = planner.plan(&turn(&said, &index), &Dialogue::default()).plan;
    assert_eq!((then(&plan), plan.slots["content"].as_str()), ("run", Some(text.trim())));
}
