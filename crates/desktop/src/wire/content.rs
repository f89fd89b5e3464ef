//! The content of a window as a page gets it: sanitised.

use action::os::{Cols, Component, Gap, Renderer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The content of a window.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SafeContent {
    /// Markdown or HTML, as consecutive blocks of safe HTML.
    Markup {
        /// The original renderer.
        renderer: Renderer,
        /// The blocks.
        blocks: Vec<Block>,
    },
    /// Plain text.
    Text {
        /// The text.
        text: String,
    },
    /// A table; every cell is text.
    Table {
        /// The column headers.
        headers: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
    },
    /// A page of its own in a sandboxed frame.
    Frame {
        /// The address; empty if there is nothing to show.
        url: String,
        /// The `sandbox` attribute, already reduced to what is allowed.
        sandbox: String,
        /// Why it is not shown, if it is blocked.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked: Option<String>,
        /// The app of the data folder that the frame shows; it may then talk to its agent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        app: Option<String>,
    },
    /// A part of the page itself, such as a phone's live picture. Only people and the runtime open one.
    Part {
        /// The part.
        part: Part,
        /// The subject of a part that has one, such as the phone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// Buttons, fields and other components.
    Layout {
        /// The components.
        layout: SafeLayout,
    },
}

/// The parts of the page that open in windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The conversation: requests, plans, outcomes.
    Assistant,
    /// Running, waiting and finished tasks.
    Tasks,
    /// One phone, live. Its target is the phone's id.
    Phone,
    /// The phones.
    Phones,
    /// The agents and their keys.
    Agents,
    /// The choices that people asked to remember.
    Permissions,
    /// Models, voice, theme, data.
    Settings,
}

impl Part {
    /// All of them.
    const ALL: [Self; 7] =
        [Self::Assistant, Self::Tasks, Self::Phone, Self::Phones, Self::Agents, Self::Permissions, Self::Settings];
    /// The default width and height of a window.
    pub(crate) const SIZE: (u32, u32) = (720, 520);

    /// Returns its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::Assistant => "assistant",
            Self::Tasks => "tasks",
            Self::Phone => "phone",
            Self::Phones => "phones",
            Self::Agents => "agents",
            Self::Permissions => "permissions",
            Self::Settings => "settings",
        }
    }

    /// Returns the part of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// Returns the title of its window.
    pub fn title(self) -> &'static str {
        match self {
            Self::Assistant => "Assistant",
            Self::Tasks => "Tasks",
            Self::Phone => "Phone",
            Self::Phones => "Phones",
            Self::Agents => "Agents",
            Self::Permissions => "Permissions",
            Self::Settings => "Settings",
        }
    }

    /// Returns the initial width and height of its window. A phone is upright.
    pub(crate) fn size(self) -> (u32, u32) {
        match self {
            Self::Phone => (400, 760),
            Self::Assistant => (420, 640),
            Self::Tasks | Self::Phones | Self::Agents | Self::Permissions | Self::Settings => Self::SIZE,
        }
    }
}

/// A piece of safe HTML that is replaced as a whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Block {
    /// Identifies it within its window: a block that keeps its id keeps its place on the page.
    pub id: u64,
    /// Safe to insert.
    pub html: String,
}

/// Components and their arrangement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeLayout {
    /// The components, in order; a component is named by its index.
    pub components: Vec<SafeComponent>,
    /// The columns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cols: Option<Cols>,
    /// The distance between components.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gap: Option<Gap>,
}

/// One component. Texts are shown as text; a picture's address has been checked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SafeComponent {
    /// A picture that is not shown.
    Blocked {
        /// The reason.
        blocked: String,
    },
    /// Any other component.
    Shown(Component),
}
