//! Works out the consequences of a press from the text on and around the element, in any language.
//!
//! An answer inherits its question: OK in "Delete 12 photos?" deletes. The rules' conditions read the result through
//! `Facts`. This module states facts; the rules judge them.

mod question_facts;

use std::rc::Rc;

pub(super) use self::question_facts::asks;
use self::question_facts::{FIFTH, HALF, QuestionFacts, asks_unread, goes_to_many, in_one_piece};
use super::Target;
use super::evidence::{Evidence, Sight};
use super::fold::{FoldedForm, Text};
use super::gate_words::{Meaning, Meanings, identifier, meanings};
use super::lexicon::{Hazard, lexicon};
use super::text_cache::{AnalyzedText, TextCache};

/// The longest label that counts as a command, in words, or in letters for scripts without spaces.
const COMMAND_WORDS: usize = 5;
const COMMAND_LETTERS: usize = 16;
/// How many texts at the top of a screen count as its heading.
const HEADING: usize = 3;

/// How a choice answers a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    /// Plainly refuses.
    No,
    /// Returns to the state before the question.
    Back,
    /// Agrees to any question.
    Yes,
    /// Has a label with another meaning.
    Other,
    /// Has no label.
    Nothing,
}

/// The analysed facts about an element and its surroundings.
pub(super) struct Consequences<'e> {
    evidence: &'e Evidence,
    answer: Answer,
    /// The meanings of the label, if it is a command.
    command: Meanings,
    /// The meanings of the resource id.
    id: Meanings,
    /// Whether the label leads out of something.
    exits: bool,
    /// The meanings of the description, if the element is an image.
    picture: Meanings,
    /// Whether the label is little more than a price.
    priced: bool,
    /// Whether the label begins with a verb that acts.
    acts: bool,
    /// Whether the label itself mentions a contract.
    label_has_contract: bool,
    /// Whether the label only offers more information.
    informs: bool,
    /// Whether most words of the label are known.
    label_known: bool,
    /// Whether the label consists of symbols only.
    sign: bool,
    asked: QuestionFacts,
    /// Whether the label keeps the subject of the question.
    keeps: bool,
    heading: Meanings,
    screen: Meanings,
    screen_has_amount: bool,
    screen_has_contract: bool,
    heading_has_contract: bool,
    heading_has_amount: bool,
    /// Whether the screen says that something goes to several people.
    screen_many: bool,
    /// Whether the screen asks a question with less than half of its words known, and less than a fifth.
    asks_unread: [bool; 2],
    /// Whether a text on the screen is in a script in which no word is known.
    screen_is_foreign: bool,
}

