//! The question that an element answers: the dialog it stands in, or the part of a window that asks.

use action::policy::Question;
use device::Tree;
use device::tree::{Bounds, Role};

use super::{MOST_TEXTS, shortened};

/// A part of a window with more choices than this asks nothing: it is a list, or a page.
const MOST_CHOICES: usize = 8;
/// A window that covers less than this, in hundredths of the screen, is a dialog; a part of one that covers more is none.
const DIALOG: i64 = 88;
const PANEL: i64 = 60;
/// A whole window with no more texts and choices than these is a question.
const FEW_TEXTS: usize = 4;
const FEW_CHOICES: usize = 3;
/// Ids by which Android's own dialogs are known, whatever their size.
const DIALOG_IDS: [&str; 6] =
    ["parentPanel", "alertTitle", "android:id/message", "buttonPanel", "dialog", "permission_message"];

/// The question that the element at `place` answers, if there is one.
pub(super) fn around(tree: &Tree, place: usize, screen: (u32, u32)) -> Option<Question> {
    let whole = i64::from(screen.0) * i64::from(screen.1);
    let covers = |bounds: Bounds, hundredths: i64| bounds.area() * 100 >= whole * hundredths;
    let root = ancestors(tree, place).last().unwrap_or(place);
    let window_asks = !covers(tree.nodes[root].bounds, DIALOG) || has_dialog_ids(tree, root);
    if window_asks {
        return Some(read(tree, root, place, true))
            .filter(|question| !question.texts.is_empty() || question.choices.len() < MOST_CHOICES);
    }
    // A whole window with hardly anything in it but a sentence and its answers asks too.
    let window = read(tree, root, place, true);
    let is_field = inside(tree, root).any(|inner| tree.nodes[inner].role() == Role::Field);
    let is_list = inside(tree, root).any(|inner| tree.nodes[inner].role() == Role::List);
    if !is_field
        && !is_list
        && !window.texts.is_empty()
        && window.texts.len() <= FEW_TEXTS
        && window.choices.len() < FEW_CHOICES
    {
        return Some(window);
    }
    // From the inside out: the first part of the window that says something and offers few choices.
    for above in ancestors(tree, place) {
        let node = &tree.nodes[above];
        if covers(node.bounds, PANEL) || node.role() == Role::List {
            return None;
        }
        let question = read(tree, above, place, false);
        if question.choices.len() > MOST_CHOICES {
            return None;
        }
        if !question.texts.is_empty() {
            return Some(question);
        }
    }
    None
}

fn has_dialog_ids(tree: &Tree, root: usize) -> bool {
    let known = |id: &str| DIALOG_IDS.iter().any(|dialog| id.ends_with(dialog));
    known(&tree.nodes[root].resource_id)
        || inside(tree, root).take(400).any(|inner| known(&tree.nodes[inner].resource_id))
}

/// What a part of the tree says and offers.
fn read(tree: &Tree, part: usize, place: usize, dialog: bool) -> Question {
    let mut question = Question { dialog, ..Question::default() };
    for inner in std::iter::once(part).chain(inside(tree, part)) {
        let node = &tree.nodes[inner];
        let mine = inner == place || is_inside(tree, inner, place);
        if mine || node.bounds.is_empty() {
            continue;
        }
        let pressable = node.state.clickable || node.state.long_clickable || node.state.checkable;
        if pressable && node.role() != Role::List && !is_ancestor_of(tree, inner, place) {
            question.choices.push(shortened(&tree.whole_label(inner)));
        } else if !node.label().is_empty() && node.role() != Role::Field && !within_choice(tree, inner, part) {
            question.texts.push(shortened(node.label()));
        }
        if question.texts.len() + question.choices.len() >= MOST_TEXTS {
            break;
        }
    }
    question
}

/// Whether a text belongs to another choice below `part`.
fn within_choice(tree: &Tree, place: usize, part: usize) -> bool {
    ancestors(tree, place).take_while(|above| *above != part).any(|above| {
        let node = &tree.nodes[above];
        (node.state.clickable || node.state.checkable) && node.role() != Role::List
    })
}

/// What is above an element, from its parent up.
pub(super) fn ancestors(tree: &Tree, place: usize) -> impl Iterator<Item = usize> {
    // A parent stands before its children, so this ends.
    std::iter::successors(tree.nodes.get(place).and_then(|node| node.parent), |above| {
        tree.nodes.get(*above).and_then(|node| node.parent).filter(|parent| parent < above)
    })
}

/// What is inside an element, in the order of the document.
pub(super) fn inside(tree: &Tree, place: usize) -> impl Iterator<Item = usize> {
    let belongs = move |inner: &usize| tree.nodes[*inner].parent.is_some_and(|parent| parent >= place);
    (place + 1..tree.nodes.len()).take_while(belongs)
}

/// Whether one element is inside another.
pub(super) fn is_inside(tree: &Tree, place: usize, outer: usize) -> bool {
    place > outer && ancestors(tree, place).take_while(|above| *above >= outer).any(|above| above == outer)
}

fn is_ancestor_of(tree: &Tree, outer: usize, place: usize) -> bool {
    is_inside(tree, place, outer)
}
