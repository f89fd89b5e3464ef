//! Bodies of the HTTP API for the page: settings, tasks, phones, choices. The page's types are generated from these.

use action::schema::{Named, of};
use desktop::wire::{AgentList, Credential};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::permissions::ChoiceList;
use task::{DeviceList, Page, QuestionByLink, QuestionList};

/// The settings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The configured models.
    pub models: Vec<ListedModel>,
    /// The default model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<String>,
    /// Phones that were added by address.
    pub phones: Vec<String>,
    /// Whether a person confirms every plan.
    pub always_confirm: bool,
    /// The webhook that is called when a person is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
    /// The address of this server for other devices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub public_url: Option<String>,
    /// Whether other devices reach it over TLS.
    pub tls: bool,
    /// The data folder.
    pub data: String,
    /// The settings file.
    pub config: String,
    /// The version of the program.
    pub version: String,
}

/// A configured model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ListedModel {
    /// Its name here.
    pub name: String,
    /// The address of its endpoint.
    pub base_url: String,
    /// Its name at the endpoint.
    pub model: String,
    /// The dialect in which it writes actions; detected automatically if absent.
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
    /// For testing a saved model: its name here. Its key is used if none is entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The address of its OpenAI-compatible endpoint.
    pub base_url: String,
    /// Its name at the endpoint.
    pub model: String,
    /// The dialect in which it writes actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dialect: Option<String>,
    /// Its key. It is kept in the data folder and never shown again; an empty text removes it, and without one the
    /// saved key stays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// The environment variable that holds its key, instead of a key.
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

/// The result of testing an entry.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tried {
    /// Whether it works.
    pub ok: bool,
    /// The result in words, and what to do next if it failed.
    pub message: String,
    /// How long it took, in milliseconds.
    pub took_ms: u64,
}

/// A change of the settings. Absent fields stay; an empty text removes a value.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SettingsChange {
    /// Whether a person confirms every plan.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub always_confirm: Option<bool>,
    /// The default model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default_model: Option<String>,
    /// The webhook that is called when a person is needed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub webhook: Option<String>,
}

/// The schemas from which the page's types are generated, as in [`action::schema::named`].
pub fn named() -> &'static [Named] {
    const NAMED: &[Named] = &[
        Named { name: "settings", family: "http", about: "The settings.", schema: of::<Settings> },
        Named {
            name: "settings-change",
            family: "http",
            about: "A change of the settings.",
            schema: of::<SettingsChange>,
        },
        Named { name: "new-model", family: "http", about: "A model as a person enters it.", schema: of::<NewModel> },
        Named { name: "new-phone", family: "http", about: "A phone as a person enters it.", schema: of::<NewPhone> },
        Named { name: "tried", family: "http", about: "The result of testing an entry.", schema: of::<Tried> },
        Named { name: "task-page", family: "http", about: "Some of the tasks.", schema: of::<Page> },
        Named { name: "device-list", family: "http", about: "The phones.", schema: of::<DeviceList> },
        Named { name: "agent-list", family: "http", about: "The agents that were let in.", schema: of::<AgentList> },
        Named { name: "credential", family: "http", about: "An agent's credential.", schema: of::<Credential> },
        Named { name: "choice-list", family: "http", about: "The remembered choices.", schema: of::<ChoiceList> },
        Named { name: "question-list", family: "http", about: "The open questions.", schema: of::<QuestionList> },
        Named {
            name: "question-by-link",
            family: "http",
            about: "The question that a link leads to.",
            schema: of::<QuestionByLink>,
        },
    ];
    NAMED
}
