//! A question, read: what it is about, and whether it is understood at all. It states; it does not judge.

use super::{Answer, answer, says_hazard};
use crate::policy::evidence::Question;
use crate::policy::fold::Text;
use crate::policy::gate_words::{Meaning, Meanings, has_amount, known_words, meanings, signs, whole_label};
use crate::policy::lexicon::{Hazard, lexicon};

/// One word in so many must be known of a sentence that is understood: of any, and of one with an answer that is not.
pub(super) const FIFTH: usize = 5;
pub(super) const HALF: usize = 2;

/// So many choices besides are options of a list.
const OPTIONS: usize = 3;

/// A question, read.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) dialog: bool,
    pub(super) asks: bool,
    pub(super) half_known: bool,
    pub(super) choices_known: bool,
    /// Whether another choice decides: until then what is ticked is only chosen.
    pub(super) decided_by_another: bool,
    pub(super) floats: bool,
    pub(super) there: bool,
    pub(super) says: Meanings,
    pub(super) amount: bool,
    pub(super) contract: bool,
    /// Whether somebody asks to get at something.
    access: bool,
    /// Whether a refusal loses something: "Keep the photos?"
    pub(super) keeps: bool,
    /// Whether it says more than we understand.
    pub(super) unreadable: bool,
    /// How many it goes to, where that is said.
    pub(super) many: bool,
}

impl Asked {
    pub(super) fn of(question: &Question) -> Self {
        let texts: Vec<Text> = question.texts.iter().map(|text| Text::label(text)).collect();
        let all = |found: Meanings, more: Meanings| found.and(more);
        let signs = question.texts.iter().map(|text| signs(text)).fold(Meanings::default(), all);
        // A sentence may stand in several elements.
        let together = Text::label(&question.texts.join(" "));
        let says = texts.iter().chain([&together]).map(meanings).fold(signs, all);
        let whole = question.choices.iter().map(|choice| whole_label(&Text::label(choice)));
        let whole = whole.fold(Meanings::default(), all);
        let choices = question.choices.iter().map(|choice| {
            let text = Text::label(choice);
            meanings(&text).and(whole_label(&text))
        });
        let choices = choices.fold(Meanings::default(), all);
        let count = question.texts.iter().filter_map(|text| largest_number(text)).max();
        Self {
            dialog: question.dialog,
            there: true,
            says,
            amount: question.texts.iter().any(|text| has_amount(text)),
            access: texts
                .iter()
                .zip(&question.texts)
                .any(|(text, written)| asks(written) && text.says(&lexicon().access)),
            contract: texts.iter().any(|text| text.says(&lexicon().contracts)),
            keeps: texts.iter().any(|text| text.says(&lexicon().keeps)),
            // A sentence must say something that we know; what is shorter may be explained by its choices.
            unreadable: is_unread(&texts, choices, question.texts.iter().any(|text| asks(text)), FIFTH)
                && (!question.choices.is_empty() || question.texts.iter().any(|text| asks(text))),
            asks: question.texts.iter().any(|text| asks(text)),
            half_known: {
                let (known, all) = known_of(&texts);
                known * HALF <= all
            },
            choices_known: whole.any(),
            decided_by_another: question.choices.len() >= OPTIONS
                || question.choices.iter().any(|choice| decides(choice)),
            floats: question.floats,
            many: says.has(Meaning::Recipients) && count.is_some_and(|count| count > 1),
        }
    }

    pub(super) fn is_about(&self, hazard: Hazard) -> bool {
        match hazard {
            Hazard::Pays => {
                says_hazard(self.says, hazard) || (self.amount && (self.dialog || self.says.has(Meaning::Amount)))
            }
            Hazard::Agrees => self.contract,
            Hazard::Grants => self.access || says_hazard(self.says, hazard),
            Hazard::SendsToMany => {
                let sends =
                    self.says.has(Meaning::Send) || self.says.has(Meaning::Forward) || self.says.has(Meaning::Post);
                says_hazard(self.says, hazard) || (sends && self.many)
            }
            Hazard::Deletes => says_hazard(self.says, hazard) || self.says.has(Meaning::Irreversible),
            _ => says_hazard(self.says, hazard),
        }
    }
}

/// Whether one of the texts of a screen asks something in words that we do not know.
pub(super) fn asks_unread(screen: &[String], share: usize) -> bool {
    let unread = |text: &String| is_unread(&[Text::label(text)], Meanings::default(), true, share);
    screen.iter().filter(|text| asks(text)).any(unread)
}

/// How many texts of a screen say to how many something goes: more than one.
pub(super) fn goes_to_many(screen: &[String]) -> bool {
    screen.iter().any(|text| {
        let many = largest_number(text).is_some_and(|count| count > 1);
        many && meanings(&Text::label(text)).has(Meaning::Recipients)
    })
}

/// Whether a choice may decide: it neither refuses nor only informs.
fn decides(choice: &str) -> bool {
    let text = Text::label(choice).without_numbers();
    match answer(&text, choice) {
        Answer::Yes => true,
        // What is not known may as well refuse.
        Answer::Other => known_words(&text).0 > 0 && !text.says(&lexicon().informs),
        Answer::No | Answer::Back | Answer::Nothing => false,
    }
}

/// Whether a text asks.
fn asks(text: &str) -> bool {
    text.contains(['?', '？', '؟', '՞', ';', '¿', '፧', '⸮'])
}

/// How many words of texts are known, and how many there are.
fn known_of(texts: &[Text]) -> (usize, usize) {
    texts.iter().map(known_words).fold((0, 0), |(known, all), (more, of)| (known + more, all + of))
}

/// Whether texts are in words that we do not know: too few of a sentence, or none of less and nothing among the choices
/// that tells the language.
fn is_unread(texts: &[Text], choices: Meanings, asks: bool, share: usize) -> bool {
    let (known, all) = known_of(texts);
    match all {
        0 => false,
        1 | 2 => known == 0 && (asks || !choices.any()),
        _ => known * share < all,
    }
}

fn largest_number(text: &str) -> Option<u32> {
    let digits = text.split(|c: char| !c.is_ascii_digit()).filter(|run| !run.is_empty() && run.len() < 7);
    digits.filter_map(|run| run.parse().ok()).max()
}
