//! Lists the apps in the data folder: each is a folder with an `app.json`. A broken one is listed with its error.

use std::path::Path;
use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use schemars::JsonSchema;
use serde::Serialize;

use crate::app_manifest::{Manifest, manifest};
use crate::app_state::AppState;
use crate::problem::Problem;
use crate::static_files::segment;

/// How many apps are listed.
const MOST: usize = 1000;

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
    /// Its display name.
    name: String,
    /// An emoji, or the path of a picture below the app's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    icon: Option<String>,
    /// Its purpose, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    /// The address to show in a frame.
    url: String,
    /// Why it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// `GET /api/apps`
pub(in crate::routes) async fn list(State(state): State<Arc<AppState>>) -> Result<Json<AppList>, Problem> {
    let folder = state.places.apps();
    let listed = tokio::task::spawn_blocking(move || read(&folder)).await;
    Ok(Json(AppList { apps: listed.map_err(|error| Problem::ours(&error))? }))
}

fn read(folder: &Path) -> Vec<App> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let named = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut ids: Vec<String> = named.filter(|id| segment(id).as_deref() == Some(id)).take(MOST).collect();
    ids.retain(|id| folder.join(id).is_dir());
    ids.sort_unstable();
    ids.into_iter().map(|id| app(folder, id)).collect()
}

fn app(folder: &Path, id: String) -> App {
    let url = |start: &str| format!("/apps/{id}/{start}");
    match manifest(&folder.join(&id).join("app.json")) {
        Ok(Manifest { name, icon, description, start, .. }) => {
            let start = start.unwrap_or_else(|| "index.html".to_owned());
            let error = (!start.split('/').all(|part| segment(part).as_deref() == Some(part)))
                .then(|| "`start` must be the path of a file below the app's folder".to_owned());
            let url = if error.is_some() { String::new() } else { url(&start) };
            App { name, icon, description, url, error, id }
        }
        Err(error) => {
            App { name: id.clone(), icon: None, description: None, url: String::new(), error: Some(error), id }
        }
    }
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
