//! What a step expects: the screen that it begins on, and what it does to it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The screen that a step begins on. An absent field expects nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ScreenExpectation {
    /// The package in front.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub app: String,
    /// The window in front, as the phone names it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub activity: String,
    /// The fingerprint of the screen by its parts, as in the record of a run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// Whether a dialog, a menu or a sheet is in front.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
}

/// An effect of a step. The step is done only if the phone shows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Expectation {
    /// An element is on the screen.
    Appeared(Part),
    /// An element is on the screen and has this text or state.
    Changed(Part),
    /// An element is no longer on the screen.
    Gone(Part),
    /// This app is in front, by its package.
    App(String),
    /// A setting of the phone has this value.
    Setting(SettingExpectation),
}

/// An element that is expected, in short. An absent field expects nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Part {
    /// Its id.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub id: String,
    /// Its role.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub role: String,
    /// Its text or its name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// Those of `checked`, `selected`, `focused` and `disabled` that hold; absent if any state will do.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<Vec<String>>,
}

/// A setting and its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SettingExpectation {
    /// The table and the key: `global/wifi_on`.
    pub name: String,
    /// The value.
    pub value: String,
}

impl Expectation {
    /// Calls `each` with every text that may have placeholders.
    pub(super) fn each_text(&mut self, each: &mut dyn FnMut(&mut String)) {
        match self {
            Self::Appeared(part) | Self::Changed(part) | Self::Gone(part) => each(&mut part.text),
            Self::App(package) => each(package),
            Self::Setting(setting) => each(&mut setting.value),
        }
    }

    /// Returns what is wrong with it.
    pub(super) fn problem(&self) -> Option<&'static str> {
        match self {
            Self::Appeared(part) | Self::Gone(part) if part.id.is_empty() && part.text.is_empty() => {
                Some("an element is named by its `id` or its `text`")
            }
            Self::Changed(part) if part.text.is_empty() && part.state.is_none() => {
                Some("`changed` needs the new `text` or the new `state`")
            }
            Self::App(package) if package.trim().is_empty() => Some("`app` is the package of an app"),
            Self::Setting(setting) => {
                let table = setting.name.split_once('/').filter(|(_, key)| is_key(key)).map(|(table, _)| table);
                let known = matches!(table, Some("system" | "secure" | "global"));
                (!known).then_some("`name` of a setting is its table and its key, as in `global/wifi_on`")
            }
            Self::Appeared(_) | Self::Changed(_) | Self::Gone(_) | Self::App(_) => None,
        }
    }
}

/// Whether this can be the key of a setting. It becomes part of a command.
fn is_key(key: &str) -> bool {
    let letter = |sign: u8| sign.is_ascii_alphanumeric() || matches!(sign, b'_' | b'.' | b'-');
    !key.is_empty() && key.len() <= 128 && key.bytes().all(letter)
}
