//! The state of each agent: the phones it holds, and the screens it was shown, by which it names elements.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use action::dialect::Size;
use task::Attached;
use task::device::Tree;

/// How many agents are kept at once; a further one replaces one that holds nothing.
const MOST: usize = 1000;

/// The agents that have called.
#[derive(Default)]
pub(super) struct Clients {
    known: Mutex<HashMap<String, Arc<Client>>>,
}

/// One agent.
#[derive(Default)]
pub(super) struct Client {
    /// The phones it holds, by their ids. Locked while one is taken, so that two calls do not both take a phone.
    pub(super) phones: tokio::sync::Mutex<BTreeMap<String, Arc<Attached>>>,
    shown: Mutex<BTreeMap<String, ShownScreen>>,
}

/// The sender of a request; the endpoint sets it on every request.
#[derive(Clone)]
pub(super) struct Agent(pub(super) String);

/// Marks a request of an open session. The end of that session is then the end of its agent.
#[derive(Clone, Copy)]
pub(super) struct InSession;

/// The last screen that an agent was shown of a phone.
#[derive(Clone)]
pub(super) struct ShownScreen {
    /// The number of the screen.
    pub(super) number: u64,
    pub(super) tree: Option<Arc<Tree>>,
    pub(super) size: Size,
}

impl Clients {
    pub(super) fn of(&self, agent: &str) -> Arc<Client> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST && !known.contains_key(agent) {
            known.retain(|_, client| Arc::strong_count(client) > 1 || client.holds_something());
        }
        Arc::clone(known.entry(agent.to_owned()).or_default())
    }

    /// Forgets an agent that has ended; its phones become free.
    pub(super) fn forget(&self, agent: &str) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).remove(agent);
    }
}

impl Client {
    /// Records the screen that an agent is shown, and returns the number by which it may refer to it.
    pub(super) fn show(&self, device: &str, tree: Option<Arc<Tree>>, size: Size) -> u64 {
        let mut shown = self.shown();
        let number = shown.get(device).map_or(1, |last| last.number + 1);
        shown.insert(device.to_owned(), ShownScreen { number, tree, size });
        number
    }

    pub(super) fn last_shown(&self, device: &str) -> Option<ShownScreen> {
        self.shown().get(device).cloned()
    }

    fn shown(&self) -> MutexGuard<'_, BTreeMap<String, ShownScreen>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn holds_something(&self) -> bool {
        self.phones.try_lock().map_or(true, |phones| phones.values().any(|phone| !phone.is_over()))
    }
}
