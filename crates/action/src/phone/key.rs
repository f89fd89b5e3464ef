//! Keys by their Android names.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};
use crate::finding::Code;
use crate::json::Json;

/// Names of the keys that have a button or gesture of their own.
pub mod keys {
    /// Back.
    pub const BACK: &str = "KEYCODE_BACK";
    /// Home.
    pub const HOME: &str = "KEYCODE_HOME";
    /// The list of recent apps.
    pub const RECENT: &str = "KEYCODE_APP_SWITCH";
    /// Enter.
    pub const ENTER: &str = "KEYCODE_ENTER";
}

/// Press one key: `KEYCODE_BACK`, `KEYCODE_HOME`, `KEYCODE_APP_SWITCH`, `KEYCODE_ENTER` or any other of Android's.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Keyevent {
    /// Android's name of the key, or its number.
    pub keycode: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Keyevent {
    const NAME: &'static str = "keyevent";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { keycode: fields.text("keycode", Need::Required, keys::ENTER), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { keycode: keys::BACK.to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.keycode);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.keycode.trim().is_empty().then_some("keycode")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.keycode)
    }
}

/// Press several keys together, the modifiers first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct KeyCombination {
    /// Android's names of the keys, in the order in which they go down.
    pub keys: Vec<String>,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for KeyCombination {
    const NAME: &'static str = "key_combination";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { keys: read_keys(fields), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { keys: vec!["KEYCODE_CTRL_LEFT".to_owned(), "KEYCODE_A".to_owned()], reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        self.keys.iter_mut().for_each(each);
    }
    fn empty_field(&self) -> Option<&'static str> {
        self.keys.iter().all(|key| key.trim().is_empty()).then_some("keys")
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Owned(self.keys.join("+"))
    }
}

/// Reads a list of names; a single text with `+` or spaces between the names is split, with a finding.
fn read_keys(fields: &mut Fields<'_, '_>) -> Vec<String> {
    if let Some(Json::Text(text)) = fields.raw("keys") {
        let keys: Vec<String> = text.split(['+', ' ']).filter(|key| !key.is_empty()).map(str::to_owned).collect();
        fields.note(
            Code::WrongType,
            "keys",
            "`keys` must be a list, not text",
            &format_args!("the names in it, {}", keys.len()),
        );
        return keys;
    }
    fields.list("keys", Need::Required, |value, mut item| item.text(value)).unwrap_or_default()
}
