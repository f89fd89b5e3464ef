//! Reads from a screen's elements what an action would touch, for the gate to judge.
//!
//! Reduces a gesture to the elements it touches, each with its own text and its surroundings. Pure, and bounded however
//! large the screen is: facts that all elements share are computed once ([`JudgedScreen`]), and
//! [`Evidence::unread`](policy::Evidence) says when the screen has more than is read. `policy` decides what the
//! evidence means.

mod budget;
mod conversation;
mod gesture;
mod instruction;
mod judged_screen;
mod layout;
mod outward;
mod question;
#[cfg(test)]
mod tests;
mod trail;

use device::Tree;
use device::tree::Node;
use policy::{Evidence, Target};

pub(crate) use self::judged_screen::JudgedScreen;
pub(crate) use self::trail::Trail;

/// How many texts of a screen are read, and how many bytes of each. A phone shows fewer at once.
const MOST_TEXTS: usize = 120;
const LONGEST_TEXT: usize = 600;
/// How many bytes are read of the touched element's text. Anything longer is not a label.
const LONGEST_LABEL: usize = 1 << 10;

/// An element that an action touches.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Touched {
    pub(crate) target: Option<Target>,
    pub(crate) evidence: Evidence,
}

/// All text on a screen, within the limits above.
pub(crate) fn everything(tree: &Tree) -> String {
    let labels = tree.nodes.iter().map(Node::label).filter(|label| !label.is_empty());
    labels.take(MOST_TEXTS * 4).map(shortened).collect::<Vec<_>>().join("\n")
}

fn shortened(text: &str) -> String {
    layout::cut(text, LONGEST_TEXT).0
}
