//! Finds the element for a purpose on a screen: the field to write in, the button that sends.
//!
//! The target is described once ([`Sought`]). A known layout ([`FindMethod::Layout`], `layouts/PACKAGE.json`) finds it
//! by resource id, then by description, then by text. A search ([`FindMethod::Search`], `layouts/affordances.json`)
//! matches the names such elements have in any app. Pure: takes a tree, returns the index of a node.

mod known;
mod message;
mod score;
#[cfg(test)]
mod tests;

use device::tree::{Node, Role, Tree};

use self::known::{affordances, layouts};

/// The element to find.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sought {
    /// By its purpose: a name from the tables, such as `send`.
    Named(&'static str),
    /// By its text.
    Says(String),
    /// By its text, which is exactly this one. Not found if several elements have it.
    Exactly(String),
    /// By its purpose, on a page that is about exactly this and has no other element of the same label: where several
    /// are offered, the one of a similar name may be meant.
    OnPageOf(&'static str, String),
    /// By its purpose, in the row or card of a list that has this text. Not found if several have it.
    Beside(&'static str, String),
    /// By its content description, whatever its text.
    Described(String),
    /// By its position in a list, from 1.
    Item(usize),
    /// The field that has the caret, otherwise the only field.
    Caret,
}

/// The table that an element is looked up in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FindMethod {
    /// The described layout of this app.
    Layout,
    /// The names that such elements have in any app.
    Search,
}

/// Returns the index of the element, if the screen shows it.
pub(crate) fn find(tree: &Tree, sought: &Sought, method: FindMethod) -> Option<usize> {
    match (sought, method) {
        (Sought::Named(name), FindMethod::Layout) => by_layout(tree, name),
        (Sought::Named("message_field"), FindMethod::Search) => message::field(tree),
        (Sought::Named("send"), FindMethod::Search) => message::send(tree),
        (Sought::Named(name), FindMethod::Search) => affordances().get(*name).and_then(|one| score::best(tree, one)),
        (Sought::Says(text), _) => saying(tree, text),
        (Sought::Exactly(text), _) => only(tree, text),
        (Sought::OnPageOf(name, title), method) => on_page_of(tree, name, title, method),
        (Sought::Beside(name, text), method) => beside(tree, name, text, method),
        (Sought::Described(text), _) => described(tree, text),
        (Sought::Item(number), _) => item(tree, *number),
        (Sought::Caret, _) => caret(tree),
    }
}

/// Whether two labels are words for the same element, perhaps in two languages.
pub(crate) fn means_the_same(one: &str, other: &str) -> bool {
    let (one, other) = (folded(one), folded(other));
    let names = |words: &[String], label: &String| words.iter().any(|word| word == label);
    let both = |known: &known::Affordance| names(&known.words, &one) && names(&known.words, &other);
    !one.is_empty() && affordances().values().any(both)
}

/// Returns the point to press: the centre of the element, or of the element that contains it.
pub(crate) fn pressed(tree: &Tree, place: usize) -> Option<(i32, i32)> {
    let mut above = Some(place);
    while let Some(at) = above {
        let node = tree.nodes.get(at)?;
        if node.state.clickable || node.state.checkable || node.role() == Role::Field {
            return Some(node.bounds.centre());
        }
        above = node.parent;
    }
    Some(tree.nodes.get(place)?.bounds.centre())
}

/// Returns the switch that belongs to a label, and whether it is on.
pub(crate) fn switch_of(tree: &Tree, place: usize) -> Option<(usize, bool)> {
    let checkable = |at: usize| {
        let node = tree.nodes.get(at)?;
        (node.state.checkable || matches!(node.role(), Role::Switch | Role::Checkbox))
            .then_some((at, node.state.checked))
    };
    if let Some(own) = checkable(place) {
        return Some(own);
    }
    // The nearest row around the label that contains a switch.
    let mut above = tree.nodes.get(place)?.parent;
    for _ in 0..4 {
        let row = above?;
        let inside = |at: &usize| is_inside(tree, *at, row);
        let mut found = (row + 1..tree.nodes.len()).take_while(inside).filter_map(checkable);
        if let Some(first) = found.next() {
            return found.next().is_none().then_some(first);
        }
        above = tree.nodes.get(row)?.parent;
    }
    None
}

/// Returns the field for a message, if the screen is for writing one, and the button that sends the message. Either may
/// be disabled.
pub(crate) fn message_parts(tree: &Tree) -> (Option<usize>, Option<usize>) {
    let field = by_layout(tree, "message_field").or_else(|| message::shown_field(tree));
    let send = by_layout(tree, "send").or_else(|| message::shown_send(tree, field?));
    (field, send)
}

fn is_inside(tree: &Tree, place: usize, ancestor: usize) -> bool {
    let mut above = tree.nodes.get(place).and_then(|node| node.parent);
    while let Some(parent) = above.filter(|parent| *parent >= ancestor) {
        if parent == ancestor {
            return true;
        }
        above = tree.nodes.get(parent).and_then(|node| node.parent);
    }
    false
}

fn there(node: &Node) -> bool {
    node.state.enabled && !node.bounds.is_empty()
}

fn by_layout(tree: &Tree, name: &str) -> Option<usize> {
    let marks = |package: &str| layouts().iter().find(|one| one.package == package)?.elements.get(name);
    let packages = || tree.nodes.iter().map(|node| node.package.as_str());
    let mut asked: Vec<&str> = Vec::new();
    for package in packages() {
        if asked.contains(&package) {
            continue;
        }
        asked.push(package);
        for mark in marks(package).into_iter().flatten() {
            let fits = |node: &Node| there(node) && node.package == package && mark.fits(node);
            if let Some(place) = tree.nodes.iter().position(fits) {
                return Some(place);
            }
        }
    }
    None
}

/// Returns the element whose text equals `wanted`, otherwise starts with it, otherwise contains it as whole words.
/// Elements that can be pressed come first.
fn saying(tree: &Tree, wanted: &str) -> Option<usize> {
    let wanted = folded(wanted);
    if wanted.is_empty() {
        return None;
    }
    let rank = |place: usize, node: &Node| -> Option<u32> {
        if node.bounds.is_empty() {
            return None;
        }
        let label = folded(node.label());
        let how = if label == wanted {
            3
        } else if label.strip_prefix(&wanted).is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)) {
            2
        } else if holds_words(&label, &wanted) {
            1
        } else {
            return None;
        };
        let touchable = node.is_interactive() || pressable_above(tree, place);
        // A field that contains the words is not the element they name.
        let role = u32::from(node.role() != Role::Field);
        Some(how * 4 + u32::from(touchable) * 2 + role)
    };
    let ranked = tree.nodes.iter().enumerate().filter_map(|(place, node)| Some((rank(place, node)?, place)));
    // On a tie, the first in reading order wins.
    ranked.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, place)| place)
}

