//! Undoes disguises of texts that were written to be misread, one function each. `Text::label` tries them all.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::letters::{in_word, is_unseen};
use action::slice::Slice as _;

/// Letters of other scripts that look like Latin ones, after folding.
const LOOK_ALIKES: &[(&str, char)] = &[
    ("аɑαаᎪᴀ", 'a'),
    ("ЬƄвβᏴʙ", 'b'),
    ("сϲсᴄᏟ", 'c'),
    ("ԁɗժᏧᴅ", 'd'),
    ("еєεҽℯᎬᴇ", 'e'),
    ("ғϝքƒꜰ", 'f'),
    ("ɡցǥᏀɢ", 'g'),
    ("һհнᎻʜ", 'h'),
    ("іιӏɩⅰᎥɪ", 'i'),
    ("јϳᴊ", 'j'),
    ("кκᏦᴋ", 'k'),
    ("ⅼӏǀᏞʟ", 'l'),
    ("мʍⅿᎷᴍ", 'm'),
    ("пռηոɴ", 'n'),
    ("оοօσ૦ഠ໐ᴏ", 'o'),
    ("рρᏢᴘ", 'p'),
    ("ԛզ", 'q'),
    ("гᴦɾᏒʀ", 'r'),
    ("ѕʂᏚꜱ", 's'),
    ("тτᎢᴛ", 't'),
    ("υսцսᴜ", 'u'),
    ("ѵνᏙᴠ", 'v'),
    ("ѡωԝᎳᴡ", 'w'),
    ("хχ", 'x'),
    ("уүγỿᎽʏ", 'y'),
    ("ᴢᏃ", 'z'),
];

/// Returns the Latin letter that a letter looks like.
fn latin(c: char) -> Option<char> {
    static LATIN: LazyLock<HashMap<char, char, FixedState>> = LazyLock::new(|| {
        let pairs = LOOK_ALIKES.iter().rev().flat_map(|(letters, latin)| letters.chars().map(|c| (c, *latin)));
        pairs.collect()
    });
    if c.is_ascii() { None } else { LATIN.get(&c).copied() }
}

/// Replaces look-alikes by Latin letters, if there are any.
pub(super) fn look_alikes(folded: &str) -> Option<String> {
    if folded.is_ascii() || !folded.contains(|c| latin(c).is_some()) {
        return None;
    }
    Some(folded.chars().map(|c| latin(c).unwrap_or(c)).collect())
}

/// Replaces `1`, `0`, `@` and similar characters by the letters they imitate, if words contain them: `D3lete`.
pub(super) fn digits_for_letters(folded: &str) -> Option<String> {
    let letter = |c: char| {
        Some(match c {
            '0' => 'o',
            '1' | '|' => 'l',
            '!' => 'i',
            '3' | '€' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            '8' => 'b',
            _ => return None,
        })
    };
    if !folded.contains(|c| letter(c).is_some()) {
        return None;
    }
    let disguised = |word: &str| {
        word.chars().any(char::is_alphabetic) && word.char_indices().any(|(at, c)| at > 0 && letter(c).is_some())
    };
    folded.split_whitespace().any(disguised).then(|| {
        let word = |word: &str| match disguised(word) {
            true => word.chars().map(|c| letter(c).unwrap_or(c)).collect(),
            false => word.to_owned(),
        };
        folded.split_whitespace().map(word).collect::<Vec<String>>().join(" ")
    })
}

/// The most splits of spaced-out letters that are tried.
const LONGEST_SPLIT: usize = 40;

/// Removes line breaks inside words, if there are any: `Del\nete`.
pub(super) fn broken(text: &str) -> Option<String> {
    text.contains(['\n', '\r', '\u{2028}', '\u{2029}']).then(|| text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], ""))
}

/// Returns the text as displayed where it is reversed: U+202E makes `eteleD` read Delete.
pub(super) fn turned(text: &str) -> Option<String> {
    text.contains(['\u{202E}', '\u{2067}']).then(|| text.chars().rev().collect())
}

/// Returns the text without invisible characters.
fn seen(text: &str) -> String {
    text.chars().filter(|c| !is_unseen(*c)).collect()
}

/// Splits a label that is written as one word: `deleteEverything`. Names such as `PayPal` stay whole.
pub(super) fn joined(text: &str) -> Option<String> {
    // A tick or an arrow beside it does not make it a sentence.
    let text = text.trim_matches(|c: char| !c.is_alphanumeric());
    if text.contains(char::is_whitespace) {
        return None;
    }
    let text = seen(text);
    let split = camel(&text);
    let words = split.split_whitespace().count();
    let is_name = text.starts_with(char::is_uppercase) && words < 3;
    (split != text && !is_name).then_some(split)
}

