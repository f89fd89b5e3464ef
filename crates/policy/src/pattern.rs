//! The patterns under which approvals are remembered.
//!
//! The store of remembered choices keeps them and compares them for equality; it never interprets them. The decision
//! says whether an approval may be remembered at all.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of action that a person can allow permanently.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Commands for the phone's shell, by their first words: `pm list …; grep …`. A command without
    /// `…` must match exactly.
    Shell(String),
    /// A script on the host, by its exact text.
    Script(String),
    /// A tool of another program, by its name, with the fingerprint of its description behind an `@`.
    Tool(String),
    /// Pressing unseen elements in an app, by its package.
    Unseen(String),
    /// Sending to a conversation that does not show how many people are in it.
    Conversation(String),
    /// Calling or writing to a number or address.
    Recipient(String),
    /// Pressing an element with this label in this app.
    Press(String),
}

impl Pattern {
    /// Returns the pattern of a tool that is valid while its program describes it with this fingerprint.
    pub fn tool(name: &str, fingerprint: &str) -> Self {
        Self::Tool(if fingerprint.is_empty() { name.to_owned() } else { format!("{name}@{fingerprint}") })
    }

    /// Whether both name the same tool, whatever its description.
    pub fn is_same_tool(&self, other: &Self) -> bool {
        let name = |pattern: &Self| match pattern {
            Self::Tool(text) => Some(text.split('@').next().unwrap_or_default().to_owned()),
            _ => None,
        };
        name(self).is_some_and(|mine| name(other) == Some(mine))
    }

    /// Returns the kind and the value.
    pub fn parts(&self) -> (&'static str, &str) {
        match self {
            Self::Shell(start) => ("shell", start),
            Self::Script(script) => ("script", script),
            Self::Tool(name) => ("tool", name),
            Self::Unseen(package) => ("what cannot be seen in", package),
            Self::Conversation(title) => ("sending to", title),
            Self::Recipient(number) => ("calling or writing to", number),
            Self::Press(element) => ("pressing", element),
        }
    }

    /// Returns the value for modification.
    pub fn text_mut(&mut self) -> &mut String {
        match self {
            Self::Shell(text)
            | Self::Script(text)
            | Self::Tool(text)
            | Self::Unseen(text)
            | Self::Conversation(text)
            | Self::Recipient(text)
            | Self::Press(text) => text,
        }
    }
}

impl fmt::Display for Pattern {
    /// Formats the pattern on one line, for a dialog and for the list of remembered choices.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, text) = self.parts();
        if let (Self::Tool(_), Some((name, _))) = (self, text.rsplit_once('@')) {
            return write!(f, "{kind} {}, as it is now", action::in_quotes(name));
        }
        write!(f, "{kind} {}", action::in_quotes(text))
    }
}
