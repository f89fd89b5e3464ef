//! Labels as words: case, accents and look-alikes folded, split, searched for phrases.
//!
//! Used on element labels, resource ids and tool names, and on the word lists themselves, so both
//! sides are always folded alike. A text that somebody wrote to be misread (letters of another script, digits for
//! letters, letters set apart) is read in each of these ways. It decides nothing: what a phrase means stands in
//! `lexicon` and `gate_words`. Single letters are `fold::letters`, disguises (the next one goes there) `fold::disguise`.

mod disguise;
mod letters;

use self::disguise::{broken, camel, digits_for_letters, joined, look_alikes, seen, set_apart, turned};
use self::letters::in_word;
pub(super) use self::letters::{compatible, fold, runs_together};
use crate::slice::Slice as _;

/// How much of a text is read, in bytes: a label of a megabyte is read as far as a person would.
const LONGEST: usize = 8 << 10;

/// A text in the form in which phrases are looked for: as it is written, and as it may be meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    readings: Vec<Reading>,
}

/// One way to read a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The words, for scripts that put spaces between them.
    pub(super) tokens: Vec<String>,
    /// The letters without anything between them, for scripts that do not.
    pub(super) letters: String,
}

/// A phrase of a word list, folded.
#[derive(Clone, Debug)]
pub(super) enum Phrase {
    /// These words in a row, anywhere in the text.
    Words(Vec<String>),
    /// These words and nothing else (written with a leading `=`).
    Whole(Vec<String>),
    /// These letters, anywhere in the text.
    Letters(String),
    /// These letters and nothing else.
    WholeLetters(String),
}

/// What takes the place of a phrase that was cut out, so that its neighbours do not become one.
const GAP: char = '\0';

/// Words of a resource id that say what sort of thing it is, not what it does.
const FURNITURE: &[&str] = &[
    "action",
    "bt",
    "btn",
    "button",
    "card",
    "cell",
    "chip",
    "container",
    "cta",
    "fab",
    "ic",
    "icon",
    "id",
    "image",
    "img",
    "item",
    "iv",
    "label",
    "layout",
    "link",
    "menu",
    "row",
    "text",
    "title",
    "tv",
    "txt",
    "view",
];

impl Text {
    /// A label, as people read it.
    pub(super) fn label(text: &str) -> Self {
        let text = text.head(text.floor_char_boundary(LONGEST));
        let folded = fold(text);
        let mut readings = vec![Reading::of(&folded)];
        let others = [
            look_alikes(&folded),
            digits_for_letters(&folded),
            set_apart(&folded),
            look_alikes(&folded).and_then(|text| set_apart(&text)),
            broken(text).map(|text| fold(&text)),
            turned(text).map(|text| fold(&text)),
            joined(&seen(text)).map(|text| fold(&text)),
        ];
        for other in others.into_iter().flatten() {
            let reading = Reading::of(&other);
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        Self { readings }
    }

    /// The name of something in a program: `com.example:id/permission_allow_button`, `replyAll`.
    pub(super) fn identifier(name: &str) -> Self {
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let mut text = Self::label(&camel(name.head(name.floor_char_boundary(LONGEST))));
        for reading in &mut text.readings {
            reading.tokens.retain(|token| !FURNITURE.contains(&token.as_str()));
        }
        text
    }

    /// Every way to read it.
    pub(super) fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Whether there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.readings.iter().all(|reading| reading.tokens.is_empty() && reading.letters.is_empty())
    }

    /// The text without the phrases that only look like trouble.
    pub(super) fn without(mut self, phrases: &[Phrase]) -> Self {
        self.readings = self.readings.into_iter().map(|reading| reading.without(phrases)).collect();
        self
    }

    /// The text without its numbers, where there is something else.
    pub(super) fn without_numbers(mut self) -> Self {
        let is_number = |token: &String| token.chars().all(|c| c.is_ascii_digit());
        for reading in &mut self.readings {
            if !reading.tokens.iter().all(is_number) {
                reading.tokens.retain(|token| !is_number(token));
                reading.letters.retain(|c| !c.is_ascii_digit());
            }
        }
        self
    }

    /// Whether one of the phrases stands in it.
    pub(super) fn says(&self, phrases: &[Phrase]) -> bool {
        self.readings.iter().any(|reading| reading.says(phrases))
    }
}

impl Reading {
    /// A text that is folded already.
    pub(super) fn of(folded: &str) -> Self {
        Self { tokens: tokens(folded), letters: letters(folded) }
    }

    fn without(mut self, phrases: &[Phrase]) -> Self {
        for phrase in phrases {
            match phrase {
                Phrase::Letters(part) => self.letters = self.letters.replace(part.as_str(), &GAP.to_string()),
                Phrase::Words(words) if self.position(words).is_some() => self.tokens = cut(&self.tokens, words),
                Phrase::Words(_) => {}
                Phrase::Whole(words) if self.tokens == *words => self.tokens = vec![GAP.to_string()],
                Phrase::Whole(_) | Phrase::WholeLetters(_) => {}
            }
        }
        self
    }

    fn says(&self, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| match phrase {
            Phrase::Words(words) => self.position(words).is_some(),
            Phrase::Whole(words) => self.tokens == *words,
            Phrase::Letters(part) => self.letters.contains(part.as_str()),
            Phrase::WholeLetters(letters) => self.letters == *letters,
        })
    }

    fn position(&self, words: &[String]) -> Option<usize> {
        if words.is_empty() {
            return None;
        }
        self.tokens.windows(words.len()).position(|window| window == words)
    }
}

/// `tokens` with a gap wherever `words` stand in a row.
fn cut(mut tokens: &[String], words: &[String]) -> Vec<String> {
    let mut kept = Vec::with_capacity(tokens.len());
    while let Some((first, rest)) = tokens.split_first() {
        match tokens.strip_prefix(words) {
            Some(after) if !words.is_empty() => {
                kept.push(GAP.to_string());
                tokens = after;
            }
            _ => {
                kept.push(first.clone());
                tokens = rest;
            }
        }
    }
    kept
}

impl Phrase {
    /// Folds an entry of a word list.
    pub(super) fn of(entry: &str) -> Self {
        let folded = fold(entry);
        if entry.chars().any(runs_together) {
            Self::Letters(letters(&folded))
        } else if entry.starts_with('=') {
            Self::Whole(tokens(&folded))
        } else {
            Self::Words(tokens(&folded))
        }
    }
}

impl Phrase {
    /// An entry of a word list, where nothing else may stand beside it.
    pub(super) fn whole(entry: &str) -> Self {
        match Self::of(entry) {
            Self::Words(words) | Self::Whole(words) => Self::Whole(words),
            Self::Letters(letters) | Self::WholeLetters(letters) => Self::WholeLetters(letters),
        }
    }
}

fn tokens(folded: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    for c in folded.chars() {
        // `Pay500` says pay: digits are words of their own.
        let digit_edge = token.chars().last().is_some_and(|last| last.is_ascii_digit() != c.is_ascii_digit());
        if (!in_word(c) || digit_edge) && !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if in_word(c) {
            token.push(c);
        }
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    tokens
}

fn letters(folded: &str) -> String {
    folded.chars().filter(|c| in_word(*c)).collect()
}
