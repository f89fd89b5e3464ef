//! The dialogue: what was said before, the open question or confirmation, and what an answer does to it.
//!
//! A [`Dialogue`] is a value: each turn gives the next one. [`Planner::answer`] takes what the person says
//! while something is open; with nothing open it is [`Planner::plan`].

mod answer;
mod fill;
#[cfg(test)]
mod tests;

use action::plan::ActionPlan;
use serde_json::Map;

use crate::memory::Memory;
use crate::understand::Wish;
use crate::{Outcome, Planner, Turn, say, summary};

/// The dialogue so far; a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dialogue {
    pub(crate) memory: Memory,
    open: Option<Open>,
    /// What was understood last and waits for nothing: it can still be corrected.
    last: Vec<Wish>,
    /// The language in which it was said.
    language: Option<String>,
}

/// A plan that waits for an answer.
#[derive(Clone, Debug, PartialEq)]
struct Open {
    plan: ActionPlan,
    wishes: Vec<Wish>,
    /// Which of the wishes the question is about.
    asked: usize,
    /// It was corrected, and is confirmed whatever the policy says.
    corrected: bool,
}

/// What an answer leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Next {
    /// The plan is whole and may be carried out.
    Run(ActionPlan),
    /// The plan, with its question or its confirmation.
    Ask(ActionPlan),
    /// The person does not want it.
    Cancelled,
    /// The answer says nothing about the question, which is repeated.
    Unclear(String),
}

impl Dialogue {
    /// A dialogue in which only so much is known of what was said before.
    pub fn remembering(memory: Memory) -> Self {
        Self { memory, ..Self::default() }
    }

    /// What is worth remembering of it when it is over.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The dialogue after an utterance was planned.
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

    /// What is asked now, in plain words.
    pub fn question(&self) -> Option<String> {
        self.open().map(question)
    }

    fn remember(&mut self, plan: &ActionPlan) {
        let several = plan.requests.iter().map(|request| &request.slots);
        several.chain(plan.requests.is_empty().then_some(&plan.slots)).for_each(|slots| self.memory.note(slots));
    }

    /// Nothing is open any more, and `last` was carried out.
    fn closed(&self, last: &[Wish]) -> Self {
        Self { memory: self.memory.clone(), open: None, last: last.to_vec(), language: self.language.clone() }
    }
}

/// What the person is asked about a plan: its own question, or whether to do it.
pub fn question(plan: &ActionPlan) -> String {
    match &plan.ask {
        // One choice is in the question already.
        Some(ask) if ask.choices.len() < 2 => ask.question.clone(),
        Some(ask) => {
            let choices = ask.choices.iter().enumerate().map(|(at, choice)| format!("{}. {choice}", at + 1));
            format!("{} {}", ask.question, choices.collect::<Vec<_>>().join(", "))
        }
        None => {
            let language = plan.metadata.language.as_deref().unwrap_or_default();
            say::say(language, "shall I", &Map::from_iter([("summary".to_owned(), summary(plan).into())]))
        }
    }
}

/// The same for who can show choices to press: the question without them, and the choices. Where a yes or a no is
/// wanted, these are the choices.
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
    /// What follows from what the person says now, and the dialogue after it.
    pub fn answer(&self, turn: &Turn<'_>, dialogue: &Dialogue) -> (Next, Dialogue) {
        match &dialogue.open {
            Some(open) => answer::answer(self, turn, dialogue, open),
            None => answer::corrected(self, turn, dialogue).unwrap_or_else(|| self.afresh(turn, dialogue)),
        }
    }

    /// The utterance as a request of its own.
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
