//! `fingertip.toml`: what a person set, held against what there is, and where each value comes from.
//!
//! Read by every command that runs something. A key that is not known, or a value that makes no sense, stops
//! the command with file, line and column: half a configuration is worse than none. Keys of models are never
//! in it: `model::ModelConfig` names the environment variables that hold them, and those that a person typed in on the
//! desktop lie in a file of their own (`keys`). `edit` changes the file's text, `live` is the configuration of a
//! process that runs while it is changed.

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

pub(crate) use self::edit::{Edit, ModelEntry};
pub(crate) use self::live::{Change, LiveConfig};
pub(crate) use self::source::{Entry, entries};

/// The name of the file in the data folder.
pub(crate) const FILE: &str = "fingertip.toml";

/// How long the file may be. Nobody writes a megabyte of settings.
const MOST_BYTES: u64 = 1 << 20;

/// What a new file says.
pub(crate) const TEMPLATE: &str = include_str!("config/template.toml");

/// Everything that can be set.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    /// The model for tasks that name none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default_model: Option<String>,
    /// The models, by the names that people call them.
    pub(crate) models: BTreeMap<String, ModelConfig>,
    /// Phones that are reached by an address or a serial, besides those that the adb server lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) phones: Vec<String>,
    /// How tasks are run.
    pub(crate) executor: Settings,
    /// How the desktop is served.
    pub(crate) server: Serving,
    /// Other people's agents and tools.
    pub(crate) mcp: Mcp,
    /// The fleet that this machine belongs to.
    pub(crate) fleet: FleetConfig,
}

/// The fleet that this machine belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct FleetConfig {
    /// Its NATS server, or several with commas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats: Option<String>,
    /// A file with NATS credentials.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats_creds: Option<PathBuf>,
    /// Certificates of the authority that signed the server's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) nats_ca: Option<PathBuf>,
    /// How many tasks one submitter may have waiting and running.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) quota: Option<u64>,
    /// How many tasks of a pool may run at once, of each priority.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) concurrency: Option<i64>,
    /// For how many seconds a worker may be silent before others go on with its tasks; counts for whoever makes the fleet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) lease: Option<u64>,
}

/// Other people's agents and tools.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Mcp {
    /// The agents whose programs show questions to people: an answer there counts as the person's, but for what is
    /// always asked.
    pub(crate) shows_questions: BTreeSet<String>,
    /// Files with servers of tools, besides `mcp.json` in the data folder.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) files: Vec<PathBuf>,
    /// How many tokens of a prompt those tools may take.
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
    /// Where it listens.
    pub(crate) listen: String,
    /// Under which address others reach it, if that is another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) public_url: Option<String>,
    /// Whether it is served over TLS with a certificate that is made for this machine.
    pub(crate) tls: bool,
    /// The certificate to serve with instead, in PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// Its key, in PEM.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tls_key: Option<PathBuf>,
    /// What is called when a question waits for a person.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) webhook: Option<String>,
    /// How many seconds a question may wait before that.
    pub(crate) webhook_after: u32,
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
        }
    }
}

impl Config {
    /// Where the file of this data folder is.
    pub(crate) fn file(data: &Path) -> PathBuf {
        data.join(FILE)
    }

    /// What is set in this data folder; without a file, nothing is.
    pub(crate) fn load(data: &Path) -> Result<Self> {
        let mut config = match text(data)? {
            Some(text) => Self::read(&Self::file(data), &text)?,
            None => return Ok(Self::default()),
        };
        config.take_keys(&keys::load(data)?);
        Ok(config)
    }

    /// Gives each model the key that was typed in for it; an environment variable that is named goes first.
    fn take_keys(&mut self, stored: &model::StoredKeys) {
        for (name, model) in &mut self.models {
            model.stored_key = stored.get(name).filter(|_| model.key_env.is_none()).cloned();
        }
    }

    /// What a file of this text says.
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
            let known = if names.is_empty() { "there is none yet".to_owned() } else { names.join(", ") };
            bail!("`{}`: `default_model` is `{name}`, and there is no `[models.{name}]`: {known}", path.display());
        }
        Ok(config)
    }
}

/// What stands in the file, if there is one.
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

/// `; did you mean …`, where a name is not known and another is near. The message lists those that are:
/// ``unknown field `max_step`, expected one of `max_steps`, …``.
fn meant(message: &str) -> Option<String> {
    let mut names = message.strip_prefix("unknown field `")?.split('`').step_by(2);
    let unknown = names.next()?;
    let near = names.map(|name| (strsim::jaro_winkler(unknown, name), name)).filter(|(score, _)| *score >= 0.72);
    let (_, near) = near.max_by(|a, b| a.0.total_cmp(&b.0))?;
    Some(format!("; did you mean `{near}`?"))
}

/// `, line 3, column 7`, for a place in the text.
fn place(text: &str, at: usize) -> String {
    let (line, column) = line_and_column(text, at);
    format!(", line {line}, column {column}")
}

/// Both counted from 1, columns in characters.
fn line_and_column(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let begin = before.rfind('\n').map_or(0, |end| end + 1);
    (line, before.get(begin..).unwrap_or_default().chars().count() + 1)
}
