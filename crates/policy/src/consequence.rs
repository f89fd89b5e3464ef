//! What a press would bring about, by what stands on the element and around it, in any language.
//!
//! An answer inherits what is being answered: OK in "Delete 12 photos?" deletes. Read by the rules' conditions through
//! `Facts`. It states; it does not judge.

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

/// The longest label that is a command, in words and, where words run together, in letters.
const COMMAND_WORDS: usize = 5;
const COMMAND_LETTERS: usize = 16;
/// Texts at the top of a screen that say what it is about.
const HEADING: usize = 3;

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
    /// Whether the label only promises to tell more.
    informs: bool,
    /// Whether most words of the label are known.
    label_known: bool,
    /// Whether there are only signs on it.
    sign: bool,
    asked: QuestionFacts,
    /// Whether the label keeps what is asked about.
    keeps: bool,
    heading: Meanings,
    screen: Meanings,
    screen_has_amount: bool,
    screen_has_contract: bool,
    heading_has_contract: bool,
    heading_has_amount: bool,
    /// Whether the screen says that something goes to more than one.
    screen_many: bool,
    /// Whether the screen asks something of which less than half is known, and less than a fifth.
    asks_unread: [bool; 2],
    /// Whether a text of the screen is in a script of which no word is known.
    screen_is_foreign: bool,
}

impl<'e> Consequences<'e> {
    /// Reads what is known; `submits` where what has the focus is set off, and not only touched.
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
        // A picture is described by what programs call it: a bin on a button deletes.
        let picture = target.filter(|target| target.role.contains("Image"));
        let is_picture = picture.is_some();
        // A currency has a few letters.
        let letters = target.map_or(0, |target| target.label.chars().take(64).filter(|c| c.is_alphabetic()).count());
        let only_amount = evidence.parts.is_empty() && letters < 4;
        let picture = picture.map(|target| identifier(cache.name(&target.label).text()));
        let screen: Vec<Rc<AnalyzedText>> = evidence.screen.iter().map(|text| cache.label(text)).collect();
        let all = |found: Meanings, said: &Rc<AnalyzedText>| found.and(said.meanings());
        // What a screen is about may stand in two elements.
        let title = cache.label(&in_one_piece(evidence.screen.get(..2).unwrap_or_default()));
        let is_command = is_command(first.plain());
        Self {
            evidence,
            // A field that is touched waits to be written in.
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
            // Where there is little to choose, what is asked may be explained once more.
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

    /// Whether the element plainly refuses, in a question that a refusal does not harm.
    pub(super) fn refuses(&self) -> bool {
        self.answer == Answer::Back || (self.answer == Answer::No && !self.asked.keeps)
    }

    /// Whether the element is a row of a list, or a part of one.
    fn in_a_row(&self) -> bool {
        !self.evidence.parts.is_empty()
    }

    /// Whether the element is something to tick, and another choice decides.
    fn only_chooses(&self) -> bool {
        self.evidence.toggles && (self.asked.decided_by_another || !self.asked.there)
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
        let agrees = self.answer != Answer::Other || self.command.any() || self.asked.repeated;
        if !agrees && (!self.asked.dialog || self.only_chooses()) {
            return false;
        }
        self.asked.is_about(hazard)
    }

    /// Whether the element agrees to what the whole window is about.
    pub(super) fn agrees_to_screen(&self, hazard: Hazard) -> bool {
        // What people write to each other is not what a button is about.
        // On a screen about sharing a place whatever does not only tell more shares it.
        let shares = hazard == Hazard::Locates && !self.informs;
        let Evidence { button, toggles, few, .. } = *self.evidence;
        // Among a few choices whatever can be pressed is a button, whatever its class.
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

    /// Whether the element goes on with what was begun just before.
    pub(super) fn goes_on_with(&self, hazard: Hazard) -> bool {
        let goes_on = matches!(self.answer, Answer::Yes | Answer::Nothing) || (self.asked.dialog && !self.refuses());
        goes_on && !self.refuses() && self.evidence.led_by.contains(&hazard)
    }

    /// Whether the element answers a question that cannot be read.
    pub(super) fn answers_unread(&self) -> bool {
        // A choice that is not known, to a question of which hardly half is, or where no other choice is known either.
        let unknown = self.answer == Answer::Other && !self.command.any_effect();
        let unread = self.asked.half_known || !self.asked.choices_known || !self.label_known;
        let foreign = unknown && self.asked.asks && unread;
        // A whole window with few choices that asks is a question too; but it asks about much that is harmless, with
        // answers that stand in no list, so there only the question's own words count.
        let in_dialog = match self.asked.floats {
            true => self.asked.unreadable || foreign || self.asked.unread,
            false => self.asked.dialog && self.asked.asks && (self.asked.unreadable || self.asked.unread),
        };
        // On a whole screen only what may be an answer is one: it leads on in many other ways.
        let may_answer = (unknown || self.answer == Answer::Yes) && self.evidence.parts.len() < 2;
        let asks =
            self.asks_unread[usize::from(!unknown)] && (!self.label_known || (self.evidence.few && !self.asked.there));
        // Few choices in a script that nobody here reads are a question, with or without a mark.
        let foreign_screen = self.evidence.few && self.screen_is_foreign;
        let on_screen = may_answer && self.evidence.conversation.is_none() && (asks || foreign_screen);
        // What is ticked in answer to what nobody reads may be the answer: which other choice decides cannot be told.
        let only_chooses = self.only_chooses() && !self.asked.unread;
        ((in_dialog && !only_chooses) || on_screen) && !self.says_no()
    }

    /// Whether the element sends what was written.
    pub(super) fn sends(&self) -> bool {
        self.command.has(Meaning::Send) || self.id.has(Meaning::Send) || self.is_asked_about(Meaning::Send)
    }

    /// Whether the element calls somebody.
    pub(super) fn calls(&self) -> bool {
        let says = self.command.and(self.id);
        let on_screen = self.answer == Answer::Yes && self.heading.has(Meaning::Call);
        says.has(Meaning::Call) || says.has(Meaning::Emergency) || on_screen || self.is_asked_about(Meaning::Call)
    }

    /// Whether the screen shows a call that rings or goes on.
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

/// The texts at the top of a screen.
fn heading_of(evidence: &Evidence) -> &[String] {
    evidence.screen.get(..HEADING).unwrap_or(&evidence.screen)
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
    // Letters that are set apart are hardly more than a word or two.
    let apart = |form: &FoldedForm| form.tokens.len() > 2 && form.tokens.iter().all(|token| token.chars().count() == 1);
    // Whatever it may be meant as counts.
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
