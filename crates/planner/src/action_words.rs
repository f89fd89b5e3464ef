//! Describes phone actions and the progress of a task in a language: `Tap “Send”`, `The phone is back.`
//!
//! The sentences are the lines `act VERB` and `narrate KEY` of `grammar/<language>/say.txt`. Nothing here knows a
//! sentence or decides when one is said.

use serde_json::{Map, Value};

use crate::say::{in_words, languages, plain, say};

/// The longest text that is repeated in the words of an action, in characters.
const MOST_TEXT: usize = 60;

/// Describes an action, given as the JSON of an `AgentAction`, on the element with this label. Falls back to the verb's
/// name.
pub fn action_in_words(language: &str, action: &Map<String, Value>, label: &str) -> String {
    let verb = action.get("type").map(|verb| in_words(Some(verb))).unwrap_or_default();
    let mut values: Map<String, Value> = action.iter().map(|(name, value)| (name.clone(), shortened(value))).collect();
    values.insert("label".to_owned(), shortened(&label.into()));
    values.insert("direction".to_owned(), direction(action).into());
    let key = |code: &str| code.trim_start_matches("KEYCODE_").to_lowercase().replace('_', " ");
    if let Some(code) = action.get("keycode").and_then(Value::as_str) {
        values.insert("key".to_owned(), key(code).into());
    }
    let words = say(language, &format!("act {verb}"), &values);
    if words.is_empty() { verb.replace('_', " ") } else { words }
}

/// Returns the sentence for a task's event: a line `narrate KEY`. Empty if the grammar has none.
pub fn narrated(language: &str, key: &str, values: &[(&str, &str)]) -> String {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), (*value).into())).collect();
    say(language, &format!("narrate {key}"), &values)
}

/// Whether a word is the plain yes or the plain no of any language: the word on the button, and nothing that merely
/// sounds like agreement.
pub fn plain_answer(word: &str) -> Option<bool> {
    let word = word.trim().to_lowercase();
    let is = |key: &str| languages().any(|language| plain(language, key).to_lowercase() == word);
    match (is("yes"), is("no")) {
        (true, _) => Some(true),
        (false, true) => Some(false),
        (false, false) => None,
    }
}

/// The direction in which a finger moves.
fn direction(action: &Map<String, Value>) -> &'static str {
    let at = |name: &str| action.get(name).and_then(Value::as_f64);
    let (Some(x1), Some(y1), Some(x2), Some(y2)) = (at("x1"), at("y1"), at("x2"), at("y2")) else { return "" };
    let (right, down) = (x2 - x1, y2 - y1);
    match (right.abs() > down.abs(), right > 0.0, down > 0.0) {
        (true, true, _) => "right",
        (true, false, _) => "left",
        (false, _, true) => "down",
        (false, _, false) => "up",
    }
}

/// Cuts a text to the length of a line.
fn shortened(value: &Value) -> Value {
    let Value::String(text) = value else { return value.clone() };
    match text.char_indices().nth(MOST_TEXT) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()).into(),
        None => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(language: &str, action: Value, label: &str, expected: &str) {
        assert_eq!(action_in_words(language, action.as_object().unwrap(), label), expected, "{action}");
    }

    #[test]
    fn actions_are_told_in_words() {
        check("en", json!({"type": "tap", "x": 1, "y": 2}), "Send", "Tap “Send”");
        check("en", json!({"type": "tap", "x": 1, "y": 2}), "", "Tap the screen");
        check("de", json!({"type": "tap", "x": 1, "y": 2}), "Senden", "Auf „Senden“ tippen");
        check("es", json!({"type": "tap", "x": 1, "y": 2}), "Enviar", "Tocar «Enviar»");
        check("en", json!({"type": "swipe", "x1": 5, "y1": 900, "x2": 9, "y2": 100}), "", "Swipe up");
        check("en", json!({"type": "drag", "x1": 5, "y1": 9, "x2": 900, "y2": 10}), "Row", "Drag “Row” to the right");
        check("en", json!({"type": "type", "text": "hello"}), "", "Type “hello”");
        check("en", json!({"type": "keyevent", "keycode": "KEYCODE_BACK"}), "", "Press Back");
        check("en", json!({"type": "keyevent", "keycode": "KEYCODE_VOLUME_UP"}), "", "Press the key “volume up”");
        check("en", json!({"type": "open_app", "name": "Settings"}), "", "Open Settings");
        check("de", json!({"type": "wait", "durationMs": 1000}), "", "Kurz warten");
        check("xx", json!({"type": "brand_new"}), "", "brand new");
        let long = action_in_words("en", json!({"type": "type", "text": "word ".repeat(500)}).as_object().unwrap(), "");
        assert!(long.chars().count() < 100, "{long}");
    }

    #[test]
    fn only_the_plain_words_answer() {
        for (word, answer) in [("Ja", Some(true)), ("sí", Some(true)), (" yes ", Some(true)), ("nein", Some(false))] {
            assert_eq!(plain_answer(word), answer, "{word}");
        }
        for word in ["", "ok", "yess", "jaja", "y n", "vale"] {
            assert_eq!(plain_answer(word), None, "{word}");
        }
    }

    #[test]
    fn every_action_has_words_in_every_language() {
        for verb in action::phone::verbs() {
            for language in ["en", "de", "es"] {
                let words = say(language, &format!("act {}", verb.name), &Map::new());
                assert!(!words.is_empty(), "`{}` has no words in `{language}`", verb.name);
            }
        }
    }
}