impl<'e> Consequences<'e> {
    /// Analyses the evidence; `submits` if the focused element is triggered and not only touched.
    pub(super) fn of(
        evidence: &'e Evidence,
        target: Option<&Target>,
        is_field: bool,
        submits: bool,
        cache: &TextCache,
    ) -> Self {
        let target = target.filter(|_| !is_field);
        let label = cache.label(target.map_or("", |target| &target.label));
        let first = evidence.parts.first().map_or_else(|| Rc::clone(&label), |first| cache.label(first));
        let named = cache.name(target.map_or("", |target| &target.resource_id));
        // An image is described by its name in the program: a bin on a button deletes.
        let picture = target.filter(|target| target.role.contains("Image"));
        let is_picture = picture.is_some();
        // A currency has only a few letters.
        let letters = target.map_or(0, |target| target.label.chars().take(64).filter(|c| c.is_alphabetic()).count());
        let only_amount = evidence.parts.is_empty() && letters < 4;
        let picture = picture.map(|target| identifier(cache.name(&target.label).text()));
        let screen: Vec<Rc<AnalyzedText>> = evidence.screen.iter().map(|text| cache.label(text)).collect();
        let all = |found: Meanings, said: &Rc<AnalyzedText>| found.and(said.meanings());
        // The title of a screen may be split over two elements.
        let title = cache.label(&in_one_piece(evidence.screen.get(..2).unwrap_or_default()));
        let is_command = is_command(first.plain());
        Self {
            evidence,
            // A touched field only waits for text.
            answer: if is_field && !submits { Answer::Back } else { answer(&label) },
            command: if is_command { meanings(first.plain()).and(label.signs()) } else { Meanings::default() },
            id: identifier(named.text()),
            exits: label.text().says(&lexicon().exits),
            picture: picture.unwrap_or_default(),
            priced: (evidence.button || is_picture || only_amount) && is_command && label.has_amount(),
            acts: label.text().says(&lexicon().acts),
            label_has_contract: label.has_contract() || named.has_contract(),
            informs: label.text().says(&lexicon().informs),
            label_known: {
                let (known, all) = label.known();
                known * 2 > all
            },
            sign: label.text().is_wordless() && label.signs().any(),
            asked: evidence
                .question
                .as_ref()
                .map(|question| QuestionFacts::of(question, &label, cache))
                .unwrap_or_default(),
            keeps: label.keeps() && !label.text().says(&lexicon().nots),
            // With few choices, another text may explain the question again.
            heading: screen
                .iter()
                .take(if evidence.few { HEADING } else { 2 })
                .chain([&title])
                .fold(Meanings::default(), all),
            screen: screen.iter().chain([&title]).fold(Meanings::default(), all),
            screen_has_amount: screen.iter().any(|said| said.has_amount()),
            screen_has_contract: screen.iter().any(|said| said.has_contract()),
            heading_has_amount: screen.iter().take(HEADING).any(|said| said.has_amount()),
            heading_has_contract: screen.iter().take(2).any(|said| said.has_contract()),
            screen_many: goes_to_many(&evidence.screen, cache),
            screen_is_foreign: screen.iter().any(|said| said.is_foreign()),
            asks_unread: [HALF, FIFTH].map(|share| asks_unread(heading_of(evidence), share, cache)),
        }
    }

    /// Whether the element plainly refuses, and the refusal does no harm.
    pub(super) fn refuses(&self) -> bool {
        self.answer == Answer::Back || (self.answer == Answer::No && !self.asked.keeps)
    }

    /// Whether the element is a row of a list, or a part of one.
    fn in_a_row(&self) -> bool {
        !self.evidence.parts.is_empty()
    }

    /// Whether the element is only a checkbox or an option, and another choice decides.
    fn only_chooses(&self) -> bool {
        self.evidence.toggles && (self.asked.decided_by_another || !self.asked.there)
    }

    fn says_no(&self) -> bool {
        matches!(self.answer, Answer::No | Answer::Back)
    }

    /// Whether the element itself is a command that does this.
    pub(super) fn commands(&self, hazard: Hazard) -> bool {
        if self.says_no() {
            return false;
        }
        let says = self.command.and(self.id);
        match hazard {
            // Settings rows have these names and only lead to a page.
            Hazard::ChangesSecurity => {
                says.has(Meaning::Security) && (self.evidence.toggles || self.evidence.button || self.acts)
            }
            // Accepting a call accepts no contract.
            Hazard::Agrees => {
                let contract = self.screen_has_contract || self.asked.contract || self.label_has_contract;
                (says.has(Meaning::Agree) && contract) || (self.evidence.toggles && self.label_has_contract)
            }
            Hazard::Posts => says.has(Meaning::Post) && (self.evidence.button || self.sign || !self.in_a_row()),
            Hazard::SendsToMany => {
                let everyone = says.has(Meaning::SendToMany) && (says.has(Meaning::Send) || self.sign);
                everyone || (says.has(Meaning::Send) && self.screen_many)
            }
            Hazard::Pays => self.priced || says_hazard(says, hazard),
            Hazard::Deletes => says_hazard(says.and(self.picture), hazard),
            _ => says_hazard(says, hazard),
        }
    }

    /// Whether the element answers a question about this hazard with anything but no.
    pub(super) fn answers(&self, hazard: Hazard) -> bool {
        if !self.asked.there {
            return false;
        }
        // "Keep the photos?": any answer that is neither yes nor back loses them.
        if self.asked.keeps && hazard == Hazard::Deletes && self.asked.dialog && self.answer != Answer::Back {
            let kept = self.answer == Answer::Yes || self.keeps;
            return !kept || self.asked.is_about(hazard);
        }
        if matches!(self.answer, Answer::No | Answer::Back) {
            return false;
        }
        // In a part of a window, only an agreement is an answer, because a card has other buttons too. An option is not
        // an answer yet.
        let agrees = self.answer != Answer::Other || self.command.any() || self.asked.repeated;
        if !agrees && (!self.asked.dialog || self.only_chooses()) {
            return false;
        }
        self.asked.is_about(hazard)
    }

