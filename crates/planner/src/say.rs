//! The texts for the person: questions, summaries, closing messages. Sentences are data: `grammar/<language>/say.txt`
//! and the files of `grammar/<language>/say`.
//!
//! A line is `key ?slot ?slot=value = sentence`; the first line of a key whose conditions hold counts. In a sentence,
//! `{slot}` is its value, and `[…]` is left out if a slot inside it is empty. A sentence that a language lacks is taken
//! from English. Nothing here decides what is said, or when.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde_json::{Map, Value};

use crate::grammar::Grammar;

/// The sentences of every language, English first.
static LANGUAGES: LazyLock<Vec<(&str, Sayings)>> =
    LazyLock::new(|| Grammar::sayings().map(|(language, texts)| (language, Sayings::of(texts))).collect());

/// The sentences of one language, by key.
#[derive(Debug, Default)]
struct Sayings {
    rows: HashMap<&'static str, Vec<Row>>,
}

#[derive(Debug)]
struct Row {
    conditions: Vec<(&'static str, Option<&'static str>)>,
    sentence: &'static str,
}

/// Returns the sentence of a key in a language, with these values; empty if no line matches.
pub(crate) fn say(language: &str, key: &str, values: &Map<String, Value>) -> String {
    let own = LANGUAGES.iter().find(|(known, _)| *known == language);
    let said = own.and_then(|(_, sayings)| sayings.say(key, values));
    said.or_else(|| LANGUAGES.first().and_then(|(_, sayings)| sayings.say(key, values))).unwrap_or_default()
}

/// Like [`say`], without values.
pub(crate) fn plain(language: &str, key: &str) -> String {
    say(language, key, &Map::new())
}

/// The languages that have sentences, English first.
pub fn languages() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().map(|(language, _)| *language)
}

/// Formats a value in words.
pub(crate) fn in_words(value: Option<&Value>) -> String {
    match value {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(items)) => items.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(", "),
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

impl Sayings {
    fn of(texts: impl Iterator<Item = &'static str>) -> Self {
        let mut sayings = Self::default();
        for line in texts.flat_map(str::lines).filter(|line| !line.starts_with('#')) {
            let Some((head, sentence)) = line.split_once(" = ") else { continue };
            let mut parts = head.split(" ?");
            let key = parts.next().unwrap_or_default().trim();
            let condition = |part: &'static str| match part.split_once('=') {
                Some((slot, value)) => (slot.trim(), Some(value.trim())),
                None => (part.trim(), None),
            };
            let conditions = parts.map(condition).collect();
            sayings.rows.entry(key).or_default().push(Row { conditions, sentence: sentence.trim() });
        }
        sayings
    }

    fn say(&self, key: &str, values: &Map<String, Value>) -> Option<String> {
        let holds = |(slot, expected): &(&str, Option<&str>)| {
            let found = in_words(values.get(*slot));
            expected.map_or(!found.is_empty(), |expected| found == expected)
        };
        let row = self.rows.get(key)?.iter().find(|row| row.conditions.iter().all(holds))?;
        Some(rendered(row.sentence, values))
    }
}

/// Fills the values into a sentence.
fn rendered(sentence: &str, values: &Map<String, Value>) -> String {
    let mut said = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, after)) = rest.split_once(['[', '{']) {
        said.push_str(before);
        let opened = rest.chars().nth(before.chars().count());
        let close = if opened == Some('[') { ']' } else { '}' };
        let Some((inside, next)) = after.split_once(close) else { return said };
        if close == '}' {
            said.push_str(&in_words(values.get(inside)));
        } else {
            let empty =
                |piece: &str| piece.split_once('}').is_some_and(|(slot, _)| in_words(values.get(slot)).is_empty());
            if !inside.split('{').skip(1).any(empty) {
                said.push_str(&rendered(inside, values));
            }
        }
        rest = next;
    }
    said.push_str(rest);
    said
}

/// Returns the spoken form of `do_not_disturb`.
pub(crate) fn spoken(language: &str, setting: &str) -> String {
    let mut values = Map::new();
    values.insert("setting".to_owned(), setting.into());
    values.insert("plain".to_owned(), setting.replace('_', " ").into());
    say(language, "setting", &values)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use serde_json::json;

    use super::*;

    #[test]
    fn sentences_take_their_values() {
        let values = json!({"who": "Sam", "app": "", "days": ["monday", "friday"], "n": 3});
        let values = values.as_object().unwrap();
        for (sentence, expected) in [
            ("Call {who}[ on {app}].", "Call Sam."),
            ("Call {who}[ every {days}].", "Call Sam every monday, friday."),
            ("{n} of {nothing}.", "3 of ."),
            ("open [bracket", "open "),
        ] {
            assert_eq!(rendered(sentence, values), expected);
        }
    }

    #[test]
    fn every_language_says_what_english_says() {
        let (_, english) = &LANGUAGES[0];
        for (language, sayings) in LANGUAGES.iter() {
            for key in english.rows.keys() {
                assert!(sayings.rows.contains_key(key), "{language} lacks {key}");
            }
            for key in sayings.rows.keys().filter(|key| !key.starts_with("why ")) {
                assert!(english.rows.contains_key(key), "{language} has {key}, which nobody says");
            }
        }
    }

    /// The slots that the sentences of a key fill in.
    fn slots(rows: &[Row]) -> BTreeSet<&str> {
        let filled = |row: &Row| row.sentence.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0));
        rows.iter().flat_map(filled).collect()
    }

    #[test]
    fn the_gates_questions_have_the_same_values_in_every_language() {
        let (_, english) = &LANGUAGES[0];
        let kinds = ["gate", "press", "consent", "refused", "covers", "quoted", "several", "screen", "run"];
        for (language, sayings) in LANGUAGES.iter() {
            for (key, rows) in &english.rows {
                let kind = key.split(' ').next().unwrap_or_default();
                if kinds.contains(&kind) {
                    assert_eq!(slots(&sayings.rows[key]), slots(rows), "{language}: {key}");
                }
            }
        }
    }
}