/// Joins spaced-out letters, if there are any: `D e l e t e`, `D.e.l.e.t.e`, `P_A_Y`.
pub(super) fn set_apart(folded: &str) -> Option<String> {
    together(folded, |letters, joined| joined.push_str(letters))
}

/// Like [`set_apart`], for text without word boundaries: tries every split of the letters into two words.
pub(super) fn set_apart_splits(folded: &str) -> Option<String> {
    together(folded, |letters, joined| {
        joined.push_str(letters);
        for end in letters.char_indices().map(|(at, _)| at).skip(2).take(LONGEST_SPLIT) {
            let (first, second) = letters.split_at(end);
            joined.extend([" ", first, " ", second]);
        }
    })
}

/// Rewrites every run of spaced-out letters with `write`, if there are any.
fn together(folded: &str, write: impl Fn(&str, &mut String)) -> Option<String> {
    if !has_letters_apart(folded) {
        return None;
    }
    let mut joined = String::with_capacity(folded.len());
    let mut found = false;
    for group in groups(folded) {
        let words: Vec<&str> = group.split(|c: char| !in_word(c)).filter(|word| !word.is_empty()).collect();
        let mut rest = words.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let run = rest.iter().take_while(|word| word.chars().count() == 1).count();
            if !joined.is_empty() {
                joined.push(' ');
            }
            if run >= LETTERS_APART {
                found = true;
                write(&rest[..run].concat(), &mut joined);
                rest = &rest[run..];
            } else {
                joined.push_str(first);
                rest = after;
            }
        }
    }
    found.then_some(joined)
}

/// Splits at double spaces, which separate spaced-out words. If each part is one letter, the wide gaps separate
/// letters, and the text is one part.
fn groups(folded: &str) -> Vec<&str> {
    let groups: Vec<&str> = folded.split("  ").map(str::trim).filter(|group| !group.is_empty()).collect();
    if groups.iter().all(|group| group.chars().nth(1).is_none()) { vec![folded] } else { groups }
}

/// The number of consecutive single letters from which they count as spaced out.
const LETTERS_APART: usize = 3;

/// Whether there may be spaced-out letters: a cheap test that does not split the text.
pub(crate) fn has_letters_apart(folded: &str) -> bool {
    let mut single = 0;
    folded.split(|c: char| !in_word(c)).filter(|word| !word.is_empty()).any(|word| {
        single = if word.chars().nth(1).is_none() { single + 1 } else { 0 };
        single >= LETTERS_APART
    })
}

/// Joins words whose gaps are wider than those between their letters: `E m p t y   t h e   b i n`.
pub(super) fn set_apart_words(folded: &str) -> Option<String> {
    if !folded.contains("  ") {
        return None;
    }
    let groups = groups(folded);
    let apart = |group: &&str| group.split(' ').all(|letter| letter.chars().count() == 1);
    (groups.len() > 1 && groups.iter().all(apart))
        .then(|| groups.iter().map(|group| group.replace(' ', "")).collect::<Vec<_>>().join(" "))
}

/// Removes counts, if there are any: "Continue (3)" is the same answer.
pub(super) fn uncounted(text: &str) -> Option<String> {
    if !text.contains(['(', '（']) {
        return None;
    }
    let mut rest = text;
    let mut without = String::new();
    while let Some((before, after)) = rest.split_once(['(', '（']) {
        let count = after
            .split_once([')', '）'])
            .filter(|(count, _)| !count.is_empty() && count.chars().all(|c| c.is_numeric() || c.is_whitespace()));
        match count {
            Some((_, after)) => {
                without.push_str(before);
                rest = after;
            }
            // The brackets contain something else, so they stay.
            None => {
                without.push_str(rest.head(rest.len() - after.len()));
                rest = after;
            }
        }
    }
    without.push_str(rest);
    (without != text && !without.trim().is_empty()).then(|| without.trim().to_owned())
}

/// Inserts spaces where a new word begins: `deleteAllItems`, `HTTPServer`.
pub(super) fn camel(name: &str) -> String {
    let mut split = String::with_capacity(name.len() + 8);
    let mut before: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let new_word = c.is_uppercase()
            && before.is_some_and(|last| {
                last.is_lowercase() || (last.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()))
            });
        if new_word {
            split.push(' ');
        }
        split.push(c);
        before = Some(c);
    }
    split
}
