//! The parameters of a macro, their kinds, and the check of a value.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::LONGEST_TEXT;
use crate::finding::{did_you_mean, quoted};

/// The longest name of a contact or an app, in bytes.
const LONGEST_NAME: usize = 200;

/// A value that a macro needs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// Its name, as in `{name}`.
    pub name: String,
    /// Its kind.
    #[serde(default)]
    pub kind: ParameterKind,
    /// What it is, for people.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// The value if none is given; without it, a value is required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The possible values of a choice.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
}

/// The kind of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ParameterKind {
    /// Any text.
    #[default]
    Text,
    /// A number: `30`, `2.5`.
    Number,
    /// A time of day: `07:30`. Its parts are `{name.h}` and `{name.hh}`, `{name.h12}` and `{name.hh12}`, `{name.mm}` and
    /// `{name.ampm}`.
    Time,
    /// The name of a person.
    Contact,
    /// The name or the package of an app.
    App,
    /// One of the listed values.
    Choice,
}

impl ParameterKind {
    /// Returns the name used in files.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Time => "time",
            Self::Contact => "contact",
            Self::App => "app",
            Self::Choice => "choice",
        }
    }

    /// The names of a value's parts, as in `{name.hour}`.
    pub(super) fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Time => &["h", "hh", "h12", "hh12", "mm", "ampm"],
            Self::Text | Self::Number | Self::Contact | Self::App | Self::Choice => &[],
        }
    }
}

impl Parameter {
    /// Checks a value. Returns what is wrong with it.
    pub fn problem(&self, value: &str) -> Option<String> {
        let expected = |what: &str| Some(format!("{} is not {what}", quoted(value)));
        if value.len() > LONGEST_TEXT {
            return Some(format!("the value has {} bytes; at most {LONGEST_TEXT} are allowed", value.len()));
        }
        if value.contains(|sign: char| sign.is_control() && !matches!(sign, '\n' | '\t')) {
            return expected("a text: it has control characters");
        }
        match self.kind {
            ParameterKind::Text => None,
            ParameterKind::Number => match value.trim().parse::<f64>() {
                Ok(number) if number.is_finite() => None,
                _ => expected("a number; expected one like `30` or `2.5`"),
            },
            ParameterKind::Time if time(value).is_none() => {
                expected("a time of day; expected hours and minutes, as in `07:30`")
            }
            ParameterKind::Time => None,
            ParameterKind::Contact | ParameterKind::App => {
                let one_line = !value.trim().is_empty() && value.len() <= LONGEST_NAME && !value.contains('\n');
                if one_line { None } else { expected("a name; expected one line of at most 200 bytes") }
            }
            ParameterKind::Choice if self.values.iter().any(|known| known == value) => None,
            ParameterKind::Choice => {
                let hint = did_you_mean(value, self.values.iter().map(String::as_str));
                let known: Vec<String> = self.values.iter().take(20).map(|known| quoted(known)).collect();
                expected(&format!("one of {}{hint}", known.join(", ")))
            }
        }
    }

    /// Returns a value, or a part of it.
    pub(super) fn part(&self, value: &str, part: Option<&str>) -> Option<String> {
        let Some(part) = part else { return Some(value.to_owned()) };
        let (hour, minute) = time(value).filter(|_| self.kind == ParameterKind::Time)?;
        let half = if hour % 12 == 0 { 12 } else { hour % 12 };
        match part {
            "h" => Some(hour.to_string()),
            "hh" => Some(format!("{hour:02}")),
            "h12" => Some(half.to_string()),
            "hh12" => Some(format!("{half:02}")),
            "mm" => Some(format!("{minute:02}")),
            "ampm" => Some(if hour < 12 { "AM" } else { "PM" }.to_owned()),
            _ => None,
        }
    }
}

/// Reads a time of day.
fn time(value: &str) -> Option<(u8, u8)> {
    let (hour, minute) = value.trim().split_once(':')?;
    let digits = |text: &str| text.bytes().all(|digit| digit.is_ascii_digit());
    if !(1..=2).contains(&hour.len()) || minute.len() != 2 || !digits(hour) || !digits(minute) {
        return None;
    }
    let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
    (hour < 24 && minute < 60).then_some((hour, minute))
}
