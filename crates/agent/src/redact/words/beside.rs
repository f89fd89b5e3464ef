//! Examines the words directly beside a number, which say what it counts or names. Each look is bounded.

use super::table::{List, Lists, Phrase, TABLE};
use super::{is_indic_mark, is_unspaced, last_letters, lower, lowered, parted};

/// How much of a word is examined.
const LONGEST_WORD: usize = 24;
/// How many letters before a number are examined.
const TAIL: usize = 40;
/// How many words before a number are examined.
const WORDS: usize = 4;
/// The lists of words that connect a number to its description and do not describe it themselves.
const JOINTS: Lists =
    Lists::of(&[List::Glue, List::Filler, List::Purpose, List::Secrecy, List::Expiry, List::Verb, List::Names]);

/// Whether a letter may be inside a word.
fn is_part(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '\'' | '-') || is_indic_mark(letter)
}

/// How many blanks begin a text, and the word after them, in lower case.
fn first_word(text: &str) -> Option<(usize, String)> {
    let blanks = text.chars().take(LONGEST_WORD).take_while(|letter| matches!(letter, ' ' | '\u{a0}')).count();
    let word: String =
        text.chars().skip(blanks).take(LONGEST_WORD).take_while(|letter| is_part(*letter)).map(lower).collect();
    let word = word.trim_end_matches(['-', '\'']);
    word.starts_with(char::is_alphanumeric).then(|| (blanks, word.to_owned()))
}

/// The last word of a text: its start, its end and its letters in lower case.
fn last_word(letters: &[char]) -> Option<(usize, usize, String)> {
    let end = 1 + letters.iter().rposition(|letter| letter.is_alphanumeric() || is_indic_mark(*letter))?;
    let mut start = end - 1;
    let humps = |start: usize| letters[start - 1].is_lowercase() && letters[start].is_uppercase();
    while start > 0 && end - start < LONGEST_WORD && is_part(letters[start - 1]) && !humps(start) {
        start -= 1;
    }
    start += letters[start..end].iter().take_while(|letter| matches!(letter, '-' | '\'')).count();
    Some((start, end, letters[start..end].iter().copied().map(lower).collect()))
}

/// Whether the words before a number say that it is something else: `order`, `order number: `, `ending in`.
pub(in super::super) fn counts_something_else(before: &str) -> bool {
    const NUMBERED: Lists = Lists::of(&[List::Filler, List::Number]);
    let tail: Vec<char> = last_letters(before, TAIL).chars().collect();
    let mut next = tail.len();
    for _ in 0..WORDS {
        let Some((start, end, word)) = last_word(&tail[..next]) else { return false };
        // A script without spaces writes the whole clause as one word.
        let unspaced = word.chars().next_back().is_some_and(is_unspaced);
        let word = if unspaced { last_letters(&word, 6) } else { &word };
        let lists = TABLE.lists_inside(word).and(TABLE.lists_at_end(&tail[..end]));
        // The end of a line, a sentence, a clause or a bracket ends the phrase; `no. 7` is not an end.
        let between = &tail[end..next];
        let stops = between.iter().any(|sign| matches!(sign, '\n' | ';' | '!' | '?' | ')' | ',' | '，' | '،'));
        let ends =
            between.windows(2).any(|signs| signs == ['.', ' ']) && !(end - start <= 4 && lists.has_any(NUMBERED));
        if stops || ends || lists.name_a_code() || lists.has(List::Purpose) {
            return false;
        }
        if lists.has(List::Number) {
            return true;
        }
        if lists.has(List::Subject) {
            return !tail[end..].iter().any(|sign| matches!(sign, ':' | '：'));
        }
        if !lists.has(List::Filler) {
            return false;
        }
        next = start;
    }
    false
}

/// Whether the words after a number say that it is something else: `48291 is your order number`.
pub(in super::super) fn is_called_something_else(after: &str) -> bool {
    if !first_word(after).is_some_and(|(blanks, word)| blanks == 1 && TABLE.lists(&word).has(List::Filler)) {
        return false;
    }
    let head: Vec<char> = after.chars().take(60).take_while(|sign| !matches!(sign, '.' | '\n' | '!' | '?')).collect();
    let words = parted(&head);
    let lists: Vec<Lists> = words.iter().map(|(.., word)| TABLE.lists(word)).collect();
    let is_name = |place: usize| head.get(words[place].0).is_some_and(|sign| sign.is_uppercase());
    let called = (1..words.len())
        .find(|place| lists[*place].has(List::Number) || !(lists[*place].has(List::Filler) || is_name(*place)));
    called.is_some_and(|place| lists[place].has(List::Number)) && !lists.iter().any(|lists| lists.name_a_code())
}

