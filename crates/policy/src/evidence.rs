//! What is known about the place where an action lands: gathered by whoever sees the phone, judged here.
//!
//! Everything in it is bounded by who gathers it, and empty where nobody looked. Words in it can make a verdict
//! stricter, never milder, with one exception: a choice that plainly refuses is taken at its word.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Hazard;

/// Where an action lands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Evidence {
    /// Whether the gesture ends as a press on the element, whatever the verb is called.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub pressed: bool,
    /// Whether the element is a switch, a box or one of several options.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub toggles: bool,
    /// Whether the element is a plain button, not a row that leads somewhere.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub button: bool,
    /// Whether the window offers few choices besides: then each is an answer, whatever it looks like.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub few: bool,
    /// The texts inside the element, each by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// What the element is a choice of.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<Question>,
    /// What the window shows besides, the heading first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub screen: Vec<String>,
    /// Whether more belongs to what is pressed than was read: of its label, of the question, or of what else lies there.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub unread: bool,
    /// Whether the window shows more than was read.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub screen_unread: bool,
    /// How much of the place can be seen.
    pub sight: Sight,
    /// What was pressed shortly before, in this task and this app.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub led_by: Vec<Hazard>,
    /// The conversation that is open.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversation: Option<Conversation>,
    /// The number or address that a call or a message would go to, where it stands instead of a name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// Words on the screen that address whoever reads it for a person, where it was they that asked for this.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructed_by: Option<String>,
    /// What the person asked for, and has answered since.
    #[serde(skip)]
    pub wanted: String,
    /// The tool of another program that is called.
    #[serde(skip)]
    pub tool: Option<KnownTool>,
}

/// A tool of another program, as that program tells of it. All of it is that program's word.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownTool {
    /// What people call the program.
    pub server: String,
    /// What the program calls the tool.
    pub name: String,
    /// What it is said to do.
    pub description: String,
    /// Stands for everything that is said of it: another one for another description or other arguments. Empty where
    /// nobody keeps track.
    pub fingerprint: String,
    /// Whether its program says that it destroys something.
    pub destroys: bool,
    /// Whether the person allowed it when something else was said of it.
    pub changed: bool,
}

/// A question, and the choices that answer it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Question {
    /// Whether it stands in a window of its own, or only in a part of one.
    pub dialog: bool,
    /// Whether that window covers only a part of the screen.
    pub floats: bool,
    /// Its title, its message and whatever else it says.
    pub texts: Vec<String>,
    /// The other choices.
    pub choices: Vec<String>,
}

/// How much of a place can be seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Sight {
    /// Nobody looked: nothing follows.
    #[default]
    NotLooked,
    /// There is an element, and it says what it is.
    Known,
    /// There is something, and it does not say what it is.
    Unlabelled,
    /// There is nothing in the tree where the finger goes.
    Nothing,
    /// The screen has no tree.
    NoTree,
}

/// Whom a message would go to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub struct Conversation {
    /// What stands above it.
    pub title: String,
    /// Whether it is a person or several, as far as it shows.
    pub kind: ConversationKind,
}

/// Whether a conversation is with one person.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ConversationKind {
    /// With one.
    Person,
    /// With several.
    Group,
    /// It does not show.
    #[default]
    Unknown,
}
