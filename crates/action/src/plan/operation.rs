//! The parts of a row in the table of operations.
//!
//! The table itself is in `catalogue.rs`. The reader, the confirmation policy, the prompts and the reference tables all
//! use it; no other list of operations exists.

use serde::Serialize;

use super::kind::ArgumentKind;

/// One operation that a step of a plan can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Its name, as in a step's `op`.
    pub name: &'static str,
    /// Its effect, in one sentence.
    pub sentence: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// The rule on its arguments together.
    pub choice: Choice,
    /// Its risk to the person and to others.
    pub risk: Risk,
    /// Whether the person can undo it afterwards.
    pub reversible: bool,
}

impl Operation {
    /// The argument of that name.
    pub fn argument(&self, name: &str) -> Option<&'static Argument> {
        self.arguments.iter().find(|argument| argument.name == name)
    }
}

/// One argument of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Argument {
    /// Its name.
    pub name: &'static str,
    /// The values that it accepts.
    pub kind: ArgumentKind,
    /// Whether it is required.
    pub required: bool,
    /// Its meaning, in one sentence.
    pub sentence: &'static str,
}

/// A rule about several arguments of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// No rule beyond each argument's own.
    Free,
    /// At least one of these is required.
    AnyOf(&'static [&'static str]),
    /// Exactly one of these is required.
    OneOf(&'static [&'static str]),
}

/// The risk of an operation to the person and to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// It reads, navigates on the phone, or changes a setting that the same words can change back.
    Harmless,
    /// It reaches other people or leaves something behind.
    Outward,
    /// It always needs a yes, however confident the planner is.
    AlwaysAsk,
    /// A call for help: offered at once, never made without a yes, and any single word that can mean yes counts.
    Emergency,
}

impl Risk {
    /// Whether a person must say yes first, however confident the planner is.
    pub fn is_always_confirmed(self) -> bool {
        matches!(self, Self::AlwaysAsk | Self::Emergency)
    }
}
