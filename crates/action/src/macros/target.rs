//! How a macro names an element: by its id, its words, its role, and what is around it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::number::Finite;

/// An element. It is found again by its own features first, then by what is around it. The bounds only decide between
/// elements that are equal in everything else.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Target {
    /// As in `com.whatsapp:id/send`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its name for people: its own label, or the texts inside it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// Its text, if that is not its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Its content description, if that is not its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// Its role, as in `button`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// As in `android.widget.Button`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub class: String,
    /// Its package.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub package: String,
    /// `[n, of]`: it is the n-th of so many elements with the same id, role and name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<[u32; 2]>,
    /// Labelled elements next to it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub neighbours: Vec<Neighbour>,
    /// Elements that contain it, the innermost first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub containers: Vec<Container>,
    /// `[left, top, right, bottom]` as fractions of the screen.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[Finite; 4]>,
}

/// A labelled element next to another one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Neighbour {
    /// Its label.
    pub label: String,
    /// Where it is.
    pub side: Side,
}

/// On which side of an element another one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Side {
    Left,
    Right,
    Above,
    Below,
}

/// An element around another one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
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

impl Target {
    /// Whether it says enough to be found: an id or words, not only a role or a position.
    pub fn is_findable(&self) -> bool {
        [&self.id, &self.name, &self.text, &self.description].into_iter().any(|text| !text.is_empty())
    }

    /// Its name in a message: what people call it, otherwise its id.
    pub fn shown(&self) -> &str {
        let names = [&self.name, &self.text, &self.description, &self.id, &self.role];
        names.into_iter().find(|name| !name.is_empty()).map_or("the element", String::as_str)
    }

    /// Calls `each` with every text that may have placeholders, and its path.
    pub(super) fn each_text(&mut self, each: &mut dyn FnMut(&str, &mut String)) {
        each("name", &mut self.name);
        each("text", &mut self.text);
        each("description", &mut self.description);
        self.neighbours.iter_mut().for_each(|neighbour| each("neighbours", &mut neighbour.label));
        self.containers.iter_mut().for_each(|container| each("containers", &mut container.label));
    }
}
