//! The identity of an element: its own words, its role, its neighbours and containers, and where it was.

use action::phone::{AgentAction, Aims, limits};
use device::Tree;
use device::tree::{Bounds, Names, Node, Role};
use policy::Target;
use serde::{Deserialize, Serialize};

use super::beginning;

/// The longest text of an element, in bytes. Anything longer is content, not a label.
const LONGEST_TEXT: usize = 200;
/// The longest label of a neighbour or a container.
const LONGEST_LABEL: usize = 80;
/// How many containers are described.
const MOST_CONTAINERS: usize = 4;
/// How many elements of one action are described: a gesture has two ends.
const MOST_TOUCHED: usize = 2;

/// An element as it was when an action touched it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ElementIdentity {
    /// As in `com.whatsapp:id/send`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its content description.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its hint.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// Its role, as in `button`.
    pub role: String,
    /// As in `android.widget.Button`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Its package.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// Its name for people: its own label, the texts inside it, or the best guess.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Those of `checked`, `selected`, `focused`, `disabled` and `password` that hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub state: Vec<String>,
    /// `[left, top, right, bottom]` as fractions of the screen.
    pub bounds: [f64; 4],
    /// Where the gesture lands, as fractions of the screen; `None` if it names no point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point: Option<[f64; 2]>,
    /// Labelled elements next to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<Neighbour>,
    /// Elements that contain it, the innermost first, without those that say nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<Container>,
    /// `[n, of]`: it is the n-th of so many elements with the same id, role and name.
    pub place: [u32; 2],
}

/// A labelled element next to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Neighbour {
    /// Its label.
    pub label: String,
    /// Where it is.
    pub side: Side,
}

/// On which side of an element another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// An element around another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Container {
    /// Its id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its class.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Its own label.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
}

impl ElementIdentity {
    /// Every text that came from the screen, for masking.
    pub(crate) fn texts_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let own = [&mut self.text, &mut self.description, &mut self.hint, &mut self.name];
        let beside = self.neighbours.iter_mut().map(|neighbour| &mut neighbour.label);
        own.into_iter().chain(beside).chain(self.containers.iter_mut().map(|container| &mut container.label))
    }

    /// Describes the node at this place of a tree.
    pub(crate) fn of(tree: &Tree, place: usize, names: &Names, screen: (u32, u32)) -> Option<Self> {
        let node = tree.nodes.get(place)?;
        let name = names.name(place);
        let is_alike = |(other, one): &(usize, &Node)| {
            one.resource_id == node.resource_id && one.role() == node.role() && names.name(*other) == name
        };
        let alike: Vec<usize> = tree.nodes.iter().enumerate().filter(is_alike).map(|(other, _)| other).collect();
        let position = alike.iter().position(|other| *other == place).map_or(0, |position| position + 1);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Some(Self {
            id: beginning(&node.resource_id, LONGEST_TEXT),
            text: beginning(&node.text, LONGEST_TEXT),
            description: beginning(&node.description, LONGEST_TEXT),
            hint: beginning(&node.hint, LONGEST_TEXT),
            role: node.role().as_str().to_owned(),
            class: beginning(&node.class, LONGEST_TEXT),
            package: beginning(&node.package, LONGEST_TEXT),
            name: beginning(name, LONGEST_TEXT),
            state: state_words(node),
            bounds: fractions(node.bounds, screen),
            point: None,
            neighbours: neighbours(tree, place),
            containers: containers(tree, node),
            place: [count(position), count(alike.len())],
        })
    }
}

/// Returns the elements that an action touches: the target that the gate judged, otherwise the one under the finger or
/// in focus. Empty for an action that aims at nothing.
pub(crate) fn touched(
    action: &AgentAction,
    tree: &Tree,
    screen: (u32, u32),
    target: Option<&Target>,
) -> Vec<ElementIdentity> {
    if let AgentAction::Shell(verb) = action {
        let touches = policy::touches(&verb.command).unwrap_or_default();
        let all = touches.iter().flat_map(|touch| touched(touch, tree, screen, target));
        return all.take(MOST_TOUCHED).collect();
    }
    let places: Vec<(usize, Option<(i32, i32)>)> = match action.verb().aims {
        Aims::Nothing => Vec::new(),
        Aims::Focus => in_focus(tree).map(|place| (place, None)).into_iter().collect(),
        Aims::Point | Aims::TwoPoints => {
            let ends = ends(action, screen).into_iter().take(MOST_TOUCHED).enumerate();
            let at = ends.filter_map(|(number, point)| {
                // The gate judges the element at the first end.
                Some((under(tree, point, target.filter(|_| number == 0))?, Some(point)))
            });
            at.collect()
        }
    };
    if places.is_empty() {
        return Vec::new();
    }
    let names = tree.names();
    let described = places.into_iter().filter_map(|(place, point)| {
        let identity = ElementIdentity::of(tree, place, &names, screen)?;
        let point = point.map(|(x, y)| [fraction(x, screen.0), fraction(y, screen.1)]);
        Some(ElementIdentity { point, ..identity })
    });
    described.collect()
}

/// The points of a gesture in pixels.
fn ends(action: &AgentAction, screen: (u32, u32)) -> Vec<(i32, i32)> {
    let whole = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    action.ends().into_iter().map(|point| limits::pixel(point, screen)).map(|(x, y)| (whole(x), whole(y))).collect()
}