/// The elements, other than fields, with exactly this label.
fn exactly(tree: &Tree, wanted: &str) -> impl Iterator<Item = usize> {
    let wanted = folded(wanted);
    let fits = move |node: &Node| {
        !wanted.is_empty() && there(node) && node.role() != Role::Field && folded(node.label()) == wanted
    };
    tree.nodes.iter().enumerate().filter(move |(_, node)| fits(node)).map(|(place, _)| place)
}

/// The element with exactly this label, if a press on any other of that label is the same press: of two people of one
/// name, neither is known to be meant.
fn only(tree: &Tree, wanted: &str) -> Option<usize> {
    let places: Vec<usize> = exactly(tree, wanted).filter(|place| pressable(tree, *place)).collect();
    let first = *places.first()?;
    let point = pressed(tree, first);
    places.iter().all(|place| pressed(tree, *place) == point).then_some(first)
}

fn pressable(tree: &Tree, place: usize) -> bool {
    tree.nodes.get(place).is_some_and(Node::is_interactive) || pressable_above(tree, place)
}

fn on_page_of(tree: &Tree, name: &'static str, title: &str, method: FindMethod) -> Option<usize> {
    let searches = tree.nodes.iter().any(|node| there(node) && node.role() == Role::Field);
    if searches || exactly(tree, title).next().is_none() {
        return None;
    }
    let found = find(tree, &Sought::Named(name), method)?;
    let label = tree.nodes.get(found)?.label();
    only(tree, label).map(|_| found)
}

/// How far the card around a text reaches, in containers.
const CARD: usize = 4;

