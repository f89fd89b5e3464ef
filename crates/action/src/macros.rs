//! Macros: a run that worked, in a form that people can read, edit and run again with other values.
//!
//! A [`Macro`] is the file: its steps have placeholders such as `{name}`, and it lists its parameters. [`Macro::fill`]
//! puts values in and returns a [`Filled`], which the loop replays. Elements are named by a [`Target`], never by
//! coordinates alone. [`Macro::check`] reports every problem at once, each with its path in the file.
//!
//! Nothing here reads a file or knows TOML, and nothing here looks at a phone.

mod check;
mod expectation;
mod fill;
mod parameter;
mod placeholder;
mod step;
mod target;
#[cfg(test)]
mod tests;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use self::expectation::{Expectation, Part, ScreenExpectation, SettingExpectation};
pub use self::fill::{Filled, FilledStep, Handover};
pub use self::parameter::{Parameter, ParameterKind};
pub use self::placeholder::{escaped, placeholder};
pub use self::step::MacroStep;
pub use self::target::{Container, Neighbour, Side, Target};

/// The version of the format.
pub const VERSION: u32 = 1;
/// The most steps of a macro: a run has at most some dozen.
pub const MOST_STEPS: usize = 200;
/// The most parameters of a macro: more fit on no form.
pub const MOST_PARAMETERS: usize = 32;
/// The longest text in a macro, and the longest value of a parameter, in bytes: about four pages.
pub const LONGEST_TEXT: usize = 16 << 10;

/// A sequence of steps that can be run again with other values.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Macro {
    /// The version of the format.
    pub version: u32,
    /// Its name: lower-case letters, digits, `-` and `_`.
    pub name: String,
    /// What it does, in a sentence.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The goal of the run it was made from, with placeholders.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub goal: String,
    /// The values that it needs.
    #[serde(default, rename = "parameter", skip_serializing_if = "Vec::is_empty")]
    pub parameters: Vec<Parameter>,
    /// The steps, in order.
    #[serde(default, rename = "step")]
    pub steps: Vec<MacroStep>,
}

/// Whether this is a name for a macro or a parameter: it starts with a letter, and has only lower-case letters, digits,
/// `-` and `_`. Such a name is also the name of a file, so it must not lead out of its folder.
pub fn is_name(name: &str) -> bool {
    let letter = |sign: u8| sign.is_ascii_lowercase() || sign.is_ascii_digit() || matches!(sign, b'-' | b'_');
    name.len() <= 64 && name.bytes().next().is_some_and(|first| first.is_ascii_lowercase()) && name.bytes().all(letter)
}
