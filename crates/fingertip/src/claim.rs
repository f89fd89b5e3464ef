//! Claims a data folder for this command, or finds the process that owns it and already offers what the command needs.
//!
//! A person who starts two commands at once wants both: the second waits briefly for the first, and then reports who
//! owns the folder. It never takes a folder from another process.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use task::folder::{Folder, FolderError, Owner};
use tokio::time::{Instant, sleep};

/// How long to wait for the folder. An action on the built-in phone takes up to a few seconds; a process that holds the
/// folder longer runs a task, and the person should know.
const WAIT: Duration = Duration::from_secs(8);
/// The interval between two looks at the lock: short compared with an action, and cheap.
const EVERY: Duration = Duration::from_millis(25);

/// The result of a claim on a data folder.
pub(crate) enum Claim<T> {
    /// This process owns the folder until the value is dropped.
    Ours(Folder),
    /// Another process owns the folder and offers this.
    Theirs(T),
}

/// Takes the folder, or returns what its owner `offers` as soon as it does.
pub(crate) async fn claim<T>(data: &Path, offers: impl Fn(&Owner) -> Option<T>) -> Result<Claim<T>> {
    let deadline = Instant::now() + WAIT;
    loop {
        let error = match Folder::open(data) {
            Ok(folder) => return Ok(Claim::Ours(folder)),
            Err(error) => error,
        };
        let FolderError::Taken { owner, .. } = &error else { return Err(unusable(data, error)) };
        if let Some(offered) = offers(owner) {
            return Ok(Claim::Theirs(offered));
        }
        // A server does not end by itself, so waiting is pointless.
        if owner.url.is_some() || Instant::now() >= deadline {
            return Err(error.into());
        }
        sleep(EVERY).await;
    }
}

/// Takes the folder, regardless of its owner's services.
pub(crate) async fn own(data: &Path) -> Result<Folder> {
    match claim(data, |_| None::<std::convert::Infallible>).await? {
        Claim::Ours(folder) => Ok(folder),
        Claim::Theirs(never) => match never {},
    }
}

fn unusable(data: &Path, error: FolderError) -> anyhow::Error {
    let disk = matches!(error, FolderError::Disk { .. });
    let error = anyhow::Error::from(error);
    if !disk {
        return error;
    }
    let advice = "cannot be written; fix its permissions, or choose another with --data DIR";
    error.context(format!("the data folder `{}` {advice}", data.display()))
}
