//! Reasons why a reply is not carried out, in words that a model can act on.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::finding::{nearest, quoted};

/// The kind of a refusal, stable for programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The reply is plain text, without an action or an attempted one.
    NoAction,
    /// A call is cut off, broken or not in this dialect.
    Unreadable,
    /// A verb that this dialect does not have.
    UnknownVerb,
    /// A required argument is missing.
    MissingArgument,
    /// An argument of the wrong kind.
    BadArgument,
    /// An impossible value: a point off the screen, a negative time.
    OutOfRange,
    /// A tool that is not offered.
    UnknownTool,
    /// An element number that is not on this screen.
    NoSuchElement,
    /// The size of the screen is needed but unknown.
    NoScreen,
    /// The reply is longer than the limit.
    TooLong,
    /// More actions than one reply may hold.
    TooManyActions,
    /// Strict reading: the reply needed repairs.
    Repaired,
}

/// The reason why a reply was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, thiserror::Error)]
#[error("{message}")]
pub struct Refusal {
    /// The kind of refusal, for programs.
    pub code: RefusalCode,
    /// The problem and the expected form, for the model and for people.
    pub message: String,
    /// The offending argument.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The allowed names, if there is a list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allowed: Vec<String>,
    /// The closest allowed name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<String>,
}

impl Refusal {
    /// Creates a refusal with only a message.
    pub(crate) fn new(code: RefusalCode, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), field: None, allowed: Vec::new(), nearest: None }
    }

    /// The reply has no action; `expected` shows the format of a reply.
    pub(crate) fn no_action(expected: &str) -> Self {
        Self::new(RefusalCode::NoAction, format!("there is no action in the reply; expected {expected}"))
    }

    /// The call cannot be read.
    pub(crate) fn unreadable(message: impl Into<String>) -> Self {
        Self::new(RefusalCode::Unreadable, message)
    }

    /// The verb is not one of `allowed`.
    pub(crate) fn unknown_verb(verb: &str, allowed: &[&str]) -> Self {
        let near = nearest(verb, allowed.iter().copied());
        let hint = near.map_or_else(String::new, |name| format!("; did you mean `{name}`?"));
        Self {
            message: format!("{} is not an action here; use one of: {}{hint}", quoted(verb), allowed.join(", ")),
            allowed: allowed.iter().map(|name| (*name).to_owned()).collect(),
            nearest: near.map(str::to_owned),
            ..Self::new(RefusalCode::UnknownVerb, "")
        }
    }

    /// The tool is not offered.
    pub(crate) fn unknown_tool(tool: &str, tools: &[String]) -> Self {
        let near = nearest(tool, tools.iter().map(String::as_str));
        let offered =
            if tools.is_empty() { "there are none".to_owned() } else { format!("there are: {}", tools.join(", ")) };
        Self {
            message: format!("the tool {} is not offered; {offered}", quoted(tool)),
            allowed: tools.to_vec(),
            nearest: near.map(str::to_owned),
            ..Self::new(RefusalCode::UnknownTool, "")
        }
    }

    /// An argument is missing.
    pub(crate) fn missing(verb: &str, field: &str, expected: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::new(RefusalCode::MissingArgument, format!("{} needs `{field}`: {expected}", quoted(verb)))
        }
    }

    /// An argument has the wrong type.
    pub(crate) fn bad(verb: &str, field: &str, found: &str, expected: &str) -> Self {
        Self {
            field: Some(field.to_owned()),
            ..Self::new(
                RefusalCode::BadArgument,
                format!("`{field}` of {} must be {expected}, not {found}", quoted(verb)),
            )
        }
    }

    /// An argument is not in a closed list.
    pub(crate) fn bad_word(verb: &str, field: &str, found: &str, allowed: &[&str]) -> Self {
        let near = nearest(found, allowed.iter().copied());
        Self {
            allowed: allowed.iter().map(|name| (*name).to_owned()).collect(),
            nearest: near.map(str::to_owned),
            ..Self::bad(verb, field, &quoted(found), &format!("one of {}", allowed.join(", ")))
        }
    }

    /// A value is impossible.
    pub(crate) fn out_of_range(field: &str, message: impl Into<String>) -> Self {
        Self { field: Some(field.to_owned()), ..Self::new(RefusalCode::OutOfRange, message) }
    }
}
