//! Aligns the steps of two macros: those that do the same on the same element belong together.

use action::macros::MacroStep;
use serde_json::Value;

/// Pairs the steps of two macros, in order: the longest common sequence.
pub(crate) fn aligned(one: &[MacroStep], other: &[MacroStep]) -> Vec<(usize, usize)> {
    let width = other.len() + 1;
    // Both have at most `MOST_STEPS` steps.
    let mut longest = vec![0_u32; (one.len() + 1) * width];
    for a in (0..one.len()).rev() {
        for b in (0..other.len()).rev() {
            let cell = match is_alike(&one[a], &other[b]) {
                true => longest[(a + 1) * width + b + 1] + 1,
                false => longest[(a + 1) * width + b].max(longest[a * width + b + 1]),
            };
            longest[a * width + b] = cell;
        }
    }
    let (mut a, mut b) = (0, 0);
    let mut pairs = Vec::new();
    while a < one.len() && b < other.len() {
        if is_alike(&one[a], &other[b]) {
            pairs.push((a, b));
            (a, b) = (a + 1, b + 1);
        } else if longest[(a + 1) * width + b] >= longest[a * width + b + 1] {
            a += 1;
        } else {
            b += 1;
        }
    }
    pairs
}

/// Whether both do the same on the same kind of element, perhaps with other values.
fn is_alike(one: &MacroStep, other: &MacroStep) -> bool {
    let verb = |step: &MacroStep| step.action.get("type").and_then(Value::as_str).map(str::to_owned);
    let place = |step: &MacroStep| step.on.as_ref().map(|on| (on.id.clone(), on.role.clone(), on.package.clone()));
    let own_id = one.on.as_ref().is_none_or(|on| !on.id.is_empty());
    let same_name = one.on.as_ref().map(|on| &on.name) == other.on.as_ref().map(|on| &on.name);
    let package = |step: &MacroStep| step.action.get("packageName").cloned();
    verb(one) == verb(other)
        && place(one) == place(other)
        && (own_id || same_name || in_list(one))
        && package(one) == package(other)
}

/// Whether the step presses a row of a list, whose words are its content.
fn in_list(step: &MacroStep) -> bool {
    step.on.as_ref().is_some_and(|on| on.containers.iter().any(|one| !one.id.is_empty()))
}
