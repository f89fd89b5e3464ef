//! Lists the elements of a screen for models and people: each once, the phone's own bars last.

use std::collections::HashSet;

use super::name::{Facts, NameSource, Names};
use super::words::cleaned;
use super::{Element, Role, Tree};

/// How many parts of a container are compared with its label.
const MOST_COMPARED: usize = 48;
/// The narrowest element without a name that can be pressed, in pixels.
const NARROWEST: i32 = 4;

impl Tree {
    /// Returns the elements worth naming to a model, numbered from 1 in reading order: those that can be touched, and
    /// those that can be read. A part of a touchable element only contributes its label, and a container that only
    /// repeats its parts is left out. A window that floats over others comes first, the keyboard and the phone's own bars last.
    pub fn elements(&self) -> Vec<Element> {
        let names = self.names();
        let mut silent = vec![false; self.nodes.len()];
        for (place, facts) in names.facts().iter().enumerate() {
            // The name of a control describes the text's function.
            if let Some(text) = facts.taken.filter(|text| !names.facts()[*text].interactive && !facts.page) {
                silent[text] = true;
            }
            self.silence_repeats(&names, place, &mut silent);
        }
        let (front, keyboard) = (self.floating_window(), self.keyboard_window());
        let (mut elements, mut behind, mut keys, mut bars) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for place in (0..self.nodes.len()).filter(|place| self.is_listed(&names, *place) && !silent[*place]) {
            let facts = &names.facts()[place];
            // A touchable row is a button to the reader of the list, and a described view is a text.
            let role = match facts.role {
                Role::Group if facts.interactive => Role::Button,
                Role::Group => Role::Text,
                role => role,
            };
            let (label, source) = (names.name(place).to_owned(), facts.source);
            let element = Element { number: 0, node: place, role, label, source };
            match front {
                _ if self.is_system_bar(place) => bars.push(element),
                _ if keyboard == Some(self.window(place)) => keys.push(element),
                Some(front) if self.window(place) != front => behind.push(element),
                _ => elements.push(element),
            }
        }
        elements.append(&mut behind);
        self.drop_doubles(&names, &mut elements);
        elements.append(&mut keys);
        elements.append(&mut bars);
        elements.iter_mut().zip(1..).for_each(|(element, number)| element.number = number);
        elements
    }

    fn is_listed(&self, names: &Names, place: usize) -> bool {
        let (node, facts) = (&self.nodes[place], &names.facts()[place]);
        if node.bounds.is_empty() {
            return false;
        }
        if !facts.interactive {
            return facts.speaks && facts.owner.is_none();
        }
        let (width, height) = (node.bounds.right - node.bounds.left, node.bounds.bottom - node.bounds.top);
        let nameless = names.name(place).is_empty();
        match facts {
            // The switch is listed with the row's name.
            Facts { stands_for: Some(_), .. } => false,
            Facts { source: NameSource::Parts, .. } | Facts { page: true, speaks: false, .. } => false,
            Facts { role: Role::List, .. } => !nameless || self.is_innermost_list(names, place),
            _ => !nameless || width.min(height) >= NARROWEST,
        }
    }

    /// Whether a list has rows of its own, and is not just the frame of another list.
    fn is_innermost_list(&self, names: &Names, place: usize) -> bool {
        let (facts, area) = (names.facts(), self.nodes[place].bounds.area());
        let is_frame =
            |inner: usize| facts[inner].role == Role::List && self.nodes[inner].bounds.area() * 5 >= area * 4;
        !(place + 1..facts[place].end).take(MOST_COMPARED).any(is_frame)
    }

    /// Leaves out a container whose label its parts repeat, otherwise the texts in it that repeat its label.
    fn silence_repeats(&self, names: &Names, place: usize, silent: &mut [bool]) {
        let facts = names.facts();
        let container = &facts[place];
        let has_name = container.speaks || (container.pressable && container.source == NameSource::Inside);
        if !has_name || container.end == place + 1 || silent[place] || container.role == Role::Field {
            return;
        }
        let counts = |inner: &usize| {
            let inner = *inner;
            let is_part = if container.interactive { facts[inner].pressable } else { true };
            is_part && !names.name(inner).is_empty() && !self.nodes[inner].bounds.is_empty()
        };
        let parts: Vec<usize> = (place + 1..container.end).filter(counts).take(MOST_COMPARED).collect();
        if parts.is_empty() {
            return;
        }
        let label = folded(names.name(place));
        let said: Vec<String> = parts.iter().map(|part| folded(names.name(*part))).collect();
        let known: HashSet<&str> = said.iter().flat_map(|text| words(text)).collect();
        let mut wanted = words(&label).peekable();
        let repeats = wanted.peek().is_some() && wanted.all(|word| known.contains(word));
        // A row is more than the picture in it that has the same name.
        if repeats && (!container.interactive || self.covers(names, place, &parts)) {
            silent[place] = true;
            return;
        }
        for (part, said) in parts.into_iter().zip(&said) {
            if !facts[part].interactive && !container.interactive && holds(&label, said) {
                silent[part] = true;
            }
        }
    }

    /// Whether the touchable parts of a container leave little of it to press.
    fn covers(&self, names: &Names, place: usize, parts: &[usize]) -> bool {
        let touchable = parts.iter().filter(|part| names.facts()[**part].pressable);
        let area: i64 = touchable.map(|part| self.nodes[*part].bounds.area()).sum();
        area * 10 >= self.nodes[place].bounds.area() * 3
    }

    /// Leaves out a text that its neighbour in the list repeats in the same place: an icon and its caption.
    fn drop_doubles(&self, names: &Names, elements: &mut Vec<Element>) {
        let facts = names.facts();
        let is_text = |element: &Element| !facts[element.node].interactive;
        let near = |one: &Element, other: &Element| {
            let (a, b) = (self.nodes[one.node].bounds, self.nodes[other.node].bounds);
            let overlap = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
            overlap || self.nodes[one.node].parent == self.nodes[other.node].parent
        };
        let mut dropped: HashSet<usize> = HashSet::new();
        for pair in elements.windows(2) {
            let [one, other] = pair else { continue };
            if one.label.is_empty() || folded(&one.label) != folded(&other.label) || !near(one, other) {
                continue;
            }
            let both = is_text(one) && is_text(other);
            let (a, b) = (self.nodes[one.node].bounds, self.nodes[other.node].bounds);
            match () {
                // Two equal messages are two messages, wherever they are not drawn over each other.
                () if both && !(a.contains(b.centre().0, b.centre().1) || b.contains(a.centre().0, a.centre().1)) => {}
                () if is_text(other) => _ = dropped.insert(other.node),
                () if is_text(one) => _ = dropped.insert(one.node),
                () => {}
            }
        }
        elements.retain(|element| !dropped.contains(&element.node));
    }
}

fn folded(text: &str) -> String {
    cleaned(text).to_lowercase()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether a label contains a text as whole words.
fn holds(label: &str, text: &str) -> bool {
    let ends = |c: Option<char>| !c.is_some_and(char::is_alphanumeric);
    label.match_indices(text).any(|(at, found)| {
        let (before, after) = (label.get(..at), label.get(at + found.len()..));
        ends(before.and_then(|text| text.chars().next_back())) && ends(after.and_then(|text| text.chars().next()))
    })
}
