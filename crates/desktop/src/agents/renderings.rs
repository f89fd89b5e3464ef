//! Requests to pages to draw or load a window, and their waiters.

use std::collections::{HashMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::wire::Rendering;

/// How many requests to pages are remembered.
const MOST_RENDERINGS: usize = 4096;

#[derive(Debug)]
struct Waiting {
    agent: String,
    request_id: Option<String>,
    /// How many pages may still answer.
    pages: usize,
    reply: Option<oneshot::Sender<Rendering>>,
}

/// A page's answer that settled a request.
pub(super) struct Settled {
    /// The agent that asked.
    pub(super) agent: String,
    /// The agent's id for the request.
    pub(super) request_id: Option<String>,
    /// Whether a waiter received it.
    pub(super) handed: bool,
}

/// The pending requests, by agent and id.
#[derive(Debug, Default)]
struct PendingRequests {
    by_name: HashMap<(String, String), Waiting>,
    order: VecDeque<(String, String)>,
    count: u64,
}

/// The requests to pages that are not settled.
#[derive(Debug, Default)]
pub(super) struct Renderings(Mutex<PendingRequests>);

impl Renderings {
    /// Registers a request to draw the window `key`. Returns the id under which pages answer, and the answer.
    pub(super) fn capture(
        &self,
        agent: &str,
        key: &str,
        request_id: Option<&str>,
        pages: usize,
    ) -> (String, oneshot::Receiver<Rendering>) {
        let mut asked = self.lock();
        asked.count += 1;
        let name = format!("capture-{}", asked.count);
        let reply = asked.add(&name, key, agent, request_id, pages);
        (name, reply)
    }

    /// Registers a request to report how the frame in the window `key` loads.
    pub(super) fn frame(&self, agent: &str, key: &str, request_id: &str, pages: usize) -> oneshot::Receiver<Rendering> {
        self.lock().add(request_id, key, agent, Some(request_id), pages)
    }

    /// Records a page's answer. The first success counts; a failure counts only if no other page is left.
    pub(super) fn report(&self, name: &str, key: &str, rendering: &Rendering) -> Option<Settled> {
        let mut asked = self.lock();
        let place = (name.to_owned(), key.to_owned());
        let waiting = asked.by_name.get_mut(&place)?;
        if !rendering.ok && waiting.pages > 1 {
            waiting.pages -= 1;
            return None;
        }
        let Waiting { agent, request_id, reply, .. } = asked.by_name.remove(&place)?;
        asked.order.retain(|other| *other != place);
        let handed = reply.is_some_and(|reply| reply.send(rendering.clone()).is_ok());
        Some(Settled { agent, request_id, handed })
    }

    fn lock(&self) -> MutexGuard<'_, PendingRequests> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl PendingRequests {
    fn add(
        &mut self,
        name: &str,
        key: &str,
        agent: &str,
        request_id: Option<&str>,
        pages: usize,
    ) -> oneshot::Receiver<Rendering> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn failed() -> Rendering {
        Rendering { error: Some("no".to_owned()), ..Rendering::default() }
    }

    fn worked() -> Rendering {
        Rendering { ok: true, ..Rendering::default() }
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
}
