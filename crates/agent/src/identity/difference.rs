//! The changes that an action made on the screen: elements that appeared, disappeared or changed. Bounded.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use device::Tree;
use device::tree::Role;
use serde::{Deserialize, Serialize};

use super::element::state_words;
use super::{ScreenPlace, beginning, is_bar, layout};

/// How many elements of each kind are named; the others are counted.
const MOST: usize = 12;
/// The longest name and text, in bytes.
const LONGEST: usize = 80;

/// What changed on the screen between the looks before and after an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenChange {
    /// Elements that were not there before.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub appeared: Vec<SeenPart>,
    /// Elements that are gone.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub disappeared: Vec<SeenPart>,
    /// Elements that are still there with another text or state.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<ChangedElement>,
    /// How many more appeared, disappeared and changed.
    #[serde(skip_serializing_if = "is_nothing")]
    pub more: [usize; 3],
    /// The screen afterwards.
    pub screen: ScreenPlace,
}

/// An element, in short.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SeenPart {
    /// Its name for people.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its role.
    pub role: String,
    /// Its id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
}

/// An element that is still there, changed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangedElement {
    /// The element as it is now.
    #[serde(flatten)]
    pub part: SeenPart,
    /// Its text before; absent if the text is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was: Option<String>,
    /// Its text now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// Its state before; absent if the state is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub was_state: Option<Vec<String>>,
    /// Its state now.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub now_state: Option<Vec<String>>,
}

fn is_nothing(more: &[usize; 3]) -> bool {
    *more == [0; 3]
}

/// An element as it is compared.
struct Compared {
    part: SeenPart,
    text: String,
    state: Vec<String>,
    /// Where it is, for elements without an id.
    bounds: [i32; 4],
}

impl ScreenChange {
    /// Compares two screens. `screen` is the later one.
    pub(crate) fn between(before: &Tree, after: &Tree, screen: ScreenPlace) -> Self {
        let (mut gone, mut new) = (elements(before), elements(after));
        // The same element in the same state, wherever it has moved to; then the same element with other words.
        drop_pairs(&mut gone, &mut new, |one| (one.part.clone(), one.text.clone(), one.state.clone()));
        // The rows of a list share an id, which then says nothing about a single row.
        let (repeated, again) = (repeated_ids(&gone), repeated_ids(&new));
        let by_id = |one: &Compared| {
            let id = &one.part.id;
            let is_own = !id.is_empty() && !repeated.contains(id) && !again.contains(id);
            is_own.then(|| (id.clone(), one.part.role.clone()))
        };
        let mut changed = pairs(&mut gone, &mut new, by_id);
        let by_name =
            |one: &Compared| (!one.part.name.is_empty()).then(|| (one.part.name.clone(), one.part.role.clone()));
        changed.append(&mut pairs(&mut gone, &mut new, by_name));
        // On another screen, the same place belongs to something else.
        if layout(before) == layout(after) {
            changed.append(&mut pairs(&mut gone, &mut new, |one| Some((one.bounds, one.part.role.clone()))));
        }
        let left = |count: usize| count.saturating_sub(MOST);
        let more = [left(new.len()), left(gone.len()), left(changed.len())];
        let parts = |all: Vec<Compared>| all.into_iter().take(MOST).map(|one| one.part).collect();
        let changed = changed.into_iter().take(MOST).map(|(was, now)| change(was, now)).collect();
        Self { appeared: parts(new), disappeared: parts(gone), changed, more, screen }
    }

    /// Every text that came from the screen, for masking.
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let parts = self.appeared.iter_mut().chain(&mut self.disappeared).map(|part| &mut part.name);
        let changed = self
            .changed
            .iter_mut()
            .flat_map(|one| [Some(&mut one.part.name), one.was.as_mut(), one.now.as_mut()].into_iter().flatten());
        parts.chain(changed)
    }
}

fn change(was: Compared, now: Compared) -> ChangedElement {
    let texts = was.text != now.text;
    let states = was.state != now.state;
    ChangedElement {
        part: now.part,
        was: texts.then_some(was.text),
        now: texts.then_some(now.text),
        was_state: states.then_some(was.state),
        now_state: states.then_some(now.state),
    }
}

/// The elements that a person would name, without the phone's own bars.
fn elements(tree: &Tree) -> Vec<Compared> {
    let is_bar = is_bar(tree);
    let listed = tree.elements().into_iter().filter_map(|element| {
        let node = tree.nodes.get(element.node).filter(|node| !is_bar(node))?;
        let role = element.role.as_str().to_owned();
        // A field's name is the text next to it; its own text is its content.
        let is_field = element.role == Role::Field;
        let text = if is_field { node.text.as_str() } else { element.label.as_str() };
        let name = if is_field && !node.hint.is_empty() { &node.hint } else { &element.label };
        let bounds = node.bounds;
        Some(Compared {
            part: SeenPart { name: beginning(name, LONGEST), role, id: beginning(&node.resource_id, LONGEST) },
            text: beginning(text, LONGEST),
            state: state_words(node),
            bounds: [bounds.left, bounds.top, bounds.right, bounds.bottom],
        })
    });
    listed.collect()
}

/// The ids that several elements have.
fn repeated_ids(elements: &[Compared]) -> HashSet<String> {
    let mut seen = HashSet::new();
    let repeated = elements.iter().filter(|one| !seen.insert(&one.part.id));
    repeated.map(|one| one.part.id.clone()).collect()
}

/// Removes elements that both screens have.
fn drop_pairs<K: Hash + Eq>(gone: &mut Vec<Compared>, new: &mut Vec<Compared>, key: impl Fn(&Compared) -> K) {
    pairs(gone, new, |one| Some(key(one)));
}

/// Takes out the elements that belong together by this key, in order; `None` belongs to nothing.
fn pairs<K: Hash + Eq>(
    gone: &mut Vec<Compared>,
    new: &mut Vec<Compared>,
    key: impl Fn(&Compared) -> Option<K>,
) -> Vec<(Compared, Compared)> {
    let mut waiting: HashMap<K, Vec<usize>> = HashMap::new();
    for (place, one) in new.iter().enumerate().rev() {
        if let Some(key) = key(one) {
            waiting.entry(key).or_default().push(place);
        }
    }
    let mut slots: Vec<Option<Compared>> = std::mem::take(new).into_iter().map(Some).collect();
    let (mut found, mut left) = (Vec::new(), Vec::new());
    for one in std::mem::take(gone) {
        let place = key(&one).and_then(|key| waiting.get_mut(&key)?.pop());
        match place.and_then(|place| slots[place].take()) {
            Some(other) => found.push((one, other)),
            None => left.push(one),
        }
    }
    *gone = left;
    *new = slots.into_iter().flatten().collect();
    found
}
