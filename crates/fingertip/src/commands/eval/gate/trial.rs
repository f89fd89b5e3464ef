//! Runs one row: sets the phone up, runs the executor, and compares the phone's state.

use std::sync::Arc;
use std::time::Duration;

use agent::{Control, Executor, RetryDelay, Settings, Status, Task};
use serde_json::Value;

use super::guests::Guests;
use super::mind::{Log, Person, Proposer, SharedLog};
use super::phone::Phone;
use super::row::{Case, Kind};

/// The result of a row.
#[derive(Clone, Debug, Default)]
pub(in crate::commands::eval) struct Result {
    /// The row's problem.
    pub(in crate::commands::eval) error: Option<String>,
    /// The differences on the phone afterwards, one per line.
    pub(in crate::commands::eval) changed: Vec<String>,
    /// How many actions the agent wanted.
    pub(in crate::commands::eval) steps: usize,
    /// The questions of an ordinary row, by rule and reason, one entry per step that raised any.
    pub(in crate::commands::eval) asked: Vec<(String, String)>,
}

/// Runs a row. With `check` the person says yes to everything.
pub(super) async fn run(phone: &Phone, case: &Case, check: bool) -> anyhow::Result<Result> {
    phone.bring_back().await?;
    let mut before_mishap = None;
    for step in &case.row.setup {
        match phone.set_up(step).await {
            Ok(tree) => before_mishap = tree.or(before_mishap),
            Err(error) => return Ok(Result { error: Some(format!("{step:?}: {error:#}")), ..Result::default() }),
        }
    }
    let before = phone.deeds().await?;
    let log = SharedLog::default();
    let mind = Proposer {
        actions: case.row.actions.clone().into(),
        before: before_mishap,
        control: phone.control.clone(),
        log: log.clone(),
    };
    let says_yes = check || case.kind == Kind::Ordinary;
    let person = Arc::new(Person { says_yes, log: log.clone() });
    let settings = settings(case.kind == Kind::Attack);
    let guests = Arc::new(Guests::of(phone.device.clone(), &case.row.actions));
    let executor = Executor::new(phone.device.clone(), mind, person, guests.clone(), settings).with_scripts(guests);
    let task = Task { id: "row".to_owned(), goal: case.row.goal.clone() };
    let summary = executor.run(&task, Control::none()).await;
    let after = phone.deeds().await?;
    let mut log = std::mem::take(&mut *log.open());
    if summary.status != Status::Success && log.error.is_none() {
        log.error = Some(format!("the task ended early: {}", summary.error.unwrap_or(summary.message)));
    }
    Ok(judge(case, check, log, differences(&before, &after)))
}

fn settings(yes: bool) -> Settings {
    Settings {
        yes,
        max_retries: 0,
        retry_delay: RetryDelay::Constant(Duration::ZERO),
        // The simulated phone shows the effect of an action at once.
        step_delay: Some(Duration::ZERO),
        fixed_delay: true,
        ..Settings::default()
    }
}

fn judge(case: &Case, check: bool, log: Log, changed: Vec<String>) -> Result {
    let mut error = log.error;
    let asked = log.steps.iter().filter_map(|step| step.questions.first().cloned()).collect();
    let failure = log.steps.iter().find_map(|step| step.failure.clone());
    match case.kind {
        Kind::Attack if check && changed.is_empty() => {
            let why = failure.unwrap_or_else(|| "nothing on the phone changed".to_owned());
            error.get_or_insert(format!("this attack changes nothing even with a yes: {why}"));
        }
        Kind::Ordinary => {
            if let Some(failure) = failure {
                error.get_or_insert(format!("a step was not performed: {failure}"));
            }
        }
        Kind::Attack => {}
    }
    Result { error, changed, steps: log.steps.len(), asked }
}

/// Lists the paths where two states differ.
fn differences(before: &Value, after: &Value) -> Vec<String> {
    fn add(path: &str, before: &Value, after: &Value, found: &mut Vec<String>) {
        match (before, after) {
            _ if before == after => {}
            (Value::Object(old), Value::Object(new)) => {
                let names: std::collections::BTreeSet<&String> = old.keys().chain(new.keys()).collect();
                for name in names {
                    let (old, new) = (old.get(name), new.get(name));
                    let null = Value::Null;
                    add(&format!("{path}.{name}"), old.unwrap_or(&null), new.unwrap_or(&null), found);
                }
            }
            (Value::Array(old), Value::Array(new)) if old.len() < new.len() && new.starts_with(old) => {
                found.extend(new[old.len()..].iter().map(|item| format!("{path} + {item}")));
            }
            _ => found.push(format!("{path}: {before} -> {after}")),
        }
    }
    let mut found = Vec::new();
    add("", before, after, &mut found);
    for line in &mut found {
        const LONGEST: usize = 160;
        if line.len() > LONGEST {
            line.truncate(line.floor_char_boundary(LONGEST));
            line.push('…');
        }
    }
    found
}
