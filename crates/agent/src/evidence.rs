//! What stands where an action lands: read from the elements of a screen, for the gate to judge.
//!
//! A gesture is reduced to what it touches; each thing it touches comes with what is known of it and around it. Pure,
//! and bounded however large the screen is: what all elements share is worked out once ([`JudgedScreen`]), and where
//! there is more than is read, that is said ([`Evidence::unread`](policy::Evidence)). What it means is `policy`'s to
//! say.

mod budget;
mod conversation;
mod gesture;
mod instruction;
mod judged_screen;
mod layout;
mod question;
#[cfg(test)]
mod tests;
mod trail;

use device::Tree;
use device::tree::Node;
use policy::{Evidence, Target};

pub(crate) use self::judged_screen::JudgedScreen;
pub(crate) use self::trail::Trail;

/// Texts of a screen that are read, and bytes of each. A phone shows fewer at once.
const MOST_TEXTS: usize = 120;
const LONGEST_TEXT: usize = 600;
/// Bytes of what an element says that is touched: more is no label.
const LONGEST_LABEL: usize = 1 << 10;

/// Something that an action touches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Touched {
    pub(crate) target: Option<Target>,
    pub(crate) evidence: Evidence,
}

/// Everything that stands on a screen, in bounds.
pub(crate) fn everything(tree: &Tree) -> String {
    let labels = tree.nodes.iter().map(Node::label).filter(|label| !label.is_empty());
    labels.take(MOST_TEXTS * 4).map(shortened).collect::<Vec<_>>().join("\n")
}

fn shortened(text: &str) -> String {
    layout::cut(text, LONGEST_TEXT).0
}
