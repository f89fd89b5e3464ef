//! Takes dictated texts and titles out of the utterance, exactly as they were given.
//!
//! A slot is a range of words; its text also has the marks around them. Quotation marks that enclose the whole text and
//! the separator before it (`:`, `,`, `-`) belong to the request, everything else belongs to the text.

use super::{Word, quotation};

/// A text taken from the utterance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) text: String,
    /// It was quoted or followed a colon, so that not even its first letter may change.
    pub(crate) exact: bool,
}

/// Returns the text of the words from `from` to `to`, with the marks that belong to it.
pub(crate) fn passage(utterance: &str, words: &[Word], from: usize, to: usize) -> Passage {
    if let Some(text) = whole_quotation(utterance, words, from, to) {
        return Passage { text: text.to_owned(), exact: true };
    }
    let (Some(words), Some(first)) = (words.get(from..to), words.get(from)) else {
        return Passage { text: String::new(), exact: false };
    };
    // A correction leaves out words in the middle.
    let runs = words.chunk_by(|word, next| word.after == next.start);
    let text = runs.filter_map(|run| {
        Some(utterance.get(beginning(utterance, run.first()?).0..ending(utterance, run.last()?))?.trim())
    });
    Passage { text: text.collect::<Vec<_>>().join(" "), exact: beginning(utterance, first).1 }
}

/// Returns a title or a search phrase: like a text, without the marks that end the sentence.
pub(crate) fn phrase(utterance: &str, words: &[Word], from: usize, to: usize) -> String {
    if let Some(text) = whole_quotation(utterance, words, from, to) {
        return text.to_owned();
    }
    let mut text = passage(utterance, words, from, to).text;
    let Some(last) = to.checked_sub(1).and_then(|at| words.get(at)) else { return text };
    // `play "Hello" by Adele` keeps both marks, and the last word its own: `50%`.
    let spoken = utterance.get(last.start..last.end).unwrap_or_default();
    while !text.ends_with(spoken) {
        let Some(mark) = text.pop() else { break };
        // "ok (maybe)": what was opened in the text ends in it.
        let opened =
            |open: char, close: char| mark == close && text.matches(open).count() > text.matches(close).count();
        if quotation::closes(&text, mark) || opened('(', ')') || opened('[', ']') {
            text.push(mark);
            break;
        }
    }
    text
}

/// Returns the inside of a quotation, if the words are exactly the words of one.
fn whole_quotation<'u>(utterance: &'u str, words: &[Word], from: usize, to: usize) -> Option<&'u str> {
    let number = words.get(from)?.quotation?;
    let within = |word: &Word| word.quotation == Some(number);
    let whole = words.get(from..to)?.iter().all(within)
        && !words.iter().take(from).any(within)
        && !words.iter().skip(to).any(within);
    let (start, end) = quotation::quotations(utterance).get(number).copied().filter(|_| whole)?;
    utterance.get(start..end)
}

/// Returns where the text that begins with this word begins, and whether a colon introduces it.
fn beginning(utterance: &str, first: &Word) -> (usize, bool) {
    let gap = utterance.get(first.before..first.start).unwrap_or_default();
    // Marks that touch the first word are its own: `(call me)`, `@home`.
    let own = match gap.rfind(char::is_whitespace) {
        Some(space) => gap.get(space..).unwrap_or_default().trim_start(),
        None if first.before == 0 => gap,
        None => "",
    };
    let separator = gap.get(..gap.len() - own.len()).unwrap_or_default();
    match separator.find(':') {
        // Every mark after a colon is given: `text Sam: "...`.
        Some(colon) => {
            let rest = gap.get(colon + 1..).unwrap_or_default();
            (first.start - rest.trim_start().len(), true)
        }
        None => (first.start - own.len(), false),
    }
}

/// Returns where the text that ends with this word ends.
fn ending(utterance: &str, last: &Word) -> usize {
    let gap = utterance.get(last.end..last.after).unwrap_or_default();
    if last.after == utterance.len() {
        return last.after;
    }
    let touching = gap.split(char::is_whitespace).next().unwrap_or_default();
    last.end + touching.trim_end_matches([',', ';', ':', '–', '—', '-']).len()
}

/// Returns dictated text with a capital letter, if it begins with an ordinary word. Names with their own spelling
/// (`iPhone`), codes, links, file names and other scripts stay as they are.
pub(crate) fn capitalised(text: &str) -> String {
    let word = text.split(char::is_whitespace).next().unwrap_or_default();
    let word = word.trim_end_matches([',', '.', '!', '?', ';', ':', '…']);
    // Latin letters: other scripts are not touched.
    let latin = |c: char| c.is_alphabetic() && u32::from(c) < 0x250;
    let plain =
        !word.is_empty() && word.chars().all(|c| (latin(c) && !c.is_uppercase()) || matches!(c, '\'' | '’' | '-'));
    let mut characters = text.chars();
    match characters.next() {
        Some(first) if plain && first.to_uppercase().count() == 1 => first.to_uppercase().chain(characters).collect(),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;

    #[test]
    fn passages() {
        for (utterance, from, to, expected, exact) in [
            ("text Sam: hello there 🎉", 2, 5, "hello there 🎉", true),
            ("text Sam hello :)", 2, 4, "hello :)", false),
            ("text Sam - hello!", 2, 3, "hello!", false),
            ("text Sam \"hello\" please", 2, 3, "hello", true),
            ("text Sam he said \"hi\"", 2, 5, "he said \"hi\"", false),
            ("text Sam \"a\" and \"b\"", 2, 5, "\"a\" and \"b\"", false),
            ("text Sam (call me)", 2, 4, "(call me)", false),
            ("send hello, to Sam", 1, 2, "hello", false),
            ("text Sam:hello", 2, 3, "hello", true),
            ("text Sam a  b", 2, 4, "a  b", false),
            ("text Sam :D", 2, 3, ":D", false),
        ] {
            let words = words(utterance).unwrap();
            let expected = Passage { text: expected.to_owned(), exact };
            assert_eq!(passage(utterance, &words, from, to), expected, "{utterance}");
        }
    }

    #[test]
    fn titles() {
        for (utterance, from, to, expected) in [
            ("play \"Hello\" by Adele.", 1, 4, "\"Hello\" by Adele"),
            ("play \"Hello\".", 1, 2, "Hello"),
            ("play that \"Hello\"", 1, 3, "that \"Hello\""),
        ] {
            let words = words(utterance).unwrap();
            assert_eq!(phrase(utterance, &words, from, to), expected, "{utterance}");
        }
    }

    #[test]
    fn only_ordinary_words_get_a_capital() {
        for (text, expected) in [
            ("hello there", "Hello there"),
            ("i'm late", "I'm late"),
            ("öl kaufen", "Öl kaufen"),
            ("iPhone or not", "iPhone or not"),
            ("shy_fish.md is done", "shy_fish.md is done"),
            ("example.com/a", "example.com/a"),
            ("a1b2", "a1b2"),
            ("привет", "привет"),
            ("ßtrange", "ßtrange"),
            ("ok.", "Ok."),
            ("", ""),
        ] {
            assert_eq!(capitalised(text), expected);
        }
    }
}
