//! Texts, each read once: several things on one screen share most of what stands around them.
//!
//! Whoever judges a screen makes one of these and hands it to `decide_with` for everything on it. It holds what texts
//! say and judges nothing; how a text is read stands in `fold`, `gate_words` and `lexicon`.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::fold::{Text, figures};
use super::gate_words::{Meanings, has_amount, is_foreign, known_words, meanings, signs, whole_label};
use super::lexicon::lexicon;

/// How many texts are kept. Whoever gathers evidence takes fewer; what comes beyond is read each time.
const MOST: usize = 2048;

/// What was read so far, for as long as one screen is judged.
#[derive(Default)]
pub struct TextCache {
    labels: RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
    names: RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
}

/// A text and what it says, as far as somebody wanted to know.
pub(super) struct AnalyzedText {
    raw: Box<str>,
    text: Text,
    plain: OnceCell<Text>,
    meanings: OnceCell<Meanings>,
    whole: OnceCell<Meanings>,
    signs: OnceCell<Meanings>,
    known: OnceCell<(usize, usize)>,
    amount: OnceCell<bool>,
    foreign: OnceCell<bool>,
    count: OnceCell<Option<u32>>,
}

impl TextCache {
    /// A label, as people read it.
    pub(super) fn label(&self, text: &str) -> Rc<AnalyzedText> {
        read(&self.labels, text, Text::label)
    }

    /// The name of something in a program.
    pub(super) fn name(&self, name: &str) -> Rc<AnalyzedText> {
        read(&self.names, name, Text::identifier)
    }
}

fn read(
    known: &RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
    raw: &str,
    reading: impl FnOnce(&str) -> Text,
) -> Rc<AnalyzedText> {
    if let Some(said) = known.borrow().get(raw) {
        return Rc::clone(said);
    }
    let said = Rc::new(AnalyzedText {
        raw: raw.into(),
        text: reading(raw),
        plain: OnceCell::new(),
        meanings: OnceCell::new(),
        whole: OnceCell::new(),
        signs: OnceCell::new(),
        known: OnceCell::new(),
        amount: OnceCell::new(),
        foreign: OnceCell::new(),
        count: OnceCell::new(),
    });
    let mut known = known.borrow_mut();
    if known.len() < MOST {
        known.insert(raw.into(), Rc::clone(&said));
    }
    said
}

impl AnalyzedText {
    /// Its words.
    pub(super) fn text(&self) -> &Text {
        &self.text
    }

    /// Its words without those that only look like trouble.
    pub(super) fn plain(&self) -> &Text {
        self.plain.get_or_init(|| self.text.without(&lexicon().harmless))
    }

    /// What it speaks of, anywhere in it.
    pub(super) fn meanings(&self) -> Meanings {
        *self.meanings.get_or_init(|| meanings(&self.text))
    }

    /// What it means as a label that holds nothing else.
    pub(super) fn whole(&self) -> Meanings {
        *self.whole.get_or_init(|| whole_label(&self.text))
    }

    /// What its signs speak of.
    pub(super) fn signs(&self) -> Meanings {
        *self.signs.get_or_init(|| signs(&self.raw))
    }

    /// How many of its words are known, and how many there are.
    pub(super) fn known(&self) -> (usize, usize) {
        *self.known.get_or_init(|| known_words([&self.text]))
    }

    /// Whether an amount of money stands in it.
    pub(super) fn has_amount(&self) -> bool {
        *self.amount.get_or_init(|| has_amount(&self.raw))
    }

    /// Whether most of it is in a script that no language of ours is written in.
    pub(super) fn is_foreign(&self) -> bool {
        *self.foreign.get_or_init(|| is_foreign(&self.text))
    }

    /// The largest number in it that may be a count.
    pub(super) fn largest_number(&self) -> Option<u32> {
        *self.count.get_or_init(|| {
            let figures = figures(&self.raw);
            let digits = figures.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty() && run.len() < 7);
            digits.filter_map(|run| run.parse().ok()).max()
        })
    }

    /// Whether it speaks of a contract.
    pub(super) fn has_contract(&self) -> bool {
        self.text.says(&lexicon().contracts)
    }

    /// Whether it speaks of keeping something.
    pub(super) fn keeps(&self) -> bool {
        self.text.says(&lexicon().keeps)
    }
}
