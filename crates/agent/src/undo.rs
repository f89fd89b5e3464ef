//! The way back that an app offers after an act: a button such as `Undo`, or a bin that keeps things for some days.
//!
//! The context look for it after an act and put it on record; a person takes it later, if it is still there and still the
//! same. What stood there before the act, what a dialog offers, and what merely contains such a word is no way back.
//! Nothing is pressed here.

mod bin;
#[cfg(test)]
mod tests;

use device::tree::{Node, Role, Tree};
use jiff::Timestamp;
use policy::{Target, takes_back};
use serde::{Deserialize, Serialize};

/// The longest label of a button that takes something back, in characters; what is longer is a sentence.
const MOST_LABEL: usize = 40;
/// The longest text of a bin that is kept.
const MOST_TEXT: usize = 200;
/// What the id of a snackbar's button ends with (Material Components).
const SNACKBAR: &str = ":id/snackbar_action";
/// What the ids of a dialog end with: its buttons answer a question, and take nothing back.
const DIALOG: [&str; 6] =
    [":id/alertTitle", ":id/parentPanel", ":id/buttonPanel", ":id/button1", ":id/button2", ":id/button3"];

/// The way back from an act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// What the app calls it, or says of the bin.
    pub label: String,
    /// The element that takes it back; nothing where that has to be looked for in a bin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<Target>,
    /// Until when, where the app says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// What is offered on the screen after an act that was not there before it. `before` is the screen before, as far as
/// it is known; `consequential` whether a person was asked about the act.
pub(crate) fn offered(before: Option<&Tree>, after: &Tree, now: Timestamp, consequential: bool) -> Option<Undo> {
    if after.nodes.iter().any(in_dialog) {
        return None;
    }
    let is_new = |node: &Node| match before {
        Some(before) => !before.nodes.iter().any(|old| same(old, node)),
        // Nobody knows what stood there: only what can be nothing else counts.
        None => node.resource_id.ends_with(SNACKBAR),
    };
    let button = (0..after.nodes.len()).find(|place| is_new(&after.nodes[*place]) && offers(after, *place));
    if let Some(place) = button {
        let element = target(after, place);
        return Some(Undo { label: element.label.clone(), element: Some(element), until: None });
    }
    let said = |node: &&Node| !node.is_interactive() && node.label().len() <= 4 * MOST_TEXT && before.is_some();
    let kept = after.nodes.iter().filter(|_| consequential).filter(said).filter(|node| is_new(node));
    kept.map(Node::label).find_map(|text| {
        let kept = bin::read(text)?;
        let until = kept.days.and_then(|days| now.checked_add(jiff::SignedDuration::from_hours(24 * days)).ok());
        Some(Undo { label: text.chars().take(MOST_TEXT).collect(), element: None, until })
    })
}

/// The middle of the element that takes it back, if it is on the screen and still the same; nothing where two are.
pub fn find(tree: &Tree, element: &Target) -> Option<(i32, i32)> {
    let mut same = (0..tree.nodes.len()).filter(|place| offers(tree, *place) && target(tree, *place) == *element);
    let only = same.next().filter(|_| same.next().is_none())?;
    Some(tree.nodes[only].bounds.centre())
}

/// Whether an element can be pressed and says that it takes something back, and nothing else.
fn offers(tree: &Tree, place: usize) -> bool {
    let node = &tree.nodes[place];
    let pressable = node.state.enabled && node.state.clickable && !node.bounds.is_empty();
    if !pressable || node.state.checkable || matches!(node.role(), Role::Field | Role::List) {
        return false;
    }
    let label = tree.whole_label(place);
    label.chars().count() <= MOST_LABEL && takes_back(&label)
}

fn target(tree: &Tree, place: usize) -> Target {
    let node = &tree.nodes[place];
    Target {
        label: tree.whole_label(place),
        role: node.class.clone(),
        resource_id: node.resource_id.clone(),
        package: node.package.clone(),
    }
}

fn in_dialog(node: &Node) -> bool {
    DIALOG.iter().any(|id| node.resource_id.ends_with(id))
}

fn same(one: &Node, other: &Node) -> bool {
    (one.label(), &one.class, &one.resource_id, &one.package)
        == (other.label(), &other.class, &other.resource_id, &other.package)
}
