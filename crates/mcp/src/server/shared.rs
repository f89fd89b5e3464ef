//! State shared by all sessions: the task service, the desktop's agents, the state of each client, the person's
//! options.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use desktop::agents::Agents;
use task::{Service, TaskError, Unreachable};

use super::clients::Clients;

/// The person's settings for outside agents.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The agents whose programs show questions to people: only their answers count as a person's.
    pub shows_questions: BTreeSet<String>,
}

/// State shared by all sessions.
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

    /// Returns the id of the requested phone: the default phone, or one of those listed. An agent cannot make us
    /// connect to an address that is not one of the person's phones.
    pub(super) async fn phone(&self, name: Option<&str>) -> Result<String, TaskError> {
        let Some(name) = name else { return self.service.phone_id(None).await };
        if !self.service.phones().await?.iter().any(|phone| phone.id == name) {
            let name: String = name.chars().filter(|c| !c.is_control()).take(60).collect();
            return Err(Unreachable(format!("there is no phone `{name}`; phone_list shows them")).into());
        }
        Ok(name.to_owned())
    }

    /// Records the beginning of a session of this agent.
    pub(super) fn session_begins(&self, agent: &str) {
        let mut sessions = self.sessions.lock().unwrap_or_else(PoisonError::into_inner);
        *sessions.entry(agent.to_owned()).or_default() += 1;
    }

    /// Records the end of a session of this agent. After its last one the agent is gone.
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

    /// Frees the phones and locks of an agent that is gone.
    pub(super) fn leaves(&self, agent: &str) {
        self.clients.forget(agent);
        let (agents, agent) = (Arc::clone(&self.agents), agent.to_owned());
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                if let Err(error) = agents.let_locks_fall(&agent).await {
                    tracing::warn!(%error, agent, "couldn't release its locks");
                }
            });
        }
    }
}
