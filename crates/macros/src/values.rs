//! Finds the parameters of a macro: the values in which two runs differ, and those that occur in the goal.

mod said;
mod times;

use action::macros::{
    Container, Expectation, MOST_PARAMETERS, Macro, MacroStep, Parameter, ParameterKind, escaped, is_name, placeholder,
};
use history::Run;
use serde_json::Value;

use self::said::{called, digits_in, goal_with};
use crate::align::aligned;

/// The shortest value that is looked for inside other texts, in characters: shorter ones occur by chance.
const SHORTEST: usize = 2;

/// A value that becomes a parameter.
#[derive(Clone, Debug, PartialEq)]
struct Found {
    value: String,
    name: String,
    kind: ParameterKind,
}

/// Replaces values by parameters. `macro_b` and `run_b` are those of a second run of the same task with other values.
pub fn parameters(mut one: Macro, run: &Run, second: Option<(&Macro, &Run)>) -> Macro {
    let mut found: Vec<Found> = Vec::new();
    // The steps that differ between the two runs; all, if there is only one.
    let pairs = second.map(|(other, _)| aligned(&one.steps, &other.steps));
    let differs = |at: &usize| match (&pairs, second) {
        (Some(pairs), Some((other, _))) => {
            pairs.iter().any(|(a, b)| a == at && typed(&one.steps[*a]) != typed(&other.steps[*b]))
        }
        _ => true,
    };
    let time = times::entered(&one.steps, run).filter(|entered| entered.steps().iter().any(differs));
    let times = time.as_ref().map(times::Entered::steps).unwrap_or_default();
    let mut add = |value: &str, kind: ParameterKind, field: Option<&str>| {
        let known = found.iter().any(|one| one.value == value);
        if !known && !value.trim().is_empty() && found.len() < MOST_PARAMETERS {
            let (name, kind) = named(value, kind, field, run, &found);
            found.push(Found { value: value.to_owned(), name, kind });
        }
    };
    match second {
        Some((other, _)) => {
            for (a, b) in pairs.into_iter().flatten().filter(|(a, _)| !times.contains(a)) {
                differing(&one.steps[a], &other.steps[b], &mut add);
            }
        }
        None => {
            for (_, step) in one.steps.iter().enumerate().filter(|(at, _)| !times.contains(at)) {
                in_goal(step, run, &mut add);
            }
        }
    }
    // Longer values first: one may be part of another.
    found.sort_by_key(|one| std::cmp::Reverse(one.value.len()));
    for step in &mut one.steps {
        replace_in(step, &found);
    }
    one.goal = goal_with(&one.goal, run, &found);
    if let Some(entered) = time {
        entered.put_into(&mut one);
    }
    for one_found in found {
        let used = one.steps.iter().any(|step| uses(step, &one_found.name))
            || one.goal.contains(&placeholder(&one_found.name));
        if used {
            let Found { value, name, kind } = one_found;
            one.parameters.push(Parameter { name, kind, default: Some(value), ..Parameter::default() });
        }
    }
    one.parameters.sort_by(|a, b| a.name.cmp(&b.name));
    one
}

/// The text that a step types.
fn typed(step: &MacroStep) -> Option<String> {
    let is_type = step.action.get("type").and_then(Value::as_str) == Some("type");
    let text = step.action.get("text").and_then(Value::as_str)?;
    is_type.then(|| plain(text))
}

/// A text without escapes.
fn plain(text: &str) -> String {
    text.replace("{{", "{").replace("}}", "}")
}

/// The name of the field that a step types into, as that of a parameter.
fn field(step: &MacroStep) -> Option<String> {
    let name = plain(&step.on.as_ref()?.name).to_lowercase();
    let words = name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|one| !one.is_empty());
    let words: Vec<&str> = words.collect();
    (1..=3).contains(&words.len()).then(|| words.join("_"))
}

/// The title of the row that a step presses.
fn title(step: &MacroStep) -> Option<String> {
    let name = plain(&step.on.as_ref()?.name);
    name.split(", ").next().map(str::to_owned)
}

/// The values in which two steps differ.
fn differing(one: &MacroStep, other: &MacroStep, add: &mut dyn FnMut(&str, ParameterKind, Option<&str>)) {
    if let (Some(a), Some(b)) = (typed(one), typed(other))
        && a != b
    {
        add(&a, ParameterKind::Text, field(one).as_deref());
        return;
    }
    let is_field = one.on.as_ref().is_some_and(|on| on.role == "field");
    if let (Some(a), Some(b)) = (title(one), title(other))
        && a != b
        && !is_field
    {
        add(&a, if is_person(one) { ParameterKind::Contact } else { ParameterKind::Text }, None);
    }
}

/// The values of a step that occur in the goal.
fn in_goal(step: &MacroStep, run: &Run, add: &mut dyn FnMut(&str, ParameterKind, Option<&str>)) {
    let goal = &run.goal;
    if let Some(text) = typed(step).filter(|text| occurs(goal, text) || digits_in(goal, text).is_some()) {
        add(&text, ParameterKind::Text, field(step).as_deref());
    }
    let is_list = |one: &Container| ["RecyclerView", "ListView"].iter().any(|list| one.class.contains(list));
    let in_list = step.on.as_ref().is_some_and(|on| on.role != "field" && on.containers.iter().any(is_list));
    let is_named = |title: &String| occurs(goal, title) || called(title, run).is_some();
    if let Some(title) = title(step).filter(|title| in_list && is_person(step) && is_named(title)) {
        add(&title, ParameterKind::Contact, None);
    }
}

