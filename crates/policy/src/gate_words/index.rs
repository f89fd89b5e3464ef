//! One index of the words of all files, and the search in it. Built on first use.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use foldhash::fast::FixedState;

use super::files::{self, INNOCENT};
use super::vocabulary::{self, Languages};
use super::{FOREIGN, Meaning, Meanings};
use crate::fold::{ByLetter, FoldedForm, fold, runs_together};

/// The words are ours, so an attacker cannot choose colliding keys.
pub(super) type Map<K, V> = HashMap<K, V, FixedState>;

/// The meaning of a word in any language that has it.
#[derive(Clone, Copy, Default)]
struct Word {
    meanings: Meanings,
    languages: Languages,
}

/// The meanings of words, stems, phrases and letter sequences.
#[derive(Default)]
pub(super) struct Index {
    words: Map<String, Word>,
    stems: Map<String, Word>,
    /// The lengths of the stems that begin with a letter: one bit per length.
    lengths: Map<char, u32>,
    /// Phrases by their first word.
    phrases: Map<String, Vec<(Vec<String>, Meanings)>>,
    /// Letter sequences by their first letter.
    pub(super) letters: ByLetter<(String, Meanings)>,
    /// Whole labels: words in a row, or letters.
    pub(super) whole: Map<String, Meanings>,
    /// Names of money: codes, names and abbreviations, folded.
    pub(super) currencies: HashSet<String, FixedState>,
    innocent: HashSet<&'static str, FixedState>,
    /// The Unicode blocks that contain a letter of a known word.
    pub(super) scripts: HashSet<u32, FixedState>,
}

/// Returns the block of a character. Scripts begin at multiples of this size in Unicode; large ones span several
/// blocks.
pub(super) fn block(c: char) -> u32 {
    u32::from(c) >> 7
}

/// Kinds of entries that occur in program names and not in texts.
const IDENTIFIER_KINDS: [&str; 2] = ["resource_id", "icon"];

pub(super) static IDENTIFIERS: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index::default();
    files::languages().for_each(|file| index.read(file, |kind| IDENTIFIER_KINDS.contains(&kind)));
    index
});

pub(super) static INDEX: LazyLock<Index> = LazyLock::new(|| {
    let mut index = Index { innocent: INNOCENT.split_whitespace().collect(), ..Index::default() };
    let (english, others): (Vec<&str>, Vec<&str>) =
        files::languages().partition(|file| file.contains("\nlanguage = \"en\""));
    english.iter().for_each(|file| index.read(file, |kind| !IDENTIFIER_KINDS.contains(&kind)));
    let english: HashSet<String> = index.whole.keys().cloned().collect();
    others.iter().for_each(|file| index.read(file, |kind| !IDENTIFIER_KINDS.contains(&kind)));
    for (label, meanings) in &mut index.whole {
        if !english.contains(label) {
            meanings.0 |= FOREIGN;
        }
    }
    let common = files::common().lines().skip_while(|line| *line != "[common]");
    for (code, words) in common.filter_map(|line| line.split_once(" = ")) {
        let language = vocabulary::language(code);
        words.trim_matches('"').split(' ').for_each(|word| index.add("word", word, Meaning::Common, language));
    }
    index
});

