//! Uploads pictures of tasks for viewers: the last ones when a task is over here, and the one that a question refers to
//! when it is asked. Never while a task acts.
//!
//! They are already redacted. Their number is bounded; pictures for which the store has no room stay in the worker's
//! folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use async_nats::jetstream::object_store::ObjectStore;

use super::Inner;
use crate::error::FleetError;

/// How many pictures of a task are kept: the last ones show how it ended.
const MOST: usize = 20;
/// How many tasks are uploaded at once.
pub(super) const AT_ONCE: usize = 2;
/// How many may wait for that. On a network slower than the phones, the pictures of further tasks stay here.
pub(super) const MOST_WAITING: usize = 100;

impl Inner {
    /// Uploads the last pictures of a task, eventually.
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
                if let Err(error) = put(&pictures, &task, &path).await {
                    tracing::debug!(task, %error, "couldn't upload its pictures");
                    return;
                }
            }
        });
    }

    /// Uploads the picture of a question at once, because a person elsewhere looks at it.
    pub(super) fn keep_picture(self: &Arc<Self>, task: &str, number: u64) {
        let (Ok(path), Some(pictures)) = (self.service.screenshot(task, number), self.fleet.pictures.clone()) else {
            return;
        };
        let Ok(place) = Arc::clone(&self.waiting_uploads).try_acquire_owned() else { return };
        let task = task.to_owned();
        tokio::spawn(async move {
            let _place = place;
            if let Err(error) = put(&pictures, &task, &path).await {
                tracing::debug!(task, %error, "couldn't upload the picture of its question");
            }
        });
    }
}

/// Uploads one picture, under its task and its own name.
async fn put(pictures: &ObjectStore, task: &str, path: &Path) -> Result<(), FleetError> {
    let Some(name) = path.file_name().and_then(|name| name.to_str()) else { return Ok(()) };
    let bytes = tokio::fs::read(path).await.map_err(FleetError::away)?;
    let put = pictures.put(format!("{task}/{name}").as_str(), &mut bytes.as_slice()).await;
    put.map(drop).map_err(FleetError::away)
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
