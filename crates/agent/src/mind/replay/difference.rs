//! Words for a step, and for the difference that stopped a replay: what was sought, and what the phone shows instead.

use action::macros::{FilledStep, Part, Target};
use device::Tree;

use crate::context::Context;

/// How many elements of the screen a message names.
const MOST_SHOWN: usize = 6;
/// The longest name in a message, in characters.
const LONGEST: usize = 40;

/// A text in backticks, on one line and not too long.
pub(super) fn quoted(text: &str) -> String {
    let line: String = text.chars().take(LONGEST).map(|sign| if sign.is_control() { ' ' } else { sign }).collect();
    let more = if text.chars().nth(LONGEST).is_some() { "…" } else { "" };
    format!("`{line}{more}`")
}

/// What a step does, in a few words: `tap `Save``.
pub(super) fn words(step: &FilledStep) -> String {
    let verb = step.action.name().replace('_', " ");
    let value = step.action.value();
    let mut words = verb;
    if !value.is_empty() {
        words = format!("{words} {}", quoted(&value));
    }
    match &step.on {
        Some(target) if value.is_empty() => format!("{words} {}", quoted(target.shown())),
        Some(target) => format!("{words} in {}", quoted(target.shown())),
        None => words,
    }
}

/// An element that is sought, with its role and id.
pub(super) fn element(target: &Target) -> String {
    let role = if target.role.is_empty() { "element" } else { target.role.as_str() };
    let id =
        if target.id.is_empty() || target.shown() == target.id { String::new() } else { format!(", {}", target.id) };
    format!("{} ({role}{id})", quoted(target.shown()))
}

/// An element that is expected.
pub(super) fn part(part: &Part) -> String {
    quoted(if part.text.is_empty() { &part.id } else { &part.text })
}

/// What the screen shows: the app, and the first elements that have a name.
pub(super) fn screen(context: &Context) -> String {
    let Some(look) = context.look() else { return "the screen cannot be read".to_owned() };
    let app = look.app().map_or_else(String::new, |app| format!(" of {}", quoted(app)));
    let names = look.tree().map(|tree| shown(tree)).unwrap_or_default();
    match names.is_empty() {
        true => format!("the screen{app} shows no elements"),
        false => format!("the screen{app} shows {names}"),
    }
}

fn shown(tree: &Tree) -> String {
    let elements = tree.elements();
    let named = elements.iter().filter(|element| !element.label.is_empty());
    let names: Vec<String> = named.clone().take(MOST_SHOWN).map(|element| quoted(&element.label)).collect();
    let more = named.count().saturating_sub(MOST_SHOWN);
    if more > 0 { format!("{} and {more} more", names.join(", ")) } else { names.join(", ") }
}
