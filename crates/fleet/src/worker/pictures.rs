//! Pictures of tasks, for whoever looks later: put into the object store when a task is over here, never while it acts.
//!
//! They are redacted already. Their number is bounded; what the store has no room for stays in the worker's folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Inner;
use crate::error::FleetError;

/// How many pictures of a task are kept: the last ones say how it ended.
const MOST: usize = 20;
/// How many tasks are looked after at once.
pub(super) const AT_ONCE: usize = 2;
/// How many may wait for that. On a network that is slower than the phones, the pictures of the others stay here.
pub(super) const MOST_WAITING: usize = 100;

impl Inner {
    /// Puts the last pictures of a task into the store, some time.
    pub(super) fn keep_pictures(self: &Arc<Self>, task: &str) {
        let (Ok(folder), Some(pictures)) = (self.service.task_folder(task), self.fleet.pictures.clone()) else {
            return;
        };
        let Ok(place) = Arc::clone(&self.waiting_uploads).try_acquire_owned() else { return };
        let (inner, task) = (Arc::clone(self), task.to_owned());
        tokio::spawn(async move {
            let _place = place;
            let Ok(_turn) = inner.uploads.acquire().await else { return };
            for path in last_pictures(&folder.join("screenshots")).await {
                let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
                let put = async {
                    let bytes = tokio::fs::read(&path).await.map_err(FleetError::away)?;
                    let name = format!("{task}/{name}");
                    pictures.put(name.as_str(), &mut bytes.as_slice()).await.map_err(FleetError::away)
                };
                if let Err(error) = put.await {
                    tracing::debug!(task, %error, "its pictures stay where they are");
                    return;
                }
            }
        });
    }
}

async fn last_pictures(folder: &Path) -> Vec<PathBuf> {
    let mut paths = Vec::new();
    if let Ok(mut entries) = tokio::fs::read_dir(folder).await {
        while let Ok(Some(entry)) = entries.next_entry().await {
            paths.push(entry.path());
        }
    }
    paths.sort();
    paths.split_off(paths.len().saturating_sub(MOST))
}
