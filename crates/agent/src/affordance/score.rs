//! Scores how well an element matches an affordance. Complete words score highest, ids next; the role must match.

use device::tree::{Node, Tree};

use super::known::{Affordance, RequiredRole};
use super::{folded, holds_words, pressable_above, there};

/// Returns the element with the highest score. On a tie, the lowest field on the screen wins, otherwise the first
/// element.
pub(super) fn best(tree: &Tree, one: &Affordance) -> Option<usize> {
    let fitting =
        || tree.nodes.iter().enumerate().filter(|(place, node)| there(node) && fits(tree, *place, node, one.role));
    let scored = fitting().filter_map(|(place, node)| {
        let score = score(node, one);
        (score > 0).then_some((score, place))
    });
    let better = |best: (u32, usize), next: (u32, usize)| match one.role {
        RequiredRole::Field if next.0 >= best.0 => next,
        _ if next.0 > best.0 => next,
        _ => best,
    };
    let found = scored.reduce(better).map(|(_, place)| place);
    found.or_else(|| {
        let mut all = fitting().filter(|_| one.only);
        let first = all.next()?;
        all.next().is_none().then_some(first.0)
    })
}

pub(super) fn fits(tree: &Tree, place: usize, node: &Node, wanted: RequiredRole) -> bool {
    let pressable = || node.state.clickable || node.state.checkable || pressable_above(tree, place);
    wanted.fits(node.role()) && (wanted == RequiredRole::Field || pressable())
}

pub(super) fn score(node: &Node, one: &Affordance) -> u32 {
    let labels = [folded(&node.text), folded(&node.description), folded(&node.hint)];
    let words = labels.iter().map(|label| of_words(label, &one.words, one.exact)).max().unwrap_or_default();
    let ids = of_id(&node.resource_id, &one.ids);
    // An id that contradicts the label is about something else: `media_send` opens the pictures.
    let ids = if one.exact && words == 0 && labels.iter().any(|label| !label.is_empty()) { 0 } else { ids };
    let said = words + ids;
    // A pressable element beats a label inside it.
    if said > 0 { said + if node.state.clickable { 10 } else { 0 } } else { 0 }
}

/// Scores a label: one of the words, or a short text that contains one.
pub(super) fn of_words(label: &str, words: &[String], exact: bool) -> u32 {
    let of = |word: &String| match label {
        "" => 0,
        _ if label == word => 100,
        _ if !exact && label.len() < 40 && holds_words(label, word) => 40,
        _ => 0,
    };
    words.iter().map(of).max().unwrap_or_default()
}

/// Scores a resource id: one of the ids, or one that contains it as a part.
pub(super) fn of_id(resource_id: &str, ids: &[String]) -> u32 {
    let entry = resource_id.rsplit('/').next().unwrap_or_default();
    let parts = parts(entry);
    let of = |wanted: &String| match () {
        () if entry.eq_ignore_ascii_case(wanted) => 80,
        () if is_part(&parts, wanted) => 60,
        () => 0,
    };
    ids.iter().map(of).max().unwrap_or_default()
}

/// Whether an id contains `wanted` as one or several whole parts: `start_date` in `event_start_date`.
fn is_part(id: &[String], wanted: &str) -> bool {
    let wanted = parts(wanted);
    id.windows(wanted.len()).any(|some| some == wanted.as_slice())
}

/// The parts of an id, in lower case: `etMessage_text` is et, message, text.
fn parts(id: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut before = '_';
    for c in id.chars() {
        let separates = matches!(c, '_' | ':' | '-' | '.');
        if separates || (c.is_uppercase() && before.is_lowercase()) {
            parts.push(String::new());
        }
        if let Some(part) = parts.last_mut().filter(|_| !separates) {
            part.extend(c.to_lowercase());
        }
        before = c;
    }
    parts
}
