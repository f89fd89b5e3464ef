//! Tracks which agents have a request under way. An agent that waits for a dialog's answer is as present as one that
//! listens for events.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many requests of each agent are under way; agents without any are absent.
#[derive(Debug, Default)]
pub(crate) struct Presence(Mutex<HashMap<String, usize>>);

impl Presence {
    /// Begins a request of this agent; it ends when the returned value is dropped.
    pub(crate) fn enter(self: &Arc<Self>, agent: &str) -> Present {
        *self.requests().entry(agent.to_owned()).or_default() += 1;
        Present { presence: Arc::clone(self), agent: agent.to_owned() }
    }

    /// Whether a request of this agent is under way.
    pub(crate) fn is_present(&self, agent: &str) -> bool {
        self.requests().contains_key(agent)
    }

    fn requests(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A request under way.
pub(crate) struct Present {
    presence: Arc<Presence>,
    agent: String,
}

impl Drop for Present {
    fn drop(&mut self) {
        let mut requests = self.presence.requests();
        if let Some(count) = requests.get_mut(&self.agent) {
            *count = count.saturating_sub(1);
            if *count == 0 {
                requests.remove(&self.agent);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agent_is_there_until_its_last_request_ends() {
        let presence = Arc::new(Presence::default());
        let (first, second) = (presence.enter("a"), presence.enter("a"));
        drop(first);
        assert!(presence.is_present("a") && !presence.is_present("b"));
        drop(second);
        assert!(!presence.is_present("a") && presence.requests().is_empty());
    }
}
