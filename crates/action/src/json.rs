//! Reads outside text as JSON: a strict reader, and a loose one that repairs the mistakes of models.
//!
//! Both return a borrowed tree ([`Json`]) instead of `serde_json::Value`, because the readers above need details that
//! the latter drops: numbers beyond `f64` (kept as infinite, with their text), and duplicate keys. Depth is bounded,
//! and time is linear in the text. Nothing here knows an action.

mod cursor;
mod key_ends;
mod loose;
mod parser;
#[cfg(test)]
mod tests;

use std::borrow::Cow;

use crate::finding::Findings;

/// How deep lists and objects may nest.
pub const MAX_DEPTH: usize = 64;

/// A JSON value that borrows from the text it was read from.
#[derive(Clone, Debug, PartialEq)]
pub enum Json<'a> {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number, with the text it was written in.
    Number(Number<'a>),
    /// A string.
    Text(Cow<'a, str>),
    /// A list.
    List(Vec<Json<'a>>),
    /// An object.
    Object(Object<'a>),
}

/// A number as written. `value` is infinite if the text exceeds `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number<'a> {
    /// The nearest `f64`.
    pub value: f64,
    /// The digits as written.
    pub text: &'a str,
}

/// An object in the order of its text. A duplicate key is present once, with its last value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object<'a>(Vec<(Cow<'a, str>, Json<'a>)>);

impl<'a> Object<'a> {
    /// The value under `key`.
    pub fn get(&self, key: &str) -> Option<&Json<'a>> {
        self.0.iter().find(|(name, _)| name == key).map(|(_, value)| value)
    }

    /// Whether there is a value under `key`.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// The fields in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Json<'a>)> {
        self.0.iter().map(|(name, value)| (name.as_ref(), value))
    }

    /// How many fields there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is no field.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<'a> FromIterator<(Cow<'a, str>, Json<'a>)> for Object<'a> {
    fn from_iter<I: IntoIterator<Item = (Cow<'a, str>, Json<'a>)>>(fields: I) -> Self {
        Self(fields.into_iter().collect())
    }
}

impl<'a> Json<'a> {
    /// Reads all of `text` by RFC 8259.
    ///
    /// Two deviations pass with a finding, because each reader above has a rule for them: a number beyond `f64`, and a
    /// duplicate key (the last one counts).
    pub fn strict(text: &'a str) -> Result<Parsed<'a>, JsonError> {
        parser::read(text, cursor::Mode::Strict)
    }

    /// Reads the value at the start of `text` and repairs the mistakes of models. The text after it is ignored
    /// ([`Parsed::end`] is its offset).
    pub fn loose(text: &'a str) -> Result<Parsed<'a>, JsonError> {
        parser::read(text, cursor::Mode::Loose)
    }

    /// The object, if it is one.
    pub fn as_object(&self) -> Option<&Object<'a>> {
        if let Self::Object(object) = self { Some(object) } else { None }
    }

    /// The list, if it is one.
    pub fn as_list(&self) -> Option<&[Self]> {
        if let Self::List(list) = self { Some(list) } else { None }
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the kind of value, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "text",
            Self::List(_) => "a list",
            Self::Object(_) => "an object",
        }
    }

    /// Converts to an owned value. A number beyond `f64` becomes `null`, as JSON cannot express it.
    pub fn to_value(&self) -> serde_json::Value {
        match self {
            Self::Null => serde_json::Value::Null,
            Self::Bool(value) => (*value).into(),
            Self::Number(number) => number.to_value(),
            Self::Text(text) => text.as_ref().into(),
            Self::List(list) => list.iter().map(Self::to_value).collect(),
            Self::Object(object) => object.to_map().into(),
        }
    }
}

impl Object<'_> {
    /// Converts to an owned object.
    pub fn to_map(&self) -> serde_json::Map<String, serde_json::Value> {
        self.iter().map(|(name, value)| (name.to_owned(), value.to_value())).collect()
    }
}

impl Number<'_> {
    fn to_value(self) -> serde_json::Value {
        // `-0` is the only whole number that needs a float.
        if let Ok(whole) = self.text.parse::<i64>()
            && (whole != 0 || !self.text.starts_with('-'))
        {
            return whole.into();
        }
        if let Ok(whole) = self.text.parse::<u64>() {
            return whole.into();
        }
        serde_json::Number::from_f64(self.value).map_or(serde_json::Value::Null, serde_json::Value::Number)
    }
}

/// A parsed value, with the repairs that were necessary.
#[derive(Clone, Debug)]
pub struct Parsed<'a> {
    /// The value.
    pub value: Json<'a>,
    /// The repairs; empty for well-formed text.
    pub repairs: Findings,
    /// The offset in the text just behind the value.
    pub end: usize,
}

/// The reason why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON at line {line}, column {column}: {message}")]
pub struct JsonError {
    /// The expected and the found text.
    pub message: String,
    /// The offset in bytes.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
