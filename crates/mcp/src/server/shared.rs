//! What all sessions share: the task service, the desktop's agents, what is kept of each client, the person's options.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use desktop::agents::Agents;
use task::{Service, TaskError, Unreachable};

use super::clients::Clients;

/// What a person has said about the agents that come in here.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The agents whose programs show questions to people: only theirs count as answered by a person.
    pub shows_questions: BTreeSet<String>,
}

/// What all sessions share.
pub(super) struct Shared {
    pub(super) service: Arc<Service>,
    pub(super) agents: Arc<Agents>,
    pub(super) clients: Clients,
    pub(super) options: Options,
    /// How many sessions each agent has.
    sessions: Mutex<HashMap<String, usize>>,
}

impl Shared {
    pub(super) fn new(service: Arc<Service>, agents: Arc<Agents>, options: Options) -> Self {
        Self { service, agents, clients: Clients::default(), options, sessions: Mutex::default() }
    }

    /// The id of the phone that is meant: the usual one, or one of those that are listed. An agent has us call no
    /// address that is not one of the person's phones.
    pub(super) async fn phone(&self, name: Option<&str>) -> Result<String, TaskError> {
        let Some(name) = name else { return self.service.phone_id(None).await };
        if !self.service.phones().await?.iter().any(|phone| phone.id == name) {
            let name: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            return Err(Unreachable(format!("there is no phone `{name}`; phone_list has them")).into());
        }
        Ok(name.to_owned())
    }

    /// A session of this agent begins.
    pub(super) fn session_begins(&self, agent: &str) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        *sessions.entry(agent.to_owned()).or_default() += 1;
    }

    /// A session of this agent is over. After its last one the agent is gone.
    pub(super) fn session_ended(&self, agent: &str) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let left = sessions.get_mut(agent).map_or(0, |count| {
            *count = count.saturating_sub(1);
            *count
        });
        if left == 0 {
            sessions.remove(agent);
            drop(sessions);
            self.leaves(agent);
        }
    }

    /// The agent is gone: its phones are free, its locks fall.
    pub(super) fn leaves(&self, agent: &str) {
        self.clients.forget(agent);
        let (agents, agent) = (Arc::clone(&self.agents), agent.to_owned());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = agents.let_locks_fall(&agent).await {
                    tracing::warn!(%error, agent, "its locks did not fall");
                }
            });
        }
    }
}
