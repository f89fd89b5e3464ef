//! What stands on a screen: the tree that `uiautomator dump` writes, read tolerantly and within bounds.
//!
//! Elements are numbered for models ([`Tree::elements`]), found by what they say ([`Tree::find`]), and
//! looked up by place for the gate ([`Tree::at`]).

mod find;
mod label;
mod read;
#[cfg(test)]
mod tests;

use serde::Serialize;

pub use self::find::Query;
pub use self::label::{ENOUGH_LABEL, LabelLimit, whole_label};
pub use self::read::{MAX_NODES, TreeError, parse};

/// A screen's tree, flattened in the order of the document.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tree {
    /// How the screen is turned, in quarters.
    pub rotation: u8,
    /// Every node; a parent stands before its children.
    pub nodes: Vec<Node>,
    /// Whether there was more than is read.
    pub cut: bool,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// The place of its parent in [`Tree::nodes`].
    pub parent: Option<usize>,
    /// Its text.
    pub text: String,
    /// What accessibility says of it instead.
    pub description: String,
    /// As in `com.whatsapp:id/send`.
    pub resource_id: String,
    /// As in `android.widget.Button`.
    pub class: String,
    /// The package it belongs to.
    pub package: String,
    /// Where it is.
    pub bounds: Bounds,
    /// What it can do and how it stands.
    pub state: State,
}

/// What a node can do and how it stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[expect(missing_docs, clippy::struct_excessive_bools, reason = "the attributes of the dump, by name")]
pub struct State {
    pub checkable: bool,
    pub checked: bool,
    pub clickable: bool,
    pub enabled: bool,
    pub focusable: bool,
    pub focused: bool,
    pub scrollable: bool,
    pub long_clickable: bool,
    pub password: bool,
    pub selected: bool,
}

/// A rectangle in device pixels; right and bottom are just outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bounds {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Bounds {
    /// Whether there is nothing of it.
    pub fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Whether a point lies in it.
    pub fn contains(self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Its middle.
    pub fn centre(self) -> (i32, i32) {
        let middle = |a: i32, b: i32| i32::midpoint(a, b);
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    /// How many pixels it covers.
    pub fn area(self) -> i64 {
        i64::from(self.right.saturating_sub(self.left).max(0)) * i64::from(self.bottom.saturating_sub(self.top).max(0))
    }
}

/// What a node is to a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Role {
    Button,
    Field,
    Switch,
    Checkbox,
    Radio,
    Slider,
    List,
    Image,
    Text,
    Group,
}

impl Role {
    /// The name as people and models read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Button => "button",
            Self::Field => "field",
            Self::Switch => "switch",
            Self::Checkbox => "checkbox",
            Self::Radio => "radio",
            Self::Slider => "slider",
            Self::List => "list",
            Self::Image => "image",
            Self::Text => "text",
            Self::Group => "group",
        }
    }
}

impl Node {
    /// What it is to a person, from its class and what it can do.
    pub fn role(&self) -> Role {
        let class = self.class.rsplit('.').next().unwrap_or_default();
        match class {
            _ if class.contains("EditText") || class.contains("AutoComplete") => Role::Field,
            _ if class.contains("Switch") || class == "ToggleButton" => Role::Switch,
            _ if class.contains("CheckBox") || class == "CheckedTextView" => Role::Checkbox,
            _ if class.contains("Radio") && class != "RadioGroup" => Role::Radio,
            _ if class.contains("SeekBar") || class.contains("RatingBar") || class.contains("Slider") => Role::Slider,
            _ if class.contains("Button") => Role::Button,
            _ if self.state.scrollable || class.contains("RecyclerView") || class.contains("ListView") => Role::List,
            _ if self.state.checkable => Role::Checkbox,
            _ if class.contains("Image") => Role::Image,
            _ if class.contains("TextView") => Role::Text,
            _ if self.state.clickable && !self.label().is_empty() => Role::Button,
            _ if !self.text.is_empty() => Role::Text,
            _ => Role::Group,
        }
    }

    /// What it says, or what is said of it.
    pub fn label(&self) -> &str {
        if self.text.trim().is_empty() { self.description.trim() } else { self.text.trim() }
    }

    /// Whether a person can do something with it.
    pub fn is_interactive(&self) -> bool {
        let state = self.state;
        state.enabled
            && (state.clickable
                || state.long_clickable
                || state.checkable
                || state.scrollable
                || self.role() == Role::Field)
    }
}

/// An element as a model sees it in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Its number, from 1.
    pub number: usize,
    /// The place of its node in [`Tree::nodes`].
    pub node: usize,
    /// What it is.
    pub role: Role,
    /// What it says: its own label, or those of what is inside it.
    pub label: String,
}

impl Tree {
    /// The elements that are worth naming to a model, numbered from 1 in reading order: what can be
    /// touched, and what can be read. What is only part of something that can be touched lends it its label.
    pub fn elements(&self) -> Vec<Element> {
        let mut elements: Vec<Element> = Vec::new();
        for (place, node) in self.nodes.iter().enumerate() {
            if node.bounds.is_empty() {
                continue;
            }
            let named = if node.is_interactive() {
                Some(self.whole_label(place))
            } else if !node.label().is_empty() && !self.is_part_of_touchable(place) {
                Some(node.label().to_owned())
            } else {
                None
            };
            if let Some(label) = named {
                // A row that can be touched is a button to whoever reads the list.
                let role = match node.role() {
                    Role::Group if node.state.clickable => Role::Button,
                    role => role,
                };
                elements.push(Element { number: elements.len() + 1, node: place, role, label });
            }
        }
        elements
    }

    /// A node's own label, or the labels of what is inside it.
    pub fn whole_label(&self, place: usize) -> String {
        let Some(node) = self.nodes.get(place) else { return String::new() };
        let behind = self.nodes.iter().enumerate().skip(place + 1);
        let inside = behind.map_while(|(inner, node)| self.is_inside(inner, place).then_some(node));
        let texts = inside.filter(|node| !node.label().is_empty() && !node.is_interactive()).map(Node::label);
        whole_label(node.label(), node.role(), texts, LabelLimit::WholeTexts(ENOUGH_LABEL)).0
    }

    /// The topmost element at a point that can be touched, else the smallest that says something.
    pub fn at(&self, x: i32, y: i32) -> Option<&Node> {
        let here = || self.nodes.iter().filter(move |node| node.bounds.contains(x, y));
        here()
            .filter(|node| node.is_interactive())
            .min_by_key(|node| node.bounds.area())
            .or_else(|| here().filter(|node| !node.label().is_empty()).min_by_key(|node| node.bounds.area()))
    }

    fn is_inside(&self, place: usize, ancestor: usize) -> bool {
        let mut above = self.nodes.get(place).and_then(|node| node.parent);
        while let Some(parent) = above {
            if parent == ancestor {
                return true;
            }
            if parent < ancestor {
                return false;
            }
            above = self.nodes[parent].parent;
        }
        false
    }

    fn is_part_of_touchable(&self, place: usize) -> bool {
        let mut above = self.nodes.get(place).and_then(|node| node.parent);
        while let Some(parent) = above {
            let node = &self.nodes[parent];
            if node.is_interactive() && node.role() != Role::List {
                return true;
            }
            above = node.parent;
        }
        false
    }
}
