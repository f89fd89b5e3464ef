//! `fingertip task resume`: continues an unfinished task.

use std::process::ExitCode;

use anyhow::Result;
use clap::Args;

use super::find;
use crate::backend::Backend;
use crate::commands::run::{exit_code, finish, not_started};
use crate::config::Config;
use crate::phones::PhoneOptions;
use crate::signals::Signals;
use crate::terminal::Showing;

/// Resume an unfinished task, with the phone as it is now
#[derive(Args)]
#[command(after_help = "\
Checks first whether the last action was already sent, and never blindly sends it twice. Exit codes as for
`fingertip run`.

Example:
  fingertip task resume 20260729T141502123Z-4k9dz2m7 --max-steps 80")]
pub(super) struct Resume {
    /// The task's id, its beginning, or `last`
    id: String,
    /// The most steps altogether; as before, if absent
    #[arg(long, value_name = "N")]
    max_steps: Option<u32>,
    #[command(flatten)]
    showing: Showing,
    /// Print one JSON object on stdout at the end
    #[arg(long)]
    json: bool,
}

impl Resume {
    pub(super) async fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let config = Config::load(&data)?;
        let backend = tokio::select! {
            opened = Backend::open(which, &config) => opened?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        let resumed = tokio::select! {
            resumed = backend.resume(&id, self.max_steps) => resumed.map(Some),
            () = signals.next() => Ok(None),
        };
        if !matches!(resumed, Ok(Some(()))) {
            return not_started(backend, resumed.map(drop)).await;
        }
        let ended = finish(backend, &id, &data, self.showing, self.json, &mut signals).await?;
        Ok(exit_code(ended.status))
    }
}
