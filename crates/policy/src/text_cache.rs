//! A cache of analysed texts. The elements of one screen share most of their surrounding texts.
//!
//! A caller that judges a screen creates one cache and passes it to `decide_with` for every element. The cache stores
//! analysed texts and judges nothing; `fold`, `gate_words` and `lexicon` do the analysis.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use foldhash::fast::FixedState;

use super::costly;
use super::fold::{FoldedForm, Text, figures};
use super::gate_words::{
    Languages, Meanings, has_amount_in, is_foreign, known_words, languages, meanings_in, signs, whole_label,
};
use super::injection::addresses_agent;
use super::lexicon::{agrees_by_going_on, lexicon};

/// The most texts that are cached. Callers gather fewer; texts beyond the limit are analysed each time.
const MOST: usize = 2048;

/// The label of a list of labels has at most so many bytes.
const LONGEST_LABEL: usize = 96;

/// The texts analysed so far, while one screen is judged.
#[derive(Default)]
pub struct TextCache {
    labels: RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
    names: RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
    /// The words of each text that address an agent.
    instructions: RefCell<HashMap<Box<str>, Option<String>, FixedState>>,
    /// The languages of the screen.
    screen: OnceCell<Languages>,
}

/// A text with its lazily computed analysis.
pub(super) struct AnalyzedText {
    raw: Box<str>,
    text: Text,
    screen: Languages,
    plain: OnceCell<Text>,
    plain_meanings: OnceCell<Meanings>,
    meanings: OnceCell<Meanings>,
    whole: OnceCell<Meanings>,
    signs: OnceCell<Meanings>,
    known: OnceCell<(usize, usize)>,
    amount: OnceCell<bool>,
    foreign: OnceCell<bool>,
    count: OnceCell<Option<u32>>,
    agrees: OnceCell<bool>,
    switches_costly: OnceCell<bool>,
    titles_costly_page: OnceCell<bool>,
}

impl TextCache {
    /// Tells the texts of the screen that is judged: they show which languages are read here. The first call counts.
    pub(super) fn on_screen(&self, texts: &[String]) {
        self.screen.get_or_init(|| {
            let read: Vec<Text> = texts.iter().map(|text| Text::label(text)).collect();
            let screen = languages(&read);
            let mut labels = self.labels.borrow_mut();
            for (raw, text) in texts.iter().zip(read).take(MOST) {
                labels.insert(raw.as_str().into(), Rc::new(AnalyzedText::of(raw, text, screen)));
            }
            screen
        });
    }

    /// Returns the words in a text that address an agent.
    pub fn instruction_in(&self, text: &str) -> Option<String> {
        if let Some(found) = self.instructions.borrow().get(text) {
            return found.clone();
        }
        let found = addresses_agent(text).map(|found| found.words);
        let mut known = self.instructions.borrow_mut();
        if known.len() < MOST {
            known.insert(text.into(), found.clone());
        }
        found
    }

    fn screen(&self) -> Languages {
        self.screen.get().copied().unwrap_or_default()
    }

    /// Analyses a label, as people read it.
    pub(super) fn label(&self, text: &str) -> Rc<AnalyzedText> {
        read(&self.labels, text, self.screen(), Text::label)
    }

    /// Analyses a program's name.
    pub(super) fn name(&self, name: &str) -> Rc<AnalyzedText> {
        read(&self.names, name, 0, Text::identifier)
    }
}

fn read(
    known: &RefCell<HashMap<Box<str>, Rc<AnalyzedText>, FixedState>>,
    raw: &str,
    screen: Languages,
    reading: impl FnOnce(&str) -> Text,
) -> Rc<AnalyzedText> {
    if let Some(said) = known.borrow().get(raw) {
        return Rc::clone(said);
    }
    let said = Rc::new(AnalyzedText::of(raw, reading(raw), screen));
    let mut known = known.borrow_mut();
    if known.len() < MOST {
        known.insert(raw.into(), Rc::clone(&said));
    }
    said
}

