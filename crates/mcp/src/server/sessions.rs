//! The sessions of agents, bounded per agent and in total.
//!
//! Only versions before 2026-07-28 have sessions, and a client that vanishes leaves its own behind for hours. When an
//! agent opens one too many, its session that has been idle longest ends. Its client gets a 404 and starts a new one,
//! as the protocol requires. A session with a running call never ends this way: if all of them are busy, the new one is
//! refused with 503.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rmcp::transport::streamable_http_server::session::local::LocalSessionManager;
use rmcp::transport::streamable_http_server::session::{SessionId, SessionManager};

/// How many sessions one agent may have: more than a person has windows open.
const MOST_OF_AGENT: usize = 32;
/// How many sessions all agents may have.
const MOST: usize = 512;

/// The sessions.
pub(super) struct Sessions {
    manager: Arc<LocalSessionManager>,
    table: Arc<Mutex<Table>>,
}

/// There is no room for a session: all that would have to end are busy.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Full {
    /// How many there are.
    pub(super) sessions: usize,
}

impl Sessions {
    pub(super) fn new(manager: Arc<LocalSessionManager>) -> Self {
        Self { manager, table: Arc::default() }
    }

    /// Makes room for one more session of this agent.
    pub(super) async fn make_room(&self, agent: &str) -> Result<Opening, Full> {
        let live: HashSet<SessionId> = self.manager.sessions.read().await.keys().cloned().collect();
        let ends = {
            let mut table = lock(&self.table);
            table.sessions.retain(|id, _| live.contains(id));
            table.make_room(agent)?
        };
        let opening = Opening { table: Arc::clone(&self.table), agent: agent.to_owned() };
        for id in ends {
            tracing::info!(agent, "an idle MCP session ends to make room for a new one");
            if let Err(error) = self.manager.close_session(&id).await {
                tracing::warn!(%error, "couldn't end an idle MCP session");
            }
        }
        Ok(opening)
    }

    /// Records that a session is used; it is busy until the returned value is dropped.
    pub(super) fn used(&self, id: &str) -> Option<Busy> {
        let mut table = lock(&self.table);
        let now = table.tick();
        let session = table.sessions.get_mut(id)?;
        session.used = now;
        session.calls += 1;
        Some(Busy { table: Arc::clone(&self.table), id: id.into() })
    }
}

/// A place reserved for a session while it is opened.
pub(super) struct Opening {
    table: Arc<Mutex<Table>>,
    agent: String,
}

impl Opening {
    /// Records the open session under this id.
    pub(super) fn opened(self, id: &str) {
        let mut table = lock(&self.table);
        let used = table.tick();
        table.sessions.insert(id.into(), SessionEntry { agent: self.agent.clone(), used, calls: 0 });
    }
}

impl Drop for Opening {
    fn drop(&mut self) {
        let mut table = lock(&self.table);
        if let Some(place) = table.opening.iter().position(|agent| *agent == self.agent) {
            table.opening.swap_remove(place);
        }
    }
}

/// A running call of a session.
pub(super) struct Busy {
    table: Arc<Mutex<Table>>,
    id: SessionId,
}

impl Drop for Busy {
    fn drop(&mut self) {
        let mut table = lock(&self.table);
        let now = table.tick();
        if let Some(session) = table.sessions.get_mut(&self.id) {
            session.used = now;
            session.calls = session.calls.saturating_sub(1);
        }
    }
}

fn lock(table: &Mutex<Table>) -> MutexGuard<'_, Table> {
    table.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The bookkeeping of sessions. Pure: the caller ends the sessions that it returns.
#[derive(Default)]
struct Table {
    sessions: HashMap<SessionId, SessionEntry>,
    /// The agents whose sessions are being opened.
    opening: Vec<String>,
    /// Counts uses, to find the latest.
    uses: u64,
}

/// One session.
struct SessionEntry {
    agent: String,
    /// When it was last used.
    used: u64,
    /// How many calls are running.
    calls: usize,
}

