//! Secrets, and the one place that keeps them out of everything that is shown, written or sent to a model.
//!
//! The executor masks every entry, event and prompt here, and every picture. What is masked: what the person
//! named as a secret or gave as a code, what was typed into a password field, and what looks like a key.

mod action;
mod journal;
mod picture;
#[cfg(test)]
mod tests;
mod tokens;

use std::borrow::Cow;

use device::tree::{Bounds, Tree};

pub(crate) use self::picture::paint;

/// What stands where a secret stood.
pub const MASK: &str = "[secret]";

/// Something that must not be seen. It cannot be serialised, and printing it shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// What it is. For typing it into a phone, and nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// Masks secrets.
#[derive(Clone, Default)]
pub struct Redactor {
    /// As they may stand in a text, the longest first, so that one inside another leaves no rest.
    values: Vec<String>,
}

impl std::fmt::Debug for Redactor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Redactor({} values)", self.values.len())
    }
}

impl Redactor {
    /// From now on this is masked.
    pub fn add(&mut self, secret: &Secret) {
        let value = secret.0.trim();
        if value.is_empty() {
            return;
        }
        // A reply holds it inside a JSON string, perhaps with its letters escaped.
        let json = serde_json::Value::from(value).to_string();
        let in_json = json.trim_matches('"').to_owned();
        let ascii: String = value
            .encode_utf16()
            .map(|unit| match u8::try_from(unit) {
                Ok(byte) if byte.is_ascii() => char::from(byte).to_string(),
                _ => format!("\\u{unit:04x}"),
            })
            .collect();
        for form in [value.to_owned(), in_json, ascii] {
            if !self.values.contains(&form) {
                self.values.push(form);
            }
        }
        self.values.sort_by_key(|value| std::cmp::Reverse(value.len()));
    }

    /// Whether there is a secret that pictures could show.
    pub fn is_armed(&self) -> bool {
        !self.values.is_empty()
    }

    /// The text without secrets.
    pub fn text<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut masked = Cow::Borrowed(text);
        for value in &self.values {
            if let Some(without) = replace(&masked, value) {
                masked = Cow::Owned(without);
            }
        }
        match tokens::mask(&masked) {
            Some(without) => Cow::Owned(without),
            None => masked,
        }
    }

    /// The same for a text that is ours.
    pub fn owned(&self, text: String) -> String {
        match self.text(&text) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => masked,
        }
    }

    /// Every text inside a JSON value.
    pub fn value(&self, value: &mut serde_json::Value) {
        match value {
            serde_json::Value::String(text) => *text = self.owned(std::mem::take(text)),
            serde_json::Value::Array(items) => items.iter_mut().for_each(|item| self.value(item)),
            serde_json::Value::Object(fields) => fields.values_mut().for_each(|field| self.value(field)),
            serde_json::Value::Null | serde_json::Value::Bool(_) | serde_json::Value::Number(_) => {}
        }
    }

    /// What of a screen must be painted over: password fields, and whatever shows a secret.
    pub(crate) fn places(&self, tree: &Tree) -> Vec<Bounds> {
        let shows = |text: &str| matches!(self.text(text), Cow::Owned(_));
        let nodes = tree.nodes.iter().filter(|node| !node.bounds.is_empty());
        nodes
            .filter(|node| node.state.password || shows(&node.text) || shows(&node.description))
            .map(|node| node.bounds)
            .collect()
    }
}

/// The text without the value. A value of less than four letters is masked only where it stands alone: a
/// secret `7` would otherwise make every text unreadable, and be guessed from that.
fn replace(text: &str, value: &str) -> Option<String> {
    if !text.contains(value) {
        return None;
    }
    if value.chars().count() >= 4 {
        return Some(text.replace(value, MASK));
    }
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    let mut before = None;
    let mut found = false;
    while let Some(at) = rest.find(value) {
        let (head, tail) = (&rest[..at], &rest[at + value.len()..]);
        let left = head.chars().next_back().or(before);
        let alone = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
        masked.push_str(head);
        if alone(left) && alone(tail.chars().next()) {
            masked.push_str(MASK);
            found = true;
        } else {
            masked.push_str(value);
        }
        before = value.chars().next_back();
        rest = tail;
    }
    masked.push_str(rest);
    found.then_some(masked)
}