impl AnalyzedText {
    fn of(raw: &str, text: Text, screen: Languages) -> Self {
        Self {
            raw: raw.into(),
            text,
            screen,
            plain: OnceCell::new(),
            plain_meanings: OnceCell::new(),
            meanings: OnceCell::new(),
            whole: OnceCell::new(),
            signs: OnceCell::new(),
            known: OnceCell::new(),
            amount: OnceCell::new(),
            foreign: OnceCell::new(),
            count: OnceCell::new(),
            agrees: OnceCell::new(),
            switches_costly: OnceCell::new(),
            titles_costly_page: OnceCell::new(),
        }
    }

    /// Returns the text as it is.
    pub(super) fn raw(&self) -> &str {
        &self.raw
    }

    /// Returns its words.
    pub(super) fn text(&self) -> &Text {
        &self.text
    }

    /// Returns its words as written, disguises included.
    pub(super) fn as_written(&self) -> Option<&FoldedForm> {
        self.text.forms().first()
    }

    /// Returns its words without harmless phrases that only look dangerous.
    pub(super) fn plain(&self) -> &Text {
        self.plain.get_or_init(|| self.text.without(&lexicon().harmless))
    }

    /// Whether nothing is left of it without harmless phrases.
    pub(super) fn is_plainly_harmless(&self) -> bool {
        let left = |form: &FoldedForm| form.tokens.iter().any(|token| token.chars().any(char::is_alphanumeric));
        let refuses = self.text.says(&lexicon().nots) || self.text.says(&lexicon().declines);
        !self.text.is_empty() && !refuses && !self.plain().forms().iter().any(left)
    }

    /// Returns the subjects mentioned anywhere in it.
    pub(super) fn meanings(&self) -> Meanings {
        *self.meanings.get_or_init(|| meanings_in(&self.text, self.screen))
    }

    /// Returns the subjects mentioned in it, without harmless phrases.
    pub(super) fn plain_meanings(&self) -> Meanings {
        *self.plain_meanings.get_or_init(|| meanings_in(self.plain(), self.screen))
    }

    /// Returns its meanings as a whole label.
    pub(super) fn whole(&self) -> Meanings {
        *self.whole.get_or_init(|| whole_label(&self.text))
    }

    /// Returns the subjects that its symbols represent.
    pub(super) fn signs(&self) -> Meanings {
        *self.signs.get_or_init(|| signs(&self.raw))
    }

    /// Counts its known words and all its words.
    pub(super) fn known(&self) -> (usize, usize) {
        *self.known.get_or_init(|| known_words([&self.text]))
    }

    /// Whether it contains an amount of money.
    pub(super) fn has_amount(&self) -> bool {
        *self.amount.get_or_init(|| self.as_written().is_some_and(|form| has_amount_in(&self.raw, form)))
    }

    /// Whether most of it is in a script of no known language.
    pub(super) fn is_foreign(&self) -> bool {
        *self.foreign.get_or_init(|| is_foreign(&self.text))
    }

    /// Returns the largest number in it that may be a count.
    pub(super) fn largest_number(&self) -> Option<u32> {
        *self.count.get_or_init(|| {
            let figures = figures(&self.raw);
            let digits = figures.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty() && run.len() < 7);
            digits.filter_map(|run| run.parse().ok()).max()
        })
    }

    /// Whether it is one of these labels, in capital letters or not.
    pub(super) fn is_one_of(&self, labels: &[&str]) -> bool {
        let label = self.raw.trim();
        label.len() <= LONGEST_LABEL && labels.contains(&label.to_lowercase().as_str())
    }

    /// Whether it names a setting that costs money or weakens protection.
    pub(super) fn switches_costly(&self) -> bool {
        *self.switches_costly.get_or_init(|| self.as_written().is_some_and(|form| costly::is_switched(&self.raw, form)))
    }

    /// Whether every row of a page with this title changes such a setting.
    pub(super) fn titles_costly_page(&self) -> bool {
        *self.titles_costly_page.get_or_init(|| self.as_written().is_some_and(costly::is_page))
    }

    /// Whether it says that continuing means agreeing: "By continuing, you agree to the terms".
    pub(super) fn agrees_by_going_on(&self) -> bool {
        *self.agrees.get_or_init(|| agrees_by_going_on(&self.raw))
    }

    /// Whether it mentions a contract.
    pub(super) fn has_contract(&self) -> bool {
        self.text.says(&lexicon().contracts)
    }

    /// Whether it mentions keeping something.
    pub(super) fn keeps(&self) -> bool {
        self.text.says(&lexicon().keeps)
    }
}
