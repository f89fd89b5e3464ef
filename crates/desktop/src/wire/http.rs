//! Bodies of the desktop's HTTP requests that are not an agent's actions: one type for the server, for commands
//! that are its clients, and for the description of the API.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What a page sends to be let in.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The owner's token, from the address that `fingertip serve` printed.
    pub token: String,
}

/// Who is to be let in.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAgent {
    /// Its name, by which people and other agents know it.
    #[schemars(length(min = 1, max = 128), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    pub name: String,
}

/// An agent's way in.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Credential {
    /// Its name.
    pub name: String,
    /// What it sends as `Authorization: Bearer TOKEN`. Only its hash is kept.
    pub token: String,
}

/// An agent that was let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Agent")]
pub struct ListedAgent {
    /// Its name.
    pub name: String,
    /// When it was let in, in milliseconds since 1970.
    pub added: u64,
    /// Whether it is there now: it listens to what people say, or waits for an answer.
    #[serde(default)]
    pub connected: bool,
}

/// The agents that were let in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentList {
    /// In the order in which they were let in.
    pub agents: Vec<ListedAgent>,
}

/// Where something was pressed that is done.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PressDone {
    /// The window, as the `COMPONENT_ACTION` named it.
    pub key: String,
}
