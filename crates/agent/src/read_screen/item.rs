//! One item of a spoken screen: what kind it is, and how it is said.

use device::Tree;
use device::tree::{Element, NameSource, Names, Node, Role, is_speaking};

use super::shortened;
use crate::affordance::is_hint;

/// The kind of an item, as a listener would name it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Text,
    /// A pressable item that says more than its name.
    Row,
    /// An item that is on or off.
    State(bool),
    Field,
    Button,
}

pub(super) struct SpokenItem {
    /// Its index in [`Tree::nodes`].
    pub(super) node: usize,
    pub(super) kind: Kind,
    pub(super) label: String,
    /// The content of a field.
    written: Option<String>,
    /// Whether it shows a single letter or sign.
    key: bool,
    /// How late a button is mentioned: first those with words on them, then icons, then guessed names.
    pub(super) rank: u8,
    /// Whether it covers most of the screen: a map, a film, the dark around a sheet.
    pub(super) ground: bool,
}

impl SpokenItem {
    pub(super) fn of(tree: &Tree, names: &Names, element: &Element) -> Option<Self> {
        let node = &tree.nodes[element.node];
        let switch = switch_of(tree, element.node);
        let kind = match element.role {
            Role::List | Role::Group => return None,
            // The name of a slider is said, its bare value is not.
            Role::Slider if !element.label.contains(char::is_alphabetic) => return None,
            Role::Slider => Kind::Text,
            Role::Field => Kind::Field,
            // A switch that is part of a row was described with the row.
            Role::Switch | Role::Checkbox | Role::Radio if element.label.is_empty() => return None,
            Role::Switch | Role::Checkbox | Role::Radio => Kind::State(node.state.checked),
            _ if node.is_interactive() => match switch {
                Some(on) => Kind::State(on),
                None if element.source.is_guess() => Kind::Button,
                None if element.label.contains(", ") || in_a_list(tree, element.node) => Kind::Row,
                None => Kind::Button,
            },
            _ => Kind::Text,
        };
        let window = tree.nodes[tree.window(element.node)].bounds;
        let key = node.text.trim().chars().count() == 1;
        let ground = node.bounds.area() * 2 >= window.area();
        if kind != Kind::Button && kind != Kind::Field && element.label.is_empty() {
            return None;
        }
        if kind != Kind::Field {
            return Some(Self {
                node: element.node,
                key,
                kind,
                label: shortened(&element.label),
                written: None,
                rank: rank(node, element),
                ground,
            });
        }
        let is_hint = node.shows_hint() || is_hint(&node.text);
        let written = match node.state.password {
            true => (!node.text.is_empty() && !is_hint).then(|| "hidden".to_owned()),
            false => Some(shortened(&node.text)).filter(|text| !text.is_empty() && !is_hint),
        };
        let unknown = if node.state.password { "the password" } else { "the field" };
        // The label of an empty field is its name; that of a field with content is the content.
        let name = if written.is_some() || node.state.password { "" } else { element.label.as_str() };
        let beside = names.field_label(element.node).unwrap_or_default();
        let own = [node.description.as_str(), node.hint.as_str(), name, beside, unknown].into_iter();
        let label = own.map(str::trim).find(|name| is_speaking(name)).unwrap_or(unknown);
        Some(Self { node: element.node, kind, label: shortened(label), key, written, rank: 0, ground })
    }

    /// Whether the item is content, not a control.
    pub(super) fn says(&self) -> bool {
        matches!(self.kind, Kind::Text | Kind::Row | Kind::State(_))
    }

    /// Whether it is a key of a keyboard: nobody wants to hear them all.
    pub(super) fn is_key(&self) -> bool {
        let first = self.label.split([',', ' ']).next().unwrap_or_default();
        self.key || first.chars().count() == 1
    }

    pub(super) fn said(&self) -> String {
        match (self.kind, &self.written) {
            (Kind::State(on), _) => {
                let state = if on { "on" } else { "off" };
                // Some rows already say their state.
                let name = self.label.rsplit_once(", ").filter(|(_, last)| last.eq_ignore_ascii_case(state));
                format!("{} is {state}", name.map_or(self.label.as_str(), |(name, _)| name))
            }
            (Kind::Field, Some(written)) if *written != self.label => format!("{} (now: {written})", self.label),
            _ => self.label.clone(),
        }
    }
}

fn rank(node: &Node, element: &Element) -> u8 {
    match element.source {
        source if source.is_guess() => 2,
        NameSource::Own if !is_speaking(&node.text) => 1,
        _ => 0,
    }
}

/// Returns whether the switch at the end of a row is on, if the row has one.
fn switch_of(tree: &Tree, place: usize) -> Option<bool> {
    let inside = tree.nodes[place + 1..].iter().take_while(|node| node.parent.is_some_and(|parent| parent >= place));
    inside.take(16).find(|node| node.state.checkable).map(|node| node.state.checked)
}

pub(super) fn in_a_list(tree: &Tree, place: usize) -> bool {
    let above = |place: &usize| tree.nodes[*place].parent.filter(|parent| parent < place);
    std::iter::successors(above(&place), above).any(|above| tree.nodes[above].role() == Role::List)
}