    /// Whether the element agrees to the subject of the whole window.
    pub(super) fn agrees_to_screen(&self, hazard: Hazard) -> bool {
        // A conversation's text does not describe the button.
        // On a screen about sharing a location, every choice that does more than inform shares it.
        let shares = hazard == Hazard::Locates && !self.informs;
        let Evidence { button, toggles, few, .. } = *self.evidence;
        // With few choices, every clickable element is a button, whatever its class.
        let does = self.answer == Answer::Other && (button || few) && (shares || self.command.any_effect());
        if !(does || matches!(self.answer, Answer::Yes | Answer::Nothing))
            || (toggles && !few && self.answer != Answer::Yes)
            || self.evidence.conversation.is_some()
        {
            return false;
        }
        let pays = self.screen.has(Meaning::Pay)
            || self.screen.has(Meaning::Order)
            || self.screen.has(Meaning::Subscribe)
            || self.screen.has(Meaning::Amount);
        let for_good = self.screen.has(Meaning::Irreversible);
        match hazard {
            Hazard::Pays if self.screen_has_amount && pays => true,
            Hazard::Pays if self.heading_has_amount && self.answer == Answer::Yes => true,
            Hazard::Deletes if for_good && says_hazard(self.screen, Hazard::Deletes) => true,
            Hazard::Deletes if self.answer == Answer::Yes && self.heading.has(Meaning::Irreversible) => true,
            Hazard::Resets if for_good && says_hazard(self.screen, Hazard::Resets) => true,
            Hazard::Agrees => {
                let about = self.heading_has_contract && self.answer == Answer::Yes;
                about || (self.screen_has_contract && self.command.has(Meaning::Agree))
            }
            Hazard::SendsToMany if self.answer == Answer::Yes && self.screen.has(Meaning::Send) && self.screen_many => {
                true
            }
            _ => self.answer != Answer::Nothing && says_hazard(self.heading, hazard),
        }
    }

    /// Whether the element continues an operation that was started just before.
    pub(super) fn goes_on_with(&self, hazard: Hazard) -> bool {
        let goes_on = matches!(self.answer, Answer::Yes | Answer::Nothing) || (self.asked.dialog && !self.refuses());
        goes_on && !self.refuses() && self.evidence.led_by.contains(&hazard)
    }

    /// Whether the element answers a question that the gate cannot read.
    pub(super) fn answers_unread(&self) -> bool {
        // An unknown choice, where the question is hardly half known or no other choice is known either.
        let unknown = self.answer == Answer::Other && !self.command.any_effect();
        let unread = self.asked.half_known || !self.asked.choices_known || !self.label_known;
        let foreign = unknown && self.asked.asks && unread;
        // A whole window that asks with few choices is a question too. But such windows ask many harmless questions
        // with answers in no list, so only the question's own words count.
        let in_dialog = match self.asked.floats {
            true => self.asked.unreadable || foreign || self.asked.unread,
            false => self.asked.dialog && self.asked.asks && (self.asked.unreadable || self.asked.unread),
        };
        // A whole screen leads on in many other ways, so only elements that may be answers count.
        let may_answer = (unknown || self.answer == Answer::Yes) && self.evidence.parts.len() < 2;
        let asks =
            self.asks_unread[usize::from(!unknown)] && (!self.label_known || (self.evidence.few && !self.asked.there));
        // Few choices in a script that the gate cannot read are a question, with or without a question mark.
        let foreign_screen = self.evidence.few && self.screen_is_foreign;
        let on_screen = may_answer && self.evidence.conversation.is_none() && (asks || foreign_screen);
        // A ticked option may be the answer to an unread question, because the gate cannot tell which other choice
        // decides.
        let only_chooses = self.only_chooses() && !self.asked.unread;
        ((in_dialog && !only_chooses) || on_screen) && !self.says_no()
    }

