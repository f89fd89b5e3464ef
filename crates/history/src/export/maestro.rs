//! A Maestro flow (<https://docs.maestro.dev>): the subset of a run that Maestro can express; the rest as comments.
//!
//! Elements are named by id, otherwise by text: both are regular expressions in Maestro, so they are escaped. Texts are
//! double-quoted with JSON's escapes, which YAML shares. Maestro evaluates `${…}` in every string as JavaScript, so that
//! is escaped too: a recorded text is never a program.

use action::phone::AgentAction;
use agent::ElementIdentity;

use super::is_masked;
use super::script::one_line;
use crate::run::{Act, Run};

/// Returns a flow of the actions of a run that were sent and did not fail.
pub fn maestro(run: &Run) -> String {
    let app = run.steps.iter().flat_map(|step| &step.acts).find_map(launched);
    let app = app.or_else(|| run.steps.iter().find_map(|step| step.before.as_ref()?.app.clone()));
    let mut text = format!(
        "# {}\nappId: {}\n---\n",
        one_line(&run.goal),
        quoted(&app.unwrap_or_else(|| "com.android.settings".to_owned()))
    );
    for step in &run.steps {
        for act in step.acts.iter().filter(|act| act.intent.is_some() && act.failure().is_none()) {
            match command(act) {
                Some(command) => text.push_str(&format!("- {command}\n")),
                None => text.push_str(&format!("# step {}: Maestro has no {}\n", step.step, act.action.name())),
            }
        }
    }
    // A flow without a command is not valid.
    if !text.lines().any(|line| line.starts_with("- ")) {
        text.push_str("- stopApp\n");
    }
    text
}

/// The package that an action brought to the front.
fn launched(act: &Act) -> Option<String> {
    match &act.action {
        AgentAction::LaunchApp(verb) => Some(verb.package_name.clone()),
        AgentAction::OpenApp(_) => act.effect.as_ref()?.seen.as_ref()?.screen.app.clone(),
        _ => None,
    }
}

fn command(act: &Act) -> Option<String> {
    let touched = act.intent.as_ref().and_then(|intent| intent.touched.first());
    Some(match &act.action {
        AgentAction::LaunchApp(_) | AgentAction::OpenApp(_) => match launched(act) {
            Some(app) => format!("launchApp:\n    appId: {}\n    stopApp: false", quoted(&app)),
            None => return None,
        },
        AgentAction::Tap(_) => format!("tapOn:\n{}", selector(touched?)?),
        AgentAction::DoubleTap(_) => format!("doubleTapOn:\n{}", selector(touched?)?),
        AgentAction::LongPress(_) => format!("longPressOn:\n{}", selector(touched?)?),
        AgentAction::Type(verb) if is_masked(&verb.text) => "inputText: \"${SECRET}\"".to_owned(),
        AgentAction::Type(verb) => format!("inputText: {}", quoted(&verb.text)),
        AgentAction::ClearText(_) => "eraseText".to_owned(),
        AgentAction::OpenUrl(verb) if is_masked(&verb.url) => return None,
        AgentAction::OpenUrl(verb) => format!("openLink: {}", quoted(&verb.url)),
        AgentAction::Swipe(_) => {
            let [from, to] = act.intent.as_ref()?.touched.as_slice() else { return None };
            format!("swipe:\n    start: {}\n    end: {}", percent(from)?, percent(to)?)
        }
        AgentAction::Keyevent(verb) => match verb.keycode.trim_start_matches("KEYCODE_") {
            "BACK" => "back".to_owned(),
            "HOME" => "pressKey: Home".to_owned(),
            "ENTER" => "pressKey: Enter".to_owned(),
            "DEL" => "pressKey: Backspace".to_owned(),
            "POWER" => "pressKey: Power".to_owned(),
            "VOLUME_UP" => "pressKey: Volume Up".to_owned(),
            "VOLUME_DOWN" => "pressKey: Volume Down".to_owned(),
            _ => return None,
        },
        _ => return None,
    })
}

/// Names an element: by id, otherwise by text, otherwise by its place.
fn selector(element: &ElementIdentity) -> Option<String> {
    let text = [&element.text, &element.description, &element.name]
        .into_iter()
        .find(|text| !text.is_empty() && !is_masked(text));
    let mut lines = match (element.id.as_str(), text) {
        ("", Some(text)) => format!("    text: {}", quoted(&escaped(text))),
        // The rows of a list share their id; the text tells them apart.
        (id, Some(text)) if element.place[1] > 1 => {
            format!("    id: {}\n    text: {}", quoted(&escaped(id)), quoted(&escaped(text)))
        }
        ("", None) => return percent(element).map(|point| format!("    point: {point}")),
        (id, _) => format!("    id: {}", quoted(&escaped(id))),
    };
    if element.place[1] > 1 {
        lines.push_str(&format!("\n    index: {}", element.place[0].saturating_sub(1)));
    }
    Some(lines)
}

/// A point in percent of the screen.
fn percent(element: &ElementIdentity) -> Option<String> {
    let [x, y] = element.point?;
    Some(format!("\"{:.0}%,{:.0}%\"", x.clamp(0.0, 1.0) * 100.0, y.clamp(0.0, 1.0) * 100.0))
}

/// Escapes the signs of regular expressions.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if "\\^$.|?*+()[]{}".contains(letter) {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// A double-quoted scalar. JSON escapes every sign that YAML would.
fn quoted(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|letter| if ('\u{7f}'..='\u{9f}').contains(&letter) || letter == '\u{feff}' { ' ' } else { letter })
        .collect();
    let json = serde_json::to_string(&plain.replace("${", "\\${")).unwrap_or_else(|_| "\"\"".to_owned());
    // Older readers of YAML end a line at these.
    json.replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}
