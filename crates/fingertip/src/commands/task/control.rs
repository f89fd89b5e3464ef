//! `fingertip task pause`, `continue` and `cancel`: steer a task that a server runs.

use std::process::ExitCode;

use agent::StopReason;
use anyhow::{Result, bail};
use clap::Args;
use task::State;
use task::folder::Folder;

use super::find;
use crate::backend::Backend;
use crate::output;
use crate::phones::PhoneOptions;

/// Pause a task; it keeps its place, and its budgets stop counting
#[derive(Args)]
#[command(after_help = "Example:\n  fingertip task pause last")]
pub(super) struct Pause {
    /// The task's id, its beginning, or `last`
    id: String,
}

/// Continue a paused task, with a fresh look at the phone
#[derive(Args)]
#[command(after_help = "Example:\n  fingertip task continue last")]
pub(super) struct Continue {
    /// The task's id, its beginning, or `last`
    id: String,
}

/// Cancel a running or waiting task
#[derive(Args)]
#[command(after_help = "Example:\n  fingertip task cancel last")]
pub(super) struct Cancel {
    /// The task's id, its beginning, or `last`
    id: String,
}

impl Pause {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let id = find(&which.data()?, &self.id)?;
        server_of(which, &id, "paused", "type `pause` and Enter").await?.pause(&id).await?;
        output::hint(&format!("paused; `fingertip task continue {id}` continues it"));
        Ok(ExitCode::SUCCESS)
    }
}

impl Continue {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let id = find(&which.data()?, &self.id)?;
        server_of(which, &id, "continued", "type `continue` and Enter").await?.go_on(&id).await?;
        output::hint("continued");
        Ok(ExitCode::SUCCESS)
    }
}

impl Cancel {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let id = find(&which.data()?, &self.id)?;
        let server = server_of(which, &id, "cancelled", "press Ctrl+C").await?;
        server.stop(&id, StopReason::Cancel).await?;
        output::hint(&format!("cancelling; `fingertip task show {id}` shows its state"));
        Ok(ExitCode::SUCCESS)
    }
}

/// Returns the server that runs the task. A task in a terminal is controlled from that terminal.
async fn server_of(which: &PhoneOptions, id: &str, what: &str, there: &str) -> Result<Backend> {
    match Backend::look(which).await? {
        server @ Backend::Remote(_) => Ok(server),
        local @ Backend::InProcess(_) => {
            let state = local.show(id).await?.state;
            match Folder::owner(&which.data()?) {
                Some(owner) if matches!(state, State::Running | State::Paused) => {
                    bail!("the task runs in {owner}, in its own terminal: {there} there")
                }
                _ => bail!("the task `{id}` is not running, so it cannot be {what}"),
            }
        }
    }
}
