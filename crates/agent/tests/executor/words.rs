//! From words to result, as data: `scenarios/words/*.jsonl`. A row is a request to a phone, and the output of Android's
//! own commands afterwards.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex};

use action::phone::{AgentAction, Shell};
use agent::{
    Asks, Control, Dialogues, Event, Executor, NoTools, PlanMind, Question, Remembered, Settings, Status, SystemClock,
    Task,
};
use device::{Acted, Actuator};
use serde::Deserialize;
use serde_json::Value;
use sim::profile::{Profile, Screen};

use crate::fakes::{Events, Journal, Person, Reply, Scripted};
use crate::rig::{MORNING_MS, Phone};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// The words.
    say: String,
    /// Earlier requests of the same person on the same phone, which "undo" refers to.
    #[serde(default)]
    earlier: Vec<String>,
    /// The operation that the last of them carried out and that this row takes back: it must have left a way back.
    #[serde(default)]
    undoes: Option<String>,
    /// The phone, by the name of a built-in profile, with all apps of that phone. Without a name: the system's apps on
    /// a small screen.
    #[serde(default)]
    phone: Option<String>,
    /// Changes to the profile.
    #[serde(default)]
    profile: Value,
    #[serde(default)]
    screen: Option<Screen>,
    /// The setup: commands, and requests to its control service.
    #[serde(default)]
    before: Vec<Value>,
    #[serde(default)]
    settings: Settings,
    /// The person's answers.
    #[serde(default)]
    person: Vec<Value>,
    /// The model's replies, if there is a model: the last rung.
    #[serde(default)]
    model: Vec<Reply>,
    /// Whether it fails.
    #[serde(default)]
    fails: bool,
    /// Part of the final message.
    #[serde(default)]
    message: String,
    /// The code of the last step's result.
    #[serde(default)]
    code: Option<String>,
    /// Commands, and what their output contains afterwards.
    #[serde(default)]
    state: BTreeMap<String, String>,
    /// Commands, and what their output does not contain.
    #[serde(default)]
    not: BTreeMap<String, String>,
    /// Part of a question to the person.
    #[serde(default)]
    question: String,
    /// The kinds of the questions to the person.
    #[serde(default)]
    asked: Option<Vec<String>>,
    /// Parts of these questions, as the person hears them, one for each question.
    #[serde(default)]
    heard: Vec<String>,
}

/// A question as the person hears it.
fn heard(question: &Question) -> String {
    match &question.asks {
        Asks::Gate(gate) => {
            format!("{}\n{}", gate.consent.summary, planner::consent_in_words(&question.language, &gate.consent))
        }
        Asks::Ask { question: message, choices } => format!("{message}\n{}", choices.join("\n")),
        Asks::Confirm { message } | Asks::WasDone { message } | Asks::Attention { message } => message.clone(),
        Asks::Auth { instruction, .. } => instruction.clone(),
    }
}

pub(crate) async fn shell(phone: &Phone, command: &str) -> String {
    let action = AgentAction::Shell(Shell { command: command.to_owned(), reason: None });
    match phone.eyes().act(&action).await.unwrap() {
        Acted::Ran(ran) => format!("{}{}", ran.stdout, ran.stderr),
        other => panic!("{other:?}"),
    }
}

/// The dialogue of a row: its requests know each other.
#[derive(Default)]
struct OneDialogue(Mutex<Remembered>);

impl Dialogues for OneDialogue {
    fn recall(&self) -> Remembered {
        self.0.lock().unwrap().clone()
    }

    fn keep(&self, remembered: &Remembered) {
        *self.0.lock().unwrap() = remembered.clone();
    }
}

/// Carries out an earlier request; returns the operations of its plan.
async fn carry_out(say: &str, phone: &Phone, dialogue: &Arc<OneDialogue>) -> Vec<String> {
    let planned = Arc::<Mutex<Vec<String>>>::default();
    let steps = Arc::clone(&planned);
    let mind = PlanMind::new().with_dialogues(Arc::clone(dialogue) as Arc<dyn Dialogues>);
    let executor =
        Executor::new(phone.device(), mind, Arc::new(Person::default()), Arc::new(NoTools), Settings::default())
            .with_clock(Arc::new(SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap())))
            .with_journal(Journal::default())
            .with_watch(move |event: &Event| {
                if let Event::Plan { plan, .. } = event {
                    steps.lock().unwrap().extend(plan.steps.iter().map(|step| step.op.clone()));
                }
            });
    let task = Task { id: "earlier".to_owned(), goal: say.to_owned() };
    let (stopper, stop) = Control::pair();
    tokio::spawn(async move { executor.run(&task, stop).await }).await.unwrap();
    drop(stopper);
    let planned = planned.lock().unwrap();
    planned.clone()
}

