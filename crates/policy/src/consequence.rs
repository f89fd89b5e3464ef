//! Works out the consequences of a press from the text on and around the element, in any language.
//!
//! An answer inherits its question: OK in "Delete 12 photos?" deletes. The rules' conditions read the result through
//! `Facts`. This module states facts; the rules judge them.

mod hazard_words;
pub(crate) mod label_facts;
mod question_facts;
mod screen_facts;

use self::hazard_words::says_hazard;
use self::label_facts::{Answer, LabelFacts};
use self::question_facts::QuestionFacts;
pub(super) use self::question_facts::asks;
use self::screen_facts::{HeadingFacts, ScreenFacts, ScreenTexts};
use super::Target;
use super::costly;
use super::evidence::{Evidence, Sight};
use super::gate_words::{Meaning, Meanings};
use super::lexicon::Hazard;
use super::text_cache::TextCache;

/// The analysed facts about an element and its surroundings.
pub(super) struct Consequences<'e> {
    evidence: &'e Evidence,
    label: LabelFacts,
    question: QuestionFacts,
    heading: HeadingFacts,
    screen: ScreenFacts,
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
        let said = cache.label(target.map_or("", |target| &target.label));
        let mut label = LabelFacts::of(&said, target, evidence, cache);
        if is_field && !submits {
            // A touched field only waits for text.
            label.answer = Answer::Back;
        }
        let question = evidence.question.as_ref().map(|question| QuestionFacts::of(question, &said, cache));
        let texts = ScreenTexts::of(evidence, cache);
        Self {
            evidence,
            label,
            question: question.unwrap_or_default(),
            heading: HeadingFacts::of(&texts, cache),
            screen: ScreenFacts::of(&texts),
        }
    }

    /// Whether the element plainly refuses, and the refusal does no harm.
    pub(super) fn refuses(&self) -> bool {
        self.label.answer == Answer::Back || (self.label.answer == Answer::No && !self.question.keeps)
    }

    /// Whether the element is a row of a list, or a part of one.
    fn in_a_row(&self) -> bool {
        !self.evidence.parts.is_empty()
    }

    /// Whether the element is only a checkbox or an option, and another choice decides.
    fn only_chooses(&self) -> bool {
        self.evidence.toggles && (self.question.decided_by_another || !self.question.there)
    }

    fn says_no(&self) -> bool {
        matches!(self.label.answer, Answer::No | Answer::Back)
    }

    /// Whether the element itself is a command that does this.
    pub(super) fn commands(&self, hazard: Hazard) -> bool {
        // `Quit` ends a session too.
        if hazard == Hazard::ChangesSecurity && self.label.logs_out {
            return true;
        }
        if self.says_no() {
            return false;
        }
        let says = self.label.command.and(self.label.id);
        match hazard {
            // Settings rows have these names and only lead to a page.
            Hazard::ChangesSecurity => {
                says.has(Meaning::Security) && (self.evidence.toggles || self.evidence.button || self.label.acts)
            }
            // Accepting a call accepts no contract.
            Hazard::Agrees => {
                let contract = self.screen.has_contract || self.question.contract || self.label.has_contract;
                (says.has(Meaning::Agree) && contract) || (self.evidence.toggles && self.label.has_contract)
            }
            // A program calls much of a social network's screen `post` or `tweet`.
            Hazard::Posts => {
                self.label.command.has(Meaning::Post) && (self.evidence.button || self.label.sign || !self.in_a_row())
            }
            Hazard::SendsToMany => {
                let everyone = says.has(Meaning::SendToMany) && (says.has(Meaning::Send) || self.label.sign);
                everyone || (says.has(Meaning::Send) && self.screen.many)
            }
            Hazard::Locates if self.evidence.attaching && self.label.is_place => true,
            Hazard::Pays => self.label.priced || says_hazard(says, hazard),
            Hazard::Deletes => says_hazard(says.and(self.label.picture), hazard),
            _ => says_hazard(says, hazard),
        }
    }

    /// Whether the element answers a question about this hazard with anything but no.
    pub(super) fn answers(&self, hazard: Hazard) -> bool {
        if !self.question.there {
            return false;
        }
        // "Keep the photos?": any answer that is neither yes nor back loses them.
        if self.question.keeps && hazard == Hazard::Deletes && self.question.dialog && self.label.answer != Answer::Back
        {
            let kept = self.label.answer == Answer::Yes || self.label.keeps;
            return !kept || self.question.is_about(hazard);
        }
        if matches!(self.label.answer, Answer::No | Answer::Back) {
            return false;
        }
        // In a part of a window, only an agreement is an answer, because a card has other buttons too. An option is not
        // an answer yet.
        let agrees = self.label.answer != Answer::Other || self.label.command.any() || self.question.repeated;
        if !agrees && (!self.question.dialog || self.only_chooses()) {
            return false;
        }
        self.question.is_about(hazard)
    }

    /// Whether the element agrees to the subject of the whole window.
    pub(super) fn agrees_to_screen(&self, hazard: Hazard) -> bool {
        // A conversation's text does not describe the button.
        // On a screen about sharing a location, every choice that does more than inform shares it.
        let shares = hazard == Hazard::Locates && !self.label.informs;
        let Evidence { button, toggles, few, .. } = *self.evidence;
        // With few choices, every clickable element is a button, whatever its class.
        let goes_on = hazard == Hazard::Agrees && self.screen.goes_on_by_agreeing;
        let does = self.label.answer == Answer::Other
            && (button || few)
            && (shares || goes_on || self.label.command.any_effect());
        if !(does || matches!(self.label.answer, Answer::Yes | Answer::Nothing))
            || (toggles && !few && self.label.answer != Answer::Yes)
            || self.evidence.conversation.is_some()
        {
            return false;
        }
        let pays = self.screen.says.has(Meaning::Pay)
            || self.screen.says.has(Meaning::Order)
            || self.screen.says.has(Meaning::Subscribe)
            || self.screen.says.has(Meaning::Amount);
        let for_good = self.screen.says.has(Meaning::Irreversible);
        match hazard {
            Hazard::Pays if self.screen.has_amount && pays => true,
            Hazard::Pays if self.heading.has_amount && self.label.answer == Answer::Yes => true,
            Hazard::Deletes if for_good && says_hazard(self.screen.says, Hazard::Deletes) => true,
            Hazard::Deletes if self.label.answer == Answer::Yes && self.heading.says.has(Meaning::Irreversible) => true,
            Hazard::Resets if for_good && says_hazard(self.screen.says, Hazard::Resets) => true,
            Hazard::Agrees => {
                let about = self.heading.has_contract && self.label.answer == Answer::Yes;
                about
                    || (few && button && self.screen.has_contract && self.screen.goes_on_by_agreeing)
                    || (self.screen.has_contract && self.label.command.has(Meaning::Agree))
            }
            Hazard::SendsToMany
                if self.label.answer == Answer::Yes && self.screen.says.has(Meaning::Send) && self.screen.many =>
            {
                true
            }
            _ => self.label.answer != Answer::Nothing && says_hazard(self.heading.says, hazard),
        }
    }

    /// Whether the element continues an operation that was started just before.
    pub(super) fn goes_on_with(&self, hazard: Hazard) -> bool {
        let goes_on =
            matches!(self.label.answer, Answer::Yes | Answer::Nothing) || (self.question.dialog && !self.refuses());
        goes_on && !self.refuses() && self.evidence.led_by.contains(&hazard)
    }

    /// Whether the element answers a question that the gate cannot read.
    pub(super) fn answers_unread(&self) -> bool {
        // An unknown choice, where the question is hardly half known or no other choice is known either.
        let unknown = self.label.answer == Answer::Other && !self.label.command.any_effect();
        let unread = self.question.half_known || !self.question.choices_known || !self.label.known;
        let foreign = unknown && self.question.asks && unread;
        // A whole window that asks with few choices is a question too. But such windows ask many harmless questions
        // with answers in no list, so only the question's own words count.
        let in_dialog = match self.question.floats {
            true => self.question.unreadable || foreign || self.question.unread,
            false => self.question.dialog && self.question.asks && (self.question.unreadable || self.question.unread),
        };
        // A whole screen leads on in many other ways, so only elements that may be answers count.
        let may_answer = (unknown || self.label.answer == Answer::Yes) && self.evidence.parts.len() < 2;
        let asks = self.heading.asks_unread[usize::from(!unknown)]
            && (!self.label.known || (self.evidence.few && !self.question.there));
        // Few choices in a script that the gate cannot read are a question, with or without a question mark.
        let foreign_screen = self.evidence.few && self.screen.is_foreign;
        let on_screen = may_answer && self.evidence.conversation.is_none() && (asks || foreign_screen);
        // A ticked option may be the answer to an unread question, because the gate cannot tell which other choice
        // decides.
        let only_chooses = self.only_chooses() && !self.question.unread;
        ((in_dialog && !only_chooses) || on_screen) && !self.says_no()
    }

    /// Whether the element sends the written text.
    pub(super) fn sends(&self) -> bool {
        self.label.command.has(Meaning::Send) || self.label.id.has(Meaning::Send) || self.is_asked_about(Meaning::Send)
    }

    /// Whether a question on the screen asks whether to send something.
    pub(super) fn asks_to_send(&self) -> bool {
        self.is_asked_about(Meaning::Send)
    }

    /// Whether the element makes a call.
    pub(super) fn calls(&self) -> bool {
        let says = self.label.command.and(self.label.id);
        let on_screen = self.label.answer == Answer::Yes && self.heading.says.has(Meaning::Call);
        if self.label.is_beside_a_call {
            return false;
        }
        says.has(Meaning::Call) || says.has(Meaning::Emergency) || on_screen || self.is_asked_about(Meaning::Call)
    }

    /// Whether the element answers a ringing phone.
    pub(super) fn answers_call(&self) -> bool {
        !self.says_no() && self.label.answers_call && self.screen.says.has(Meaning::Call)
    }

    /// Whether the element saves what is on the screen.
    pub(super) fn saves(&self) -> bool {
        !self.says_no() && (self.label.saves || self.label.answer == Answer::Yes)
    }

    /// Whether the element merges contacts.
    pub(super) fn rearranges_contacts(&self) -> bool {
        !self.says_no() && self.label.merges
    }

    /// Whether the element invites people or creates a group.
    pub(super) fn invites(&self) -> bool {
        let creates = self.label.creates && speaks_of_group(&self.heading.title);
        let commanded = (self.label.invites && !self.in_a_row()) || creates;
        let commanded = commanded && (self.evidence.button || !self.evidence.recipients.is_empty());
        let agreed = self.question.invites && self.question.dialog && self.label.answer == Answer::Yes;
        !self.says_no() && (commanded || agreed)
    }

    /// Whether the element reacts to a post or follows a person.
    pub(super) fn reacts(&self) -> bool {
        self.label.takes_back || (!self.says_no() && self.label.reacts && (self.evidence.button || !self.in_a_row()))
    }

    /// Whether the element changes a setting that costs money or weakens protection; `settings` in the app of settings,
    /// `accounts` where an account is chosen, `clock` in a clock.
    pub(super) fn changes_costly_setting(&self, label: &str, settings: bool, accounts: bool, clock: bool) -> bool {
        let Evidence { toggles, button, on, .. } = *self.evidence;
        let switches = toggles || button || self.label.answer == Answer::Yes;
        let about = self.label.is_costly || (self.label.answer == Answer::Yes && self.heading.is_costly);
        // A switch that is on is only switched off; a clock's switch loses the alarm.
        let switched = switches && about && !(toggles && on);
        let unprotected = toggles && on && costly::protects(label);
        let chosen = ((settings && self.heading.is_costly_page) || accounts) && !on;
        let joined = settings && !toggles && !button && costly::is_open_network(&self.heading.title, label);
        !self.says_no()
            && (switched
                || unprotected
                || chosen
                || joined
                || (clock && toggles && on && self.label.is_nameless_switch))
    }

    /// Whether the window lets choose among accounts.
    pub(super) fn offers_accounts(&self) -> bool {
        self.heading.offers_accounts
    }

    /// Whether the element only searches, or leads on without submitting anything.
    pub(super) fn searches(&self) -> bool {
        self.label.searches
    }

    /// Whether the element only leads back, or refuses.
    pub(super) fn only_leads_back(&self) -> bool {
        self.says_no() || self.label.exits || self.label.informs
    }

    /// Whether the screen shows a ringing or ongoing call.
    pub(super) fn shows_call(&self) -> bool {
        self.screen.says.has(Meaning::Call)
    }

    fn is_asked_about(&self, meaning: Meaning) -> bool {
        let asked = self.question.dialog || self.question.asks;
        asked && self.question.there && !self.says_no() && self.question.says.has(meaning)
    }

    /// Whether the element, or the question it answers, blocks a person or leaves a group.
    pub(super) fn leaves(&self) -> bool {
        let says = |meanings: Meanings| meanings.has(Meaning::Block) || meanings.has(Meaning::LeaveGroup);
        let answered = self.question.there && !self.only_chooses() && says(self.question.says);
        let answered = answered || ((self.label.answer == Answer::Yes || self.label.exits) && says(self.heading.says));
        let commanded = says(self.label.command.and(self.label.id));
        // `Exit` leads out of a group, so it is not a refusal.
        let says_no = self.says_no() && !(self.label.exits && answered);
        !says_no && (commanded || answered)
    }

    /// Whether the element calls an emergency service.
    pub(super) fn calls_for_help(&self) -> bool {
        let asked = self.question.there && self.question.says.has(Meaning::Emergency);
        !self.says_no() && (asked || (self.label.command.has(Meaning::Emergency) && self.evidence.button))
    }

    /// Whether the element has more text than was read and does not plainly refuse. An element that agrees may also
    /// agree to anything else in the window.
    pub(super) fn unread(&self) -> bool {
        let agrees = matches!(self.label.answer, Answer::Yes | Answer::Nothing)
            && !self.evidence.toggles
            && self.evidence.conversation.is_none();
        !self.refuses() && (self.evidence.unread || (self.evidence.screen_unread && agrees))
    }

    /// Whether the gate cannot see the pressed element.
    pub(super) fn unseen(&self) -> bool {
        matches!(self.evidence.sight, Sight::NoTree | Sight::Unlabelled)
    }
}

/// Whether a title speaks of a group of people.
fn speaks_of_group(title: &str) -> bool {
    const GROUPS: [&str; 18] = [
        "group",
        "gruppe",
        "groupe",
        "grupo",
        "gruppo",
        "groep",
        "grupa",
        "grupę",
        "групп",
        "груп",
        "grup",
        "مجموعة",
        "گروه",
        "समूह",
        "群",
        "グループ",
        "그룹",
        "nhóm",
    ];
    let title = title.to_lowercase();
    GROUPS.iter().any(|word| title.contains(word))
}
