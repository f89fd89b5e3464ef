//! Finds the question that an element answers: the dialog around it, or the part of a window that asks.

use device::tree::{Bounds, Role};
use policy::asks;

use super::MOST_TEXTS;
use super::layout::Layout;

/// A part of a window with more choices than this asks nothing: it is a list or a page.
const MOST_CHOICES: usize = 8;
/// A window that covers less than this, in hundredths of the screen, is a dialog; a part of one that covers more is
/// not.
const DIALOG: i64 = 88;
const PANEL: i64 = 60;
/// A whole window with at most this many texts, and fewer other choices, is a question.
const FEW_TEXTS: usize = 4;
const FEW_CHOICES: usize = 3;
/// The same limit for a window in which a text asks; it may say and offer more.
const MOST_BESIDE: usize = 12;
const FEW_ANSWERS: usize = 4;
/// How many elements of a window are checked for the id of a dialog.
const MOST_IDS: usize = 400;
/// Ids that identify Android's own dialogs, whatever their size.
const DIALOG_IDS: [&str; 6] =
    ["parentPanel", "alertTitle", "android:id/message", "buttonPanel", "dialog", "permission_message"];

/// A question, as node indices.
#[derive(Default)]
pub(super) struct Asks {
    /// Whether it has its own window.
    pub(super) dialog: bool,
    /// Whether that window covers only part of the screen.
    pub(super) floats: bool,
    pub(super) texts: Vec<usize>,
    /// The other choices.
    pub(super) choices: Vec<usize>,
    /// Whether there is more than was read.
    pub(super) more: bool,
}

/// Returns the question that the element at `place` answers, if there is one.
pub(super) fn around(layout: &Layout<'_>, place: usize, screen: (u32, u32)) -> Option<Asks> {
    let whole = i64::from(screen.0) * i64::from(screen.1);
    let covers = |bounds: Bounds, hundredths: i64| bounds.area().saturating_mul(100) >= whole * hundredths;
    let root = layout.ancestors(place).last().unwrap_or(place);
    let window_asks = !covers(layout.node(root).bounds, DIALOG) || has_dialog_ids(layout, root);
    if window_asks {
        let asks = Asks { floats: true, ..read(layout, root, place, true) };
        return Some(asks).filter(|asks| !asks.texts.is_empty() || asks.choices.len() < MOST_CHOICES);
    }
    // A full-screen window that contains little but a sentence and its answers asks too.
    let inside = layout.inside(root);
    let others = other_choices(layout, root, place, outer_choices(layout, place));
    if layout.fields.within(inside.clone()).is_empty() && others < FEW_ANSWERS {
        let window = read(layout, root, place, true);
        let asking = window.texts.iter().any(|text| asks(layout.label(*text)));
        // Without a question, a scrolling part is a list; but the few answers to a question may scroll too.
        let listed = !layout.lists.within(inside).is_empty();
        let fits = match asking {
            true => window.texts.len() <= MOST_BESIDE,
            false => !listed && others < FEW_CHOICES && window.texts.len() <= FEW_TEXTS,
        };
        if fits && !window.texts.is_empty() {
            return Some(window);
        }
    }
    // From the inside out: the first part of the window that has text and offers few choices.
    let (mut below, mut outer) = (place, 0);
    for above in layout.ancestors(place) {
        outer += usize::from(layout.facts[above].presses);
        if covers(layout.node(above).bounds, PANEL)
            || layout.facts[above].role == Role::List
            || other_choices(layout, above, place, outer) > MOST_CHOICES
        {
            return None;
        }
        if says_more(layout, above, below, place) {
            return Some(read(layout, above, place, false));
        }
        below = above;
    }
    None
}

/// Whether the window offers few choices besides the element.
pub(super) fn is_one_of_few(layout: &Layout<'_>, place: usize) -> bool {
    let root = layout.ancestors(place).last().unwrap_or(place);
    other_choices(layout, root, place, outer_choices(layout, place)) < FEW_ANSWERS
}

/// How many choices contain the element.
fn outer_choices(layout: &Layout<'_>, place: usize) -> usize {
    layout.ancestors(place).filter(|above| layout.facts[*above].presses).count()
}

fn has_dialog_ids(layout: &Layout<'_>, root: usize) -> bool {
    let known = |id: &str| !id.is_empty() && DIALOG_IDS.iter().any(|dialog| id.ends_with(dialog));
    layout.whole(root).take(MOST_IDS + 1).any(|place| known(&layout.node(place).resource_id))
}

/// Counts the choices of a part, except the element, its descendants and the `outer` choices that contain it.
fn other_choices(layout: &Layout<'_>, part: usize, place: usize, outer: usize) -> usize {
    let within = |of: usize| layout.choices.within(layout.whole(of)).len();
    within(part).saturating_sub(within(place)).saturating_sub(outer)
}

/// Whether a part has text that the part `below` it, which contains the element, does not have. Only the difference is
/// visited, so walking all the way up costs no more than reading the window once.
fn says_more(layout: &Layout<'_>, part: usize, below: usize, place: usize) -> bool {
    let says = |at: usize| !layout.label(at).is_empty() && layout.facts[at].role != Role::Field;
    let shows = |at: usize| !layout.node(at).bounds.is_empty();
    let own = says(part) && shows(part) && !layout.is_within_choice(part, part);
    let passed = below != place && says(below) && shows(below);
    let (before, behind) = (part + 1..below, layout.whole(below).end..layout.whole(part).end);
    let new = layout.speaking.within(before).iter().chain(layout.speaking.within(behind));
    own || passed || new.copied().any(|at| says(at) && !layout.facts[at].presses && !layout.is_within_choice(at, part))
}

/// Reads the texts and choices of a part of the tree.
fn read(layout: &Layout<'_>, part: usize, place: usize, dialog: bool) -> Asks {
    let mut asks = Asks { dialog, ..Asks::default() };
    let (own, whole) = (layout.whole(place), layout.whole(part));
    let others =
        layout.speaking.within(whole.start..own.start).iter().chain(layout.speaking.within(own.end..whole.end));
    for inner in others.copied() {
        if asks.texts.len() + asks.choices.len() >= MOST_TEXTS {
            asks.more = true;
            break;
        }
        if layout.facts[inner].presses && !layout.inside(inner).contains(&place) {
            asks.choices.push(inner);
        } else if !layout.label(inner).is_empty()
            && layout.facts[inner].role != Role::Field
            && !layout.is_within_choice(inner, part)
        {
            asks.texts.push(inner);
        }
    }
    asks
}
