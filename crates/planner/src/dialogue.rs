//! The dialogue: earlier requests, the open question or confirmation, and the effect of an answer.
//!
//! A [`Dialogue`] is a value: each turn returns the next one. [`Planner::answer`] takes the person's words while a
//! question is open; without one it is [`Planner::plan`].

mod answer;
mod fill;
#[cfg(test)]
mod tests;

use action::plan::ActionPlan;
use serde_json::Map;

pub(crate) use self::answer::idle;
use crate::last_request::LastRequest;
use crate::memory::Memory;
use crate::understand::Wish;
use crate::{Outcome, Planner, Turn, say, summary};

/// The dialogue so far, as a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dialogue {
    pub(crate) memory: Memory,
    open: Option<Open>,
    /// The last understood wishes, if nothing is open: they can still be corrected.
    last: Vec<Wish>,
    /// The language of those wishes.
    language: Option<String>,
}

/// A plan that waits for an answer.
#[derive(Clone, Debug, PartialEq)]
struct Open {
    plan: ActionPlan,
    wishes: Vec<Wish>,
    /// The index of the wish that the question concerns.
    asked: usize,
    /// The plan was corrected, and is confirmed whatever the policy says.
    corrected: bool,
}

/// The result of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The plan is complete and may run.
    Run(ActionPlan),
    /// The plan, with its question or its confirmation.
    Ask(ActionPlan),
    /// The person does not want it.
    Cancelled,
    /// The answer does not address the question, which is repeated.
    Unclear(String),
}

impl Dialogue {
    /// Starts a dialogue that knows only this memory of earlier requests.
    pub fn remembering(memory: Memory) -> Self {
        Self { memory, ..Self::default() }
    }

    /// Returns the dialogue in which this was the last request, so that the next words may correct it.
    #[must_use]
    pub fn following(mut self, last: &LastRequest) -> Self {
        self.last = last.wishes();
        self.language.clone_from(&last.language);
        self
    }

    /// Returns the last understood request, for a correction in a later dialogue.
    pub fn last_request(&self) -> LastRequest {
        let wishes = self.open.as_ref().map_or(&self.last, |open| &open.wishes);
        LastRequest::new(self.language.clone(), wishes)
    }

    /// Returns the part of the dialogue to remember after it ends.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// Returns the dialogue after an utterance was planned.
    #[must_use]
    pub fn after(&self, outcome: &Outcome) -> Self {
        let mut next = self.clone();
        next.remember(&outcome.plan);
        let waits = outcome.covered && (outcome.plan.ask.is_some() || outcome.plan.confirm);
        next.open = waits.then(|| Open {
            plan: outcome.plan.clone(),
            wishes: outcome.wishes.clone(),
            asked: outcome.asked,
            corrected: false,
        });
        next.language = outcome.plan.metadata.language.clone().or(next.language);
        next.last = if waits { Vec::new() } else { outcome.wishes.clone() };
        next
    }

    /// The plan that waits for an answer.
    pub fn open(&self) -> Option<&ActionPlan> {
        self.open.as_ref().map(|open| &open.plan)
    }

    /// Returns the current question, in plain words.
    pub fn question(&self) -> Option<String> {
        self.open().map(question)
    }

    fn remember(&mut self, plan: &ActionPlan) {
        let several = plan.requests.iter().map(|request| &request.slots);
        several.chain(plan.requests.is_empty().then_some(&plan.slots)).for_each(|slots| self.memory.note(slots));
    }

    /// Returns the dialogue with nothing open, after `last` was carried out.
    fn closed(&self, last: &[Wish]) -> Self {
        Self { memory: self.memory.clone(), open: None, last: last.to_vec(), language: self.language.clone() }
    }
}

/// Returns the question about a plan: its own, or whether to run it.
pub fn question(plan: &ActionPlan) -> String {
    match &plan.ask {
        // A single choice is already in the question.
        Some(ask) if ask.choices.len() < 2 => ask.question.clone(),
        Some(ask) => {
            let choices = ask.choices.iter().enumerate().map(|(at, choice)| format!("{}. {choice}", at + 1));
            format!("{} {}", ask.question, choices.collect::<Vec<_>>().join(", "))
        }
        None => {
            let language = plan.metadata.language.as_deref().unwrap_or_default();
            let mut values = Map::from_iter([("summary".to_owned(), summary(plan).into())]);
            let noted = [("left", "left_over"), ("device", "device_said"), ("examples", "examples")];
            values.extend(
                noted
                    .into_iter()
                    .filter_map(|(name, key)| Some((name.to_owned(), plan.metadata.more.get(key)?.clone()))),
            );
            say::say(language, "shall I", &values)
        }
    }
}

/// Like [`question`], for a caller that shows choices as buttons: returns the question without them, and the choices.
/// For a confirmation the choices are yes and no.
pub fn question_with_choices(plan: &ActionPlan) -> (String, Vec<String>) {
    match &plan.ask {
        Some(ask) if ask.choices.len() > 1 => (ask.question.clone(), ask.choices.clone()),
        Some(ask) if ask.choices.is_empty() => (ask.question.clone(), Vec::new()),
        _ => {
            let language = plan.metadata.language.as_deref().unwrap_or_default();
            (question(plan), vec![say::plain(language, "yes"), say::plain(language, "no")])
        }
    }
}

impl Planner {
    /// Returns the result of the person's words, and the next dialogue.
    pub fn answer(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> (Next, Dialogue) {
        match &dialogue.open {
            Some(open) => answer::answer(self, turn, dialogue, open),
            None => answer::corrected(self, turn, dialogue).unwrap_or_else(|| self.afresh(turn, dialogue)),
        }
    }

    /// Whether the words are a no, or end a dialogue, in any language.
    pub fn declines(&self, turn: &Turn<'_>) -> bool {
        self.grammars.iter().any(|grammar| answer::declines(grammar, turn))
    }

    /// Plans the utterance as a new request.
    fn afresh(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> (Next, Dialogue) {
        let outcome = self.plan(turn, dialogue);
        let next = dialogue.after(&outcome);
        (next_of(outcome), next)
    }
}

fn next_of(outcome: Outcome) -> Next {
    let plan = outcome.plan;
    match (&plan.ask, outcome.covered) {
        (Some(ask), false) => Next::Unclear(ask.question.clone()),
        (None, _) if !plan.confirm => Next::Run(plan),
        _ => Next::Ask(plan),
    }
}
