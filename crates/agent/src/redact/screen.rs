//! Redacts a screen: masks secrets in the elements, and lists the areas of the picture to paint over.
//!
//! Hidden are password fields, the places where secrets were typed, codes in a row of boxes, and any element that shows
//! a secret or a code. Bounded by the size of the tree, which is itself bounded.

use device::Foreground;
use device::tree::{Bounds, Node, Role, Tree};

use super::codes::{self, Expected};
use super::secret_location::{SecretLocation, sides};
use super::{MASK, State, digits, words};

/// How many boxes in a row make a code.
const LEAST_BOXES: usize = 4;
/// How many elements before and after a bare number may describe it.
const NEIGHBOURS: usize = 3;

/// A redacted screen.
pub(crate) struct Covered {
    /// The elements.
    pub(crate) tree: Tree,
    /// The areas of the picture to paint over.
    pub(crate) painted: Vec<Bounds>,
}

impl State {
    /// Hides the secrets on a screen. `screen` is the size of its picture.
    pub(super) fn cover(&mut self, mut tree: Tree, front: Option<&Foreground>, screen: (u32, u32)) -> Covered {
        let mut painted = Vec::new();
        let mut hidden = vec![false; tree.nodes.len()];
        let whole = is_whole(&tree, screen);
        self.cover_locations(&tree, front, whole, &mut hidden, &mut painted);
        boxes(&tree).into_iter().flatten().for_each(|at| hidden[at] = true);
        self.digits_one_by_one(&tree, &mut hidden);
        for (node, hidden) in tree.nodes.iter_mut().zip(&mut hidden) {
            *hidden |= node.state.password;
            let texts = [&mut node.text, &mut node.description].into_iter();
            texts.filter(|text| *hidden && !text.is_empty()).for_each(|text| MASK.clone_into(text));
        }
        // A code was typed here and its value is no longer known: anything that looks like a code in this window may be
        // it.
        let unknown = |location: &SecretLocation| !location.known && location.is_in_front(front, Some(&tree));
        let expectations = expectations(&tree, self.locations.iter().any(unknown));
        if self.mask_nodes(&mut tree, &expectations, &mut hidden) {
            // A code that is named further down may also appear further up.
            self.mask_nodes(&mut tree, &expectations, &mut hidden);
            self.seen_in.extend(front.map(|front| front.package.clone()));
        }
        let shown = tree.nodes.iter().zip(&hidden).filter(|(node, hidden)| **hidden && !node.bounds.is_empty());
        painted.extend(shown.map(|(node, _)| node.bounds));
        self.behind_a_dialog(whole, &mut painted);
        Covered { tree, painted }
    }

    /// Updates the locations whose window is in front: their current position, and whether they are gone.
    fn cover_locations(
        &mut self,
        tree: &Tree,
        front: Option<&Foreground>,
        whole: bool,
        hidden: &mut [bool],
        painted: &mut Vec<Bounds>,
    ) {
        let before = self.locations.clone();
        for location in self.locations.iter_mut().filter(|location| !location.gone) {
            if !location.is_in_front(front, Some(tree)) {
                continue;
            }
            // The picture may be slightly older than the elements, so the last position is painted once more.
            painted.extend(location.rectangle());
            let nodes = location.nodes(tree);
            if nodes.is_empty() {
                // Scrolled away, or behind a dialog: it may come back with its content.
                location.bounds = location.bounds.filter(|_| !whole);
                continue;
            }
            let emptied = |at: &usize| {
                let text = tree.nodes[*at].text.as_str();
                text.is_empty() || location.before.as_deref() == Some(text)
            };
            // While it is being typed it may not have arrived yet; and another window of the app may lack the field.
            location.gone = !self.typing && front.is_some() && nodes.iter().all(emptied);
            if location.gone {
                continue;
            }
            nodes.iter().for_each(|at| hidden[*at] = true);
            if let [at] = nodes[..] {
                location.bounds = Some(sides(tree.nodes[at].bounds));
            }
        }
        self.unwritten |= before != self.locations;
    }

    /// Hides single digits that together make a known number, as in boxes that are drawn rather than typed into.
    fn digits_one_by_one(&self, tree: &Tree, hidden: &mut [bool]) {
        let mut run: Vec<usize> = Vec::new();
        let mut number = String::new();
        let most = self.known.longest_number();
        for (at, node) in tree.nodes.iter().enumerate() {
            let mut letters = node.label().chars();
            let only = letters.next().filter(|_| letters.next().is_none()).and_then(digits::digit);
            match only {
                // The keys of a keypad are digits as well.
                Some(digit) if !is_touchable(tree, node) => {
                    if run.len() >= most.max(1) {
                        run.remove(0);
                        number.remove(0);
                    }
                    run.push(at);
                    number.push(digit);
                    if self.known.ends_with_number(&number) {
                        run.iter().for_each(|at| hidden[*at] = true);
                    }
                }
                None if node.label().is_empty() => {}
                _ => {
                    run.clear();
                    number.clear();
                }
            }
        }
    }

