//! What happens outside because of an agent's actions, and who waits for it: pages that draw a window or
//! load a frame, people who answer a dialog.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use schemars::JsonSchema;
use serde::Serialize;
use tokio::sync::oneshot;

use crate::mailbox::Feedback;

/// How many requests to pages are remembered.
const MOST_RENDERINGS: usize = 4096;
/// How many answers to dialogs are kept for agents that come and ask.
const MOST_ANSWERS: usize = 1024;

struct Waiting {
    agent: String,
    request_id: Option<String>,
    /// How many pages might still answer.
    pages: usize,
    reply: Option<oneshot::Sender<Feedback>>,
}

/// A page's answer that settled a request.
pub(crate) struct Settled {
    /// Who asked.
    pub(crate) agent: String,
    /// What they call their request.
    pub(crate) request_id: Option<String>,
    /// Whether somebody was waiting and has it now.
    pub(crate) handed: bool,
}

#[derive(Default)]
struct Asked {
    by_name: HashMap<(String, String), Waiting>,
    order: VecDeque<(String, String)>,
    count: u64,
}

/// The requests to pages that are not settled.
#[derive(Default)]
pub(crate) struct Renderings(Mutex<Asked>);

impl Renderings {
    /// A request to draw the window `key`: the name under which pages answer, and the answer.
    pub(crate) fn capture(
        &self,
        agent: &str,
        key: &str,
        request_id: Option<&str>,
        pages: usize,
    ) -> (String, oneshot::Receiver<Feedback>) {
        let mut asked = self.lock();
        asked.count += 1;
        let name = format!("capture-{}", asked.count);
        let reply = asked.add(&name, key, agent, request_id, pages);
        (name, reply)
    }

    /// A request to say how the frame in the window `key` loads.
    pub(crate) fn frame(&self, agent: &str, key: &str, request_id: &str, pages: usize) -> oneshot::Receiver<Feedback> {
        self.lock().add(request_id, key, agent, Some(request_id), pages)
    }

    /// A page's answer. The first success counts; a failure does when no other page is left that might
    /// do better.
    pub(crate) fn report(&self, name: &str, key: &str, feedback: &Feedback) -> Option<Settled> {
        let mut asked = self.lock();
        let place = (name.to_owned(), key.to_owned());
        let waiting = asked.by_name.get_mut(&place)?;
        if !feedback.ok && waiting.pages > 1 {
            waiting.pages -= 1;
            return None;
        }
        let Waiting { agent, request_id, reply, .. } = asked.by_name.remove(&place)?;
        asked.order.retain(|other| *other != place);
        let handed = reply.is_some_and(|reply| reply.send(feedback.clone()).is_ok());
        Some(Settled { agent, request_id, handed })
    }

    fn lock(&self) -> MutexGuard<'_, Asked> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Asked {
    fn add(
        &mut self,
        name: &str,
        key: &str,
        agent: &str,
        request_id: Option<&str>,
        pages: usize,
    ) -> oneshot::Receiver<Feedback> {
        let (reply, answer) = oneshot::channel();
        let place = (name.to_owned(), key.to_owned());
        let request_id = request_id.map(str::to_owned);
        let waiting = Waiting { agent: agent.to_owned(), request_id, pages, reply: Some(reply) };
        if self.by_name.insert(place.clone(), waiting).is_none() {
            self.order.push_back(place);
        }
        while self.order.len() > MOST_RENDERINGS {
            let Some(oldest) = self.order.pop_front() else { break };
            self.by_name.remove(&oldest);
        }
        answer
    }
}

/// How a dialog was answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct DialogAnswer {
    /// Who asked.
    #[serde(skip)]
    pub(crate) agent: String,
    /// Yes or no.
    pub(crate) confirmed: bool,
    /// Whether it answered itself from a remembered choice.
    pub(crate) remembered: bool,
}

/// The last answers to dialogs, by dialog.
#[derive(Default)]
pub(crate) struct DialogAnswers(Mutex<VecDeque<(String, DialogAnswer)>>);

impl DialogAnswers {
    /// Keeps an answer; one to an earlier dialog of that name is forgotten.
    pub(crate) fn keep(&self, id: &str, answer: DialogAnswer) {
        let mut kept = self.lock();
        kept.retain(|(other, _)| other != id);
        if kept.len() >= MOST_ANSWERS {
            kept.pop_front();
        }
        kept.push_back((id.to_owned(), answer));
    }

    /// The dialog is asked anew.
    pub(crate) fn forget(&self, id: &str) {
        self.lock().retain(|(other, _)| other != id);
    }

    /// The answer, if it is kept.
    pub(crate) fn get(&self, id: &str) -> Option<DialogAnswer> {
        self.lock().iter().rev().find(|(other, _)| other == id).map(|(_, answer)| answer.clone())
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, DialogAnswer)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Feedback {
        Feedback { error: Some("no".to_owned()), ..Feedback::default() }
    }

    fn worked() -> Feedback {
        Feedback { ok: true, ..Feedback::default() }
    }

    #[test]
    fn the_first_success_counts_and_a_failure_only_when_nobody_is_left() {
        let asked = Renderings::default();
        let (name, mut reply) = asked.capture("a", "monitor-0/w", Some("r"), 2);
        assert!(asked.report(&name, "monitor-0/other", &worked()).is_none(), "another window's");
        assert!(asked.report(&name, "monitor-0/w", &failed()).is_none(), "the other page may do better");
        let settled = asked.report(&name, "monitor-0/w", &worked()).unwrap();
        assert!(settled.handed && settled.agent == "a" && settled.request_id.as_deref() == Some("r"));
        assert_eq!(reply.try_recv().unwrap(), worked());
        assert!(asked.report(&name, "monitor-0/w", &worked()).is_none(), "it is settled");
        let reply = asked.frame("a", "monitor-0/w", "r", 1);
        drop(reply);
        assert!(!asked.report("r", "monitor-0/w", &failed()).unwrap().handed, "nobody waits any more");
    }

    #[test]
    fn what_nobody_answers_is_bounded() {
        let asked = Renderings::default();
        for n in 0..MOST_RENDERINGS + 10 {
            drop(asked.frame("a", "monitor-0/w", &n.to_string(), 1));
        }
        assert_eq!(asked.lock().by_name.len(), MOST_RENDERINGS);
        assert!(asked.report("0", "monitor-0/w", &worked()).is_none());
    }

    #[test]
    fn answers_are_kept_for_a_while() {
        let answers = DialogAnswers::default();
        let answer = DialogAnswer { agent: "a".to_owned(), confirmed: true, remembered: false };
        for n in 0..=MOST_ANSWERS {
            answers.keep(&n.to_string(), answer.clone());
        }
        assert_eq!((answers.get("0"), answers.get("1")), (None, Some(answer)));
        answers.forget("1");
        assert_eq!(answers.get("1"), None);
    }
}