/// The phone of a row.
fn phone(row: &Row) -> Phone {
    let particular = if row.profile.is_null() { Value::Object(serde_json::Map::new()) } else { row.profile.clone() };
    let Some(name) = &row.phone else {
        let profile = Profile::parse(&particular.to_string()).unwrap();
        return match row.screen {
            Some(screen) => Phone::with_screen(screen, profile),
            None => Phone::new(profile),
        };
    };
    let built_in = Profile::built_in(name).unwrap_or_else(|| panic!("no phone is called `{name}`"));
    let mut profile = serde_json::to_value(built_in).unwrap();
    for (key, value) in particular.as_object().unwrap() {
        profile[key] = value.clone();
    }
    let mut profile = Profile::parse(&profile.to_string()).unwrap();
    profile.screen = row.screen.unwrap_or(profile.screen);
    Phone::with_apps(profile)
}

async fn check(row: Row) -> Result<(), String> {
    let phone = phone(&row);
    for deed in &row.before {
        match deed {
            Value::String(command) => drop(shell(&phone, command).await),
            request => drop(phone.control(request).await),
        }
    }
    let dialogue = Arc::<OneDialogue>::default();
    let mut did_before = Vec::new();
    for say in &row.earlier {
        did_before = carry_out(say, &phone, &dialogue).await;
    }
    if let Some(operation) = &row.undoes
        && (!did_before.contains(operation) || dialogue.recall().undo.is_empty())
    {
        return Err(format!("“{}”: no way back of {operation} from {did_before:?}", row.earlier.join("”, “")));
    }
    let person =
        Arc::new(Person { answers: Mutex::new(row.person.into()), phone: Some(phone.clone()), ..Person::default() });
    let (journal, events) = (Journal::default(), Events::default());
    let seen = Arc::clone(&events);
    let mind = match row.model.is_empty() {
        true => PlanMind::new(),
        false => PlanMind::new().with_model(Scripted::new(&phone, "openpocket", row.model)),
    };
    let mind = mind.with_dialogues(dialogue);
    let executor = Executor::new(phone.device(), mind, person.clone(), Arc::new(NoTools), row.settings)
        .with_clock(Arc::new(SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap())))
        .with_journal(journal)
        .with_watch(move |event: &Event| seen.lock().unwrap().push(event.clone()));
    let task = Task { id: "words".to_owned(), goal: row.say.clone() };
    let (stopper, stop) = Control::pair();
    let summary = tokio::spawn(async move { executor.run(&task, stop).await }).await.unwrap();
    drop(stopper);

    let results: Vec<_> = events
        .lock()
        .unwrap()
        .iter()
        .filter_map(|event| match event {
            Event::StepResult(result) => Some(format!("{} {}: {}", result.op, result.code, result.message)),
            Event::Question(question) => Some(format!("? {:?}", question.asks)),
            _ => None,
        })
        .collect();
    let told = summary.told().to_owned();
    let did = phone.done().join("\n  $ ");
    let wrong =
        |what: String| Err(format!("“{}”: {what}\n  said: {told}\n  {}\n  $ {did}", row.say, results.join("\n  ")));
    if (summary.status == Status::Success) == row.fails {
        return wrong(format!("ended as {:?}", summary.status));
    }
    if !told.contains(&row.message) {
        return wrong(format!("does not say “{}”", row.message));
    }
    if let Some(code) = &row.code {
        let last = events.lock().unwrap().iter().rev().find_map(|event| match event {
            Event::StepResult(result) => Some(result.code.clone()),
            _ => None,
        });
        if last.as_ref() != Some(code) {
            return wrong(format!("the code is {last:?}, not {code}"));
        }
    }
    let shown: Vec<String> =
        person.asked.lock().unwrap().iter().map(|question| format!("{:?}", question.asks)).collect();
    if !row.question.is_empty() && !shown.iter().any(|shown| shown.contains(&row.question)) {
        return wrong(format!("asks nothing like “{}”", row.question));
    }
    if let Some(asked) = &row.asked {
        let found: Vec<String> = person
            .asked
            .lock()
            .unwrap()
            .iter()
            .map(|question| serde_json::to_value(&question.asks).unwrap()["kind"].as_str().unwrap().to_owned())
            .collect();
        if found != *asked {
            return wrong(format!("asked {found:?}, not {asked:?}"));
        }
    }
    let questions: Vec<String> = person.asked.lock().unwrap().iter().map(heard).collect();
    for (at, part) in row.heard.iter().enumerate() {
        if !questions.get(at).is_some_and(|question| question.contains(part.as_str())) {
            return wrong(format!("question {at} does not say {part:?}: {questions:#?}"));
        }
    }
    for (command, expected) in &row.state {
        let said = shell(&phone, command).await;
        if !said.contains(expected.as_str()) {
            return wrong(format!("`{command}` says {said:?}, not {expected:?}"));
        }
    }
    for (command, unwanted) in &row.not {
        let said = shell(&phone, command).await;
        if said.contains(unwanted.as_str()) {
            return wrong(format!("`{command}` says {said:?}"));
        }
    }
    Ok(())
}

