//! The way to the tasks of a data folder: the service in this process, or the server that owns the folder.
//!
//! `run`, `task` and `permissions` go through here and do not know which it is. With a server running they are
//! its clients; what they ask for is done there, and seen on the desktop.

mod here;
mod there;

use std::path::{Path, PathBuf};

use agent::StopReason;
use anyhow::{Context, Result};
use task::folder::{Folder, FolderError, Paths};
use task::{News, Page, Reply, Spec, View, Watching};

pub(crate) use self::here::Here;
pub(crate) use self::there::{Asked, Choice, There};
use crate::config::Config;
use crate::phones::Which;

/// The way to the tasks.
pub(crate) enum Way {
    /// In this process.
    Here(Here),
    /// At the server that owns the folder.
    There(There),
}

/// What happens to a task, as it happens.
pub(crate) enum Following {
    Here(Watching),
    There(there::Stream),
}

impl Way {
    /// The way for what changes something: the running server, else the folder, which is then ours.
    pub(crate) fn open(which: &Which, config: &Config) -> Result<Self> {
        let data = which.data()?;
        match There::find(&data)? {
            Some(server) => Ok(Self::There(server)),
            None => Ok(Self::Here(Here::open(Some(own(&data)?), &data, which, config)?)),
        }
    }

    /// The way for what only looks: nothing is made and nothing is taken.
    pub(crate) fn look(which: &Which) -> Result<Self> {
        let data = which.data()?;
        match There::find(&data)? {
            Some(server) => Ok(Self::There(server)),
            None => Ok(Self::Here(Here::open(None, &data, which, &Config::default())?)),
        }
    }

    pub(crate) async fn start(&self, spec: Spec) -> Result<String> {
        match self {
            Self::Here(here) => Ok(here.service.start(spec).await?),
            Self::There(there) => there.start(&spec).await,
        }
    }

    pub(crate) async fn resume(&self, id: &str, max_steps: Option<u32>) -> Result<()> {
        match self {
            Self::Here(here) => Ok(here.service.resume(id, max_steps).await?),
            Self::There(there) => there.resume(id, max_steps).await,
        }
    }

    /// Stops a task: as interrupted by this terminal, or as cancelled.
    pub(crate) async fn stop(&self, id: &str, reason: StopReason) -> Result<()> {
        match self {
            Self::Here(here) => Ok(here.service.stop(id, reason)?),
            Self::There(there) => there.cancel(id).await,
        }
    }

    pub(crate) async fn list(&self, limit: usize) -> Result<Page> {
        match self {
            Self::Here(here) => here.list(limit).await,
            Self::There(there) => there.list(limit).await,
        }
    }

    pub(crate) async fn show(&self, id: &str) -> Result<View> {
        match self {
            Self::Here(here) => here.show(id).await,
            Self::There(there) => there.show(id).await,
        }
    }

    pub(crate) async fn follow(&self, id: &str) -> Result<Following> {
        match self {
            Self::Here(here) => Ok(Following::Here(here.service.watch(id, None).await?)),
            Self::There(there) => Ok(Following::There(there.follow(id).await?)),
        }
    }

    pub(crate) async fn answer(&self, question: &str, reply: Reply) -> Result<()> {
        match self {
            Self::Here(here) => Ok(here.service.answer(question, reply)?),
            Self::There(there) => there.answer(question, reply).await,
        }
    }

    /// The questions that wait, as they can be answered from elsewhere: without a server nobody is there to.
    pub(crate) async fn asked(&self) -> Vec<Asked> {
        match self {
            Self::Here(_) => Vec::new(),
            Self::There(there) => there.asked().await.unwrap_or_default(),
        }
    }

    /// Where people answer besides this terminal.
    pub(crate) fn desktop(&self) -> Option<&str> {
        match self {
            Self::Here(_) => None,
            Self::There(there) => Some(&there.url),
        }
    }

    /// Ends what runs here, and keeps the built-in phone.
    pub(crate) async fn close(self) -> Result<()> {
        match self {
            Self::Here(here) => here.close().await,
            Self::There(_) => Ok(()),
        }
    }
}

impl Following {
    /// The next news; nothing when the task is over.
    pub(crate) async fn next(&mut self) -> Result<Option<News>> {
        match self {
            Self::Here(watching) => Ok(watching.next().await),
            Self::There(stream) => stream.next().await,
        }
    }
}

/// Makes the data folder ours.
pub(crate) fn own(data: &Path) -> Result<Folder> {
    Folder::open(data).map_err(|error| {
        let disk = matches!(error, FolderError::Disk { .. });
        let error = anyhow::Error::from(error);
        let advice = || {
            format!(
                "the data folder `{}` cannot be written; mend that, or name another with --data DIR",
                data.display()
            )
        };
        if disk { error.context(advice()) } else { error }
    })
}

/// The folder of a task, whether it exists or not: nothing in the name leads elsewhere.
pub(crate) fn task_folder(data: &Path, id: &str) -> Result<PathBuf> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    (!id.is_empty() && id.len() <= 64 && id.bytes().all(plain))
        .then(|| Paths::new(data).tasks().join(id))
        .with_context(|| format!("`{}` is no name of a task; `fingertip task list` has them", plain_text(id)))
}

fn plain_text(text: &str) -> String {
    crate::terminal::plain(text, 80)
}
