//! Finds where each value of the configuration comes from: the file, with its line, or the defaults.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde_json::Value;
use toml::de::{DeTable, DeValue};

use super::{Config, line_and_column};

/// One value and its source.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub(crate) struct Entry {
    /// Its path, as in `executor.max_steps`.
    pub(crate) key: String,
    /// The value; secrets are masked.
    pub(crate) value: Value,
    /// `default`, `fingertip.toml:LINE`, `env NAME`, or `flag --NAME`.
    pub(crate) source: String,
    /// A remark, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
}

/// Lists every value of a configuration that was read from `text`, or from nothing. `env` is the environment.
pub(crate) fn entries(config: &Config, text: Option<&str>, env: impl Fn(&str) -> Option<String>) -> Result<Vec<Entry>> {
    let mut lines = BTreeMap::new();
    if let Some(text) = text {
        let table = DeTable::parse(text).context("cannot read the configuration")?;
        note_lines(table.get_ref(), "", text, &mut lines);
    }
    let mut found: Vec<(String, Value)> = Vec::new();
    flatten(&serde_json::to_value(config)?, String::new(), &mut found);
    let entries = found.into_iter().map(|(key, mut value)| {
        // Some endpoints expect their key in the address.
        if key.ends_with(".base_url")
            && let Some((address, _)) = value.as_str().and_then(|address| address.split_once('?'))
        {
            value = Value::from(format!("{address}?…"));
        }
        // A value in an inline table or a list has the line of its parent.
        let line = ancestors(&key).find_map(|part| lines.get(part));
        let source = line.map_or_else(|| "default".to_owned(), |line| format!("{}:{line}", super::FILE));
        let note = match value.as_str() {
            Some(name) if key.ends_with(".key_env") || key.contains(".headers_env.") => {
                Some(if env(name).is_some_and(|value| !value.is_empty()) { "set" } else { "not set" }.to_owned())
            }
            _ => None,
        };
        Entry { key, value, source, note }
    });
    Ok(entries.collect())
}

/// Finds the key that an error message is about, because the error only gives the position of its table: the first word
/// in backticks is the key's name.
pub(super) fn key_place(text: &str, message: &str, table_at: usize) -> Option<usize> {
    // A missing key has no position; one of that name further down belongs to another table.
    let name = message.split('`').nth(1).filter(|_| !message.contains("missing"))?;
    let table = DeTable::parse(text).ok()?;
    let mut keys = Vec::new();
    places(table.get_ref(), name, &mut keys);
    keys.into_iter().filter(|place| *place >= table_at).min()
}

fn places(table: &DeTable<'_>, name: &str, found: &mut Vec<usize>) {
    for (key, value) in table {
        if key.get_ref() == name {
            found.push(key.span().start);
        }
        if let DeValue::Table(inner) = value.get_ref() {
            places(inner, name, found);
        }
    }
}

/// Returns `a.b.c`, then `a.b`. Only a value or a list has a line of its own, never a table.
fn ancestors(key: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(key), |part| part.rsplit_once('.').map(|(front, _)| front))
}

fn note_lines(table: &DeTable<'_>, path: &str, text: &str, lines: &mut BTreeMap<String, usize>) {
    for (key, value) in table {
        let key_path = join(path, key.get_ref());
        match value.get_ref() {
            DeValue::Table(inner) => note_lines(inner, &key_path, text, lines),
            _ => {
                lines.insert(key_path, line_and_column(text, key.span().start).0);
            }
        }
    }
}

fn flatten(value: &Value, path: String, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(key, value)| flatten(value, join(&path, key), found)),
        value => found.push((path, value.clone())),
    }
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") }
}
