//! Scenarios as data: `scenarios/executor/*.jsonl`, one a line, with time paused.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use agent::{Control, Executor, JournalEntry, ModelMind, Settings, SystemClock};
use serde::Deserialize;
use serde_json::Value;
use sim::profile::Profile;

use crate::fakes::{Events, Journal, Person, Reply, Scripted, Shed, task};
use crate::rig::{MORNING_MS, Phone};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scenario {
    /// The rows of the conformance table that it proves, and what it shows.
    name: String,
    #[expect(dead_code, reason = "for readers of the file")]
    why: String,
    #[serde(default)]
    profile: Value,
    #[serde(default)]
    settings: Settings,
    #[serde(default = "openpocket")]
    dialect: String,
    model: Vec<Reply>,
    #[serde(default)]
    person: Vec<Value>,
    #[serde(default)]
    tools: BTreeMap<String, Value>,
    expect: Expect,
}

fn openpocket() -> String {
    "openpocket".to_owned()
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Expect {
    status: String,
    reason: String,
    steps: Option<u32>,
    /// Part of the message.
    message: String,
    /// The commands on the phone, each a substring, all of them in order.
    done: Option<Vec<String>>,
    /// The effect of each action: `tap changed`, `shell refused`.
    effects: Option<Vec<String>>,
    /// `[prompt, text]`: the prompt, from 1, contains the text.
    told: Vec<(usize, String)>,
    not_told: Vec<(usize, String)>,
    /// The kinds of the questions to the person.
    asked: Option<Vec<String>>,
    /// The kinds of retries.
    retries: Option<Vec<String>>,
    /// Every decision of the gate except plain permission by rule, with its origin: `shell person true`.
    gate: Option<Vec<String>>,
    /// Its duration in whole seconds: at least, and less than.
    seconds: Option<(u64, u64)>,
    /// The number of looks, which is that of the pictures on record.
    looks: Option<usize>,
}

async fn play(scenario: Scenario) -> String {
    let name = scenario.name;
    let profile = if scenario.profile.is_null() { Value::Object(serde_json::Map::new()) } else { scenario.profile };
    let phone = Phone::new(Profile::parse(&profile.to_string()).unwrap());
    let model = Scripted::new(&phone, &scenario.dialect, scenario.model);
    let person = Arc::new(Person {
        answers: std::sync::Mutex::new(scenario.person.into()),
        phone: Some(phone.clone()),
        ..Person::default()
    });
    let (journal, events) = (Journal::default(), Events::default());
    let seen = Arc::clone(&events);
    let tools = Arc::new(Shed(scenario.tools));
    let executor =
        Executor::new(phone.device(), ModelMind::new(model.clone()), person.clone(), tools, scenario.settings)
            .with_clock(Arc::new(SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap())))
            .with_journal(journal.clone())
            .with_watch(move |event: &agent::Event| seen.lock().unwrap().push(event.clone()));
    // Spawned as the service does it: this compiles only if everything is `Send`.
    let (stopper, stop) = Control::pair();
    let summary = tokio::spawn(async move { executor.run(&task(), stop).await }).await.unwrap();
    drop(stopper);

    let expect = scenario.expect;
    let word = |value: &dyn erased::Written| value.word();
    let shown = serde_json::to_string(&summary).unwrap();
    let prompts = model.prompts.lock().unwrap().clone();
    let whole = || format!("{name}: {shown}\n{:#?}\n{}", phone.done(), prompts.last().map_or("", |last| &last.0));
    assert_eq!((word(&summary.status), word(&summary.reason)), (expect.status, expect.reason), "{}", whole());
    assert!(summary.message.contains(&expect.message), "{}", whole());
    assert_eq!(summary.error.is_none(), word(&summary.status) == "success", "{}", whole());
    if let Some(steps) = expect.steps {
        assert_eq!(summary.steps, steps, "{}", whole());
    }
    if let Some(done) = expect.done {
        let found = phone.done();
        let fits = found.len() == done.len() && found.iter().zip(&done).all(|(found, part)| found.contains(part));
        assert!(fits, "{name}: expected {done:?}, done {found:?}\n{}", whole());
    }
    for (place, text) in expect.told {
        let prompt = prompts.get(place - 1).map_or("", |prompt| &prompt.0);
        assert!(
            prompt.contains(&text),
            "{name}: prompt {place} of {} does not hold `{text}`:\n{prompt}",
            prompts.len()
        );
    }
    for (place, text) in expect.not_told {
        let prompt = prompts.get(place - 1).map_or("", |prompt| &prompt.0);
        assert!(!prompt.is_empty() && !prompt.contains(&text), "{name}: prompt {place} holds `{text}`:\n{prompt}");
    }
    if let Some(asked) = expect.asked {
        let found: Vec<String> = person.asked.lock().unwrap().iter().map(|question| word(&question.asks)).collect();
        assert_eq!(found, asked, "{}", whole());
    }
    let lines = journal.lines.lock().unwrap().clone();
    if let Some(effects) = expect.effects {
        let found: Vec<String> = lines
            .iter()
            .filter_map(|line| match line {
                JournalEntry::Effect(line) => {
                    let failure = line.effect.failure.as_ref();
                    let came = failure.map_or_else(|| word(&line.effect.change), |failure| word(&failure.reason));
                    Some(format!("{} {came}", line.action.name()))
                }
                _ => None,
            })
            .collect();
        assert_eq!(found, effects, "{}", whole());
    }
    if let Some(retries) = expect.retries {
        let found: Vec<String> = lines
            .iter()
            .filter_map(|line| match line {
                JournalEntry::Retry(line) => Some(format!("{} {}", word(&line.of), line.delay.as_secs_f64())),
                _ => None,
            })
            .collect();
        assert_eq!(found, retries, "{}", whole());
    }
    if let Some(gate) = expect.gate {
        let found: Vec<String> = lines
            .iter()
            .filter_map(|line| match line {
                JournalEntry::Gate(line) if line.by != "rule" => {
                    Some(format!("{} {} {}", line.action.name(), line.by, line.allowed))
                }
                _ => None,
            })
            .collect();
        assert_eq!(found, gate, "{}", whole());
    }
    if let Some((least, most)) = expect.seconds {
        let (least, most) = (Duration::from_secs(least), Duration::from_secs(most));
        assert!((least..most).contains(&summary.duration), "{}", whole());
    }
    if let Some(looks) = expect.looks {
        let found = lines.iter().filter(|line| matches!(line, JournalEntry::Observation(_))).count();
        assert_eq!(found, looks, "{}", whole());
    }
    check_order(&name, &lines);
    name
}