    /// Whether the element sends the written text.
    pub(super) fn sends(&self) -> bool {
        self.command.has(Meaning::Send) || self.id.has(Meaning::Send) || self.is_asked_about(Meaning::Send)
    }

    /// Whether the element makes a call.
    pub(super) fn calls(&self) -> bool {
        let says = self.command.and(self.id);
        let on_screen = self.answer == Answer::Yes && self.heading.has(Meaning::Call);
        says.has(Meaning::Call) || says.has(Meaning::Emergency) || on_screen || self.is_asked_about(Meaning::Call)
    }

    /// Whether the screen shows a ringing or ongoing call.
    pub(super) fn shows_call(&self) -> bool {
        self.screen.has(Meaning::Call)
    }

    fn is_asked_about(&self, meaning: Meaning) -> bool {
        self.asked.there && !self.says_no() && self.asked.says.has(meaning)
    }

    /// Whether the element, or the question it answers, blocks somebody or leaves a group.
    pub(super) fn leaves(&self) -> bool {
        let says = |meanings: Meanings| meanings.has(Meaning::Block) || meanings.has(Meaning::LeaveGroup);
        let answered = self.asked.there && !self.only_chooses() && says(self.asked.says);
        let answered = answered || ((self.answer == Answer::Yes || self.exits) && says(self.heading));
        let commanded = says(self.command.and(self.id));
        // `Exit` leads out of a group, so it is no refusal.
        let says_no = self.says_no() && !(self.exits && answered);
        !says_no && (commanded || answered)
    }

    /// Whether the element calls an emergency service.
    pub(super) fn calls_for_help(&self) -> bool {
        let asked = self.asked.there && self.asked.says.has(Meaning::Emergency);
        !self.says_no() && (asked || (self.command.has(Meaning::Emergency) && self.evidence.button))
    }

    /// Whether the element has more text than was read and does not plainly refuse. An element that agrees may also
    /// agree to anything else in the window.
    pub(super) fn unread(&self) -> bool {
        let agrees = matches!(self.answer, Answer::Yes | Answer::Nothing)
            && !self.evidence.toggles
            && self.evidence.conversation.is_none();
        !self.refuses() && (self.evidence.unread || (self.evidence.screen_unread && agrees))
    }

    /// Whether the gate cannot see the pressed element.
    pub(super) fn unseen(&self) -> bool {
        matches!(self.evidence.sight, Sight::NoTree | Sight::Unlabelled)
    }
}

/// Returns the texts at the top of a screen.
fn heading_of(evidence: &Evidence) -> &[String] {
    evidence.screen.get(..HEADING).unwrap_or(&evidence.screen)
}

/// Whether the meanings name this hazard.
fn says_hazard(says: Meanings, hazard: Hazard) -> bool {
    let words: &[Meaning] = match hazard {
        Hazard::Pays => &[Meaning::Pay, Meaning::Order, Meaning::Subscribe],
        Hazard::Deletes => &[Meaning::Delete, Meaning::Overwrite],
        Hazard::Grants => &[Meaning::Grant],
        Hazard::Locates => &[Meaning::Locate],
        Hazard::SendsToMany => &[Meaning::SendToMany],
        Hazard::Resets => &[Meaning::Reset],
        Hazard::Installs => &[Meaning::Install, Meaning::Uninstall],
        Hazard::Posts => &[Meaning::Post],
        Hazard::ChangesSecurity => &[Meaning::Security],
        Hazard::Agrees => &[Meaning::Agree],
    };
    words.iter().any(|word| says.has(*word))
}

/// Classifies a label as an answer to any question.
fn answer(said: &AnalyzedText) -> Answer {
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
    // Spaced-out letters are hardly more than a word or two.
    let apart = |form: &FoldedForm| form.tokens.len() > 2 && form.tokens.iter().all(|token| token.chars().count() == 1);
    // Any possible reading counts.
    text.forms().iter().any(|form| {
        if apart(form) {
            return form.tokens.len() <= COMMAND_LETTERS * 2;
        }
        let together = form.letters.chars().any(super::fold::runs_together);
        match together {
            true => form.letters.chars().count() <= COMMAND_LETTERS * 2,
            false => form.tokens.len() <= COMMAND_WORDS,
        }
    })
}