/// Returns the named element in the smallest container around the text that has one.
fn beside(tree: &Tree, name: &'static str, wanted: &str, method: FindMethod) -> Option<usize> {
    let wanted = folded(wanted);
    let says = |(place, node): (usize, &Node)| {
        let fits = !node.bounds.is_empty() && node.role() != Role::Field && holds_words(&folded(node.label()), &wanted);
        fits.then_some(place)
    };
    let mut labels = tree.nodes.iter().enumerate().filter_map(says);
    let label = labels.next().filter(|_| !wanted.is_empty() && labels.next().is_none())?;
    let mut above = tree.nodes.get(label)?.parent;
    for _ in 0..CARD {
        let card = above?;
        let inside = |(place, node): (usize, &Node)| match is_inside(tree, place, card) {
            true => node.clone(),
            // Only its place is kept, so that the found one is that of the whole screen.
            false => Node { parent: node.parent, ..Node::default() },
        };
        let nodes = tree.nodes.iter().enumerate().map(inside).collect();
        if let Some(found) = find(&Tree { nodes, ..Tree::default() }, &Sought::Named(name), method) {
            return Some(found);
        }
        above = tree.nodes.get(card)?.parent;
    }
    None
}

fn described(tree: &Tree, wanted: &str) -> Option<usize> {
    let wanted = folded(wanted);
    let fits = |node: &Node| there(node) && folded(&node.description) == wanted;
    tree.nodes.iter().position(fits).filter(|_| !wanted.is_empty())
}

fn pressable_above(tree: &Tree, place: usize) -> bool {
    let mut above = tree.nodes.get(place).and_then(|node| node.parent);
    while let Some(node) = above.and_then(|parent| tree.nodes.get(parent)) {
        if node.state.clickable {
            return true;
        }
        above = node.parent;
    }
    false
}

/// Returns the n-th pressable element of the list on the screen, or of the whole screen if it has no list.
fn item(tree: &Tree, number: usize) -> Option<usize> {
    let list = tree.nodes.iter().enumerate().filter(|(_, node)| node.role() == Role::List);
    let list = list.max_by_key(|(_, node)| node.bounds.area()).map(|(place, _)| place);
    let touchable = |place: &usize| tree.nodes.get(*place).is_some_and(|node| node.state.clickable && there(node));
    let outer = |place: &usize| !pressable_above(tree, *place);
    let places: Vec<usize> = match list {
        Some(list) => (list + 1..tree.nodes.len()).filter(|place| is_inside(tree, *place, list)).collect(),
        None => (0..tree.nodes.len()).collect(),
    };
    let mut items = places.into_iter().filter(touchable).filter(outer);
    items.nth(number.checked_sub(1)?)
}

fn caret(tree: &Tree) -> Option<usize> {
    let fields = || tree.nodes.iter().enumerate().filter(|(_, node)| there(node) && node.role() == Role::Field);
    let focused = fields().find(|(_, node)| node.state.focused);
    let only = || {
        let mut all = fields();
        let first = all.next()?;
        all.next().is_none().then_some(first)
    };
    focused.or_else(only).map(|(place, _)| place)
}

/// Whether a label contains these words as whole words.
pub(crate) fn holds_words(label: &str, wanted: &str) -> bool {
    label.match_indices(wanted).any(|(at, found)| {
        let before = label.get(..at).and_then(|text| text.chars().next_back());
        let after = label.get(at + found.len()..).and_then(|text| text.chars().next());
        !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
    })
}

/// Whether the text of a field is only its hint. Android's dumps do not tell a hint from typed text.
pub(crate) fn is_hint(text: &str) -> bool {
    let text = folded(text);
    affordances().values().any(|one| one.is_field() && one.words.contains(&text))
}

/// Whether a text invites to search: "Search contacts".
pub(crate) fn is_search(text: &str) -> bool {
    let text = folded(text);
    let words = affordances().get("search").map(|one| one.words.as_slice()).unwrap_or_default();
    words.iter().any(|word| holds_words(&text, word))
}

/// Lower case, single spaces between words, no full stop at the end.
pub(crate) fn folded(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    words.join(" ").trim_end_matches(['.', '…', ':']).trim_end().to_owned()
}
