//! `fingertip task undo`: undoes what a task did.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::find;
use crate::backend::Backend;
use crate::commands::run::{exit_code, finish};
use crate::config::Config;
use crate::output;
use crate::phones::PhoneOptions;
use crate::signals::Signals;
use crate::terminal::Showing;

/// Undo what a task did: switches, levels, alarms, events, or what the app can still undo
#[derive(Args)]
#[command(after_help = "\
A task that was planned from words knows its way back: a new task switches back what it switched, and so on, with the
same checks. Otherwise looks for the app's own offer to undo on the phone's screen (`fingertip task show ID` shows
whether there was one), and presses it only if it is still there and still the same.

Example:
  fingertip task undo last")]
pub(super) struct Undo {
    /// The task's id, its beginning, or `last`
    id: String,
}

impl Undo {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let config = Config::load(&data)?;
        let backend = tokio::select! {
            opened = Backend::open(which, &config) => opened?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        match backend.undo(&id).await {
            Ok(Some(task)) => {
                let ended = finish(backend, &task, &data, Showing::default(), false, &mut signals).await?;
                return Ok(exit_code(ended.status));
            }
            undone => {
                backend.close().await?;
                undone?;
            }
        }
        output::hint("pressed the app's undo; check the phone to see that it worked");
        Ok(ExitCode::SUCCESS)
    }
}
