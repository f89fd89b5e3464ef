//! The kinds of strategy for a step of a plan. [`Settings`](crate::Settings) lists the allowed kinds, and the plan mind
//! tries them in order.

use serde::{Deserialize, Serialize};

/// The kind of a strategy: a rung of the ladder.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// A shell command or public intent of Android.
    Command,
    /// A described layout.
    Layout,
    /// A search of the screen.
    Search,
    /// A model.
    Model,
}

impl Rung {
    /// All of them, in the order in which they are tried.
    pub const ALL: [Self; 4] = [Self::Command, Self::Layout, Self::Search, Self::Model];
}
