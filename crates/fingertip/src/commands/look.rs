//! `fingertip screenshot` and `fingertip tree`: print a phone's screen.

mod dump_file;
mod tree;
mod verdicts;

use std::io::IsTerminal;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;
use device::Observer;
use serde_json::json;

pub(super) use self::dump_file::tree as read_tree;
pub(crate) use self::tree::PrintTree;
pub(super) use self::tree::{as_json, readable};
use crate::output;
use crate::phones::PhoneOptions;

/// Take a screenshot of a phone, as PNG
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip screenshot screen.png --device sim
  fingertip screenshot > screen.png
  fingertip screenshot --json | jq -r .currentApp")]
pub(crate) struct Screenshot {
    /// The file to write; standard output if absent
    file: Option<PathBuf>,
    /// Print JSON on standard output: {"deviceId", "currentApp", "width", "height", "screenshotBase64", "capturedAt"};
    /// with FILE, also write the picture there
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

impl Screenshot {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if self.file.is_none() && !self.json && std::io::stdout().is_terminal() {
            bail!("cannot show a picture on a terminal; name a file, or redirect it (fingertip screenshot > a.png)");
        }
        let which = &self.which;
        let looked = which.with_phone(async |phone| Ok((phone.device.snapshot().await?, phone.device.id().to_owned())));
        let Some((shot, id)) = looked.await? else { return Ok(ExitCode::from(130)) };
        let captured_at = jiff::Timestamp::now().to_string();
        let picture = &shot.picture;
        if picture.black {
            output::hint("note: the picture is all black: the screen is off, or the app in front forbids screenshots");
        }
        let png = picture.encoded().await?;
        match &self.file {
            None if self.json => {}
            None => output::bytes(&png)?,
            Some(path) => {
                if !output::file(path, png).await? {
                    return Ok(ExitCode::from(130));
                }
            }
        }
        if self.json {
            let mut snapshot = serde_json::to_value(shot.to_snapshot(&id, captured_at).await?)?;
            if let Some(path) = &self.file {
                snapshot["file"] = json!(path);
                snapshot["app"] = json!(shot.app.as_ref().map(|app| &app.package));
                snapshot["black"] = json!(picture.black);
            }
            output::line(snapshot)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
