//! Bodies of the HTTP API that the page works with: what is set up, and what tasks, phones and choices look like.
//! The page's types are generated from these.

use action::schema::{Named, of};
use desktop::wire::{AgentList, Credential};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::permissions::ChoiceList;
use task::{DeviceList, Page, QuestionByLink, QuestionList};

/// How everything is set up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The models that can be asked.
    pub models: Vec<ListedModel>,
    /// The one that is asked when none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<String>,
    /// Phones that were added by their address.
    pub phones: Vec<String>,
    /// Whether a person confirms every plan.
    pub always_confirm: bool,
    /// What is called when a person is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
    /// Where other devices reach this server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Whether other devices reach it over TLS.
    pub tls: bool,
    /// The data folder.
    pub data: String,
    /// The file of settings.
    pub config: String,
    /// The version of the program.
    pub version: String,
}

/// A model that can be asked.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedModel {
    /// What it is called here.
    pub name: String,
    /// Where it is asked.
    pub base_url: String,
    /// What it is called there.
    pub model: String,
    /// How it writes actions; found out by itself if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Where its key comes from.
    pub key: KeySource,
}

/// Where a model's key comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum KeySource {
    /// There is none.
    None,
    /// From the environment.
    Environment,
    /// From the environment, where it is missing.
    Missing,
    /// From the data folder.
    Stored,
}

/// A model as a person enters it.
#[derive(Clone, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewModel {
    /// For trying one that is kept: what it is called here. Its key is used where none is entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Where it is asked: an OpenAI-compatible endpoint.
    pub base_url: String,
    /// What it is called there.
    pub model: String,
    /// How it writes actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Its key. It is kept in the data folder and never shown again; an empty text takes it away, and without one the
    /// key that is kept stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The environment variable that holds its key, instead of that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_env: Option<String>,
}

/// A phone as a person enters it.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NewPhone {
    /// Its serial, or `host:port`.
    pub address: String,
}

/// What came of trying something that was entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tried {
    /// Whether it works.
    pub ok: bool,
    /// What happened, and what to do next if it does not.
    pub message: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// What a person changes. What is absent stays; an empty text takes it away.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsChange {
    /// Whether a person confirms every plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always_confirm: Option<bool>,
    /// The model that is asked when none is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<String>,
    /// What is called when a person is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
}

/// The schemas from which the page's types are generated, in the manner of [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named { name: "settings", family: "http", about: "How everything is set up.", schema: of::<Settings> },
        Named {
            name: "settings-change",
            family: "http",
            about: "What a person changes.",
            schema: of::<SettingsChange>,
        },
        Named { name: "new-model", family: "http", about: "A model as a person enters it.", schema: of::<NewModel> },
        Named { name: "new-phone", family: "http", about: "A phone as a person enters it.", schema: of::<NewPhone> },
        Named { name: "tried", family: "http", about: "What came of trying something.", schema: of::<Tried> },
        Named { name: "task-page", family: "http", about: "Some of the tasks.", schema: of::<Page> },
        Named { name: "device-list", family: "http", about: "The phones.", schema: of::<DeviceList> },
        Named { name: "agent-list", family: "http", about: "The agents that were let in.", schema: of::<AgentList> },
        Named { name: "credential", family: "http", about: "An agent's way in.", schema: of::<Credential> },
        Named { name: "choice-list", family: "http", about: "What people had remembered.", schema: of::<ChoiceList> },
        Named { name: "question-list", family: "http", about: "What people are asked.", schema: of::<QuestionList> },
        Named {
            name: "question-by-link",
            family: "http",
            about: "The question that a link leads to.",
            schema: of::<QuestionByLink>,
        },
    ];
    NAMED
}