/// Whether the step presses an entry of an app for people.
fn is_person(step: &MacroStep) -> bool {
    let package = step.on.as_ref().map(|on| on.package.as_str()).unwrap_or_default();
    ["contacts", "dialer", "messaging", "messenger", "whatsapp"].iter().any(|part| package.contains(part))
}

/// Whether a text holds these words, whatever their case.
fn occurs(text: &str, words: &str) -> bool {
    let (text, words) = (text.to_lowercase(), words.trim().to_lowercase());
    words.chars().count() >= SHORTEST && text.match_indices(&words).any(|(at, found)| is_whole(&text, at, found.len()))
}

/// Whether this part of a text is not inside a word.
fn is_whole(text: &str, at: usize, length: usize) -> bool {
    let before = text.get(..at).and_then(|before| before.chars().next_back());
    let after = text.get(at + length..).and_then(|after| after.chars().next());
    !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
}

/// The name and the kind of a value: those of the plan, if it has them.
fn named(value: &str, kind: ParameterKind, field: Option<&str>, run: &Run, known: &[Found]) -> (String, ParameterKind) {
    let slots = run.plan.as_ref().map(|plan| &plan.slots);
    let is_it = |slot: &Value| {
        slot.as_str().is_some_and(|text| text.trim().to_lowercase() == value.trim().to_lowercase())
            || slot.as_f64().is_some_and(|number| value.trim().parse() == Ok(number))
    };
    let slot = slots.and_then(|slots| slots.iter().find(|(_, slot)| is_it(slot)).map(|(name, _)| name.to_lowercase()));
    let kind = match kind {
        _ if is_time(value) => ParameterKind::Time,
        _ if value.trim().parse::<f64>().is_ok_and(f64::is_finite) => ParameterKind::Number,
        _ if matches!(slot.as_deref(), Some("recipient" | "contact")) => ParameterKind::Contact,
        kind => kind,
    };
    let field = field.map(str::to_owned).filter(|name| is_name(name));
    // The words by which a person was called are part of their name.
    let slot = slot.or_else(|| (kind == ParameterKind::Contact).then(|| "recipient".to_owned()));
    let name = slot.filter(|name| is_name(name)).or(field).unwrap_or_else(|| kind.as_str().to_owned());
    let taken = |name: &str| known.iter().any(|one| one.name == name);
    let free = (2..).map(|number| format!("{name}{number}"));
    let name =
        std::iter::once(name.clone()).chain(free.take(MOST_PARAMETERS)).find(|name| !taken(name)).unwrap_or(name);
    (name, kind)
}

fn is_time(value: &str) -> bool {
    let Some((hour, minute)) = value.trim().split_once(':') else { return false };
    let number = |text: &str, below: u8| text.len() <= 2 && text.parse::<u8>().is_ok_and(|number| number < below);
    number(hour, 24) && minute.len() == 2 && number(minute, 60)
}

fn uses(step: &MacroStep, name: &str) -> bool {
    let wanted = placeholder(name);
    serde_json::to_string(step).is_ok_and(|text| text.contains(&wanted))
}

/// Puts placeholders into every text of a step that can have them.
fn replace_in(step: &mut MacroStep, found: &[Found]) {
    let verb = step.action.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
    if matches!(verb.as_str(), "type" | "open_url") {
        for name in ["text", "url"] {
            if let Some(Value::String(text)) = step.action.get_mut(name) {
                *text = with_placeholders(text, found);
            }
        }
    }
    for target in [&mut step.on, &mut step.to].into_iter().flatten() {
        for text in [&mut target.name, &mut target.text, &mut target.description] {
            *text = with_placeholders(text, found);
        }
        // What stands below the name of a person is that person's.
        let person = found.iter().find(|one| one.kind == ParameterKind::Contact).map(|one| placeholder(&one.name));
        if person.is_some_and(|person| target.name.starts_with(&format!("{person}, "))) {
            target.name = target.name.split(", ").next().unwrap_or_default().to_owned();
            (target.text, target.description) = Default::default();
        }
    }
    for expectation in &mut step.expect {
        match expectation {
            Expectation::Appeared(part) | Expectation::Changed(part) | Expectation::Gone(part) => {
                part.text = with_placeholders(&part.text, found);
            }
            Expectation::Setting(_) | Expectation::App(_) => {}
        }
    }
}

/// Replaces values in an escaped text.
fn with_placeholders(text: &str, found: &[Found]) -> String {
    let mut pieces: Vec<Result<String, String>> = vec![Ok(text.to_owned())];
    for one in found {
        let value = escaped(&one.value);
        if value.chars().count() < SHORTEST && text != value {
            continue;
        }
        let mut next = Vec::new();
        for piece in pieces {
            let Ok(text) = piece else {
                next.push(piece);
                continue;
            };
            let mut from = 0;
            for (at, part) in text.match_indices(&value) {
                if at >= from && is_whole(&text, at, part.len()) {
                    next.push(Ok(text.get(from..at).unwrap_or_default().to_owned()));
                    next.push(Err(placeholder(&one.name)));
                    from = at + part.len();
                }
            }
            next.push(Ok(text.get(from..).unwrap_or_default().to_owned()));
        }
        pieces = next;
    }
    pieces.into_iter().map(|piece| piece.unwrap_or_else(|placeholder| placeholder)).collect()
}
