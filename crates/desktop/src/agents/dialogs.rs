//! Answers to dialogs, for agents that poll.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::wire::DialogAnswer;

/// How many answers are kept.
const MOST_ANSWERS: usize = 1024;

/// The last answers: the dialog, the agent that asked, the answer.
#[derive(Debug, Default)]
pub(super) struct DialogAnswers(Mutex<VecDeque<(String, String, DialogAnswer)>>);

impl DialogAnswers {
    /// Stores an answer, replacing one to an earlier dialog of that id.
    pub(super) fn keep(&self, id: &str, agent: &str, answer: DialogAnswer) {
        let mut answers = self.lock();
        answers.retain(|(other, ..)| other != id);
        if answers.len() >= MOST_ANSWERS {
            answers.pop_front();
        }
        answers.push_back((id.to_owned(), agent.to_owned(), answer));
    }

    /// Forgets the answer, because the dialog is asked again.
    pub(super) fn forget(&self, id: &str) {
        self.lock().retain(|(other, ..)| other != id);
    }

    /// Forgets the answers of an agent that has ended.
    pub(super) fn forget_agent(&self, agent: &str) {
        self.lock().retain(|(_, other, _)| other != agent);
    }

    /// Returns the agent that asked, and the answer, if it is kept.
    pub(super) fn get(&self, id: &str) -> Option<(String, DialogAnswer)> {
        let answers = self.lock();
        answers.iter().rev().find(|(other, ..)| other == id).map(|(_, agent, answer)| (agent.clone(), *answer))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, String, DialogAnswer)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YES: DialogAnswer = DialogAnswer { confirmed: true, remembered: false };

    #[test]
    fn the_last_answers_are_kept_each_for_its_agent() {
        let answers = DialogAnswers::default();
        (0..=MOST_ANSWERS).for_each(|n| answers.keep(&n.to_string(), "a", YES));
        assert_eq!((answers.get("0"), answers.get("1")), (None, Some(("a".to_owned(), YES))));
        answers.keep("1", "b", DialogAnswer { confirmed: false, ..YES });
        assert_eq!(answers.get("1").unwrap().0, "b");
        answers.forget("1");
        answers.forget_agent("a");
        assert!(answers.get("1").is_none() && answers.lock().is_empty());
    }
}
