//! What a press would bring about, by what stands on the element and around it, in any language.
//!
//! An answer inherits what is being answered: OK in "Delete 12 photos?" deletes. Read by the rules' conditions through
//! `Facts`. It states; it does not judge.

mod asked;

use std::rc::Rc;

use self::asked::Asked;
use super::Target;
use super::evidence::{Evidence, Sight};
use super::fold::{Reading, Text};
use super::gate_words::{Meaning, Meanings, identifier, meanings};
use super::lexicon::{Hazard, lexicon};
use super::readings::{Readings, Said};

/// The longest label that is a command, in words and, where words run together, in letters.
const COMMAND_WORDS: usize = 5;
const COMMAND_LETTERS: usize = 16;

/// What a choice answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
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

/// An element and its surroundings, read.
pub(super) struct Consequences<'e> {
    evidence: &'e Evidence,
    answer: Answer,
    /// What the label says if it is a command.
    command: Meanings,
    /// What the element is called in its program.
    id: Meanings,
    /// Whether the label leads out of something.
    exits: bool,
    /// What its description says, where it is a picture.
    picture: Meanings,
    /// Whether a price stands on it, and nothing much besides.
    priced: bool,
    /// Whether the label begins with what is done.
    acts: bool,
    /// Whether the label itself speaks of a contract.
    label_has_contract: bool,
    /// Whether there are only signs on it.
    sign: bool,
    asked: Asked,
    /// Whether the label keeps what is asked about.
    keeps: bool,
    heading: Meanings,
    screen: Meanings,
    screen_has_amount: bool,
    screen_has_contract: bool,
}

impl<'e> Consequences<'e> {
    /// Reads what is known; `submits` where what has the focus is set off, and not only touched.
    pub(super) fn of(
        evidence: &'e Evidence,
        target: Option<&Target>,
        is_field: bool,
        submits: bool,
        readings: &Readings,
    ) -> Self {
        let target = target.filter(|_| !is_field);
        let label = readings.label(target.map_or("", |target| &target.label));
        let first = evidence.parts.first().map_or_else(|| Rc::clone(&label), |first| readings.label(first));
        let named = readings.name(target.map_or("", |target| &target.resource_id));
        // A picture is described by what programs call it: a bin on a button deletes.
        let picture = target.filter(|target| target.role.contains("Image"));
        let picture = picture.map(|target| identifier(readings.name(&target.label).text()));
        let screen: Vec<Rc<Said>> = evidence.screen.iter().map(|text| readings.label(text)).collect();
        let all = |found: Meanings, said: &Rc<Said>| found.and(said.meanings());
        let is_command = is_command(first.plain());
        Self {
            evidence,
            // A field that is touched waits to be written in.
            answer: if is_field && !submits { Answer::Back } else { answer(&label) },
            command: if is_command { meanings(first.plain()).and(label.signs()) } else { Meanings::default() },
            id: identifier(named.text()),
            exits: label.text().says(&lexicon().exits),
            picture: picture.unwrap_or_default(),
            priced: evidence.button && is_command && label.has_amount(),
            acts: label.text().says(&lexicon().acts),
            label_has_contract: label.has_contract() || named.has_contract(),
            sign: label.text().is_empty() && label.signs().any(),
            asked: evidence.question.as_ref().map(|question| Asked::of(question, readings)).unwrap_or_default(),
            keeps: label.keeps() && !label.text().says(&lexicon().nots),
            heading: screen.iter().take(2).fold(Meanings::default(), all),
            screen: screen.iter().fold(Meanings::default(), all),
            screen_has_amount: screen.iter().any(|said| said.has_amount()),
            screen_has_contract: screen.iter().any(|said| said.has_contract()),
        }
    }

    /// Whether the element plainly refuses, in a question that a refusal does not harm.
    pub(super) fn refuses(&self) -> bool {
        self.answer == Answer::Back || (self.answer == Answer::No && !self.asked.keeps)
    }

    fn says_no(&self) -> bool {
        matches!(self.answer, Answer::No | Answer::Back)
    }

    /// Whether the element itself is a command to do this.
    pub(super) fn commands(&self, hazard: Hazard) -> bool {
        if self.says_no() {
            return false;
        }
        let says = self.command.and(self.id);
        match hazard {
            // Rows of settings are called so and only lead there.
            Hazard::ChangesSecurity => {
                says.has(Meaning::Security) && (self.evidence.toggles || self.evidence.button || self.acts)
            }
            // Somebody who accepts a call accepts no contract.
            Hazard::Agrees => {
                let contract = self.screen_has_contract || self.asked.contract || self.label_has_contract;
                (says.has(Meaning::Agree) && contract) || (self.evidence.toggles && self.label_has_contract)
            }
            Hazard::Posts => says.has(Meaning::Post) && (self.evidence.button || self.sign),
            Hazard::SendsToMany => says.has(Meaning::SendToMany) && (says.has(Meaning::Send) || self.sign),
            Hazard::Pays => self.priced || says_hazard(says, hazard),
            Hazard::Deletes => says_hazard(says.and(self.picture), hazard),
            _ => says_hazard(says, hazard),
        }
    }