/// Whether the word after a number is a unit.
pub(in super::super) fn is_counted(after: &str) -> bool {
    let Some((0 | 1, word)) = first_word(after) else { return false };
    // Scripts without spaces: 10 分钟后.
    let unspaced = word.chars().next().is_some_and(is_unspaced);
    TABLE.lists(&word).has(List::Unit) || (unspaced && TABLE.begins_with_unit(&word))
}

/// The last letter of the word directly before a number, and the lists of the word.
fn word_before(before: &str) -> Option<(char, Lists)> {
    let tail: Vec<char> = last_letters(before, TAIL).chars().collect();
    let (_, end, word) = last_word(&tail)?;
    let last = tail[end - 1];
    // A script without spaces writes the whole clause as one word.
    let word = if is_unspaced(last) { last_letters(&word, 4) } else { &word };
    let touches = tail[end..].iter().all(|sign| *sign == ' ');
    touches.then(|| (last, TABLE.lists_inside(word).and(TABLE.lists_at_end(&tail[..end]))))
}

/// Whether the word directly before a number is an ordinary word, so that the number names one of its kind: `form 48291`.
pub(in super::super) fn follows_a_noun(before: &str) -> bool {
    // Korean adds endings to its words, and these Chinese and Japanese words are not nouns: `is`, `with`.
    let is_ending =
        |letter: char| ('\u{ac00}'..='\u{d7a3}').contains(&letter) || "是为為はをにで将將把以".contains(letter);
    word_before(before).is_some_and(|(last, lists)| last.is_alphabetic() && !is_ending(last) && !lists.has_any(JOINTS))
}

/// Whether the word directly before a number is a preposition: `in 2027`.
pub(in super::super) fn follows_a_preposition(before: &str) -> bool {
    const NAMED: Lists = Lists::of(&[List::Filler, List::Names]);
    word_before(before).is_some_and(|(_, lists)| lists.has(List::Glue) && !lists.has_any(NAMED))
}

/// Whether the word directly after a number is an ordinary word in lower case, so that the number counts it.
pub(in super::super) fn counts_a_noun(after: &str) -> bool {
    let Some((1, word)) = first_word(after) else { return false };
    let is_lower = after.chars().nth(1).is_some_and(char::is_lowercase);
    is_lower && !TABLE.lists_inside(&word).has_any(JOINTS)
}

/// Whether the name of a site comes after a number: `at example.com/link`.
pub(in super::super) fn leads_to_a_site(after: &str) -> bool {
    let head: String = after.chars().take(48).collect();
    let is_site = |word: &str| {
        let inner = word.trim_end_matches(['.', ',', '!', ')']);
        inner.split_once('.').is_some_and(|(name, rest)| {
            name.chars().any(char::is_alphabetic)
                && rest.chars().take_while(|letter| letter.is_alphabetic()).count() >= 2
        })
    };
    head.starts_with(' ') && head.split_whitespace().take(3).any(is_site)
}

/// Whether a text may be the name of a service: one to three capitalised words, none of them a unit that a following
/// number counts.
pub(in super::super) fn may_be_service(name: &str) -> bool {
    const COUNTED: Lists =
        Lists::of(&[List::Number, List::Subject, List::Label, List::Unit, List::None, List::Filler, List::Not]);
    let name = name.trim();
    let parts: Vec<&str> = name.split_whitespace().take(4).collect();
    if name.is_empty() || name.chars().nth(32).is_some() || parts.len() > 3 {
        return false;
    }
    let letters: Vec<char> = name.chars().collect();
    let lower = lowered(&letters);
    let phrase = |phrase: &&Phrase| phrase.text.contains(' ') && lower.contains(phrase.text.as_str());
    let inside = TABLE.phrases.iter().filter(phrase).fold(Lists::default(), |all, phrase| all.and(phrase.lists));
    let counted = parted(&letters).iter().any(|(.., word)| TABLE.lists_inside(word).has_any(COUNTED));
    let is_name = |part: &&str| part.chars().any(char::is_uppercase) || !part.chars().any(char::is_lowercase);
    letters.iter().any(|letter| letter.is_alphabetic())
        && parts.iter().all(is_name)
        && !(counted || inside.has_any(COUNTED))
}