impl Table {
    fn tick(&mut self) -> u64 {
        self.uses += 1;
        self.uses
    }

    /// Reserves a place for a session of this agent. Returns the sessions that must end for it, which are forgotten
    /// here.
    fn make_room(&mut self, agent: &str) -> Result<Vec<SessionId>, Full> {
        let mut ends = Vec::new();
        let own = self.sessions.values().filter(|session| session.agent == agent).count()
            + self.opening.iter().filter(|opening| *opening == agent).count();
        if own >= MOST_OF_AGENT {
            ends.push(self.end_idle(|session| session.agent == agent).ok_or(Full { sessions: own })?);
        }
        let all = self.sessions.len() + self.opening.len();
        if all >= MOST {
            ends.push(self.end_idle(|_| true).ok_or(Full { sessions: all })?);
        }
        self.opening.push(agent.to_owned());
        Ok(ends)
    }

    /// Forgets the one of these that has been idle longest.
    fn end_idle(&mut self, of: impl Fn(&SessionEntry) -> bool) -> Option<SessionId> {
        let idle = self.sessions.iter().filter(|(_, session)| session.calls == 0 && of(session));
        let oldest = idle.min_by_key(|(_, session)| session.used).map(|(id, _)| SessionId::clone(id))?;
        self.sessions.remove(&oldest);
        Some(oldest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Opens sessions of an agent without a server; returns those that ended.
    fn open(sessions: &Sessions, agent: &str, ids: impl Iterator<Item = String>) -> Vec<String> {
        let mut ended = Vec::new();
        for id in ids {
            ended.extend(lock(&sessions.table).make_room(agent).unwrap().iter().map(ToString::to_string));
            Opening { table: Arc::clone(&sessions.table), agent: agent.to_owned() }.opened(&id);
        }
        ended
    }

    fn named(agent: &str, count: usize) -> impl Iterator<Item = String> {
        (0..count).map(move |n| format!("{agent}{n}"))
    }

    #[test]
    fn the_session_that_was_idle_longest_ends_first() {
        let sessions = Sessions::new(Arc::default());
        assert!(open(&sessions, "a", named("a", MOST_OF_AGENT)).is_empty());
        assert!(open(&sessions, "b", named("b", 1)).is_empty(), "another agent has its own");
        // The first has a running call, the second was used last.
        let busy = sessions.used("a0").unwrap();
        drop(sessions.used("a1").unwrap());
        assert_eq!(open(&sessions, "a", ["next".to_owned()].into_iter()), ["a2"]);
        drop(busy);
        assert_eq!(
            open(&sessions, "a", named("more", MOST_OF_AGENT - 3)),
            named("a", MOST_OF_AGENT).skip(3).collect::<Vec<_>>()
        );
        assert_eq!(open(&sessions, "a", ["last".to_owned()].into_iter()), ["a1"]);
        assert!(sessions.used("a2").is_none() && sessions.used("b0").is_some());
    }

    #[test]
    fn where_all_are_busy_there_is_no_room() {
        let sessions = Sessions::new(Arc::default());
        open(&sessions, "a", named("a", MOST_OF_AGENT));
        let mut busy: Vec<Busy> = named("a", MOST_OF_AGENT).map(|id| sessions.used(&id).unwrap()).collect();
        assert_eq!(lock(&sessions.table).make_room("a"), Err(Full { sessions: MOST_OF_AGENT }));
        busy.pop();
        assert_eq!(open(&sessions, "a", ["next".to_owned()].into_iter()), [format!("a{}", MOST_OF_AGENT - 1)]);
        // All agents together.
        for agent in 0..MOST / MOST_OF_AGENT - 1 {
            assert!(open(&sessions, &format!("{agent}-"), named(&format!("{agent}-"), MOST_OF_AGENT)).is_empty());
        }
        assert_eq!(open(&sessions, "one more", ["x".to_owned()].into_iter()), ["next"]);
        assert_eq!(lock(&sessions.table).sessions.len(), MOST);
        assert!(lock(&sessions.table).opening.is_empty());
    }
}
