//! Finds the text that names a control without one: in its row, above it, or below it like a caption.

use super::Facts;
use crate::tree::{Bounds, Role, Tree};

/// How far up to look for the row or cell of a control.
const MOST_LEVELS: usize = 4;
/// How many texts before and after a control are compared.
const MOST_COMPARED: usize = 24;
/// The longest text that can be a name, in bytes.
const LONGEST: usize = 160;

/// The texts of a screen that can name something else, in document order.
pub(super) struct Texts(Vec<usize>);

/// A text, and whether it is above or below the control rather than in its row.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) place: usize,
    pub(super) caption: bool,
}

impl Texts {
    pub(super) fn of(tree: &Tree, facts: &[Facts]) -> Self {
        let names = |place: &usize| {
            let (node, facts) = (&tree.nodes[*place], &facts[*place]);
            let is_control = node.state.checkable || matches!(facts.role, Role::Field | Role::Slider | Role::List);
            let is_button = node.class.contains("Button") || (facts.interactive && facts.role == Role::Image);
            let label = node.label();
            facts.speaks && !is_control && !is_button && !node.bounds.is_empty() && label.len() <= LONGEST
        };
        Self((0..tree.nodes.len()).filter(names).collect())
    }

    /// Returns the text next to a control, otherwise above it, otherwise below it.
    pub(super) fn find(&self, tree: &Tree, facts: &[Facts], place: usize) -> Option<Found> {
        let control = tree.nodes[place].bounds;
        if control.is_empty() {
            return None;
        }
        let is_field = facts[place].role == Role::Field;
        let is_icon = !is_field && !tree.nodes[place].state.checkable;
        let mut above = tree.nodes[place].parent.filter(|parent| *parent < place);
        for _ in 0..MOST_LEVELS {
            let cell = above?;
            let near = || self.near(place, cell, facts[cell].end);
            let bounds = |at: usize| tree.nodes[at].bounds;
            // A pressable element names itself, but a row may name the switch at its end.
            let is_free = |at: usize| {
                let owner = facts[at].owner.is_none_or(|owner| owner < place && place < facts[owner].end);
                !facts[at].interactive && !is_of_button(tree, at) && owner
            };
            // A caption right under or over the middle of an icon is its own, whatever else is in the row.
            if is_icon {
                let centred = near().filter(|at| is_free(*at) && is_centred(control, bounds(*at)));
                if let Some((_, at)) = centred.filter_map(|at| Some((caption(control, bounds(at))?, at))).min() {
                    return Some(Found { place: at, caption: true });
                }
            }
            let names_controls = tree.nodes[place].state.checkable;
            let in_row = near().filter(|at| is_in_row(control, bounds(*at)));
            let in_row = in_row.filter(|at| names_controls || !is_field || is_free(*at));
            if let Some(nearest) = in_row.clone().min_by_key(|at| (gap(control, bounds(*at)), *at)) {
                // The title is above the line that explains it.
                let column = in_row.filter(|at| is_same_column(bounds(*at), bounds(nearest)));
                let place = column.min_by_key(|at| bounds(*at).top).unwrap_or(nearest);
                return Some(Found { place, caption: false });
            }
            let captions = near().filter(|at| is_free(*at));
            // The text below a field explains it or is a footer.
            let captions = captions.filter(|at| !is_field || bounds(*at).top < control.bottom);
            let captions = captions.filter_map(|at| Some((caption(control, bounds(at))?, at)));
            if let Some((_, at)) = captions.min() {
                return Some(Found { place: at, caption: true });
            }
            // A row that is described as a whole; a page around everything is not a row.
            let height = |bounds: Bounds| bounds.bottom.saturating_sub(bounds.top);
            let is_row = height(bounds(cell)) <= height(control).saturating_mul(3);
            if is_icon && is_row && facts[cell].speaks && !facts[cell].interactive {
                return Some(Found { place: cell, caption: false });
            }
            // Beyond a list or a page, a text belongs to something else.
            if facts[cell].role == Role::List || facts[cell].page {
                return None;
            }
            above = tree.nodes[cell].parent.filter(|parent| *parent < cell);
        }
        None
    }

    /// The texts of a cell that are nearest to a control in document order, without those inside the control.
    fn near(&self, place: usize, cell: usize, end: usize) -> impl Iterator<Item = usize> + Clone {
        let at = |place: usize| self.0.partition_point(|known| *known < place);
        let (first, middle, last) = (at(cell + 1), at(place), at(end));
        let from = middle.saturating_sub(MOST_COMPARED).max(first);
        let to = (middle + MOST_COMPARED).min(last).max(from);
        self.0[from..to].iter().copied().filter(move |known| *known != place)
    }
}

/// Whether a text shares most of its height with a control, and they do not overlap.
fn is_in_row(control: Bounds, text: Bounds) -> bool {
    let shared = control.bottom.min(text.bottom).saturating_sub(control.top.max(text.top));
    let height = |bounds: Bounds| bounds.bottom.saturating_sub(bounds.top);
    // Rounding lets neighbours share a few pixels.
    let slack = control.right.saturating_sub(control.left) / 8;
    let apart = text.right <= control.left.saturating_add(slack) || control.right.saturating_sub(slack) <= text.left;
    apart && shared.saturating_mul(2) >= height(control).min(height(text))
}

/// Returns the pixels between a control and a text in its row.
fn gap(control: Bounds, text: Bounds) -> i32 {
    text.left.saturating_sub(control.right).max(control.left.saturating_sub(text.right)).max(0)
}

/// Whether a text is on something that can be pressed at other times.
fn is_of_button(tree: &Tree, place: usize) -> bool {
    let above = |place: &usize| tree.nodes[*place].parent.filter(|parent| parent < place);
    let is_disabled = |at: usize| tree.nodes[at].state.clickable && !tree.nodes[at].state.enabled;
    std::iter::successors(Some(place), above).take(3).any(is_disabled)
}

/// Whether a text has the same middle as a control and is hardly wider.
fn is_centred(control: Bounds, text: Bounds) -> bool {
    let width = |bounds: Bounds| bounds.right.saturating_sub(bounds.left);
    let slack = width(control) / 6;
    let (here, there) = (control.centre().0, text.centre().0);
    here.abs_diff(there) <= slack.unsigned_abs() && width(text) <= width(control).saturating_mul(2)
}

/// Whether two texts begin or end at the same edge.
fn is_same_column(one: Bounds, other: Bounds) -> bool {
    one.left.abs_diff(other.left) <= 8 || one.right.abs_diff(other.right) <= 8
}

/// Returns how far a text is above or below a control, if it is close and in its column. A text above counts as closer.
fn caption(control: Bounds, text: Bounds) -> Option<i32> {
    let height = control.bottom.saturating_sub(control.top).max(24);
    let shared = control.right.min(text.right).saturating_sub(control.left.max(text.left));
    let over = control.top.saturating_sub(text.bottom);
    let under = text.top.saturating_sub(control.bottom);
    let near = |distance: i32| (-height / 4..=height).contains(&distance);
    match () {
        () if shared <= 0 => None,
        () if near(over) => Some(over.max(0)),
        () if near(under) => Some(under.max(0).saturating_add(1)),
        () => None,
    }
}
