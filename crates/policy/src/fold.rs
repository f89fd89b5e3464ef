//! Labels as words: case, accents and look-alikes folded, split, searched for phrases.
//!
//! Used on element labels, resource ids and tool names, and on the word lists themselves, so both
//! sides are always folded alike. A text that somebody wrote to be misread (letters of another script, digits for
//! letters, letters set apart) is read in each of these ways. It decides nothing: what a phrase means stands in
//! `lexicon` and `gate_words`. Single letters are `fold::letters`, disguises (the next one goes there) `fold::disguise`.

mod disguise;
mod letters;
mod phrases;

use std::cell::OnceCell;

pub(super) use self::disguise::has_letters_apart;
use self::disguise::{
    broken, camel, digits_for_letters, joined, look_alikes, set_apart, set_apart_splits, set_apart_words, turned,
    uncounted,
};
use self::letters::in_word;
pub(super) use self::letters::{figures, fold, runs_together};
pub(super) use self::phrases::Phrases;
use action::slice::Slice as _;

/// How much of a text is read, in bytes: a label of a megabyte is read as far as a person would.
const LONGEST: usize = 8 << 10;

/// How many ways to read one text are tried. Each disguise adds one or two; more than two or three on each other leave
/// nothing that people can read.
const MOST_FORMS: usize = 16;

/// A text in the form in which phrases are looked for: as it is written, and as it may be meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    forms: Vec<FoldedForm>,
    /// The lists of the lexicon of which a phrase stands in it, once somebody wanted to know.
    lists: OnceCell<u32>,
}

/// One way to read a text, folded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FoldedForm {
    /// The words, for scripts that put spaces between them.
    pub(super) tokens: Vec<String>,
    /// The letters without anything between them, for scripts that do not.
    pub(super) letters: String,
}

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

    /// The name of something in a program: `com.example:id/permission_allow_button`, `replyAll`.
    pub(super) fn identifier(name: &str) -> Self {
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let mut text = Self::label(&camel(name.head(name.floor_char_boundary(LONGEST))));
        for form in &mut text.forms {
            form.tokens.retain(|token| !FURNITURE.contains(&token.as_str()));
        }
        text
    }

    /// Every way to read it.
    pub(super) fn forms(&self) -> &[FoldedForm] {
        &self.forms
    }

    /// Whether there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.forms.iter().all(|form| form.tokens.is_empty() && form.letters.is_empty())
    }

    /// Whether there is no word in it: nothing at all, signs, or a number.
    pub(super) fn is_wordless(&self) -> bool {
        self.forms.iter().all(|form| !form.letters.contains(char::is_alphabetic))
    }

    /// The text without the phrases that only look like trouble.
    pub(super) fn without(&self, phrases: &Phrases) -> Self {
        let forms = self.forms.iter().cloned().map(|form| form.without(phrases)).collect();
        Self { forms, lists: OnceCell::new() }
    }

    /// The lists of the lexicon of which a phrase stands in it: found once, for whoever asks about any of them.
    pub(super) fn lists(&self, phrases: &Phrases) -> u32 {
        *self.lists.get_or_init(|| self.forms.iter().fold(0, |lists, form| lists | form.lists(phrases)))
    }
}

/// What a text may have been before it was disguised: the text first, then each form that differs from those before.
/// A text that is disguised twice is read twice.
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

/// A folded text as it stands, and without its disguises.
fn plain_forms(folded: String) -> Vec<String> {
    until_nothing_new(folded, &[look_alikes, digits_for_letters, set_apart, set_apart_splits, set_apart_words])
}

/// The same without digits for letters, for where numbers are looked for.
pub(super) fn plain_letters(folded: String) -> Vec<String> {
    until_nothing_new(folded, &[look_alikes, set_apart, set_apart_words])
}

impl FoldedForm {
    /// A text that is folded already.
    pub(super) fn of(folded: &str) -> Self {
        Self { tokens: tokens(folded), letters: letters(folded) }
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
