//! Names every element of a screen, in one pass over its tree.
//!
//! A name comes from the first of these that says something: the element's own text, description, hint or tooltip; the
//! texts inside it; the names of its touchable parts; the text beside, above or below it; the words of its resource id.
//! [`Tree::elements`] lists elements by these names. The gate judges by texts alone and does not use guesses.

mod beside;

use serde::Serialize;

use super::id_words::{id_words, spaced};
use super::words::{cleaned, is_key, is_speaking};
use super::{ENOUGH_LABEL, Node, Role, Tree};

/// Where a name comes from, the most reliable first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum NameSource {
    /// Its own text, description, hint or tooltip.
    Own,
    /// The texts inside it that cannot be touched on their own.
    Inside,
    /// The row that it belongs to: a switch that cannot be pressed apart from its row.
    Row,
    /// Its touchable parts.
    Parts,
    /// The text next to, above or below it.
    Beside,
    /// Only where it is: near a text that names something else, or around its own small parts.
    Near,
    /// The words of its resource id.
    Id,
    /// A sign that cannot be spoken, or a word for a state: all that there is.
    Sign,
    /// Nothing is known.
    None,
}

impl NameSource {
    /// Whether the name is a guess from the surroundings or from the app's code.
    pub fn is_guess(self) -> bool {
        matches!(self, Self::Beside | Self::Near | Self::Id | Self::Sign)
    }
}

/// The names of a screen's elements.
#[derive(Debug)]
pub struct Names {
    facts: Vec<Facts>,
    names: Vec<String>,
}

/// The relations of one node.
#[derive(Clone, Debug)]
pub(super) struct Facts {
    pub(super) role: Role,
    pub(super) interactive: bool,
    /// Whether it takes a press of its own: interactive, and more than a list.
    pub(super) pressable: bool,
    /// Whether its own label says something.
    pub(super) speaks: bool,
    /// The end of its descendants in document order.
    pub(super) end: usize,
    /// The nearest element around it that takes presses. A page that can be pressed owns nothing.
    pub(super) owner: Option<usize>,
    /// Whether it is a page: pressable, but only the ground on which others lie.
    pub(super) page: bool,
    /// The switch that represents this row.
    pub(super) stands_for: Option<usize>,
    /// The text from which its name was taken, if the text then needs no separate line.
    pub(super) taken: Option<usize>,
    pub(super) source: NameSource,
    /// The text next to or above a field.
    named_by: Option<beside::Found>,
    /// Whether its text already names another element.
    gives: bool,
    texts_inside: u32,
    pressables_inside: u32,
}

/// How many parts give a container its name.
const MOST_PARTS: usize = 3;
/// Parts that cover less than this many hundredths of a container leave it a separate purpose.
const COVERED: i64 = 30;
/// A page covers at least this many hundredths of its window.
const PAGE: i64 = 50;
/// How many texts an element may hold before it is a page.
const MOST_TEXTS: u32 = 3;

impl Tree {
    /// Names every element of the screen.
    pub fn names(&self) -> Names {
        let mut names = Names { facts: self.facts(), names: vec![String::new(); self.nodes.len()] };
        names.find_switch_rows(self);
        let belongings = names.belongings(self);
        let beside = beside::Texts::of(self, &names.facts);
        // From the end, so that parts have their names before their container.
        for place in (0..self.nodes.len()).rev() {
            let (name, source) = names.found(self, place, &belongings, &beside);
            names.names[place] = name;
            names.facts[place].source = source;
        }
        for row in 0..self.nodes.len() {
            if let Some(switch) = names.facts[row].stands_for {
                names.names[switch] = names.names[row].clone();
                names.facts[switch].source = NameSource::Row;
            }
        }
        names
    }

