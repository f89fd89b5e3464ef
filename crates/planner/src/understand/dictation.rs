//! Spoken punctuation in dictated text: `hello comma how are you question mark`.
//!
//! Only dictated text changes. Quoted text, text after a colon and text that already has punctuation stay as they are.
//! If a word may also be meant as a word (`period`), the person chooses.

use crate::grammar::List;
use crate::matcher::{Filled, MatchInput};
use crate::text;

/// The value of a mark that begins a new line.
const NEW_LINE: &str = "newline";

/// The first words of a text among which a language is one for the text: `a message in German saying hello`.
const LANGUAGE_WITHIN: usize = 4;

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

/// Where a dictated text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Beginning {
    /// At this word, after a mark that only introduces it: `text Sam colon the code is 4471`.
    At(usize),
    /// At this word, or with the mark before it: `text Sam comma hello`.
    Open(usize),
}

/// Returns where a dictated text begins. Only a colon certainly leads to a text; another mark may be its first word,
/// except before a question.
pub(super) fn beginning(input: &MatchInput<'_>, filled: &Filled) -> Beginning {
    let tokens = input.tokens();
    let found =
        tokens.find(filled.start, List::SpokenMark).or_else(|| tokens.find(filled.start, List::SpokenMarkMaybe));
    let found = found.filter(|(_, end)| *end < filled.end && input.words[filled.start].quotation.is_none());
    // "colon cancer", "comma is missing": the mark is a word. "Comma can you come": a question is not preceded by a
    // word.
    let asks = |end: usize| tokens.is(end, List::Auxiliary) && tokens.is(end + 1, List::PlainSubject);
    let says = |end: usize| tokens.is(end, List::NoMarkBefore) || tokens.is(end, List::Auxiliary) && !asks(end);
    match found.filter(|(_, end)| !says(*end)).map(|(entry, end)| (entry.value.as_str(), end)) {
        Some((":", end)) => Beginning::At(end),
        Some(("," | NEW_LINE, end)) if asks(end) => Beginning::At(end),
        Some(("," | NEW_LINE, end)) => Beginning::Open(end),
        _ => Beginning::At(filled.start),
    }
}

/// Whether the person named a language for a text, in front of it, at its beginning or at its end: `a message in
/// Spanish saying …`. It cannot be translated.
pub(super) fn names_language(input: &MatchInput<'_>, filled: &Filled) -> bool {
    let tokens = input.tokens();
    let quoted = |at: usize| input.words[at].quotation.is_some();
    (0..filled.end).filter(|at| !quoted(*at)).any(|at| {
        let Some((_, end)) = tokens.find(at, List::InLanguage).filter(|(_, end)| *end <= filled.end) else {
            return false;
        };
        // "the class is in Spanish" says something about the language.
        let said = at > 0 && tokens.is(at - 1, List::Auxiliary) && at > filled.start;
        let literal = filled.start > 0 && input.words[filled.start - 1].colon && at >= filled.start;
        let begins = at < filled.start + LANGUAGE_WITHIN;
        !said && !literal && (begins || end == filled.end)
    })
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
                    // An emoji is a separate word; a mark touches the word before it.
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
