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

fn fits(tree: &Tree, place: usize, node: &Node, wanted: RequiredRole) -> bool {
    let pressable = || node.state.clickable || node.state.checkable || pressable_above(tree, place);
    wanted.fits(node.role()) && (wanted == RequiredRole::Field || pressable())
}

fn score(node: &Node, one: &Affordance) -> u32 {
    let labels = [folded(&node.text), folded(&node.description)];
    let words = one.words.iter().map(|word| {
        let of = |label: &String| match label {
            label if label.is_empty() => 0,
            label if label == word => 100,
            label if label.len() < 40 && holds_words(label, word) => 40,
            _ => 0,
        };
        labels.iter().map(of).max().unwrap_or_default()
    });
    let id = node.resource_id.rsplit('/').next().unwrap_or_default().to_lowercase();
    let ids = one.ids.iter().map(|wanted| match () {
        () if id == *wanted => 80,
        () if is_part(&id, wanted) => 60,
        () => 0,
    });
    let said = words.max().unwrap_or_default() + ids.max().unwrap_or_default();
    // A pressable element beats a label inside it.
    if said > 0 { said + if node.state.clickable { 10 } else { 0 } } else { 0 }
}

/// Whether an id contains `wanted` as one or several whole parts: `start_date` in `event_start_date`.
fn is_part(id: &str, wanted: &str) -> bool {
    let parts = |text: &str| -> Vec<String> { text.split(['_', ':', '-', '.']).map(str::to_owned).collect() };
    let wanted = parts(wanted);
    parts(id).windows(wanted.len()).any(|some| some == wanted.as_slice())
}
