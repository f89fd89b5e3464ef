//! Normalises labels to words: folds case, accents and look-alikes, splits, and searches for phrases.
//!
//! Element labels, resource ids, tool names and the word lists themselves all pass through here, so both sides are
//! always folded alike. A text that was disguised (letters of another script, digits for letters, spaced-out letters)
//! is read in each of these forms. It decides nothing: `lexicon` and `gate_words` hold the meanings of phrases.
//! `fold::letters` handles single letters, `fold::disguise` the disguises; a new disguise goes there.

mod by_letter;
mod disguise;
mod letters;
mod phrases;

use std::cell::OnceCell;

pub(super) use self::by_letter::ByLetter;
pub(super) use self::disguise::has_letters_apart;
use self::disguise::{
    broken, camel, digits_for_letters, joined, look_alikes, set_apart, set_apart_splits, set_apart_words, turned,
    uncounted,
};
use self::letters::in_word;
pub(super) use self::letters::{figures, fold, runs_together};
pub(super) use self::phrases::Phrases;
use action::slice::Slice as _;

/// How many bytes of a text are read: of a one-megabyte label, only as much as a person would read.
const LONGEST: usize = 8 << 10;

/// The most forms of one text that are tried. Each disguise adds one or two; more than two or three on top of each
/// other leave nothing that people can read.
const MOST_FORMS: usize = 16;

/// A text in the form in which phrases are searched: as written, and in its possible readings.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    forms: Vec<FoldedForm>,
    /// The lexicon lists with a phrase in this text, computed on first use.
    lists: OnceCell<u32>,
}

/// One folded reading of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FoldedForm {
    /// The words, for scripts with spaces between words.
    pub(super) tokens: Vec<String>,
    /// The letters without separators, for scripts without spaces.
    pub(super) letters: String,
}

/// Words of a resource id that name the kind of element, not its effect.
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
    /// Reads a label as people read it.
    pub(super) fn label(text: &str) -> Self {
        let text = text.head(text.floor_char_boundary(LONGEST));
        let written = until_nothing_new(text.to_owned(), &[broken, turned, joined, uncounted]);
        let mut forms: Vec<FoldedForm> = Vec::new();
        for folded in written.iter().map(|text| fold(text)) {
            for form in plain_forms(folded) {
                let form = FoldedForm::of(&form);
                if forms.len() < MOST_FORMS && !forms.contains(&form) {
                    forms.push(form);
                }
            }
        }
        Self { forms, lists: OnceCell::new() }
    }

    /// Reads a program's name: `com.example:id/permission_allow_button`, `replyAll`.
    pub(super) fn identifier(name: &str) -> Self {
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let mut text = Self::label(&camel(name.head(name.floor_char_boundary(LONGEST))));
        for form in &mut text.forms {
            form.tokens.retain(|token| !FURNITURE.contains(&token.as_str()));
        }
        text
    }

    /// Returns every reading of the text.
    pub(super) fn forms(&self) -> &[FoldedForm] {
        &self.forms
    }

    /// Whether the text is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.forms.iter().all(|form| form.tokens.is_empty() && form.letters.is_empty())
    }

    /// Whether it has no words: empty, symbols only, or a number.
    pub(super) fn is_wordless(&self) -> bool {
        self.forms.iter().all(|form| !form.letters.contains(char::is_alphabetic))
    }

    /// Returns the text without harmless phrases that only look dangerous.
    pub(super) fn without(&self, phrases: &Phrases) -> Self {
        let forms = self.forms.iter().cloned().map(|form| form.without(phrases)).collect();
        Self { forms, lists: OnceCell::new() }
    }

    /// Returns the lexicon lists with a phrase in this text, computed once for all queries.
    pub(super) fn lists(&self, phrases: &Phrases) -> u32 {
        *self.lists.get_or_init(|| self.forms.iter().fold(0, |lists, form| lists | form.lists(phrases)))
    }
}

/// Returns the text and its undisguised forms: the text first, then each form that differs from the earlier ones. A
/// doubly disguised text is undisguised twice.
fn until_nothing_new(text: String, disguises: &[fn(&str) -> Option<String>]) -> Vec<String> {
    let mut forms = vec![text];
    let mut next = 0;
    while let Some(form) = forms.get(next) {
        let found: Vec<String> = disguises.iter().filter_map(|undisguise| undisguise(form)).collect();
        for other in found {
            if forms.len() < MOST_FORMS && !forms.contains(&other) {
                forms.push(other);
            }
        }
        next += 1;
    }
    forms
}

/// Returns the folded text, as it is and without its disguises.
fn plain_forms(folded: String) -> Vec<String> {
    until_nothing_new(folded, &[look_alikes, digits_for_letters, set_apart, set_apart_splits, set_apart_words])
}

/// Like `plain_forms`, but without reading digits as letters, for number searches.
pub(super) fn plain_letters(folded: String) -> Vec<String> {
    until_nothing_new(folded, &[look_alikes, set_apart, set_apart_words])
}

impl FoldedForm {
    /// Splits an already folded text.
    pub(super) fn of(folded: &str) -> Self {
        let mut form = Self { tokens: Vec::new(), letters: String::with_capacity(folded.len()) };
        // Where the word began, in the letters.
        let (mut begun, mut after_digit) = (0, false);
        for c in folded.chars() {
            let digit = c.is_ascii_digit();
            let belongs = in_word(c);
            // `Pay500` says pay: digits form words of their own.
            if !belongs || digit != after_digit {
                form.end_word(&mut begun);
            }
            if belongs {
                form.letters.push(c);
            }
            after_digit = digit;
        }
        form.end_word(&mut begun);
        form
    }

    fn end_word(&mut self, begun: &mut usize) {
        let word = self.letters.tail(*begun);
        if !word.is_empty() {
            self.tokens.push(word.to_owned());
            *begun = self.letters.len();
        }
    }
}
