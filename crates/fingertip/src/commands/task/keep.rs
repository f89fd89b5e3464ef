//! `fingertip task keep`: pins a task, so that it is never deleted.

use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde_json::json;
use task::retention::pin;

use super::find;
use crate::backend::task_folder;
use crate::output;
use crate::phones::PhoneOptions;

/// Keep a task for good, whatever `[history]` in the configuration says
#[derive(Args)]
#[command(after_help = "Examples:\n  fingertip task keep last\n  fingertip task keep last --off")]
pub(super) struct Keep {
    /// The task's id, its beginning, or `last`
    id: String,
    /// Do not keep it any longer
    #[arg(long)]
    off: bool,
    /// Print JSON: {"task", "kept"}
    #[arg(long)]
    json: bool,
}

impl Keep {
    pub(super) fn run(self, which: &PhoneOptions) -> Result<ExitCode> {
        let data = which.data()?;
        let id = find(&data, &self.id)?;
        let folder = task_folder(&data, &id)?;
        if !folder.is_dir() {
            bail!("there is no task `{id}` in this data folder; `fingertip task list` shows all tasks");
        }
        pin(&folder, !self.off).with_context(|| format!("cannot write in `{}`", folder.display()))?;
        if self.json {
            output::json(&json!({"task": id, "kept": !self.off}))?;
            return Ok(ExitCode::SUCCESS);
        }
        output::hint(&match self.off {
            false => format!("`{id}` is kept for good"),
            true => format!("`{id}` is kept as long as `[history]` says"),
        });
        Ok(ExitCode::SUCCESS)
    }
}
