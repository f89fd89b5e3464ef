//! Tells whether the person asked to hear a code. Only then may the task's last message contain it.

use super::words;

/// Words that ask to hear something, and words that use a code instead.
const TELL: &[&str] = &["read", "tell", "show", "give", "say", "speak", "dictate"];
const ASK: &[&str] = &["what", "what's", "whats", "which"];
const USE: &[&str] = &["enter", "type", "use", "using", "fill", "paste", "put", "submit", "send", "forward", "share"];

/// Whether the goal asks to have a code read out: `read me the code`, `what is my verification code`.
pub(super) fn asks_for_code(goal: &str) -> bool {
    if !words::names_a_code(goal) {
        return false;
    }
    let lower = goal.to_lowercase();
    let words: Vec<&str> = lower.split(|letter: char| !(letter.is_alphanumeric() || letter == '\'')).collect();
    let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
    let has = |list: &[&str]| words.iter().any(|word| list.contains(word));
    // The recipient must be the person who asks, not somebody else.
    let told = words.windows(2).any(|pair| TELL.contains(&pair[0]) && ["me", "us", "out", "aloud"].contains(&pair[1]));
    let aloud = words.contains(&"aloud") || words.windows(2).any(|pair| pair == ["out", "loud"]);
    let asked = words.iter().take(4).any(|word| ASK.contains(word));
    let read = words.iter().take(3).any(|word| *word == "read");
    if told || aloud {
        return true;
    }
    (asked || read) && !has(USE)
}