    /// Whether the element answers a question about this, and not with no.
    pub(super) fn answers(&self, hazard: Hazard) -> bool {
        if !self.asked.there {
            return false;
        }
        // Of what is kept, whatever is neither yes nor a way back is the loss.
        if self.asked.keeps && hazard == Hazard::Deletes && self.asked.dialog && self.answer != Answer::Back {
            let kept = self.answer == Answer::Yes || self.keeps;
            return !kept || self.asked.is_about(hazard);
        }
        if matches!(self.answer, Answer::No | Answer::Back) {
            return false;
        }
        // In a part of a window only what agrees is an answer: a card has other buttons too. An option is none yet.
        let agrees = self.answer != Answer::Other || self.command.any();
        if !agrees && (!self.asked.dialog || self.evidence.toggles) {
            return false;
        }
        self.asked.is_about(hazard)
    }

    /// Whether the element agrees to what the whole window is about.
    pub(super) fn agrees_to_screen(&self, hazard: Hazard) -> bool {
        // What people write to each other is not what a button is about.
        if !matches!(self.answer, Answer::Yes | Answer::Nothing)
            || self.evidence.toggles
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
            Hazard::Deletes if for_good && says_hazard(self.screen, Hazard::Deletes) => true,
            Hazard::Resets if for_good && says_hazard(self.screen, Hazard::Resets) => true,
            Hazard::Agrees => self.screen_has_contract && self.command.has(Meaning::Agree),
            _ => self.answer == Answer::Yes && says_hazard(self.heading, hazard),
        }
    }

    /// Whether the element goes on with what was begun just before.
    pub(super) fn goes_on_with(&self, hazard: Hazard) -> bool {
        let goes_on = matches!(self.answer, Answer::Yes | Answer::Nothing) || (self.asked.dialog && !self.refuses());
        goes_on && !self.refuses() && self.evidence.led_by.contains(&hazard)
    }

    /// Whether the element answers a question that cannot be read.
    pub(super) fn answers_unread(&self) -> bool {
        // A choice that is not known, to a question of which hardly half is, or where no other choice is known either.
        let unknown = self.answer == Answer::Other && !self.command.any_deed();
        let foreign = unknown && self.asked.asks && (self.asked.half_known || !self.asked.choices_known);
        self.asked.floats && (self.asked.unreadable || foreign) && !self.says_no() && !self.evidence.toggles
    }

    /// Whether the element sends what was written.
    pub(super) fn sends(&self) -> bool {
        self.command.has(Meaning::Send) || self.id.has(Meaning::Send) || self.is_asked_about(Meaning::Send)
    }

    /// Whether the element calls somebody.
    pub(super) fn calls(&self) -> bool {
        let says = self.command.and(self.id);
        says.has(Meaning::Call) || says.has(Meaning::Emergency) || self.is_asked_about(Meaning::Call)
    }

    fn is_asked_about(&self, meaning: Meaning) -> bool {
        self.asked.there && !self.says_no() && self.asked.says.has(meaning)
    }

    /// Whether the element, or the question it answers, blocks somebody or leaves a group.
    pub(super) fn leaves(&self) -> bool {
        let says = |meanings: Meanings| meanings.has(Meaning::Block) || meanings.has(Meaning::LeaveGroup);
        let answered = self.asked.there && !self.evidence.toggles && says(self.asked.says);
        let commanded = says(self.command.and(self.id));
        // Out of a group is where `Exit` leads.
        let says_no = self.says_no() && !(self.exits && answered);
        !says_no && (commanded || answered)
    }

    /// Whether an emergency is called.
    pub(super) fn calls_for_help(&self) -> bool {
        let asked = self.asked.there && self.asked.says.has(Meaning::Emergency);
        !self.says_no() && (asked || (self.command.has(Meaning::Emergency) && self.evidence.button))
    }

    /// Whether more belongs to what is pressed than was read, and it does not plainly refuse. What agrees may agree to
    /// anything that the window shows besides.
    pub(super) fn unread(&self) -> bool {
        let agrees = matches!(self.answer, Answer::Yes | Answer::Nothing)
            && !self.evidence.toggles
            && self.evidence.conversation.is_none();
        !self.refuses() && (self.evidence.unread || (self.evidence.screen_unread && agrees))
    }

    /// Whether it cannot be seen what is pressed.
    pub(super) fn unseen(&self) -> bool {
        matches!(self.evidence.sight, Sight::NoTree | Sight::Unlabelled)
    }
}

/// Which words are about a hazard.
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

/// What a label answers to whatever is asked.
fn answer(said: &Said) -> Answer {
    let (text, whole) = (said.text(), said.whole());
    let sign = if text.is_empty() { said.signs() } else { Meanings::default() };
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
    let apart =
        |reading: &Reading| reading.tokens.len() > 2 && reading.tokens.iter().all(|token| token.chars().count() == 1);
    text.readings().first().is_some_and(|reading| {
        if apart(reading) {
            return reading.tokens.len() <= COMMAND_LETTERS * 2;
        }
        let together = reading.letters.chars().any(super::fold::runs_together);
        match together {
            true => reading.letters.chars().count() <= COMMAND_LETTERS * 2,
            false => reading.tokens.len() <= COMMAND_WORDS,
        }
    })
}
