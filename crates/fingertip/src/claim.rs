//! Whose a data folder is: this command's, or that of a process that already does what the command needs.
//!
//! Two commands at once are two that the person started: the second waits a little for the first, and then says
//! who holds the folder. It never takes a folder from anybody.

use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use task::folder::{Folder, FolderError, Owner};
use tokio::time::{Instant, sleep};

/// How long the folder is waited for. An action on the built-in phone takes up to some seconds; whatever holds
/// the folder longer is a task, and the person wants to know.
const WAIT: Duration = Duration::from_secs(8);
/// How long between two looks at the lock: short beside an action, and cheap.
const EVERY: Duration = Duration::from_millis(25);

/// Whose a data folder is.
pub(crate) enum Claim<T> {
    /// Ours, until it is dropped.
    Ours(Folder),
    /// That of a process which offers what is needed.
    Theirs(T),
}

/// Takes the folder; or what its owner `offers`, as soon as it does.
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
        // A server does not end by itself.
        if owner.url.is_some() || Instant::now() >= deadline {
            return Err(error.into());
        }
        sleep(EVERY).await;
    }
}

/// Takes the folder, whatever its owner offers.
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
    let advice = "cannot be written; mend that, or name another with --data DIR";
    error.context(format!("the data folder `{}` {advice}", data.display()))
}
