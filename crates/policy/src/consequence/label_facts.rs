//! The label of an element, read: what it would do, and what it answers to whatever is asked. It states; it does not
//! judge.

use std::rc::Rc;

use crate::Target;
use crate::evidence::Evidence;
use crate::fold::{FoldedForm, Text, runs_together};
use crate::gate_words::{Meaning, Meanings, identifier, meanings};
use crate::lexicon::lexicon;
use crate::text_cache::{AnalyzedText, TextCache};

/// The longest label that is a command, in words and, where words run together, in letters.
pub(super) const COMMAND_WORDS: usize = 5;
const COMMAND_LETTERS: usize = 16;

/// What a choice answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Answer {
    /// It plainly refuses.
    No,
    /// It leads back to before the question.
    Back,
    /// It agrees, whatever it is asked.
    Yes,
    /// It says something else.
    Other,
    /// It says nothing.
    Nothing,
}

/// What is known of the label of an element.
pub(super) struct LabelFacts {
    pub(super) answer: Answer,
    /// What it says if it is a command.
    pub(super) command: Meanings,
    /// What the element is called in its program.
    pub(super) id: Meanings,
    /// Whether it leads out of something.
    pub(super) exits: bool,
    /// What the element's description says, where it is a picture.
    pub(super) picture: Meanings,
    /// Whether a price stands on it, and nothing much besides.
    pub(super) priced: bool,
    /// Whether it begins with what is done.
    pub(super) acts: bool,
    /// Whether it speaks of a contract itself.
    pub(super) has_contract: bool,
    /// Whether it only promises to tell more.
    pub(super) informs: bool,
    /// Whether most of its words are known.
    pub(super) known: bool,
    /// Whether there are only signs on it.
    pub(super) sign: bool,
    /// Whether it keeps what is asked about.
    pub(super) keeps: bool,
}

impl LabelFacts {
    /// A label, and the element that it stands on, if it is known.
    pub(super) fn of(
        label: &Rc<AnalyzedText>,
        target: Option<&Target>,
        evidence: &Evidence,
        cache: &TextCache,
    ) -> Self {
        let first = evidence.parts.first().map_or_else(|| Rc::clone(label), |first| cache.label(first));
        let named = cache.name(target.map_or("", |target| &target.resource_id));
        // A picture is described by what programs call it: a bin on a button deletes.
        let picture = target.filter(|target| target.role.contains("Image"));
        let is_picture = picture.is_some();
        // A currency has a few letters.
        let letters = target.map_or(0, |target| target.label.chars().take(64).filter(|c| c.is_alphabetic()).count());
        let only_amount = evidence.parts.is_empty() && letters < 4;
        let picture = picture.map(|target| identifier(cache.name(&target.label).text()));
        let is_command = is_command(first.plain());
        let (known, all) = label.known();
        Self {
            answer: answer(label),
            command: if is_command { meanings(first.plain()).and(label.signs()) } else { Meanings::default() },
            id: identifier(named.text()),
            exits: label.text().says(&lexicon().exits),
            picture: picture.unwrap_or_default(),
            priced: (evidence.button || is_picture || only_amount) && is_command && label.has_amount(),
            acts: label.text().says(&lexicon().acts),
            has_contract: label.has_contract() || named.has_contract(),
            informs: label.text().says(&lexicon().informs),
            known: known * 2 > all,
            sign: label.text().is_wordless() && label.signs().any(),
            keeps: label.keeps() && !label.text().says(&lexicon().nots),
        }
    }
}

/// What a label answers to whatever is asked.
pub(super) fn answer(said: &AnalyzedText) -> Answer {
    let (text, whole) = (said.text(), said.whole());
    let sign = if text.is_wordless() { said.signs() } else { Meanings::default() };
    if text.is_empty() && !sign.any() {
        Answer::Nothing
    } else if text.says(&lexicon().backs) {
        Answer::Back
    } else if whole.has(Meaning::Refuse) || text.says(&lexicon().harmless_refusals) {
        Answer::No
    } else if whole.has(Meaning::Affirm)
        || sign.has(Meaning::Affirm)
        || text.says(&lexicon().firm_whole)
        || text.says(&lexicon().slides)
    {
        Answer::Yes
    } else {
        Answer::Other
    }
}

fn is_command(text: &Text) -> bool {
    // Letters that are set apart are hardly more than a word or two.
    let apart = |form: &FoldedForm| form.tokens.len() > 2 && form.tokens.iter().all(|token| token.chars().count() == 1);
    // Whatever it may be meant as counts.
    text.forms().iter().any(|form| {
        if apart(form) {
            return form.tokens.len() <= COMMAND_LETTERS * 2;
        }
        let together = form.letters.chars().any(runs_together);
        match together {
            true => form.letters.chars().count() <= COMMAND_LETTERS * 2,
            false => form.tokens.len() <= COMMAND_WORDS,
        }
    })
}
