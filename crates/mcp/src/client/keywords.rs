//! The words by which a tool is found, and their weights. A goal is split into the same words.

use std::collections::BTreeMap;

use serde_json::Value;

/// The words of a tool, each with its weight.
pub(super) type Words = BTreeMap<String, f32>;

/// The weight of a word in a tool's name, its description and the names of its arguments: a tool's name says most about
/// its purpose.
const IN_NAME: f32 = 4.0;
const IN_DESCRIPTION: f32 = 1.0;
const IN_ARGUMENTS: f32 = 1.0;
/// How many words of one tool are read.
const MOST_WORDS: usize = 200;

/// Returns the words by which a tool is found.
pub(super) fn words_of(name: &str, description: &str, parameters: &Value) -> Words {
    let mut words = Words::new();
    let mut add = |text: &str, weight: f32| {
        for word in stems(text).take(MOST_WORDS) {
            let known = words.entry(word).or_insert(0.0);
            *known = known.max(weight);
        }
    };
    add(name, IN_NAME);
    add(description, IN_DESCRIPTION);
    for argument in parameters.get("properties").and_then(Value::as_object).into_iter().flat_map(|named| named.keys()) {
        add(argument, IN_ARGUMENTS);
    }
    words
}

/// Returns the words of a text without their endings: `createEvents` gives `creat` and `event`.
pub(super) fn stems(text: &str) -> impl Iterator<Item = String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut small = false;
    for letter in text.chars() {
        let begins = letter.is_uppercase() && small;
        if begins || !letter.is_alphanumeric() {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
        small = letter.is_lowercase();
    }
    words.push(word);
    words
        .into_iter()
        .filter(|word| word.chars().count() > 1 && !COMMON.contains(&word.as_str()))
        .map(|word| stem(&word))
}

/// Words that every goal and every description contains.
const COMMON: &[&str] = &[
    "the", "an", "and", "or", "of", "to", "in", "on", "for", "with", "from", "by", "is", "it", "this", "that", "be",
    "as", "at", "my", "me", "your", "you", "please", "can", "what", "which", "how", "when", "who", "will", "there",
    "all", "do", "does", "tool", "use", "using", "given", "returns", "return",
];

fn stem(word: &str) -> String {
    let mut short = word;
    for ending in ["ing", "ies", "es", "ed", "s", "e", "y"] {
        if let Some(front) = short.strip_suffix(ending).filter(|front| front.chars().count() >= 3) {
            short = front;
            break;
        }
    }
    short.to_owned()
}
