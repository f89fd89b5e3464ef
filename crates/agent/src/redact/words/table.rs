//! The word lists of `words.txt`, read once.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::lower;

/// The lists.
pub(super) static TABLE: LazyLock<Table> = LazyLock::new(|| Table::read(include_str!("../words.txt")));

/// A list of `words.txt`, which says what each is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum List {
    Names,
    Not,
    None,
    Number,
    Subject,
    Label,
    Unit,
    Minutes,
    Filler,
    Glue,
    Purpose,
    Secrecy,
    Expiry,
    Verb,
    Aim,
    Offer,
}

/// The lists by their names in `words.txt`. Words under any other name, a language, name a code.
const LISTS: [(&str, List); 16] = [
    ("names", List::Names),
    ("not", List::Not),
    ("none", List::None),
    ("number", List::Number),
    ("subject", List::Subject),
    ("label", List::Label),
    ("unit", List::Unit),
    ("minutes", List::Minutes),
    ("filler", List::Filler),
    ("glue", List::Glue),
    ("purpose", List::Purpose),
    ("secrecy", List::Secrecy),
    ("expiry", List::Expiry),
    ("verb", List::Verb),
    ("aim", List::Aim),
    ("offer", List::Offer),
];

/// How many lists there are.
pub(super) const COUNT: usize = LISTS.len();

/// The lists that a word is in, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Lists(u32);

impl Lists {
    pub(super) const fn of(lists: &[List]) -> Self {
        let (mut all, mut at) = (0, 0);
        while at < lists.len() {
            all |= 1 << (lists[at] as u32);
            at += 1;
        }
        Self(all)
    }

    pub(super) const fn has(self, list: List) -> bool {
        self.0 & (1 << (list as u32)) != 0
    }

    pub(super) const fn has_any(self, lists: Self) -> bool {
        self.0 & lists.0 != 0
    }

    pub(super) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Every list in it.
    pub(super) fn each(self) -> impl Iterator<Item = List> {
        LISTS.iter().map(|(_, list)| *list).filter(move |list| self.has(*list))
    }

    /// Whether a word in these lists names a code.
    pub(super) fn name_a_code(self) -> bool {
        self.has(List::Names) && !self.has(List::None)
    }
}

/// The content of `words.txt`: whole words, beginnings and ends of words, and phrases.
#[derive(Default)]
pub(super) struct Table {
    words: HashMap<String, Lists>,
    /// By their first letter.
    begins: HashMap<char, Vec<(String, Lists)>>,
    /// By their last letter.
    ends: HashMap<char, Vec<(String, Lists)>>,
    pub(super) phrases: Vec<Phrase>,
    /// The phrases of several words, by their last letter.
    endings: HashMap<char, Vec<usize>>,
}

/// A phrase of several words, or of a script that does not separate words.
pub(super) struct Phrase {
    pub(super) text: String,
    pub(super) lists: Lists,
    /// Whether it may begin or end inside a word.
    pub(super) open: (bool, bool),
}

impl Table {
    fn read(text: &str) -> Self {
        let mut table = Self::default();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, words)) = line.split_once(':') else { continue };
            // `purpose de`: the list and the language, which is for the reader.
            let name = name.split(' ').next().unwrap_or(name);
            let list = LISTS.iter().find(|(known, _)| *known == name).map_or(List::Names, |(_, list)| *list);
            for word in words.split(',').map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()) {
                table.add(&word, Lists::of(&[list]));
            }
        }
        table
    }

    fn add(&mut self, pattern: &str, lists: Lists) {
        let open = (pattern.starts_with('*'), pattern.ends_with('*'));
        let bare = pattern.trim_matches('*').to_owned();
        let (first, last) = ends_of(&bare);
        if bare.contains(' ') || open == (true, true) {
            match self.phrases.iter_mut().find(|phrase| phrase.text == bare && phrase.open == open) {
                Some(phrase) => phrase.lists = phrase.lists.and(lists),
                None => {
                    if bare.contains(' ') {
                        self.endings.entry(last).or_default().push(self.phrases.len());
                    }
                    self.phrases.push(Phrase { text: bare, lists, open });
                }
            }
            return;
        }
        match open {
            (true, _) => self.ends.entry(last).or_default().push((bare, lists)),
            (_, true) => self.begins.entry(first).or_default().push((bare, lists)),
            _ => {
                let known = self.words.entry(bare).or_default();
                *known = known.and(lists);
            }
        }
    }

    /// The lists that a word is in.
    pub(super) fn lists(&self, word: &str) -> Lists {
        let (first, last) = ends_of(word);
        let whole = self.words.get(word).copied().unwrap_or_default();
        let begins =
            self.begins.get(&first).into_iter().flatten().filter(|(begin, _)| word.starts_with(begin.as_str()));
        let ends = self.ends.get(&last).into_iter().flatten().filter(|(end, _)| word.ends_with(end.as_str()));
        begins.chain(ends).fold(whole, |all, (_, lists)| all.and(*lists))
    }

    /// The lists that a word is in, or a phrase inside it, for scripts that do not separate words.
    pub(super) fn lists_inside(&self, word: &str) -> Lists {
        let whole = self.lists(word);
        if word.is_ascii() {
            return whole;
        }
        let inside = |phrase: &&Phrase| phrase.open == (true, true) && word.contains(phrase.text.as_str());
        self.phrases.iter().filter(inside).fold(whole, |all, phrase| all.and(phrase.lists))
    }

    /// The lists of the phrases of several words that end a text.
    pub(super) fn lists_at_end(&self, letters: &[char]) -> Lists {
        let Some(last) = letters.last().copied().map(lower) else { return Lists::default() };
        let ends = |phrase: &&Phrase| {
            let mut before = letters.iter().rev().copied().map(lower);
            phrase.text.chars().rev().all(|letter| before.next() == Some(letter))
                && !before.next().is_some_and(char::is_alphanumeric)
        };
        let known = self.endings.get(&last).into_iter().flatten().filter_map(|place| self.phrases.get(*place));
        known.filter(ends).fold(Lists::default(), |all, phrase| all.and(phrase.lists))
    }

    /// Whether a text begins with a unit of a script that does not separate words. Units have up to four letters.
    pub(super) fn begins_with_unit(&self, text: &str) -> bool {
        let ends = text.char_indices().map(|(at, letter)| at + letter.len_utf8()).take(4);
        ends.into_iter().any(|end| self.words.get(&text[..end]).is_some_and(|lists| lists.has(List::Unit)))
    }
}

fn ends_of(word: &str) -> (char, char) {
    (word.chars().next().unwrap_or(' '), word.chars().next_back().unwrap_or(' '))
}