/// Invariants of every journal: first and last line, an intent before each effect on the phone, pictures and intents
/// numbered without gaps.
fn check_order(name: &str, lines: &[JournalEntry]) {
    assert!(matches!(lines.first(), Some(JournalEntry::Started(_))), "{name}");
    assert!(matches!(lines.last(), Some(JournalEntry::Ended(_))), "{name}");
    let (mut pictures, mut intents, mut open, mut allowed) = (0, 0, None, None);
    for line in lines {
        match line {
            JournalEntry::Observation(line) => {
                if let Some(shot) = &line.screenshot {
                    pictures += 1;
                    assert_eq!(shot.number, pictures, "{name}");
                    assert!(shot.png.starts_with(b"\x89PNG"), "{name}");
                }
            }
            JournalEntry::Gate(line) => {
                assert!(!line.reason.is_empty() && !line.rule.is_empty(), "{name}");
                allowed = line.allowed.then(|| line.action.clone());
            }
            JournalEntry::Intent(line) => {
                assert_eq!(allowed.take().as_ref(), Some(&line.action), "{name}: sent without the gate");
                intents += 1;
                assert_eq!((line.number, open), (intents, None), "{name}");
                open = Some(line.number);
            }
            JournalEntry::Effect(line) if line.number.is_some() => assert_eq!(open.take(), line.number, "{name}"),
            _ => {}
        }
    }
    assert_eq!(open, None, "{name}: an intent without an effect");
}

/// The JSON string of a value.
mod erased {
    pub(super) trait Written {
        fn word(&self) -> String;
    }

    impl<T: serde::Serialize> Written for T {
        fn word(&self) -> String {
            let value = serde_json::to_value(self).unwrap();
            value.as_str().or(value["kind"].as_str()).unwrap().to_owned()
        }
    }
}

