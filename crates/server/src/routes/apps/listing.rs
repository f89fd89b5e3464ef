//! The apps in the data folder: each a folder with an `app.json`. A broken one is listed with what is wrong.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::disk;
use crate::app_state::AppState;
use crate::problem::Problem;

/// How many apps are listed.
const MOST: usize = 1000;
/// How long an `app.json` may be, in bytes.
const LONGEST: u64 = 64 << 10;
/// How long the title of an app's window may be, in characters.
const LONGEST_TITLE: usize = 120;

/// The apps.
#[derive(Serialize, JsonSchema)]
pub(in crate::routes) struct AppList {
    /// By id.
    apps: Vec<App>,
}

/// An app.
#[derive(Debug, PartialEq, Eq, Serialize, JsonSchema)]
struct App {
    /// The name of its folder.
    id: String,
    /// What people call it.
    name: String,
    /// An emoji, or the path of a picture below the app's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// What it is for, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The address to show in a frame.
    url: String,
    /// Why it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// What an `app.json` says. What else it says is the app's own.
#[derive(Deserialize)]
struct Manifest {
    name: String,
    #[serde(default)]
    icon: Option<String>,
    #[serde(default)]
    description: Option<String>,
    #[serde(default)]
    start: Option<String>,
    /// The agent that it speaks with in windows that people open.
    #[serde(default)]
    agent: Option<String>,
}

/// `GET /api/apps`
pub(in crate::routes) async fn list(State(state): State<Arc<AppState>>) -> Result<Json<AppList>, Problem> {
    let folder = state.places.apps();
    let listed = tokio::task::spawn_blocking(move || read(&folder)).await;
    Ok(Json(AppList { apps: listed.map_err(|error| Problem::ours(&error))? }))
}

/// The title of an app's window, if its `app.json` has a name: one line of at most [`LONGEST_TITLE`] characters.
pub(crate) async fn title_of(state: &AppState, id: &str) -> Option<String> {
    let Manifest { name, .. } = manifest_of(state, id).await?;
    let line = name.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let title: String = line.collect::<Vec<_>>().join(" ").chars().take(LONGEST_TITLE).collect();
    (!title.is_empty()).then_some(title)
}

/// Reads the `app.json` of one app.
async fn manifest_of(state: &AppState, id: &str) -> Option<Manifest> {
    let id = disk::segment(id).filter(|segment| segment == id)?;
    let path = state.places.apps().join(id).join("app.json");
    tokio::task::spawn_blocking(move || manifest(&path)).await.ok()?.ok()
}

/// The agent that an app names as its own, if that one was let in.
pub(crate) async fn agent_of(state: &AppState, id: &str) -> Option<String> {
    let named = manifest_of(state, id).await?.agent?;
    state.keys.agents().into_iter().map(|agent| agent.name).find(|name| *name == named)
}

fn read(folder: &Path) -> Vec<App> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut ids: Vec<String> = named.filter(|id| disk::segment(id).as_deref() == Some(id)).take(MOST).collect();
    ids.retain(|id| folder.join(id).is_dir());
    ids.sort_unstable();
    ids.into_iter().map(|id| app(folder, id)).collect()
}

fn app(folder: &Path, id: String) -> App {
    let url = |start: &str| format!("/apps/{id}/{start}");
    match manifest(&folder.join(&id).join("app.json")) {
        Ok(Manifest { name, icon, description, start, .. }) => {
            let start = start.unwrap_or_else(|| "index.html".to_owned());
            let error = (!start.split('/').all(|part| disk::segment(part).as_deref() == Some(part)))
                .then(|| "`start` must be the path of a file below the app's folder".to_owned());
            let url = if error.is_some() { String::new() } else { url(&start) };
            App { name, icon, description, url, error, id }
        }
        Err(error) => {
            App { name: id.clone(), icon: None, description: None, url: String::new(), error: Some(error), id }
        }
    }
}

fn manifest(path: &Path) -> Result<Manifest, String> {
    let length = std::fs::metadata(path).map_err(|error| format!("`app.json` cannot be read: {error}"))?.len();
    if length > LONGEST {
        return Err(format!("`app.json` must be at most {LONGEST} bytes long"));
    }
    let text = std::fs::read(path).map_err(|error| format!("`app.json` cannot be read: {error}"))?;
    serde_json::from_slice(&text).map_err(|error| format!("`app.json` is wrong: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn broken_apps_are_listed_with_what_is_wrong() {
        let folder = tempfile::tempdir().unwrap();
        let write = |id: &str, text: &str| {
            std::fs::create_dir(folder.path().join(id)).unwrap();
            std::fs::write(folder.path().join(id).join("app.json"), text).unwrap();
        };
        write("notes", r#"{"name":"Notes","icon":"📝"}"#);
        write("broken", "{");
        write("outside", r#"{"name":"X","start":"../../etc/passwd"}"#);
        write(".hidden", r#"{"name":"H"}"#);
        std::fs::create_dir(folder.path().join("empty")).unwrap();
        std::fs::write(folder.path().join("file"), "").unwrap();
        let apps = read(folder.path());
        let ids: Vec<(&str, bool)> = apps.iter().map(|app| (app.id.as_str(), app.error.is_some())).collect();
        assert_eq!(ids, [("broken", true), ("empty", true), ("notes", false), ("outside", true)]);
        assert_eq!(apps[2].url, "/apps/notes/index.html");
        assert!(read(Path::new("/no/such/folder")).is_empty());
    }
}
