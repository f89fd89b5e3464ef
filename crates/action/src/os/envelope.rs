//! The fields that every action may carry besides its own, and batches of actions.
//!
//! In JSON these fields are beside `type`; in Rust they are once around the action.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize, Serializer};

use super::OsAction;
use super::id::{ID, MonitorId, WindowId};

/// The most actions in a batch.
pub const MAX_BATCH: usize = 10_000;

/// The fields of every action: its monitor, its sender, and the name for replies.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Envelope {
    /// The monitor it is meant for; the active one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monitor_id: Option<MonitorId>,
    /// The agent that sends it; must be the connection's own agent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = ID))]
    pub agent_id: Option<String>,
    /// A name of the sender's choice, returned with every answer to this action.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = ID))]
    pub request_id: Option<String>,
}

/// An action with its envelope, as it is sent.
//
// Locking and unlocking name their agent themselves. The envelope then names the same agent, so that the sender is
// always found in one place. It is written once.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
pub struct Addressed {
    /// The action.
    #[serde(flatten)]
    pub action: OsAction,
    /// The fields that it carries besides its own.
    #[serde(flatten)]
    pub envelope: Envelope,
}

impl Addressed {
    /// The monitor that the action names, in its window id or beside it; the former counts.
    pub fn monitor(&self) -> Option<MonitorId> {
        let scope = self.action.window_id().and_then(|id| WindowId::parse(id).ok()).and_then(|id| id.monitor);
        scope.or(self.envelope.monitor_id)
    }
}

impl From<OsAction> for Addressed {
    fn from(action: OsAction) -> Self {
        let agent_id = action.own_agent_id().map(str::to_owned);
        Self { action, envelope: Envelope { agent_id, ..Envelope::default() } }
    }
}

impl Serialize for Addressed {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        #[serde(rename_all = "camelCase")]
        struct Flat<'a> {
            #[serde(flatten)]
            action: &'a OsAction,
            #[serde(skip_serializing_if = "Option::is_none")]
            monitor_id: Option<MonitorId>,
            #[serde(skip_serializing_if = "Option::is_none")]
            agent_id: Option<&'a str>,
            #[serde(skip_serializing_if = "Option::is_none")]
            request_id: Option<&'a str>,
        }
        let Self { action, envelope } = self;
        let agent_id = if action.own_agent_id().is_some() { None } else { envelope.agent_id.as_deref() };
        let request_id = envelope.request_id.as_deref();
        Flat { action, monitor_id: envelope.monitor_id, agent_id, request_id }.serialize(serializer)
    }
}

/// Actions that are carried out together: all of them, or none.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Batch {
    /// The agent that sends them. A bare action has none: the receiver knows the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(required, regex(pattern = ID))]
    pub agent_id: Option<String>,
    /// The monitor for actions that name none; the active one if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub monitor_id: Option<MonitorId>,
    /// The actions, in order.
    #[schemars(length(max = MAX_BATCH))]
    pub actions: Vec<Addressed>,
}

impl Batch {
    /// Returns the monitor of one of its actions: the action's own, otherwise the batch's, otherwise none.
    pub fn monitor_of(&self, addressed: &Addressed) -> Option<MonitorId> {
        addressed.monitor().or(self.monitor_id)
    }
}

impl From<Addressed> for Batch {
    fn from(addressed: Addressed) -> Self {
        Self { agent_id: None, monitor_id: None, actions: vec![addressed] }
    }
}
