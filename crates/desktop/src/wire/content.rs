//! What a window shows, as a page gets it: made safe.

use action::os::{Cols, Component, Gap, Renderer};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a window shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SafeContent {
    /// Markdown or HTML, as blocks of safe HTML that stand one below the other.
    Markup {
        /// Which of the two it was.
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
        /// What stands above the columns.
        headers: Vec<String>,
        /// The rows.
        rows: Vec<Vec<String>>,
    },
    /// A page of its own in a sandboxed frame.
    Frame {
        /// The address; empty when there is nothing to show.
        url: String,
        /// The `sandbox` attribute, already cut down to what is allowed.
        sandbox: String,
        /// Why it is not shown, if it is not.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked: Option<String>,
        /// The app of the data folder that it is, which may then speak with its agent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        app: Option<String>,
    },
    /// A part of the page itself, such as a phone's live picture. Only people and the runtime open one.
    Part {
        /// Which.
        part: Part,
        /// For a part that is about one thing: which, such as the phone.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        target: Option<String>,
    },
    /// Buttons, fields and the like.
    Layout {
        /// The components.
        layout: SafeLayout,
    },
}

/// The parts of the page that open in windows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The conversation: what was asked for, the plan, what became of it.
    Assistant,
    /// What runs, waits and ran.
    Tasks,
    /// One phone, live. Its target is the phone's id.
    Phone,
    /// The phones.
    Phones,
    /// The agents and their keys.
    Agents,
    /// The choices that people had remembered.
    Permissions,
    /// Models, voice, theme, data.
    Settings,
}

impl Part {
    /// All of them.
    const ALL: [Self; 7] =
        [Self::Assistant, Self::Tasks, Self::Phone, Self::Phones, Self::Agents, Self::Permissions, Self::Settings];
    /// Width and height of a window that nobody gave a size.
    pub(crate) const SIZE: (u32, u32) = (720, 520);

    /// Its name on the wire.
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

    /// The part of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|part| part.name() == name)
    }

    /// What stands above its window.
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

    /// Width and height of its window when it is opened. A phone stands upright.
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
    /// Names it within its window: a block that keeps its id keeps its place on the page.
    pub id: u64,
    /// Safe to insert.
    pub html: String,
}

/// Components and how they stand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeLayout {
    /// The components, in order; the index names one.
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
        /// Why.
        blocked: String,
    },
    /// Everything else.
    Shown(Component),
}