fn read(file: &str) -> Vec<Scenario> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/executor").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}: {error} in {line}"))).collect()
}

/// Plays every scenario of a file. The conformance table relies on their names.
async fn check(file: &str, expected: &[&str]) {
    let (mut played, mut failed) = (BTreeSet::new(), Vec::new());
    for scenario in read(file) {
        let name = scenario.name.clone();
        // Run all of them, so that one run shows every failure.
        match tokio::spawn(play(scenario)).await {
            Ok(name) => assert!(played.insert(name), "a name stands twice in {file}"),
            Err(_) => failed.push(name),
        }
    }
    assert!(failed.is_empty(), "failed: {failed:?}");
    let expected: BTreeSet<String> = expected.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(played, expected, "{file}");
}

#[tokio::test(start_paused = true)]
async fn the_loop_runs_to_one_of_its_ends() {
    check(
        "loop.jsonl",
        &[
            "to completion",
            "finish ends it",
            "finish in the executor's own words",
            "max steps",
            "giving up",
            "several actions stop at the first failure",
            "mere text twice",
            "mere text once",
            "text in a dialect that takes it for the end",
            "unknown action",
            "three invalid replies",
            "invalid, then valid, then invalid",
            "an unknown type in the lenient dialect",
            "empty and broken replies",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_phone_is_looked_at() {
    check(
        "observe.jsonl",
        &[
            "picture and elements",
            "without elements",
            "step information",
            "no step information",
            "no tree to be had",
            "a protected screen",
            "the cached observation",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn actions_are_carried_out() {
    check(
        "dispatch.jsonl",
        &[
            "tap",
            "swipe",
            "type",
            "navigation",
            "an app that is not there",
            "no change",
            "no change, not validated",
            "wait",
            "a wait is bounded",
            "note",
            "step delay",
            "step delay as a bound",
            "an empty command",
            "type without a field",
            "clear without a field",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn people_and_tools_are_asked() {
    check(
        "person.jsonl",
        &[
            "ask_user",
            "ask_user without an answer",
            "ask_user with its own time",
            "the configured time",
            "abort on time-out",
            "nobody there",
            "confirm, yes",
            "confirm, no",
            "confirm, cancel",
            "confirm, silence",
            "auth, approved",
            "auth, rejected",
            "auth, time-out",
            "mcp_call",
            "mcp_call, time-out",
            "mcp_call, error",
            "mcp_call, not offered",
            "run_script",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn the_gate_stands_before_everything() {
    check(
        "gate.jsonl",
        &[
            "shell asks",
            "shell, no",
            "shell, remembered",
            "shell, nobody there",
            "shell, silence",
            "shell, cancel",
            "shell with yes",
            "deleting is always asked",
            "always asked without the tree in the prompt",
            "the yes does not count for something else",
            "the yes counts for what was asked",
            "declining is allowed",
            "a screen that gives orders",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_only_words_from_outside_asked_for_is_asked() {
    check(
        "injection.jsonl",
        &[
            "on the screen",
            "in a tool's result",
            "in a file",
            "in a message",
            "in a contact's name",
            "what is typed",
            "a command that words asked for",
            "a file that a person gave is not run unread",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn what_breaks_is_mended_or_told() {
    check(
        "recovery.jsonl",
        &[
            "a refused action is tried again",
            "retries come to an end",
            "configured retries",
            "configured retries of predictions",
            "a tap that took effect is not sent twice",
            "a tap that was lost is sent again",
            "a command that may have run is not sent twice",
            "a tap that may yet come is not sent twice",
            "prediction fails for good",
            "away for a while",
            "away for good",
            "a picture that fails",
            "the same tap again and again",
            "a cycle",
            "told and mended",
            "the same refusal again and again",
            "prompt too long",
            "prompt too long all the same",
        ],
    )
    .await;
}

#[tokio::test(start_paused = true)]
async fn budgets_are_kept() {
    check(
        "budgets.jsonl",
        &[
            "steps",
            "seconds between steps",
            "seconds while the model thinks",
            "seconds while a person thinks",
            "tokens",
            "money",
            "money without a price",
            "within the budgets",
        ],
    )
    .await;
}
