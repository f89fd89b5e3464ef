//! The sorts of ways in which a plan's step may be carried out. [`Settings`](crate::Settings) lists the allowed ones,
//! and the plan mind tries them in order.

use serde::{Deserialize, Serialize};

/// The rungs of the ladder: which sort of way it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rung {
    /// What Android offers to a shell or as a public intent.
    Command,
    /// A layout that is known.
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
