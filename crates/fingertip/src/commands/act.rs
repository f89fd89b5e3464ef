//! `fingertip act`: sends one action to a phone by hand.

use std::process::ExitCode;

use action::json::Json;
use action::phone;
use anyhow::{Context, Result, bail};
use clap::Args;
use device::{Actuator, Observer, Pace};
use serde_json::json;

use crate::output;
use crate::phones::PhoneOptions;

/// Perform one action on a phone and print its effect
#[derive(Args)]
#[command(after_help = "\
The action must be valid as written; `fingertip schema agent-action` describes all of them. Prints one JSON object:
the action, and whether the screen changed.

Examples:
  fingertip act '{\"type\":\"tap\",\"x\":540,\"y\":1200}' --device sim
  fingertip act '{\"type\":\"open_app\",\"name\":\"Settings\"}'
  fingertip act '{\"type\":\"type\",\"text\":\"你好 👋\"}' --device 127.0.0.1:5555")]
pub(crate) struct Act {
    /// The action, as JSON
    action: String,
    /// Do not look at the screen before and after the action
    #[arg(long)]
    blind: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

impl Act {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let parsed = Json::strict(&self.action).context("cannot read the action")?;
        let action = match phone::strict(&parsed.value) {
            Ok(action) => action,
            Err(findings) => {
                let lines: Vec<String> = findings.iter().map(|finding| format!("  {finding}")).collect();
                bail!("not a valid action:\n{}\n(`fingertip normalize` fixes common mistakes)", lines.join("\n"));
            }
        };
        let done = self.which.with_phone(async |phone| {
            let before = if self.blind { None } else { Some(phone.device.snapshot().await?.picture) };
            let acted = phone.device.act(&action).await?;
            let settled = match &before {
                None => None,
                Some(before) => Some(phone.device.settle(Pace::after(&action), Some(before)).await?),
            };
            let effect = settled.as_ref().map(|settled| json!({"screen": settled.change, "rest": settled.rest}));
            Ok(json!({"action": action, "acted": acted, "effect": effect}))
        });
        let Some(done) = done.await? else { return Ok(ExitCode::from(130)) };
        output::line(done)?;
        Ok(ExitCode::SUCCESS)
    }
}
