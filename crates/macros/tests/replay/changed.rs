//! Runs repeated on phones that differ, as data: `changed.jsonl`.

use std::collections::BTreeMap;

use agent::{Settings, Status};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::again::{Again, Meanwhile, phone, recorded_with_parameters, shell, values};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// What this row shows.
    about: String,
    /// The request that is recorded.
    say: String,
    /// The setup of both phones.
    #[serde(default)]
    before: Vec<Value>,
    /// Changes to the profile of the second phone, and its own setup.
    #[serde(default)]
    profile: Value,
    #[serde(default)]
    setup: Vec<Value>,
    /// Other values.
    #[serde(default)]
    values: Value,
    /// Changes to the element of a step, by its number from 1: the recorded element is another one.
    #[serde(default)]
    on: BTreeMap<usize, Value>,
    /// What happens before a certain decision.
    #[serde(default)]
    meanwhile: BTreeMap<usize, Value>,
    #[serde(default = "yes")]
    person: Vec<Value>,
    /// Whether the task runs without `--yes`.
    #[serde(default)]
    careful: bool,
    /// Part of the message with which it fails.
    #[serde(default)]
    fails: Option<String>,
    /// Part of a question to the person.
    #[serde(default)]
    question: Option<String>,
    /// Commands, and what their output contains afterwards.
    #[serde(default)]
    state: BTreeMap<String, String>,
    /// Commands, and what their output does not contain.
    #[serde(default)]
    not: BTreeMap<String, String>,
    /// What no touch is named.
    #[serde(default)]
    untouched: Vec<String>,
}

fn yes() -> Vec<Value> {
    vec![json!("yes"); 9]
}

async fn check(row: Row) -> Result<(), String> {
    let first = phone(&Value::Null, &row.before).await;
    let mut one = recorded_with_parameters(&row.say, &first).await;
    for (number, change) in &row.on {
        let on = one.steps[*number - 1].on.as_mut().unwrap();
        let mut value = serde_json::to_value(&*on).unwrap();
        value.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        *on = serde_json::from_value(value).unwrap();
    }
    let filled = one.fill(&values(&row.values)).map_err(|findings| format!("{}: {findings:?}", row.about))?;
    let second = phone(&row.profile, &[row.before, row.setup].concat()).await;
    let meanwhile = row.meanwhile.into_iter().map(|(decision, deed)| Meanwhile { decision, deed }).collect();
    let settings = Settings { yes: !row.careful, ..Settings::default() };
    let again = Again { answers: row.person, settings, meanwhile, ..Again::new(filled.clone()) };
    let replayed = again.on(&second).await;
    let touches = replayed.touches();
    let message = &replayed.summary.message;
    let wrong = |what: String| {
        let steps: Vec<String> = filled
            .steps
            .iter()
            .map(|step| format!("{} {:?}", step.action.name(), step.on.as_ref().map(|on| on.shown())))
            .collect();
        Err(format!(
            "{}: “{}”: {what}\n  said: {message}\n  steps: {}\n  touched: {}\n  asked: {:?}",
            row.about,
            row.say,
            steps.join("\n    "),
            touches.join("\n    "),
            replayed.asked
        ))
    };
    match (&row.fails, replayed.summary.status) {
        (None, Status::Success) => {}
        (Some(part), Status::Failed) if message.contains(part) => {}
        (fails, status) => return wrong(format!("ended as {status:?}, expected {fails:?}")),
    }
    for (command, part) in &row.state {
        let said = shell(&second, command).await;
        if !said.contains(part) {
            return wrong(format!("`{command}` says {said}, not {part}"));
        }
    }
    for (command, part) in &row.not {
        let said = shell(&second, command).await;
        if said.contains(part) {
            return wrong(format!("`{command}` says {said}"));
        }
    }
    let asked = format!("{:?}", replayed.asked);
    if row.question.as_ref().is_some_and(|part| !asked.contains(part)) {
        return wrong(format!("asks nothing like {:?}", row.question));
    }
    match touches.iter().find(|touch| row.untouched.iter().any(|name| touch.contains(name))) {
        Some(touch) => wrong(format!("touched {touch}")),
        None => Ok(()),
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_is_repeated_on_phones_that_differ() {
    let rows = include_str!("changed.jsonl");
    let only = std::env::var("FINGERTIP_ONLY").unwrap_or_default();
    let (mut failed, mut count) = (Vec::new(), 0);
    for line in rows.lines().filter(|line| !line.trim().is_empty() && line.contains(&only)) {
        let row: Row = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        count += 1;
        if let Err(problem) = check(row).await {
            failed.push(problem);
        }
    }
    assert!(failed.is_empty(), "{} of {count} rows failed:\n\n{}", failed.len(), failed.join("\n\n"));
}