    /// Masks texts. Returns whether there was anything to mask.
    fn mask_nodes(&mut self, tree: &mut Tree, expectations: &[Expected], hidden: &mut [bool]) -> bool {
        let mut any = false;
        for (at, node) in tree.nodes.iter_mut().enumerate() {
            let expected = expectations.get(at).copied().unwrap_or(Expected::None);
            for text in [&mut node.text, &mut node.description, &mut node.hint, &mut node.tooltip] {
                if let Some(masked) = self.mask(text, expected) {
                    *text = masked;
                    (hidden[at], any) = (true, true);
                }
            }
        }
        any
    }

    /// Painted areas stay painted behind a window that covers only part of the screen and has its own elements.
    fn behind_a_dialog(&mut self, whole: bool, painted: &mut Vec<Bounds>) {
        if whole {
            self.painted.clone_from(painted);
            return;
        }
        painted.extend_from_slice(&self.painted);
        painted.extend(
            self.locations.iter().filter(|location| !location.gone).filter_map(|location| location.rectangle()),
        );
        painted.sort_unstable_by_key(|bounds| sides(*bounds));
        painted.dedup();
    }
}

/// Whether the elements cover the whole screen, except for the bars, and not just a window on it.
fn is_whole(tree: &Tree, (width, height): (u32, u32)) -> bool {
    let root = tree.nodes.first().map_or(0, |root| root.bounds.area());
    root.saturating_mul(10) >= i64::from(width) * i64::from(height) * 8
}

fn is_touchable(tree: &Tree, node: &Node) -> bool {
    let parent = node.parent.and_then(|parent| tree.nodes.get(parent));
    node.state.clickable || parent.is_some_and(|parent| parent.state.clickable)
}

/// Fields in a row that take one letter each: a code, digit by digit. Only fields with content.
fn boxes(tree: &Tree) -> Vec<Vec<usize>> {
    let mut rows: Vec<Vec<usize>> = Vec::new();
    let mut row: Vec<usize> = Vec::new();
    let small = |node: &Node| node.text.chars().count() <= 1;
    let alike = |a: Bounds, b: Bounds| {
        let shape = |bounds: Bounds| [bounds.bottom.abs_diff(bounds.top), bounds.right.abs_diff(bounds.left)];
        let near = |(a, b): (u32, u32)| a.abs_diff(b) <= 4;
        a.top.abs_diff(b.top) <= 4 && shape(a).into_iter().zip(shape(b)).all(near)
    };
    for (at, node) in tree.nodes.iter().enumerate().filter(|(_, node)| node.role() == Role::Field) {
        let follows = row.last().is_none_or(|last| alike(tree.nodes[*last].bounds, node.bounds));
        if !(small(node) && follows) {
            rows.push(std::mem::take(&mut row));
        }
        if small(node) {
            row.push(at);
        }
    }
    rows.push(row);
    rows.retain(|row| row.len() >= LEAST_BOXES && row.iter().any(|at| !tree.nodes[*at].text.is_empty()));
    rows
}

/// For each node, whether its surroundings name a code.
fn expectations(tree: &Tree, expected: bool) -> Vec<Expected> {
    if expected {
        return vec![Expected::Code; tree.nodes.len()];
    }
    let mut expectations = vec![Expected::None; tree.nodes.len()];
    let labelled: Vec<usize> = (0..tree.nodes.len()).filter(|at| !tree.nodes[*at].label().is_empty()).collect();
    let bare = |at: usize| {
        let digits = digits::only_digits(tree.nodes[at].label());
        digits.is_some_and(|digits| (4..=10).contains(&digits.len()))
    };
    // If a label contains its code, a number next to it is not one; it may be the sender.
    let names = |at: &usize| {
        let label = tree.nodes[*at].label();
        words::names_a_code(label) && codes::find(label, Expected::None).is_empty()
    };
    for (place, at) in labelled.iter().enumerate().filter(|(_, at)| bare(**at)) {
        let around = labelled[place.saturating_sub(NEIGHBOURS)..].iter().take(2 * NEIGHBOURS + 1);
        if around.filter(|other| *other != at).any(names) {
            expectations[*at] = Expected::Code;
        }
    }
    expectations
}
