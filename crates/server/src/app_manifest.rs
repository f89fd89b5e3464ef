//! The `app.json` of an app in the data folder: its name, its start page, and its agent.

use std::path::Path;

use serde::Deserialize;

use crate::app_state::AppState;
use crate::static_files::segment;

/// How long an `app.json` may be, in bytes.
const LONGEST: u64 = 64 << 10;
/// How long the title of an app's window may be, in characters.
const LONGEST_TITLE: usize = 120;

/// The fields of an `app.json`. All others are the app's own.
#[derive(Deserialize)]
pub(crate) struct Manifest {
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) icon: Option<String>,
    #[serde(default)]
    pub(crate) description: Option<String>,
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// Its agent in windows that people open.
    #[serde(default)]
    agent: Option<String>,
}

/// Reads one `app.json`, or returns what is wrong with it.
pub(crate) fn manifest(path: &Path) -> Result<Manifest, String> {
    let length = std::fs::metadata(path).map_err(|error| format!("cannot read `app.json`: {error}"))?.len();
    if length > LONGEST {
        return Err(format!("`app.json` must be at most {LONGEST} bytes long"));
    }
    let text = std::fs::read(path).map_err(|error| format!("cannot read `app.json`: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("`app.json` is invalid: {error}"))
}

/// Returns the title of an app's window, if its `app.json` has a name: one line of at most [`LONGEST_TITLE`]
/// characters.
pub(crate) async fn title_of(state: &AppState, id: &str) -> Option<String> {
    let Manifest { name, .. } = manifest_of(state, id).await?;
    let line = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let title: String = line.collect::<Vec<_>>().join(" ").chars().take(LONGEST_TITLE).collect();
    (!title.is_empty()).then_some(title)
}

/// Reads the `app.json` of one app.
async fn manifest_of(state: &AppState, id: &str) -> Option<Manifest> {
    let id = segment(id).filter(|segment| segment == id)?;
    let path = state.places.apps().join(id).join("app.json");
    tokio::task::spawn_blocking(move || manifest(&path)).await.ok()?.ok()
}

/// Returns the agent that an app names as its own, if that agent was let in.
pub(crate) async fn agent_of(state: &AppState, id: &str) -> Option<String> {
    let named = manifest_of(state, id).await?.agent?;
    state.keys.agents().into_iter().map(|agent| agent.name).find(|name| *name == named)
}
