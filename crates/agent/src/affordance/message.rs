//! Finds where a message is written, and the button that sends it.
//!
//! Most screens with a field are no conversation: they search, log in, calculate or ask for a number. A field counts
//! if its label or its id speaks of a message, or if the buttons in its row do what a conversation's buttons do.

use device::tree::{Bounds, Node, Role, Tree};

use super::known::{Affordance, RequiredRole, affordances};
use super::score::{fits, of_id, of_words, score};
use super::{folded, holds_words, there};

/// How many fields of a screen are compared, and how many texts inside one are its hint.
const MOST_FIELDS: usize = 32;
const MOST_INSIDE: usize = 3;
/// Where the lower part of a screen begins, in hundredths of its height: with a keyboard, a conversation's field moves
/// up to the middle. And where its bottom begins.
const LOWER: i64 = 40;
const BOTTOM: i64 = 78;
/// The score from which a field counts.
const ENOUGH: i32 = 50;

/// Returns the field that a message is written in. On a tie, the lowest on the screen wins.
pub(super) fn field(tree: &Tree) -> Option<usize> {
    field_where(tree, there)
}

/// Returns that field even while it is disabled: the app is sending, or loading.
pub(super) fn shown_field(tree: &Tree) -> Option<usize> {
    field_where(tree, |node| !node.bounds.is_empty())
}

fn field_where(tree: &Tree, counts: impl Fn(&Node) -> bool) -> Option<usize> {
    let message = affordances().get("message_field")?;
    let fields = tree.nodes.iter().enumerate().filter(|(place, node)| {
        counts(node) && node.role() == Role::Field && !node.state.password && !tree.is_system_bar(*place)
    });
    let scored = fields.take(MOST_FIELDS).map(|(place, node)| (scored(tree, place, node, message), place));
    scored.filter(|(score, _)| *score >= ENOUGH).max().map(|(_, place)| place)
}

/// Returns the button that sends the message of this screen.
pub(super) fn send(tree: &Tree) -> Option<usize> {
    send_where(tree, super::by_layout(tree, "message_field").or_else(|| field(tree))?, there)
}

/// Returns that button even while it is disabled: there is nothing to send yet.
pub(super) fn shown_send(tree: &Tree, field: usize) -> Option<usize> {
    send_where(tree, field, |node| !node.bounds.is_empty())
}

fn send_where(tree: &Tree, field: usize, counts: impl Fn(&Node) -> bool) -> Option<usize> {
    let send = affordances().get("send")?;
    let around = tree.nodes[field].bounds;
    let buttons = tree.nodes.iter().enumerate().filter(|(place, node)| {
        counts(node) && *place != field && (is_button(node) || fits(tree, *place, node, RequiredRole::Button))
    });
    let scored = buttons.filter_map(|(place, node)| {
        let score = score(node, send);
        (score > 0).then_some(((is_in_row(around, node.bounds), score), place))
    });
    // On a tie, the first wins: a container comes before its parts.
    scored.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, place)| place)
}

fn scored(tree: &Tree, place: usize, node: &Node, message: &Affordance) -> i32 {
    let hints = hints(tree, place, node);
    let words = hints.iter().map(|hint| of_words(hint, &message.words, false)).max().unwrap_or_default();
    let id = of_id(&node.resource_id, &message.ids);
    let is_other = || {
        of_id(&node.resource_id, &message.not_ids) > 0
            || hints.iter().any(|hint| message.not_words.iter().any(|word| holds_words(hint, word)))
    };
    // A label that says "Message" is not doubted.
    if words < 100 && is_other() {
        return 0;
    }
    let height = i64::from(tree.screen().1).max(1);
    let at = i64::from(node.bounds.centre().1) * 100 / height;
    let row = if at >= LOWER && speaks_of_messages(tree, place) { 60 } else { 0 };
    // An id that says nothing, or none: apps hide the names of their conversations' fields.
    let unknown = words == 0 && id == 0 && !node.resource_id.contains('_');
    let bottom = if unknown && at >= BOTTOM && has_icon_after(tree, place) { 50 } else { 0 };
    // Half a word is a guess, unless anything else on the screen supports it.
    let words = if words == 40 { 55 } else { words };
    i32::try_from(words + id + row + bottom).unwrap_or(i32::MAX)
}

/// The texts that describe the purpose of a field: its description, its hint, and the placeholder inside it. Older
/// phones show the hint as the text.
fn hints(tree: &Tree, place: usize, node: &Node) -> Vec<String> {
    let inside = tree.nodes.get(place + 1..).unwrap_or_default().iter();
    let inside = inside.take_while(|inner| inner.parent.is_some_and(|parent| parent >= place)).take(MOST_INSIDE);
    let text = Some(&node.text).filter(|text| node.hint.is_empty() || **text == node.hint);
    let own = [&node.description, &node.hint].into_iter().chain(text).map(String::as_str);
    own.chain(inside.map(Node::label)).map(folded).filter(|text| !text.is_empty()).collect()
}

/// Whether a button in the row of a field sends, attaches or records, or one right below it sends. An empty field may
/// have disabled it.
fn speaks_of_messages(tree: &Tree, field: usize) -> bool {
    let around = tree.nodes[field].bounds;
    let is = |name: &str, node: &Node| affordances().get(name).is_some_and(|one| score(node, one) > 0);
    let in_row = |node: &Node| {
        is_in_row(around, node.bounds) && ["send", "attach", "voice_message"].into_iter().any(|name| is(name, node))
    };
    let below = |node: &Node| is_right_below(around, node.bounds) && is("send", node);
    tree.nodes.iter().enumerate().any(|(place, node)| {
        let shown = place != field && !node.bounds.is_empty();
        let presses = || is_button(node) || fits(tree, place, node, RequiredRole::Button);
        shown && (in_row(node) || below(node)) && presses()
    })
}

/// Whether a node is a button by its class. A disabled one may not be clickable.
fn is_button(node: &Node) -> bool {
    node.role() == Role::Button
}

/// Whether an icon to press follows a field in its row, or is drawn at the end of it.
fn has_icon_after(tree: &Tree, field: usize) -> bool {
    let around = tree.nodes[field].bounds;
    let width = around.right.saturating_sub(around.left);
    let end = around.left.saturating_add(width / 10 * 7);
    tree.nodes.iter().any(|node| {
        let (left, right) = (node.bounds.left, node.bounds.right);
        let small = right.saturating_sub(left).saturating_mul(3) <= width;
        !node.bounds.is_empty() && node.state.clickable && small && left >= end && shares_height(around, node.bounds)
    })
}

/// Whether an element next to a field shares its height.
fn is_in_row(field: Bounds, other: Bounds) -> bool {
    let apart = other.left >= field.right.saturating_sub(8) || other.right <= field.left.saturating_add(8);
    apart && shares_height(field, other)
}

/// Whether something begins where a field ends, at the right.
fn is_right_below(field: Bounds, other: Bounds) -> bool {
    let height = field.bottom.saturating_sub(field.top);
    let gap = other.top.saturating_sub(field.bottom);
    (-height / 4..=height).contains(&gap) && other.centre().0 > field.centre().0
}

/// Whether two elements share half the height of the lower one. A field that grew with its text is higher than the
/// button at its end.
fn shares_height(field: Bounds, other: Bounds) -> bool {
    let height = |bounds: Bounds| bounds.bottom.saturating_sub(bounds.top);
    let shared = field.bottom.min(other.bottom).saturating_sub(field.top.max(other.top));
    shared > 0 && shared.saturating_mul(2) >= height(field).min(height(other))
}