impl Index {
    /// Reads the lines of a file, which all have the same shape: `[consequence.pay]`, `stem = [`,
    /// `["word", "source"],`.
    fn read(&mut self, file: &str, wanted: impl Fn(&str) -> bool) {
        let code = file.lines().find_map(|line| line.strip_prefix("language = "));
        let language = code.map_or(0, |code| vocabulary::language(code.trim_matches('"')));
        let (mut meaning, mut kind) = (None, "");
        for line in file.lines() {
            if let Some(section) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                let name = section.rsplit('.').next().unwrap_or_default();
                meaning = Meaning::NAMES.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning);
            } else if let Some((name, "[")) = line.split_once(" = ") {
                kind = name;
            } else if let Some((entry, _)) =
                line.trim_start().strip_prefix("[\"").and_then(|entry| entry.split_once("\", \""))
                && wanted(kind)
            {
                match meaning {
                    Some(meaning) => self.add(kind, &entry.replace("\\\"", "\""), meaning, language),
                    None => {
                        let money = FoldedForm::of(&fold(entry)).tokens.join(" ");
                        // A single letter next to a number is hardly money.
                        if money.chars().count() > 1 && entry.contains(char::is_alphabetic) {
                            self.currencies.insert(money);
                        }
                    }
                }
            }
        }
    }

    fn add(&mut self, kind: &str, entry: &str, meaning: Meaning, language: Languages) {
        let meanings = Meanings::of(meaning);
        if kind == "symbol" {
            // Symbols are not words: they must match as written.
            if let Some(first) = entry.chars().next() {
                self.letters.add(first, (entry.to_owned(), meanings));
            }
            return;
        }
        let folded = fold(&entry.replace('_', " "));
        let form = FoldedForm::of(&folded);
        if form.tokens.is_empty() {
            return;
        }
        self.scripts.extend(form.letters.chars().map(block));
        if matches!(meaning, Meaning::Affirm | Meaning::Refuse | Meaning::Undo) {
            let whole = if entry.contains(runs_together) { form.letters } else { form.tokens.join(" ") };
            add(&mut self.whole, whole, meanings);
            return;
        }
        let together = entry.contains(runs_together);
        match form.tokens.as_slice() {
            _ if together => {
                if let Some(first) = form.letters.chars().next() {
                    self.letters.add(first, (form.letters, meanings));
                }
            }
            [stem] if kind == "stem" => {
                let length = stem.chars().count();
                if let Some(first) = stem.chars().next()
                    && length <= LONGEST_STEM
                {
                    *self.lengths.entry(first).or_default() |= 1 << length;
                    add_word(&mut self.stems, stem.clone(), Word { meanings, languages: language });
                }
            }
            [_] => add_word(&mut self.words, form.tokens.join(""), Word { meanings, languages: language }),
            [first, ..] => {
                self.phrases.entry(first.clone()).or_default().push((form.tokens.clone(), meanings));
            }
            [] => {}
        }
    }

    /// Returns the subjects that a text mentions.
    /// On a screen in these languages, a word that is an everyday word in them and a command only in others counts as the
    /// former.
    pub(super) fn search(&self, form: &FoldedForm, screen: Languages) -> Meanings {
        let mut found = Meanings::default();
        for (at, token) in form.tokens.iter().enumerate() {
            let word = self.word(token);
            let everyday = screen != 0 && word.languages & screen == 0 && vocabulary::languages_of(token) & screen != 0;
            if !everyday {
                found = found.and(word.meanings);
            }
            if let Some(phrases) = self.phrases.get(token.as_str()) {
                let rest = &form.tokens[at..];
                for (_, meanings) in phrases.iter().filter(|(words, _)| rest.starts_with(words)) {
                    found = found.and(*meanings);
                }
            }
        }
        for (at, first) in form.letters.char_indices() {
            for (letters, meanings) in self.letters.get(first) {
                if form.letters.get(at..).is_some_and(|rest| rest.starts_with(letters.as_str())) {
                    found = found.and(*meanings);
                }
            }
        }
        found
    }
}

impl Index {
    /// Returns the meaning of a word, from the whole word and its stems.
    fn word(&self, token: &str) -> Word {
        let mut found = self.words.get(token).copied().unwrap_or_default();
        let lengths = token.chars().next().and_then(|first| self.lengths.get(&first)).copied().unwrap_or_default();
        if lengths == 0 || self.innocent.contains(token) {
            return found;
        }
        let all = token.chars().count();
        let ends = token.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_STEM);
        for (letters, end) in ends.enumerate() {
            let ending = all.saturating_sub(letters + 1);
            if lengths & (2 << letters) != 0
                && ending <= LONGEST_ENDING
                && let Some(stem) = token.get(..end).and_then(|start| self.stems.get(start))
            {
                found = found.and(*stem);
            }
        }
        found
    }

    /// Returns the languages in which a word is known.
    pub(super) fn languages_of(&self, token: &str) -> Languages {
        self.word(token).languages | vocabulary::languages_of(token)
    }
}

impl Word {
    fn and(self, other: Self) -> Self {
        Self { meanings: self.meanings.and(other.meanings), languages: self.languages | other.languages }
    }
}

/// A stem with a longer ending is another word: `Löschwasser` deletes nothing.
const LONGEST_ENDING: usize = 6;

/// No stem has more letters.
const LONGEST_STEM: usize = 24;

fn add(map: &mut Map<String, Meanings>, key: String, meanings: Meanings) {
    let known = map.entry(key).or_default();
    *known = known.and(meanings);
}

fn add_word(map: &mut Map<String, Word>, key: String, word: Word) {
    let known = map.entry(key).or_default();
    *known = known.and(word);
}