/// Plays the rows of one file.
async fn play(file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/words").join(file);
    let text = std::fs::read_to_string(&path).unwrap();
    let only = std::env::var("ROW").ok();
    let mut wrong = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()) {
        let row: Row = serde_json::from_str(line).unwrap_or_else(|error| panic!("{file}:{}: {error}", number + 1));
        if only.as_ref().is_some_and(|only| !row.say.contains(only.as_str())) {
            continue;
        }
        if let Err(why) = check(row).await {
            wrong.push(format!("{file}:{}: {why}", number + 1));
        }
    }
    assert!(wrong.is_empty(), "{} rows:\n{}", wrong.len(), wrong.join("\n\n"));
}

#[tokio::test(start_paused = true)]
async fn alarms() {
    play("alarms.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn androidworld() {
    play("androidworld.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn androidworld_files() {
    play("androidworld_files.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn androidworld_more() {
    play("androidworld_more.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn answers() {
    play("answers.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn apps() {
    play("apps.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn asked() {
    play("asked.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn asked_in_languages() {
    play("asked_in_languages.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn calendar() {
    play("calendar.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn calls() {
    play("calls.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn camera() {
    play("camera.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn clock() {
    play("clock.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn clock_more() {
    play("clock_more.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn media() {
    play("media.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn messages() {
    play("messages.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn model() {
    play("model.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn mail() {
    play("mail.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn people_and_phone() {
    play("people_and_phone.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn notes() {
    play("notes.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn screen() {
    play("screen.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn settings() {
    play("settings.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn web() {
    play("web.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn people_changes() {
    play("people_changes.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn lists() {
    play("lists.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn mail_reading() {
    play("mail_reading.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn reminders() {
    play("reminders.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn numbers() {
    play("numbers.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn timers() {
    play("timers.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn search() {
    play("search.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn networks() {
    play("networks.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn undo() {
    play("undo.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn corrections() {
    play("corrections.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn spoken() {
    play("spoken.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn spoken_german() {
    play("spoken_german.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn spoken_spanish() {
    play("spoken_spanish.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn spoken_elsewhere() {
    play("spoken_elsewhere.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn rungs() {
    play("rungs.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn bad_input() {
    play("bad_input.jsonl").await;
}

/// The planner's own test knows 50,000; here the simulated phone would take minutes to list them.
#[tokio::test(start_paused = true)]
async fn thousands_of_contacts() {
    let contact = |at: usize| serde_json::json!({"id": at, "name": format!("Ben Number{at}"), "numbers": [format!("+1555{at:07}")]});
    let contacts: Vec<Value> = (1..=3_000).map(contact).collect();
    for (say, state, fails) in [
        ("call Ben Number2123", "mCallState=2", false),
        // One question, not 3,000 names.
        ("call Ben", "mCallState=0", true),
    ] {
        let row = serde_json::json!({
            "say": say, "profile": {"contacts": contacts}, "fails": fails, "state": {"dumpsys telephony.registry": state}
        });
        check(serde_json::from_value(row).unwrap()).await.unwrap();
    }
}

#[test]
fn every_file_of_words_is_played() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/words");
    let here = include_str!("words.rs");
    for entry in std::fs::read_dir(folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        assert!(here.contains(&format!("play(\"{name}\")")), "nobody plays {name}");
    }
}

#[tokio::test(start_paused = true)]
async fn german() {
    play("german.jsonl").await;
}

#[tokio::test(start_paused = true)]
async fn german_more() {
    play("german_more.jsonl").await;
}
