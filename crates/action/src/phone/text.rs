//! Text in the focused field.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::read::PhoneFields;
use super::verb::Verb;
use crate::fields::{Fields, Need};

/// Put exactly this text into the field that has the focus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Type {
    /// The text, any Unicode.
    pub text: String,
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for Type {
    const NAME: &'static str = "type";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { text: fields.text("text", Need::Required, ""), reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { text: "Hello, world!".to_owned(), reason: None }
    }
    fn texts(&mut self, each: &mut dyn FnMut(&mut String)) {
        each(&mut self.text);
    }
    fn value(&self) -> Cow<'_, str> {
        Cow::Borrowed(&self.text)
    }
}

/// Empty the field that has the focus.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ClearText {
    /// The agent's reason, in its own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

impl Verb for ClearText {
    const NAME: &'static str = "clear_text";
    fn read(fields: &mut Fields<'_, '_>) -> Self {
        Self { reason: fields.reason() }
    }
    fn sample() -> Self {
        Self { reason: None }
    }
    fn texts(&mut self, _: &mut dyn FnMut(&mut String)) {}
}