    fn facts(&self) -> Vec<Facts> {
        let mut windows: Vec<i64> = Vec::with_capacity(self.nodes.len());
        let mut facts: Vec<Facts> = Vec::with_capacity(self.nodes.len());
        for (place, node) in self.nodes.iter().enumerate() {
            let role = node.role();
            let interactive = node.is_interactive();
            windows.push(above(node, place).map_or_else(|| node.bounds.area(), |parent| windows[parent]));
            facts.push(Facts {
                role,
                interactive,
                pressable: interactive && role != Role::List,
                speaks: is_name(node, role),
                end: place + 1,
                owner: None,
                page: false,
                stands_for: None,
                taken: None,
                source: NameSource::None,
                named_by: None,
                gives: false,
                texts_inside: 0,
                pressables_inside: 0,
            });
        }
        for (place, node) in self.nodes.iter().enumerate().rev() {
            let inner = facts[place].clone();
            if let Some(parent) = above(node, place) {
                let outer = &mut facts[parent];
                outer.end = outer.end.max(inner.end);
                outer.texts_inside += inner.texts_inside + u32::from(inner.speaks && !inner.interactive);
                outer.pressables_inside += inner.pressables_inside + u32::from(inner.pressable);
            }
        }
        for (place, node) in self.nodes.iter().enumerate() {
            let large = node.bounds.area() * 100 >= windows[place] * PAGE;
            let one = &facts[place];
            let full = one.pressables_inside > 0 || one.texts_inside > MOST_TEXTS;
            facts[place].page = one.pressable && large && full && one.role != Role::Field;
            facts[place].owner = above(node, place).and_then(|parent| {
                let outer = &facts[parent];
                if outer.pressable && !outer.page { Some(parent) } else { outer.owner }
            });
        }
        facts
    }
}

impl Names {
    /// Returns an element's name; empty if nothing is known.
    pub fn name(&self, place: usize) -> &str {
        self.names.get(place).map_or("", String::as_str)
    }

    /// Returns where an element's name comes from.
    pub fn source(&self, place: usize) -> NameSource {
        self.facts.get(place).map_or(NameSource::None, |facts| facts.source)
    }

    /// Returns the text next to or above a field, as in "E-mail" above `anna@example.com`, and whether it is in the
    /// field's row.
    pub fn field_label(&self, place: usize) -> Option<(&str, bool)> {
        let found = self.facts.get(place)?.named_by?;
        Some((self.name(found.place), !found.caption)).filter(|(name, _)| !name.is_empty())
    }

    pub(super) fn facts(&self) -> &[Facts] {
        &self.facts
    }

    /// Finds rows with one switch that cannot be pressed apart from its row: the two are one element.
    fn find_switch_rows(&mut self, tree: &Tree) {
        let mut switches: Vec<(u32, usize)> = vec![(0, 0); self.facts.len()];
        for (place, node) in tree.nodes.iter().enumerate() {
            let facts = &self.facts[place];
            if let Some(row) = facts.owner.filter(|_| node.state.checkable && facts.pressable) {
                switches[row].0 += 1;
                switches[row].1 = place;
            }
        }
        for (row, (count, switch)) in switches.into_iter().enumerate() {
            let follows = !tree.nodes[switch].state.clickable && !tree.nodes[switch].bounds.is_empty();
            let has_name = self.facts[row].texts_inside > 0 || self.facts[row].speaks;
            if count == 1 && follows && has_name && !tree.nodes[row].state.checkable {
                self.facts[row].stands_for = Some(switch);
            }
        }
    }

    /// Returns the texts and the touchable parts that belong to each element, in document order.
    fn belongings(&self, tree: &Tree) -> Vec<(Vec<usize>, Vec<usize>)> {
        let mut belongings = vec![(Vec::new(), Vec::new()); self.facts.len()];
        for (place, node) in tree.nodes.iter().enumerate() {
            let facts = &self.facts[place];
            let Some(owner) = facts.owner.filter(|_| !node.bounds.is_empty() || facts.speaks) else { continue };
            let (texts, parts) = &mut belongings[owner];
            match facts {
                Facts { pressable: true, .. } => parts.push(place),
                Facts { speaks: true, .. } => texts.push(place),
                // The sign of a key, or a line between two texts.
                _ if is_key(node.label()) => texts.push(place),
                _ => {}
            }
        }
        belongings
    }

