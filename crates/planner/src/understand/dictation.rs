//! Spoken punctuation in dictated text: `hello comma how are you question mark`.
//!
//! Only text that was dictated is changed: quoted text, text after a colon and text that already has punctuation stays
//! as it is. A word that may also be meant (`period`) is not decided here: the person chooses.

use crate::grammar::List;
use crate::matcher::{Filled, MatchInput};
use crate::text;

/// The value of a mark that begins a new line.
const NEW_LINE: &str = "newline";

/// A dictated text with its marks.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Dictated {
    /// No word is a mark.
    Plain,
    /// The words can only be marks.
    Marked(String),
    /// A word may be a mark or be meant.
    Open(String),
}

/// Reads the spoken punctuation of a slot.
pub(super) fn dictated(input: &MatchInput<'_>, filled: &Filled) -> Dictated {
    let (tokens, words) = (input.tokens(), &input.words);
    let mark = |at: usize| {
        // "a comma", "the question mark" are things.
        let named = at == filled.start || tokens.is(at - 1, List::Indefinite) || tokens.is(at - 1, List::Owner);
        let quoted = words[at].quotation.is_some();
        let sure = tokens.find(at, List::SpokenMark).map(|found| (found, true));
        // "the trial period ends": only a last word may be a mark.
        let last = tokens.find(at, List::SpokenMarkMaybe).filter(|(_, end)| *end == filled.end);
        let found = sure.or_else(|| last.map(|found| (found, false)));
        // "the Oxford comma matters": before a verb the word is a subject.
        found.filter(|((_, end), _)| !named && !quoted && *end <= filled.end && !tokens.is(*end, List::Auxiliary))
    };
    if (filled.start..filled.end).all(|at| mark(at).is_none()) {
        return Dictated::Plain;
    }
    let said = text::passage(input.utterance, words, filled.start, filled.end);
    if said.exact || said.text.contains([',', '.', '?', '!', ';', ':']) {
        return Dictated::Plain;
    }
    let (mut result, mut sure, mut maybe) = (String::new(), 0, 0);
    // The index after the last mark.
    let (mut at, mut marked) = (filled.start, filled.start);
    while at < filled.end {
        match mark(at) {
            Some(((entry, end), certain)) => {
                *(if certain { &mut sure } else { &mut maybe }) += 1;
                match entry.value.as_str() {
                    NEW_LINE => result.push('\n'),
                    // An emoji is a word of its own; a mark touches the word before it.
                    sign if sign.is_ascii() => result.push_str(sign),
                    sign => result.push_str(&format!(" {sign}")),
                }
                (at, marked) = (end, end);
            }
            None => {
                let between = match at {
                    at if at == filled.start || result.ends_with('\n') => "",
                    at if marked == at => " ",
                    at => input.utterance.get(words[at - 1].end..words[at].start).unwrap_or(" "),
                };
                result.push_str(between);
                result.push_str(input.utterance.get(words[at].start..words[at].end).unwrap_or_default());
                at += 1;
            }
        }
    }
    match (sure, maybe) {
        (0, 1..) => Dictated::Open(text::capitalised(&result)),
        _ => Dictated::Marked(text::capitalised(&result)),
    }
}
