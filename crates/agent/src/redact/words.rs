//! Finds words that name a code, from `words.txt`, near a number. Works on text only.

use std::collections::HashSet;
use std::sync::LazyLock;

/// The tables.
static WORDS: LazyLock<Words> = LazyLock::new(|| Words::read(include_str!("words.txt")));

/// The content of `words.txt`.
#[derive(Default)]
struct Words {
    alone: HashSet<String>,
    begins: Vec<String>,
    ends: Vec<String>,
    anywhere: Vec<String>,
    not: HashSet<String>,
    none: HashSet<String>,
    number: HashSet<String>,
    unit: HashSet<String>,
}

impl Words {
    fn read(text: &str) -> Self {
        let mut words = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((language, list)) = line.split_once(':') else { continue };
            for word in list.split(',').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()) {
                match language {
                    "not" => _ = words.not.insert(word),
                    "none" => _ = words.none.insert(word),
                    "number" => _ = words.number.insert(word),
                    "unit" => _ = words.unit.insert(word),
                    _ => words.add(&word),
                }
            }
        }
        words
    }

    fn add(&mut self, word: &str) {
        let (bare, list) = match (word.strip_prefix('*'), word.strip_suffix('*')) {
            (Some(rest), Some(_)) => (rest.trim_end_matches('*'), &mut self.anywhere),
            (Some(rest), None) => (rest, &mut self.ends),
            (None, Some(rest)) => (rest, &mut self.begins),
            // More than one word: searched for as is.
            (None, None) if word.contains(' ') => (word, &mut self.anywhere),
            (None, None) => {
                self.alone.insert(word.to_owned());
                return;
            }
        };
        if !list.iter().any(|known| known == bare) {
            list.push(bare.to_owned());
        }
    }

    fn names_a_code(&self, word: &str) -> bool {
        if self.none.contains(word) {
            return false;
        }
        self.alone.contains(word)
            || self.begins.iter().any(|begin| word.starts_with(begin.as_str()))
            || self.ends.iter().any(|end| word.ends_with(end.as_str()))
    }
}

/// A word in a text that names a code: where it begins and ends, in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) start: usize,
    pub(super) end: usize,
}

/// Splits a text into lower-case words, each with its start and end in characters. `foo_bar` and `fooBar` are two words
/// each: keys of JSON and of settings are written that way.
fn parted(letters: &[char]) -> Vec<(usize, usize, String)> {
    let mut words: Vec<(usize, usize, String)> = Vec::new();
    let mut open = false;
    let mut before = ' ';
    for (at, &letter) in letters.iter().enumerate() {
        let is_part = letter.is_alphanumeric() || (letter == '\'' && open) || (letter == '-' && open);
        let humps = before.is_lowercase() && letter.is_uppercase();
        before = letter;
        if !is_part {
            open = false;
            continue;
        }
        if !open || humps {
            words.push((at, at, String::new()));
            open = true;
        }
        if let Some((_, end, word)) = words.last_mut() {
            *end = at + 1;
            word.extend(letter.to_lowercase());
        }
    }
    for (_, end, word) in &mut words {
        let trimmed = word.trim_end_matches(['-', '\'']).len();
        *end -= word.len() - trimmed;
        word.truncate(trimmed);
    }
    words
}

/// Every word of the text that names a code, in order, unless the word beside it changes its meaning.
pub(super) fn named(text: &str) -> Vec<Named> {
    let table = &*WORDS;
    let letters: Vec<char> = text.chars().collect();
    let words = parted(&letters);
    // Only characters that keep words together separate this word from the next.
    let beside = |place: usize| {
        let (left, right) = (words.get(place)?, words.get(place + 1)?);
        let between = letters.get(left.1..right.0)?;
        between.iter().all(|letter| matches!(letter, ' ' | '-' | '_' | '/')).then_some(place + 1)
    };
    let is_not = |place: usize| words.get(place).is_some_and(|(.., word)| table.not.contains(word));
    let mut found = Vec::new();
    for (place, (start, end, word)) in words.iter().enumerate() {
        let parts = || word.contains('-') && word.split('-').any(|part| table.names_a_code(part));
        if table.none.contains(word) || !(table.names_a_code(word) || parts()) {
            continue;
        }
        let inside = word.split('-').any(|part| table.not.contains(part));
        let before = place.checked_sub(1).is_some_and(|before| beside(before).is_some() && is_not(before));
        // `código de barras`: one small word may come between.
        let after = beside(place).is_some_and(|next| {
            let small = words[next].2.chars().count() <= 2;
            is_not(next) || (small && beside(next).is_some_and(is_not))
        });
        if !(inside || before || after) {
            found.push(Named { start: *start, end: *end });
        }
    }
    let lower: String = letters.iter().map(|letter| letter.to_lowercase().next().unwrap_or(*letter)).collect();
    for phrase in &table.anywhere {
        let (length, mut seen, mut start) = (phrase.chars().count(), 0, 0);
        for (at, _) in lower.match_indices(phrase.as_str()) {
            start += lower[seen..at].chars().count();
            seen = at;
            found.push(Named { start, end: start + length });
        }
    }
    found.sort_unstable_by_key(|named| named.start);
    found
}

/// Whether a text names a code at all.
pub(super) fn names_a_code(text: &str) -> bool {
    !named(text).is_empty()
}

/// Whether the word before a number says that it is something else.
pub(super) fn counts_something_else(before: &str) -> bool {
    let tail: Vec<char> = last_letters(before, 24).chars().collect();
    let words = parted(&tail);
    let Some((_, end, word)) = words.last() else { return false };
    // The end of a line, a sentence or a bracket ends the phrase.
    let between: String = tail.get(*end..).unwrap_or_default().iter().collect();
    !between.contains(['\n', ';', '!', '?', ')']) && !between.contains(". ") && WORDS.number.contains(word)
}

/// Whether the word after a number is a unit.
pub(super) fn is_counted(after: &str) -> bool {
    let head: Vec<char> = after.chars().take(24).collect();
    let spaced = head.strip_prefix(&[' ']).or(head.strip_prefix(&['\u{a0}'])).unwrap_or(&head);
    let words = parted(spaced);
    let Some((0, _, word)) = words.first() else { return false };
    // Scripts without spaces: 10 分钟后.
    let begins = |unit: &String| !unit.is_ascii() && unit.chars().all(is_unspaced) && word.starts_with(unit.as_str());
    WORDS.unit.contains(word) || WORDS.unit.iter().any(begins)
}

/// Letters of scripts that do not separate words.
fn is_unspaced(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}')
}

/// The end of a text, at most `most` letters.
pub(super) fn last_letters(text: &str, most: usize) -> &str {
    let from = text.char_indices().rev().nth(most.saturating_sub(1)).map_or(0, |(at, _)| at);
    &text[from..]
}
