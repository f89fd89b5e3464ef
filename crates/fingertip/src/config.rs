//! `fingertip.toml`: reads the settings, checks them, and knows where each value comes from.
//!
//! Every command that runs something reads it. An unknown key or an invalid value stops the command with file, line and
//! column: half a configuration is worse than none. The keys of models are never in it: `model::ModelConfig` names the
//! environment variables that hold them, and keys that a person typed on the desktop are in their own file (`keys`).
//! `edit` changes the file's text, `live` is the configuration of a running process.

mod edit;
mod keys;
mod live;
mod source;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use agent::Settings;
use anyhow::{Context, Result, bail};
use model::ModelConfig;
use serde::{Deserialize, Serialize};
use task::retention::Retention;

use crate::telemetry::TelemetryConfig;

pub(crate) use self::edit::{Edit, ModelEntry};
pub(crate) use self::live::{Change, LiveConfig};
pub(crate) use self::source::{Entry, entries};

/// The name of the file in the data folder.
pub(crate) const FILE: &str = "fingertip.toml";

/// The largest file that is read. A real one is far below a megabyte.
const MOST_BYTES: u64 = 1 << 20;

/// The text of a new file.
pub(crate) const TEMPLATE: &str = include_str!("config/template.toml");

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// The model for tasks that name none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_model: Option<String>,
    /// The models by name.
    pub(crate) models: BTreeMap<String, ModelConfig>,
    /// Phones reached by address or serial, besides those that the adb server lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) phones: Vec<String>,
    /// How the executor runs tasks.
    pub(crate) executor: Settings,
    /// How the desktop is served.
    pub(crate) server: Serving,
    /// MCP clients and servers.
    pub(crate) mcp: Mcp,
    /// The fleet of this machine.
    pub(crate) fleet: FleetConfig,
    /// How long runs are kept.
    pub(crate) history: Retention,
    /// Traces and metrics for OpenTelemetry.
    pub(crate) telemetry: TelemetryConfig,
}

/// The fleet of this machine.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FleetConfig {
    /// The NATS server, or several separated by commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats: Option<String>,
    /// A file with NATS credentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats_creds: Option<PathBuf>,
    /// Certificates of the authority that signed the server's certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats_ca: Option<PathBuf>,
    /// How many tasks one submitter may have waiting and running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quota: Option<u64>,
    /// How many tasks of a pool may run at once, per priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) concurrency: Option<i64>,
    /// How many seconds a worker may be silent before others continue its tasks. The process that creates the fleet
    /// decides.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lease: Option<u64>,
}

/// MCP clients and servers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Mcp {
    /// The agents whose programs show questions to people. An answer there counts as the person's, except for questions
    /// that are always asked.
    pub(crate) shows_questions: BTreeSet<String>,
    /// Files with MCP servers, besides `mcp.json` in the data folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<PathBuf>,
    /// How many tokens of a prompt the servers' tools may take.
    pub(crate) tool_tokens: usize,
}

impl Default for Mcp {
    fn default() -> Self {
        Self { shows_questions: BTreeSet::new(), files: Vec::new(), tool_tokens: mcp::client::TOOL_TOKENS }
    }
}

/// How the desktop is served.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Serving {
    /// The address to listen on.
    pub(crate) listen: String,
    /// The address under which others reach it, if that differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) public_url: Option<String>,
    /// Whether it is served over TLS with a certificate generated for this machine.
    pub(crate) tls: bool,
    /// The certificate to use instead, in PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Its private key, in PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tls_key: Option<PathBuf>,
    /// The URL called when a question waits for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) webhook: Option<String>,
    /// How many seconds a question may wait before the call.
    pub(crate) webhook_after: u32,
    /// Whether the webhook may be on this machine or its network.
    pub(crate) webhook_private: bool,
}

impl Default for Serving {
    fn default() -> Self {
        Self {
            listen: "127.0.0.1:7717".to_owned(),
            public_url: None,
            tls: false,
            tls_cert: None,
            tls_key: None,
            webhook: None,
            webhook_after: 0,
            webhook_private: false,
        }
    }
}

impl Config {
    /// Returns the path of this data folder's file.
    pub(crate) fn file(data: &Path) -> PathBuf {
        data.join(FILE)
    }

    /// Loads the settings of this data folder; the defaults if there is no file.
    pub(crate) fn load(data: &Path) -> Result<Self> {
        let mut config = match text(data)? {
            Some(text) => Self::read(&Self::file(data), &text)?,
            None => return Ok(Self::default()),
        };
        config.take_keys(&keys::load(data)?);
        Ok(config)
    }

    /// Gives each model the key that was typed in for it. An environment variable that the file names takes precedence.
    fn take_keys(&mut self, stored: &model::StoredKeys) {
        for (name, model) in &mut self.models {
            model.stored_key = stored.get(name).filter(|_| model.key_env.is_none()).cloned();
        }
    }

    /// Reads the settings from this text.
    pub(crate) fn read(path: &Path, text: &str) -> Result<Self> {
        let config: Self = match toml::from_str(text) {
            Ok(config) => config,
            Err(error) => {
                let message = error.message().trim_end();
                let at = error.span().map(|span| source::key_place(text, message, span.start).unwrap_or(span.start));
                let place = at.map_or_else(String::new, |at| place(text, at));
                bail!("`{}`{place}: {message}{}", path.display(), meant(message).unwrap_or_default());
            }
        };
        if let Some(name) = &config.default_model
            && !config.models.contains_key(name)
        {
            let names: Vec<&str> = config.models.keys().map(String::as_str).collect();
            let known = if names.is_empty() { "none is configured yet".to_owned() } else { names.join(", ") };
            bail!("`{}`: `default_model` is `{name}`, but there is no `[models.{name}]`: {known}", path.display());
        }
        Ok(config)
    }
}

/// Returns the text of the file, if there is one.
pub(crate) fn text(data: &Path) -> Result<Option<String>> {
    let path = Config::file(data);
    let context = || format!("cannot read the configuration `{}`", path.display());
    match std::fs::metadata(&path) {
        Ok(found) if found.len() > MOST_BYTES => {
            bail!("the configuration `{}` has more than {MOST_BYTES} bytes", path.display())
        }
        Ok(_) => std::fs::read_to_string(&path).map(Some).with_context(context),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(context),
    }
}

/// Returns `; did you mean …` if a name is unknown and a known one is close. The message lists the known ones:
/// ``unknown field `max_step`, expected one of `max_steps`, …``.
fn meant(message: &str) -> Option<String> {
    let mut names = message.strip_prefix("unknown field `")?.split('`').step_by(2);
    let unknown = names.next()?;
    let near = names.map(|name| (strsim::jaro_winkler(unknown, name), name)).filter(|(score, _)| *score >= 0.72);
    let (_, near) = near.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(format!("; did you mean `{near}`?"))
}

/// Formats a position in the text as `, line 3, column 7`.
fn place(text: &str, at: usize) -> String {
    let (line, column) = line_and_column(text, at);
    format!(", line {line}, column {column}")
}

/// Returns line and column, both counted from 1; columns count characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before.get(begin..).unwrap_or_default().chars().count() + 1)
}
