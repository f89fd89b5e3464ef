//! The task service that a command talks to: one in this process, or the server that owns the data folder.
//!
//! `run`, `task` and `permissions` use [`Backend`] and do not know which of the two it is. If a server is running, they
//! are its clients: the work happens there and shows on the desktop.

mod in_process;
mod remote;

use std::path::{Path, PathBuf};

use agent::StopReason;
use anyhow::{Context, Result};
use task::folder::{Folder, Paths};
use task::retention::{PruneReport, Retention};
use task::{LinkedQuestion, ListFilter, News, Page, Reply, Spec, View, Watching};

pub(crate) use self::in_process::InProcess;
pub(crate) use self::remote::Remote;
use crate::claim::{Claim, claim};
use crate::config::Config;
use crate::phones::PhoneOptions;

/// The task service of a data folder.
pub(crate) enum Backend {
    /// In this process.
    InProcess(InProcess),
    /// At the server that owns the folder.
    Remote(Remote),
}

/// The events of one task, as they happen.
pub(crate) enum Events {
    InProcess(Watching),
    Remote(Box<remote::Stream>),
}

impl Backend {
    /// Opens the service to change something: at the running server, or else in this process, which then owns the
    /// folder.
    pub(crate) async fn open(which: &PhoneOptions, config: &Config) -> Result<Self> {
        let data = which.data()?;
        match claim(&data, |owner| owner.url.clone().zip(owner.secret.clone())).await? {
            Claim::Theirs((url, secret)) => Ok(Self::Remote(Remote::new(url, secret, &data)?)),
            Claim::Ours(folder) => {
                crate::private::keep_from_others();
                Ok(Self::InProcess(InProcess::open(Some(folder), &data, which, config).await?))
            }
        }
    }

    /// Opens the service read-only: creates nothing and takes no lock.
    pub(crate) async fn look(which: &PhoneOptions) -> Result<Self> {
        let data = which.data()?;
        match Folder::owner(&data).and_then(|owner| owner.url.zip(owner.secret)) {
            Some((url, secret)) => Ok(Self::Remote(Remote::new(url, secret, &data)?)),
            None => Ok(Self::InProcess(InProcess::open(None, &data, which, &Config::default()).await?)),
        }
    }

    pub(crate) async fn start(&self, spec: Spec) -> Result<String> {
        match self {
            Self::InProcess(local) => Ok(local.service.start(spec).await?),
            Self::Remote(server) => server.start(spec).await,
        }
    }

    pub(crate) async fn resume(&self, id: &str, max_steps: Option<u32>) -> Result<()> {
        match self {
            Self::InProcess(local) => Ok(local.service.resume(id, max_steps).await?),
            Self::Remote(server) => server.resume(id, max_steps).await,
        }
    }

    /// Stops a task, recorded as interrupted by this terminal or as cancelled.
    pub(crate) async fn stop(&self, id: &str, reason: StopReason) -> Result<()> {
        match self {
            Self::InProcess(local) => Ok(local.service.stop(id, reason)?),
            Self::Remote(server) => server.cancel(id).await,
        }
    }

    /// Pauses a running task.
    pub(crate) async fn pause(&self, id: &str) -> Result<()> {
        match self {
            Self::InProcess(local) => Ok(local.service.pause(id)?),
            Self::Remote(server) => server.pause(id).await,
        }
    }

    /// Undoes a task. Returns the id of the task that does it, or `None` if the app's button was pressed.
    pub(crate) async fn undo(&self, id: &str) -> Result<Option<String>> {
        match self {
            Self::InProcess(local) => Ok(local.service.undo(id).await?),
            Self::Remote(server) => server.undo(id).await,
        }
    }

    /// Continues a paused task.
    pub(crate) async fn go_on(&self, id: &str) -> Result<()> {
        match self {
            Self::InProcess(local) => Ok(local.service.go_on(id).await?),
            Self::Remote(server) => server.go_on(id).await,
        }
    }

    pub(crate) async fn list(&self, limit: usize, filter: ListFilter) -> Result<Page> {
        match self {
            Self::InProcess(local) => local.list(limit, filter).await,
            Self::Remote(server) => server.list(limit, &filter).await,
        }
    }

    pub(crate) async fn show(&self, id: &str) -> Result<View> {
        match self {
            Self::InProcess(local) => local.show(id).await,
            Self::Remote(server) => server.show(id).await,
        }
    }

    /// Deletes old runs, or says which ones would go.
    pub(crate) async fn prune(&self, rules: Retention, dry_run: bool) -> Result<PruneReport> {
        match self {
            Self::InProcess(local) => Ok(local.service.prune(rules, dry_run).await?),
            Self::Remote(server) => server.prune(rules, dry_run).await,
        }
    }

    /// Deletes old runs at the end of a command, by the rules of the configuration: those that an earlier command
    /// announced. Returns what to tell the person. A server does this by itself.
    pub(crate) async fn prune_in_passing(&self) -> Result<Vec<String>> {
        match self {
            Self::InProcess(local) => local.prune_in_passing().await,
            Self::Remote(_) => Ok(Vec::new()),
        }
    }

    pub(crate) async fn events(&self, id: &str) -> Result<Events> {
        match self {
            Self::InProcess(local) => Ok(Events::InProcess(local.service.watch(id, None).await?)),
            Self::Remote(server) => Ok(Events::Remote(Box::new(server.events(id).await?))),
        }
    }

    pub(crate) async fn answer(&self, question: &str, reply: Reply) -> Result<()> {
        match self {
            Self::InProcess(local) => Ok(local.service.answer(question, reply)?),
            Self::Remote(server) => server.answer(question, reply).await,
        }
    }

    /// Returns the waiting questions with the links that answer them from another device; empty without a server.
    pub(crate) async fn questions(&self) -> Vec<LinkedQuestion> {
        match self {
            Self::InProcess(_) => Vec::new(),
            Self::Remote(server) => server.questions().await.unwrap_or_default(),
        }
    }

    /// Returns the desktop's address, where people can answer besides this terminal.
    pub(crate) fn desktop(&self) -> Option<&str> {
        match self {
            Self::InProcess(_) => None,
            Self::Remote(server) => Some(&server.url),
        }
    }

    /// Stops the tasks in this process and saves the built-in phone.
    pub(crate) async fn close(self) -> Result<()> {
        match self {
            Self::InProcess(local) => local.close().await,
            Self::Remote(_) => Ok(()),
        }
    }
}

impl Events {
    /// Returns the next event; `None` when the task is over.
    pub(crate) async fn next(&mut self) -> Result<Option<News>> {
        match self {
            Self::InProcess(watching) => Ok(watching.next().await),
            Self::Remote(stream) => stream.next().await,
        }
    }
}

/// Returns the folder of a task, whether it exists or not. Rejects names that lead out of the data folder.
pub(crate) fn task_folder(data: &Path, id: &str) -> Result<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (!id.is_empty() && id.len() <= 64 && id.bytes().all(plain))
        .then(|| Paths::new(data).tasks().join(id))
        .with_context(|| format!("`{}` is not a task id; `fingertip task list` lists them", plain_text(id)))
}

fn plain_text(text: &str) -> String {
    crate::plain_text::plain(text, 80)
}
