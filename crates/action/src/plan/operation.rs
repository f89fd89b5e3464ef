//! What a row of the operations table is made of.
//!
//! The table itself is in `catalogue.rs`. The reader, the confirmation policy, the prompts and the
//! reference tables all read it; nobody else keeps a list of operations.

use serde::Serialize;

use super::kind::ArgumentKind;

/// One operation that a step of a plan can name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// Its name, as a step's `op` has it.
    pub name: &'static str,
    /// What it does, in one sentence.
    pub sentence: &'static str,
    /// Its arguments.
    pub arguments: &'static [Argument],
    /// What its arguments must be together, beyond what each is alone.
    pub choice: Choice,
    /// What it can do to the person and to others.
    pub risk: Risk,
    /// Whether the person can have it undone afterwards.
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
    /// What values it takes.
    pub kind: ArgumentKind,
    /// Whether it must be there.
    pub required: bool,
    /// What it means, in one sentence.
    pub sentence: &'static str,
}

/// A rule about several arguments of one operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Choice {
    /// Each argument stands for itself.
    Free,
    /// At least one of these must be there.
    AnyOf(&'static [&'static str]),
    /// Exactly one of these must be there.
    OneOf(&'static [&'static str]),
}

/// What an operation can do to the person and to others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// It reads, moves about on the phone, or changes what the same words change back.
    Harmless,
    /// It reaches other people or leaves something behind.
    Outward,
    /// It is never done without a yes, however sure the planner is.
    AlwaysAsk,
    /// A call for help: offered at once, never done without a yes, and any one word that can be a yes is one.
    Emergency,
}

impl Risk {
    /// Whether a person says yes first, however sure the planner is.
    pub fn is_always_confirmed(self) -> bool {
        matches!(self, Self::AlwaysAsk | Self::Emergency)
    }
}
