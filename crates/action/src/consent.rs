//! The question that the gate puts to a person: the action, its target, the agent that wants it and its reason.
//!
//! The loop builds it, the task stores it, and terminal, page and link show it. The words in quotation marks come from
//! a screen or an agent: they are shown, never followed. Nothing is judged here.

mod target;

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::target::{ActionTarget, place, short};

/// Everything that a person needs to decide.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsentRequest {
    /// What would happen, in a few plain words.
    pub summary: String,
    /// What would be pressed for it, if the summary says what that does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub how: Option<String>,
    /// Why approval is needed.
    pub reason: String,
    /// The app, as people call it, or its package.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The model or program that wants it.
    pub agent: String,
    /// The goal of the task.
    pub goal: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thought: Option<String>,
    /// The elements that would be touched, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<MarkedElement>,
    /// The picture of the screen, with secrets painted over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<PictureRef>,
    /// Why there is no picture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub withheld: Option<String>,
    /// What "always" would cover; absent if this is asked every time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub covers: Option<String>,
}

/// An element that would be touched, described for people who see the picture and for people who do not.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkedElement {
    /// Its label; empty if unknown.
    pub label: String,
    /// Its role, as in `button`.
    pub role: String,
    /// Its position, in words.
    pub place: String,
    /// Its position, in pixels of the picture.
    pub area: Area,
}

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Area {
    /// Distance from the left edge.
    pub x: u32,
    /// Distance from the top edge.
    pub y: u32,
    /// Width.
    pub w: u32,
    /// Height.
    pub h: u32,
}

/// One of the task's pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PictureRef {
    /// Its number within the task.
    pub number: u64,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
}

impl ConsentRequest {
    /// Calls `each` with every text, so that secrets can be masked.
    pub fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        let Self { summary, how, reason, app, agent, goal, thought, elements, picture: _, withheld, covers } = self;
        [summary, reason, agent, goal].into_iter().for_each(&mut *each);
        [how, app, thought, withheld, covers].into_iter().flatten().for_each(&mut *each);
        elements.iter_mut().for_each(|element| each(&mut element.label));
    }
}

impl fmt::Display for MarkedElement {
    /// `the button “Delete”, at the bottom right`
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.label.is_empty() {
            true => write!(f, "a {} without a name, {}", self.role, self.place),
            false => write!(f, "the {} “{}”, {}", self.role, self.label, self.place),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_said_in_words_too_and_every_text_can_be_masked() {
        let area = Area { x: 1, y: 2, w: 3, h: 4 };
        let element = |label: &str| MarkedElement {
            label: label.to_owned(),
            role: "button".to_owned(),
            place: "at the bottom".to_owned(),
            area,
        };
        let mut asked = ConsentRequest {
            summary: "s X".to_owned(),
            how: Some("h X".to_owned()),
            reason: "r X".to_owned(),
            app: Some("a X".to_owned()),
            agent: "m X".to_owned(),
            goal: "g X".to_owned(),
            thought: Some("t X".to_owned()),
            elements: vec![element("Delete X"), element("")],
            picture: None,
            withheld: Some("w X".to_owned()),
            covers: Some("c X".to_owned()),
        };
        asked.each_text(&mut |text| *text = text.replace('X', "Y"));
        let shown: Vec<String> = asked.elements.iter().map(ToString::to_string).collect();
        assert_eq!(shown, ["the button “Delete Y”, at the bottom", "a button without a name, at the bottom"]);
        assert!(!serde_json::to_string(&asked).unwrap().contains('X'));
    }
}
