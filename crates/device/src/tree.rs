//! The UI tree of a screen, parsed from `uiautomator dump`, tolerantly and within bounds.
//!
//! Elements are numbered for models ([`Tree::elements`]), found by label ([`Tree::find`]), and looked up by position
//! for the gate ([`Tree::at`]).

mod elements;
mod find;
mod id_words;
mod label;
mod name;
mod read;
mod redacted;
#[cfg(test)]
mod tests;
mod windows;
mod words;

use serde::Serialize;

pub use self::find::Query;
pub use self::label::{ENOUGH_LABEL, LabelLimit, whole_label};
pub use self::name::{NameSource, Names};
pub use self::read::{MAX_BYTES, MAX_NODES, TreeError, parse};
pub use self::redacted::redacted;
pub use self::words::{cleaned, is_speaking};

/// A screen's tree, flattened in document order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tree {
    /// The rotation of the screen, in quarters.
    pub rotation: u8,
    /// Every node; a parent precedes its children.
    pub nodes: Vec<Node>,
    /// Whether there were more nodes than the limit.
    pub cut: bool,
}

/// One node.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Node {
    /// The index of its parent in [`Tree::nodes`].
    pub parent: Option<usize>,
    /// Its text.
    pub text: String,
    /// Its content description for accessibility.
    pub description: String,
    /// The hint of an empty field; only newer phones tell it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub hint: String,
    /// The text that a long press or a mouse shows.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tooltip: String,
    /// As in `com.whatsapp:id/send`.
    pub resource_id: String,
    /// As in `android.widget.Button`.
    pub class: String,
    /// Its package.
    pub package: String,
    /// Its position.
    pub bounds: Bounds,
    /// Its capabilities and its state.
    pub state: State,
}

/// The capabilities and the state of a node.
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

/// A rectangle in device pixels; right and bottom are exclusive.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Bounds {
    pub left: i32,
    pub top: i32,
    pub right: i32,
    pub bottom: i32,
}

impl Bounds {
    /// Whether it is empty.
    pub fn is_empty(self) -> bool {
        self.right <= self.left || self.bottom <= self.top
    }

    /// Whether it contains a point.
    pub fn contains(self, x: i32, y: i32) -> bool {
        (self.left..self.right).contains(&x) && (self.top..self.bottom).contains(&y)
    }

    /// Its centre.
    pub fn centre(self) -> (i32, i32) {
        let middle = |a: i32, b: i32| i32::midpoint(a, b);
        (middle(self.left, self.right), middle(self.top, self.bottom))
    }

    /// Its area in pixels.
    pub fn area(self) -> i64 {
        i64::from(self.right.saturating_sub(self.left).max(0)) * i64::from(self.bottom.saturating_sub(self.top).max(0))
    }
}

/// The role of a node, for people.
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
    /// Returns the name for people and models.
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
    /// Returns its role, from its class and its capabilities.
    pub fn role(&self) -> Role {
        let dot = self.class.bytes().rposition(|byte| byte == b'.');
        let class = dot.and_then(|dot| self.class.get(dot + 1..)).unwrap_or(&self.class);
        match class {
            // Most elements are one of these; the others are recognised by a part of their name.
            "Button" | "ImageButton" => Role::Button,
            "FrameLayout" | "LinearLayout" | "RelativeLayout" | "TextView" | "View" | "ViewGroup" => {
                self.plain_role(class)
            }
            _ if class.contains("EditText") || class.contains("AutoComplete") => Role::Field,
            _ if class.contains("Switch") || class == "ToggleButton" => Role::Switch,
            _ if class.contains("CheckBox") || class == "CheckedTextView" => Role::Checkbox,
            _ if class.contains("Radio") && class != "RadioGroup" => Role::Radio,
            _ if class.contains("SeekBar") || class.contains("RatingBar") || class.contains("Slider") => Role::Slider,
            _ if class.contains("Button") => Role::Button,
            _ if class.contains("RecyclerView") || class.contains("ListView") => Role::List,
            _ => self.plain_role(class),
        }
    }

    /// The role of an element whose class says little about it.
    fn plain_role(&self, class: &str) -> Role {
        match class {
            _ if self.state.scrollable => Role::List,
            _ if self.state.checkable => Role::Checkbox,
            "TextView" => Role::Text,
            _ if class.contains("Image") => Role::Image,
            _ if class.contains("TextView") => Role::Text,
            _ if self.state.clickable && !self.label().is_empty() => Role::Button,
            // Flutter and Compose draw their texts in a plain view and tell them as its description.
            _ if (!self.text.is_empty() || class == "View") && is_speaking(self.label()) => Role::Text,
            _ => Role::Group,
        }
    }

    /// Returns the first of its text, description, hint and tooltip that says something, or the sign that a key shows.
    /// Glyphs of icon fonts and invisible marks are no label.
    pub fn label(&self) -> &str {
        let own = || [&self.text, &self.description, &self.hint, &self.tooltip].into_iter().map(|text| text.trim());
        let said = own().find(|text| is_speaking(text));
        said.or_else(|| own().find(|text| words::is_key(text))).unwrap_or_default()
    }

    /// Whether a field shows only its hint. Older phones do not tell a hint from typed text.
    pub fn shows_hint(&self) -> bool {
        self.text.is_empty() || self.text == self.hint
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

/// An element in a model's list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Element {
    /// Its number, from 1.
    pub number: usize,
    /// The index of its node in [`Tree::nodes`].
    pub node: usize,
    /// Its role.
    pub role: Role,
    /// Its name: its own label, or the best guess at one.
    pub label: String,
    /// Where the name comes from.
    pub source: NameSource,
}

impl Tree {
    /// Returns a node's own label, or the labels of its descendants.
    pub fn whole_label(&self, place: usize) -> String {
        let Some(node) = self.nodes.get(place) else { return String::new() };
        let behind = self.nodes.iter().enumerate().skip(place + 1);
        let inside = behind.map_while(|(inner, node)| self.is_inside(inner, place).then_some(node));
        let texts = inside.filter(|node| !node.label().is_empty() && !node.is_interactive()).map(Node::label);
        whole_label(node.label(), node.role(), texts, LabelLimit::WholeTexts(ENOUGH_LABEL)).0
    }

    /// Returns the topmost touchable element at a point, otherwise the smallest with a label.
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
}
