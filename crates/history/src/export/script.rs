//! A shell script of `fingertip act` lines: what was done, again, with the same coordinates. For people who want a quick
//! repetition on the same phone in the same state; it looks for no element.

use action::phone::AgentAction;

use super::is_masked;
use crate::run::{Act, Run};

/// Returns a script that repeats the actions of a run that were sent and did not fail.
pub fn script(run: &Run) -> String {
    let mut text = String::from("#!/bin/sh\n");
    let mut note = |line: &str| text.push_str(&format!("# {}\n", one_line(line)));
    note(&format!("Task {}: {}", run.task, run.goal));
    note("Made by `fingertip task export --as script`. Options such as --device are passed on to every line.");
    if let Some([width, height]) = run.steps.iter().find_map(|step| step.before.as_ref()?.size) {
        note(&format!("Coordinates are pixels of a screen of {width}x{height}."));
    }
    text.push_str("set -e\n");
    for step in &run.steps {
        for act in &step.acts {
            if let Some(line) = line(act) {
                text.push_str(&format!("\n# step {}: {}\n{line}\n", step.step, one_line(&words(act))));
            }
        }
    }
    text
}

fn line(act: &Act) -> Option<String> {
    let on_phone = act.intent.is_some() && is_act(&act.action);
    if !on_phone || act.failure().is_some() {
        return None;
    }
    let json = serde_json::to_string(&act.action.clone().with_reason(None)).ok()?;
    let line = format!("fingertip act {} \"$@\"", quoted(&json));
    // The value is not on record: the person has to fill it in.
    Some(if is_masked(&json) { format!("# the value is hidden, fill it in:\n# {line}") } else { line })
}

/// Whether `fingertip act` can do it.
fn is_act(action: &AgentAction) -> bool {
    use action::phone::Reaches;
    action.verb().reaches == Reaches::Phone && !action.ends_task()
}

/// Quotes a word for a shell.
fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}

fn words(act: &Act) -> String {
    match act.target() {
        Some(target) => format!("{} `{target}`", act.action.name()),
        None => act.action.name().to_owned(),
    }
}

/// A text that cannot end a comment, neither of a shell nor of YAML, which has two line ends more.
pub(super) fn one_line(text: &str) -> String {
    let plain: String = text.chars().map(|letter| if ends_line(letter) { ' ' } else { letter }).collect();
    plain.chars().take(300).collect()
}

/// Whether some reader of text takes this for the end of a line.
fn ends_line(letter: char) -> bool {
    letter.is_control() || matches!(letter, '\u{2028}' | '\u{2029}')
}
