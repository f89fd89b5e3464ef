//! Bodies of the desktop's HTTP requests other than agents' actions: shared by the server, the commands that are its
//! clients, and the API description.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A page's request to log in.
#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Login {
    /// The owner's token, from the address that `fingertip serve` printed.
    pub token: String,
}

/// A new agent.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewAgent {
    /// Its name, by which people and other agents know it.
    #[schemars(length(min = 1, max = 128), regex(pattern = r"^[^\u0000-\u001f\u007f-\u009f]+$"))]
    pub name: String,
}

/// An agent's credential.
#[derive(Serialize, Deserialize, JsonSchema)]
pub struct Credential {
    /// Its name.
    pub name: String,
    /// The token for `Authorization: Bearer TOKEN`. Only its hash is stored.
    pub token: String,
}

/// A registered agent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[schemars(rename = "Agent")]
pub struct ListedAgent {
    /// Its name.
    pub name: String,
    /// When it was added, in milliseconds since 1970.
    pub added: u64,
    /// Whether it is connected now: it listens for messages, or waits for an answer.
    #[serde(default)]
    pub connected: bool,
}

/// The registered agents.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct AgentList {
    /// In the order in which they were added.
    pub agents: Vec<ListedAgent>,
}

/// Reports that a press in a window is done.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PressDone {
    /// The window, as the `COMPONENT_ACTION` named it.
    pub key: String,
}
