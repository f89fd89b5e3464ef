//! `fingertip sim`: the simulated phone alone, for adb and whatever speaks it.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, Result};
use clap::Args;
use sim::adbd::Adbd;
use sim::phone::Phone;
use sim::profile::Profile;
use tokio::net::TcpListener;

use crate::claim::own;
use crate::output;
use crate::phones::{BuiltIn, now_ms};
use crate::signals::Signals;

/// Run the simulated phone alone: `adb connect 127.0.0.1:5555`
#[derive(Args)]
#[command(after_help = "\
Prints one line on stdout when it is ready. Ctrl+C stops it. Without --data it is a new phone each time, and its state
is not kept; with --data it is the built-in phone of that folder, as `--device sim` means it, and is saved there.
A profile is a JSON file that says what differs from the built-in phone: contacts, messages, settings, apps,
screen, locale, clock …

Examples:
  fingertip sim
  fingertip sim --listen 127.0.0.1:0 --seed 7 --profile phone.json
  fingertip sim --data /tmp/phone     # meanwhile, elsewhere: fingertip tree --device sim --data /tmp/phone
  adb connect 127.0.0.1:5555 && adb -s 127.0.0.1:5555 shell input tap 540 1200")]
pub(crate) struct Sim {
    /// Where its adbd listens; port 0 takes a free one
    #[arg(long, value_name = "HOST:PORT", default_value = "127.0.0.1:5555")]
    listen: String,
    /// Makes it another phone: its serial and its ids come from this number
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// What differs from the built-in phone
    #[arg(long, value_name = "FILE")]
    profile: Option<PathBuf>,
    /// The data folder whose built-in phone this is; without it, a phone that is forgotten
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl Sim {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let mut signals = Signals::new()?;
        let profile = self.profile()?;
        let listener = TcpListener::bind(&self.listen).await.with_context(|| {
            format!("cannot listen on `{}`; is another phone there? choose one with --listen HOST:PORT", self.listen)
        })?;
        let address = listener.local_addr()?;
        let Some(data) = &self.data else {
            let adbd = Adbd::new(Phone::new(profile, now_ms()), Arc::new(now_ms));
            output::line(format_args!("Phone: {address}"))?;
            return tokio::select! {
                ended = adbd.listen(listener) => ended.context("the phone's port failed").map(|()| ExitCode::SUCCESS),
                () = signals.next() => Ok(ExitCode::from(130)),
            };
        };
        let folder = tokio::select! {
            folder = own(data) => folder?,
            () = signals.next() => return Ok(ExitCode::from(130)),
        };
        if BuiltIn::is_saved(&folder) && (self.profile.is_some() || self.seed.is_some()) {
            output::hint("note: the folder has a phone already; --profile and --seed are for a new one");
        }
        let phone = BuiltIn::share(&folder, profile, listener).await?;
        output::line(format_args!("Phone: {address}"))?;
        signals.next().await;
        phone.close().await?;
        Ok(ExitCode::from(130))
    }

    fn profile(&self) -> Result<Profile> {
        let mut profile = match &self.profile {
            None => Profile::default(),
            Some(path) => {
                let text =
                    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
                Profile::parse(&text).with_context(|| format!("in `{}`", path.display()))?
            }
        };
        profile.seed = self.seed.unwrap_or(profile.seed);
        Ok(profile)
    }
}