/// The node under a point: the judged one if it is there and nothing else floats over it, otherwise the smallest that can
/// be touched, otherwise the smallest with a label.
fn under(tree: &Tree, (x, y): (i32, i32), target: Option<&Target>) -> Option<usize> {
    let here = || tree.nodes.iter().enumerate().filter(move |(_, node)| node.bounds.contains(x, y));
    // Frames inside a row often have its class, so only what can be touched is the target.
    let is_target = |node: &Node| {
        let is_it = |target: &Target| {
            let id = (&*target.resource_id, &*target.role, &*target.package);
            id == (&*node.resource_id, &*node.class, &*node.package)
        };
        node.is_interactive() && target.is_some_and(is_it)
    };
    let smallest = |wanted: &dyn Fn(&Node) -> bool| {
        let found = here().filter(|(_, node)| wanted(node));
        found.min_by_key(|(_, node)| node.bounds.area()).map(|(place, _)| place)
    };
    let (judged, touched) = (smallest(&is_target), smallest(&Node::is_interactive));
    // The gate judges the strictest of several targets: of a row and the button that floats over it, the row.
    let floats_over = |(judged, touched): &(usize, usize)| touched > judged && !is_inside(tree, *touched, *judged);
    let over = judged.zip(touched).filter(floats_over).map(|(_, touched)| touched);
    over.or(judged).or(touched).or_else(|| smallest(&|node: &Node| !node.label().is_empty()))
}

/// Whether a node is inside another one.
fn is_inside(tree: &Tree, place: usize, outer: usize) -> bool {
    let above = |at: usize| tree.nodes.get(at).and_then(|node| node.parent);
    // A parent precedes its children.
    std::iter::successors(above(place), |at| above(*at).filter(|above| above < at)).any(|at| at == outer)
}

/// The node in focus; a field before anything else.
fn in_focus(tree: &Tree) -> Option<usize> {
    let last = |wanted: &dyn Fn(&Node) -> bool| tree.nodes.iter().rposition(|node| node.state.focused && wanted(node));
    last(&|node: &Node| node.role() == Role::Field).or_else(|| last(&|_| true))
}

/// The words for a node's state.
pub(crate) fn state_words(node: &Node) -> Vec<String> {
    let state = node.state;
    let words = [
        (state.checked, "checked"),
        (state.selected, "selected"),
        (state.focused, "focused"),
        (!state.enabled, "disabled"),
        (state.password, "password"),
    ];
    words.into_iter().filter(|(holds, _)| *holds).map(|(_, word)| word.to_owned()).collect()
}

/// A position as a fraction of a side, four digits: a tenth of a pixel on the largest phone.
fn fraction(at: i32, side: u32) -> f64 {
    let fraction = f64::from(at) / f64::from(side.max(1));
    (fraction * 1e4).round() / 1e4
}

fn fractions(bounds: Bounds, (width, height): (u32, u32)) -> [f64; 4] {
    [
        fraction(bounds.left, width),
        fraction(bounds.top, height),
        fraction(bounds.right, width),
        fraction(bounds.bottom, height),
    ]
}

/// The nearest labelled node on each side, level with the element or in its column.
fn neighbours(tree: &Tree, place: usize) -> Vec<Neighbour> {
    let own = tree.nodes[place].bounds;
    let mut nearest: [Option<(i32, usize)>; 4] = [None; 4];
    for (other, node) in tree.nodes.iter().enumerate() {
        let bounds = node.bounds;
        if other == place || bounds.is_empty() || node.label().is_empty() {
            continue;
        }
        let level = bounds.top < own.bottom && own.top < bounds.bottom;
        let in_column = bounds.left < own.right && own.left < bounds.right;
        let (side, gap) = match () {
            () if level && bounds.right <= own.left => (0, own.left - bounds.right),
            () if level && bounds.left >= own.right => (1, bounds.left - own.right),
            () if in_column && bounds.bottom <= own.top => (2, own.top - bounds.bottom),
            () if in_column && bounds.top >= own.bottom => (3, bounds.top - own.bottom),
            () => continue,
        };
        if nearest[side].is_none_or(|(known, _)| gap < known) {
            nearest[side] = Some((gap, other));
        }
    }
    let sides = [Side::Left, Side::Right, Side::Above, Side::Below];
    let found = sides.into_iter().zip(nearest).filter_map(|(side, found)| {
        let (_, other) = found?;
        Some(Neighbour { label: beginning(tree.nodes[other].label(), LONGEST_LABEL), side })
    });
    found.collect()
}

/// The containers of a node that have an id or a label, the innermost first.
fn containers(tree: &Tree, node: &Node) -> Vec<Container> {
    let above = |node: &Node| node.parent.and_then(|parent| tree.nodes.get(parent));
    let mut containers = Vec::new();
    let mut at = above(node);
    // A tree is bounded in depth when it is read; the count guards against one that is not.
    let mut left = tree.nodes.len();
    while let Some(one) = at.filter(|_| left > 0 && containers.len() < MOST_CONTAINERS) {
        left -= 1;
        if !one.resource_id.is_empty() || !one.label().is_empty() || one.role() == Role::List {
            let (id, class) = (beginning(&one.resource_id, LONGEST_TEXT), beginning(&one.class, LONGEST_TEXT));
            containers.push(Container { id, class, label: beginning(one.label(), LONGEST_LABEL) });
        }
        at = above(one);
    }
    containers
}
