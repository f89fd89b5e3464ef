//! The facts about a screen's texts: those at its top, which are its heading, and all of them. It states facts; the
//! rules judge them.

use std::rc::Rc;

use super::question_facts::{FIFTH, HALF, asks_unread, in_one_piece};
use crate::evidence::Evidence;
use crate::gate_words::{Meaning, Meanings};
use crate::text_cache::{AnalyzedText, TextCache};

/// How many texts at the top of a screen count as its heading.
const HEADING: usize = 3;

/// The analysed texts of a screen.
pub(super) struct ScreenTexts<'e> {
    evidence: &'e Evidence,
    texts: Vec<Rc<AnalyzedText>>,
    /// The first two texts joined, because the title of a screen may be split over two elements.
    title: Rc<AnalyzedText>,
}

impl<'e> ScreenTexts<'e> {
    pub(super) fn of(evidence: &'e Evidence, cache: &TextCache) -> Self {
        let texts = evidence.screen.iter().map(|text| cache.label(text)).collect();
        let title = cache.label(&in_one_piece(evidence.screen.get(..2).unwrap_or_default()));
        Self { evidence, texts, title }
    }

    /// Returns the meanings of the first texts and of the title.
    fn meanings(&self, first: usize) -> Meanings {
        let texts = self.texts.iter().take(first).chain([&self.title]);
        texts.fold(Meanings::default(), |found, said| found.and(said.meanings()))
    }
}

/// The facts about the texts at the top of a screen.
pub(super) struct HeadingFacts {
    pub(super) says: Meanings,
    pub(super) has_amount: bool,
    pub(super) has_contract: bool,
    /// Whether it names a setting that costs money or weakens protection.
    pub(super) is_costly: bool,
    /// Whether every row of the page changes such a setting.
    pub(super) is_costly_page: bool,
    /// Whether the window lets choose among accounts.
    pub(super) offers_accounts: bool,
    pub(super) title: String,
    /// Whether it asks a question with less than half of its words known, and less than a fifth.
    pub(super) asks_unread: [bool; 2],
}

impl HeadingFacts {
    pub(super) fn of(screen: &ScreenTexts<'_>, cache: &TextCache) -> Self {
        let ScreenTexts { evidence, texts, .. } = screen;
        let top = evidence.screen.get(..HEADING).unwrap_or(&evidence.screen);
        Self {
            // With few choices, another text may explain the question again.
            says: screen.meanings(if evidence.few { HEADING } else { 2 }),
            has_amount: texts.iter().take(HEADING).any(|said| said.has_amount()),
            has_contract: texts.iter().take(2).any(|said| said.has_contract()),
            is_costly: texts.iter().take(2).any(|said| said.switches_costly()),
            is_costly_page: texts.iter().take(2).any(|said| said.titles_costly_page()),
            offers_accounts: texts.iter().take(HEADING + 1).any(|said| said.titles_costly_page()),
            title: texts.first().map(|said| said.raw().to_owned()).unwrap_or_default(),
            asks_unread: [HALF, FIFTH].map(|share| asks_unread(top, share, cache)),
        }
    }
}

/// The facts about a whole screen.
pub(super) struct ScreenFacts {
    pub(super) says: Meanings,
    pub(super) has_amount: bool,
    pub(super) has_contract: bool,
    /// Whether the screen says that something goes to several people.
    pub(super) many: bool,
    /// Whether the screen says that continuing means agreeing.
    pub(super) goes_on_by_agreeing: bool,
    /// Whether a text on the screen is in a script in which no word is known.
    pub(super) is_foreign: bool,
}

impl ScreenFacts {
    pub(super) fn of(screen: &ScreenTexts<'_>) -> Self {
        let texts = &screen.texts;
        Self {
            says: screen.meanings(texts.len()),
            has_amount: texts.iter().any(|said| said.has_amount()),
            has_contract: texts.iter().any(|said| said.has_contract()),
            many: texts.iter().any(|said| goes_to_many(said)),
            goes_on_by_agreeing: texts.iter().any(|said| said.agrees_by_going_on()),
            is_foreign: texts.iter().any(|said| said.is_foreign()),
        }
    }
}

/// Whether a text says that something goes to more than one recipient.
fn goes_to_many(said: &AnalyzedText) -> bool {
    said.largest_number().is_some_and(|count| count > 1) && said.meanings().has(Meaning::Recipients)
}
