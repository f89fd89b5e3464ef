//! What a person's yes is remembered as.
//!
//! The store of remembered choices keeps these and compares them for equality; it never interprets
//! them. Whether a yes may be remembered at all is the decision's say.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A kind of thing that a person can allow once and for all.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Pattern {
    /// Commands for the phone's shell, by their first words: `pm list …; grep …`. A command without
    /// `…` is meant to the letter.
    Shell(String),
    /// A script on the host, by its exact text.
    Script(String),
    /// A tool of another program, by its name; behind an `@` what stands for all that its program says of it.
    Tool(String),
    /// Pressing what cannot be seen in an app, by its package.
    Unseen(String),
    /// Sending to a conversation of which it does not show with how many it is.
    Conversation(String),
    /// Calling or writing to a number or address.
    Recipient(String),
    /// Pressing an element with this label in this app.
    Press(String),
}

impl Pattern {
    /// A tool of this name, as long as its program says of it what this fingerprint stands for.
    pub fn tool(name: &str, fingerprint: &str) -> Self {
        Self::Tool(if fingerprint.is_empty() { name.to_owned() } else { format!("{name}@{fingerprint}") })
    }

    /// Whether both are the same tool, whatever is said of it.
    pub fn is_same_tool(&self, other: &Self) -> bool {
        let name = |pattern: &Self| match pattern {
            Self::Tool(text) => Some(text.split('@').next().unwrap_or_default().to_owned()),
            _ => None,
        };
        name(self).is_some_and(|mine| name(other) == Some(mine))
    }

    /// What sort of thing it is, and which.
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

    /// Which it is, to be changed.
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
    /// On one line, for a dialog and for the list of what is remembered.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (kind, text) = self.parts();
        if let (Self::Tool(_), Some((name, _))) = (self, text.rsplit_once('@')) {
            return write!(f, "{kind} {}, as it is now", action::quoted(name));
        }
        write!(f, "{kind} {}", action::quoted(text))
    }
}
