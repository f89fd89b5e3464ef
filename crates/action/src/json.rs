//! Outside text as JSON: a strict reader, and a loose one that mends what models get wrong.
//!
//! Both give a borrowed tree ([`Json`]) rather than `serde_json::Value`, because the readers above
//! need what that type drops: numbers beyond `f64` (kept as infinite, with their text), and keys
//! that occur twice. Depth is bounded, time is linear in the text. Nothing here knows an action.

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

/// A number as written. `value` is infinite when the text lies beyond `f64`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Number<'a> {
    /// The nearest `f64`.
    pub value: f64,
    /// The digits as they stood in the text.
    pub text: &'a str,
}

/// An object in the order of its text. A key that occurs twice is there once, with its last value.
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
    /// Reads `text` as RFC 8259 has it, the whole of it.
    ///
    /// Two things are let through with a finding, since each reader above has a rule for them: a
    /// number beyond `f64`, and a key that occurs twice (the last one counts).
    pub fn strict(text: &'a str) -> Result<Parsed<'a>, JsonError> {
        parser::read(text, cursor::Mode::Strict)
    }

    /// Reads the value that `text` begins with, mending what models get wrong; what follows it is
    /// left alone ([`Parsed::end`] says where it begins).
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

    /// The kind of value, as a message names it.
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

    /// The same value owned. A number beyond `f64` becomes `null`, which is all JSON has for it.
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
    /// The same object owned.
    pub fn to_map(&self) -> serde_json::Map<String, serde_json::Value> {
        self.iter().map(|(name, value)| (name.to_owned(), value.to_value())).collect()
    }
}

impl Number<'_> {
    fn to_value(self) -> serde_json::Value {
        // `-0` is the one whole number that only a float can hold.
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

/// A value that was read, and what had to be mended on the way.
#[derive(Clone, Debug)]
pub struct Parsed<'a> {
    /// The value.
    pub value: Json<'a>,
    /// What was mended; empty for well-formed text.
    pub repairs: Findings,
    /// The offset in the text just behind the value.
    pub end: usize,
}

/// Why a text is not JSON.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not JSON at line {line}, column {column}: {message}")]
pub struct JsonError {
    /// What was expected, what was there.
    pub message: String,
    /// The offset in bytes.
    pub offset: usize,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}
