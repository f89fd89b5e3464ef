//! Finds how an app offers to undo an action: a button such as `Undo`, or a bin that keeps items for some days.
//!
//! `pipeline::phone` searches for an offer after an action and records it. A person can use it later, if it is still on
//! the screen and unchanged. Elements that were there before the action, buttons of a dialog, and texts that merely
//! contain such a word are not offers. Nothing is pressed here.

mod bin;
#[cfg(test)]
mod tests;

use device::tree::{Node, Role, Tree};
use jiff::Timestamp;
use policy::{Target, takes_back};
use serde::{Deserialize, Serialize};

/// The longest label of an undo button, in characters; anything longer is a sentence.
const MOST_LABEL: usize = 40;
/// The longest text about a bin that is kept.
const MOST_TEXT: usize = 200;
/// The end of the id of a snackbar's button (Material Components).
const SNACKBAR: &str = ":id/snackbar_action";
/// Ends of ids of a dialog's buttons: they answer a question and undo nothing.
const DIALOG: [&str; 6] =
    [":id/alertTitle", ":id/parentPanel", ":id/buttonPanel", ":id/button1", ":id/button2", ":id/button3"];

/// An offer to undo an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Undo {
    /// The app's own label, or its text about the bin.
    pub label: String,
    /// The element to press; `None` if the person has to search a bin.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub element: Option<Target>,
    /// When the offer expires, if the app says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
}

/// Returns the offer that appeared after an action. `before` is the previous screen, if it is known; `consequential`
/// says whether a person was asked about the action.
pub(crate) fn offered(before: Option<&Tree>, after: &Tree, now: Timestamp, consequential: bool) -> Option<Undo> {
    if after.nodes.iter().any(in_dialog) {
        return None;
    }
    let is_new = |node: &Node| match before {
        Some(before) => !before.nodes.iter().any(|old| same(old, node)),
        // The previous screen is unknown, so only an unmistakable element counts.
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

/// Returns the centre of the undo element if it is still on the screen, unchanged and unique.
pub fn find(tree: &Tree, element: &Target) -> Option<(i32, i32)> {
    let mut same = (0..tree.nodes.len()).filter(|place| offers(tree, *place) && target(tree, *place) == *element);
    let only = same.next().filter(|_| same.next().is_none())?;
    Some(tree.nodes[only].bounds.centre())
}

/// Whether an element can be pressed and its label says nothing but that it undoes something.
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