    fn found(
        &mut self,
        tree: &Tree,
        place: usize,
        belongings: &[(Vec<usize>, Vec<usize>)],
        beside: &beside::Texts,
    ) -> (String, NameSource) {
        let node = &tree.nodes[place];
        if self.facts[place].role == Role::Field {
            self.facts[place].named_by = beside.find(tree, &self.facts, place);
        }
        let facts = &self.facts[place];
        if facts.speaks {
            let name = cleaned(node.label());
            return (if is_speaking(&node.text) { name } else { spaced(name) }, NameSource::Own);
        }
        if !facts.pressable || facts.page {
            return (String::new(), NameSource::None);
        }
        let (texts, parts) = &belongings[place];
        let spoken = texts.iter().filter(|inner| self.facts[**inner].speaks);
        let inside = joined(spoken.map(|inner| cleaned(tree.nodes[*inner].label())), usize::MAX);
        if !inside.is_empty() {
            return (inside, NameSource::Inside);
        }
        let inner = joined(parts.iter().map(|part| self.names[*part].clone()), MOST_PARTS);
        let covered: i64 = parts.iter().map(|part| tree.nodes[*part].bounds.area()).sum();
        if !inner.is_empty() && covered * 100 >= node.bounds.area() * COVERED {
            return (inner, NameSource::Parts);
        }
        let sign = if is_key(node.label()) { Some(place) } else { texts.first().copied() };
        if let Some(sign) = sign {
            return (tree.nodes[sign].label().to_owned(), NameSource::Sign);
        }
        let by_id = || id_words(&node.resource_id).map(|words| (words, NameSource::Id));
        let is_icon = matches!(facts.role, Role::Image | Role::Button | Role::Group | Role::Text);
        // The id of an icon names its function; the text next to it names the object.
        if is_icon && let Some(found) = by_id() {
            return found;
        }
        if let Some(found) = beside.find(tree, &self.facts, place) {
            let text = cleaned(tree.nodes[found.place].label());
            // A caption names one icon; the others are only near it.
            let is_first = !std::mem::replace(&mut self.facts[found.place].gives, true);
            if !is_icon || (found.caption && is_first) {
                self.facts[place].taken = Some(found.place);
                return (text, NameSource::Beside);
            }
            return (format!("near {text}"), NameSource::Near);
        }
        // A card with one small button in it is more than that button.
        let around = || (!inner.is_empty()).then(|| (format!("around {inner}"), NameSource::Near));
        by_id().or_else(around).unwrap_or_else(|| match cleaned(&node.text) {
            sign if sign.is_empty() => (sign, NameSource::None),
            sign => (sign, NameSource::Sign),
        })
    }
}

/// Whether a node's own label names it. The state of a switch is not a name.
fn is_name(node: &Node, role: Role) -> bool {
    is_speaking(node.label()) && !(role == Role::Switch && is_state(node.label()))
}

/// The words that a switch shows for its state (AOSP `capital_on`, `capital_off`).
fn is_state(label: &str) -> bool {
    const STATES: &[&str] = &[
        "on",
        "off",
        "ein",
        "aus",
        "an",
        "oui",
        "non",
        "activé",
        "désactivé",
        "sí",
        "no",
        "activado",
        "desactivado",
        "ativado",
        "desativado",
        "ligado",
        "desligado",
        "sì",
        "attivo",
        "aan",
        "uit",
        "på",
        "av",
        "вкл",
        "выкл",
        "вкл.",
        "выкл.",
        "açık",
        "kapalı",
        "オン",
        "オフ",
        "开",
        "关",
        "开启",
        "关闭",
        "已开启",
        "已关闭",
        "開",
        "關",
        "켜짐",
        "꺼짐",
        "เปิด",
        "ปิด",
    ];
    let label = label.trim().to_lowercase();
    STATES.contains(&label.as_str())
}

fn above(node: &Node, place: usize) -> Option<usize> {
    node.parent.filter(|parent| *parent < place)
}

/// Joins texts until there is enough, each once.
fn joined(texts: impl Iterator<Item = String>, most: usize) -> String {
    let mut label = String::new();
    let mut last = String::new();
    for text in texts.filter(|text| !text.is_empty()).take(most) {
        // A container's description often spells out the texts after it.
        let repeats = !last.is_empty() && (last == text || last.split(", ").any(|part| part == text));
        if repeats || label.len() >= ENOUGH_LABEL {
            continue;
        }
        if !label.is_empty() {
            label.push_str(", ");
        }
        label.push_str(&text);
        if text.len() > last.len() {
            last = text;
        }
    }
    label
}
