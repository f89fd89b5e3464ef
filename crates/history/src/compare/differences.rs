//! What differs between two steps that were aligned, and how much that means.

use std::collections::BTreeSet;

use agent::Change;

use super::Difference;
use super::signature::{Deed, Signature};
use crate::run::{Act, RunStep, Screen};

/// How many names are listed for elements.
const MOST_NAMES: usize = 6;

/// How much two steps differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// Nothing, or only in what the screen happens to show.
    None,
    /// They did the same and left another screen behind.
    LeavesOtherScreen,
    /// They did something else, or something else came of it.
    Strong,
}

/// Returns the differences of two steps.
pub(super) fn differences(
    (a, signed_a): (&RunStep, &Signature),
    (b, signed_b): (&RunStep, &Signature),
) -> (Vec<Difference>, Weight) {
    let mut found = Vec::new();
    let mut strong = false;
    let mut add = |what: &str, one: String, other: String, counts: bool| {
        if one != other {
            strong |= counts;
            found.push(Difference { what: what.to_owned(), a: quoted(&one), b: quoted(&other) });
        }
    };
    let verbs = |signed: &Signature| signed.deeds.iter().map(|deed| deed.verb).collect::<Vec<_>>().join(", ");
    add("action", verbs(signed_a), verbs(signed_b), true);
    for (one, other) in signed_a.deeds.iter().zip(&signed_b.deeds).filter(|(one, other)| one.verb == other.verb) {
        // A record without identities cannot tell; a name that one of them lacks is no difference.
        let known = |deed: &Deed| !(deed.id.is_empty() && deed.name.is_empty());
        if known(one) && known(other) && !one.is_same_target(other) {
            let renamed = one.id == other.id && !one.id.is_empty();
            add(if renamed { "name" } else { "target" }, target(one), target(other), true);
        }
        add("value", one.value.clone(), other.value.clone(), true);
    }
    let (before_a, before_b) = (a.before.as_ref(), b.before.as_ref());
    add("screen", window(before_a), window(before_b), true);
    add("layout", layout(before_a, before_b), layout(before_b, before_a), false);
    add("outcome", outcomes(a), outcomes(b), true);
    add("gate", gates(a), gates(b), true);
    let (after_a, after_b) = (after(a), after(b));
    add("after", window(after_a.as_ref()), window(after_b.as_ref()), true);
    let (one, other) = (layout(after_a.as_ref(), after_b.as_ref()), layout(after_b.as_ref(), after_a.as_ref()));
    let leaves_other = one != other;
    let (new_a, new_b) = (appeared(a), appeared(b));
    add("elements", names(&new_a, &new_b), names(&new_b, &new_a), false);
    let weight = match () {
        () if strong => Weight::Strong,
        () if leaves_other => Weight::LeavesOtherScreen,
        () => Weight::None,
    };
    (found, weight)
}

fn quoted(text: &str) -> String {
    if text.is_empty() { "nothing".to_owned() } else { format!("`{text}`") }
}

fn target(deed: &Deed) -> String {
    if deed.name.is_empty() { deed.id.clone() } else { format!("{} {}", deed.role, deed.name).trim().to_owned() }
}

/// The window of a screen.
fn window(screen: Option<&Screen>) -> String {
    let Some(screen) = screen else { return String::new() };
    let app = screen.app.as_deref().unwrap_or_default();
    match &screen.activity {
        Some(activity) => format!("{app} {activity}"),
        None => app.to_owned(),
    }
}

/// The layout of a screen; empty if that of the other one is unknown, which is no difference.
fn layout(screen: Option<&Screen>, other: Option<&Screen>) -> String {
    let known = other.is_some_and(|other| !other.layout.is_empty());
    screen.filter(|_| known).map(|screen| screen.layout.clone()).unwrap_or_default()
}

/// The screen that the last action of a step left.
fn after(step: &RunStep) -> Option<Screen> {
    let seen = step.acts.iter().rev().find_map(|act| act.effect.as_ref()?.seen.as_ref());
    let of_effect = seen.map(|seen| Screen {
        app: seen.screen.app.clone(),
        activity: seen.screen.activity.clone(),
        layout: seen.screen.layout.clone(),
        floating: seen.screen.floating,
        screenshot: seen.screen.screenshot,
        tree: seen.screen.tree,
        ..Screen::default()
    });
    of_effect.or_else(|| step.after.clone())
}

fn outcomes(step: &RunStep) -> String {
    let outcome = |act: &Act| match (&act.effect, act.failure()) {
        (None, _) => "cut off".to_owned(),
        (Some(_), Some(failure)) => {
            let reason = serde_json::to_value(failure.reason).ok();
            format!("failed: {}", reason.as_ref().and_then(|reason| reason.as_str()).unwrap_or_default())
        }
        (Some(effect), None) => match effect.effect.change {
            Change::Changed => "changed".to_owned(),
            Change::Unchanged => "unchanged".to_owned(),
            Change::Unknown => "done".to_owned(),
        },
    };
    let outcomes: Vec<String> = step.acts.iter().map(outcome).collect();
    let results = step.step_results.iter().map(|entry| entry.result.code.clone());
    outcomes.into_iter().chain(results).collect::<Vec<_>>().join(", ")
}

fn gates(step: &RunStep) -> String {
    let word = |allowed: bool| if allowed { "allowed" } else { "refused" };
    step.gate.iter().map(|gate| word(gate.allowed)).collect::<Vec<_>>().join(", ")
}

fn appeared(step: &RunStep) -> BTreeSet<String> {
    let seen = step.acts.iter().filter_map(|act| act.effect.as_ref()?.seen.as_ref());
    let parts = seen.flat_map(|seen| &seen.appeared).filter(|part| !part.name.is_empty());
    parts.map(|part| part.name.clone()).collect()
}

/// The names that only one of the runs has.
fn names(one: &BTreeSet<String>, other: &BTreeSet<String>) -> String {
    one.difference(other).take(MOST_NAMES).cloned().collect::<Vec<_>>().join(", ")
}
