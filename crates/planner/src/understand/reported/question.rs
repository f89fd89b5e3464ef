//! Turns a reported question into a question: `if you can pick me up` asks `Can you pick me up?`

use crate::grammar::{Lexicon, List, Tokens};
use crate::text;

/// Returns the question that a text reports, which begins with `if` or a question word; `None` if it cannot be
/// rephrased.
pub(super) fn question(reported: &str, lexicon: &Lexicon) -> Option<String> {
    let words = text::words(reported)?;
    let tokens = Tokens { words: &words, lexicon };
    let raw = |from: usize, to: usize| text::verbatim(reported, words.get(from..to).unwrap_or_default()).to_owned();
    let (head, subject) = match tokens.find(0, List::If) {
        Some((_, end)) => (String::new(), end),
        None => {
            let (_, end) = tokens.find(0, List::Wh)?;
            // "where are you" is already a question.
            if tokens.is(end, List::Modal) {
                return Some(format!("{}?", text::capitalised(reported.trim()).trim_end_matches(['.', '?', '!'])));
            }
            // "what time you will be home": the question phrase extends up to the subject.
            let found = (end..words.len().min(end + 4))
                .find(|at| tokens.is(*at, List::PlainSubject) || tokens.is(*at, List::ContractedSubject));
            let subject = found.unwrap_or(end);
            (raw(0, subject), subject)
        }
    };
    let last = words.len();
    let asked = |parts: &[&str]| {
        let parts: Vec<&str> = parts.iter().copied().filter(|part| !part.is_empty()).collect();
        Some(format!("{}?", text::capitalised(&parts.join(" ")).trim_end_matches(['.', '?', '!'])))
    };
    if subject >= last {
        return None;
    }
    // "who is coming": the question word is the subject.
    if !head.is_empty() && (tokens.is(subject, List::Modal) || tokens.is(subject, List::Have)) {
        return asked(&[&head, &raw(subject, last)]);
    }
    if let Some((entry, end)) = tokens.find(subject, List::ContractedSubject) {
        return asked(&[&head, &entry.value, &raw(end, last)]);
    }
    if tokens.is(subject, List::PlainSubject) {
        let verb = subject + 1;
        let who = raw(subject, verb);
        let perfect = tokens.is(verb, List::Have) && (tokens.is(verb + 1, List::Perfect) || done(tokens.at(verb + 1)));
        if tokens.is(verb, List::Modal) || perfect {
            return asked(&[&head, &raw(verb, verb + 1), &inside(&who), &raw(verb + 1, last)]);
        }
        // "if you wanted it": in the past tense the verb would change.
        if verb >= last || tokens.at(verb).ends_with("ed") && done(tokens.at(verb)) || tokens.is(verb, List::Adverb) {
            return None;
        }
        let singular = matches!(tokens.at(subject), "it" | "he" | "she");
        return if singular { None } else { asked(&[&head, "do", &inside(&who), &raw(verb, last)]) };
    }
    // "if the meeting is still on", "what time the show is": the verb moves to the front.
    let verb = (subject + 1..last).find(|at| tokens.is(*at, List::Modal))?;
    asked(&[&head, &raw(verb, verb + 1), &raw(subject, verb), &raw(verb + 1, last)])
}

/// Whether a word looks like a past participle.
fn done(word: &str) -> bool {
    word.ends_with("ed") && !word.ends_with("eed") || word.ends_with("en")
}

/// Returns a subject inside a sentence: only `I` keeps its capital.
fn inside(subject: &str) -> String {
    if subject.eq_ignore_ascii_case("i") { "I".to_owned() } else { subject.to_lowercase() }
}
