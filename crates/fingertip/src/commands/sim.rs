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

use crate::phones::now_ms;

/// Run the simulated phone alone: `adb connect 127.0.0.1:5555`
#[derive(Args)]
#[command(after_help = "\
Prints one line on stdout when it is ready. Ctrl+C stops it; its state is not kept.
A profile is a JSON file that says what differs from the built-in phone: contacts, messages, settings, apps,
screen, locale, clock …

Examples:
  fingertip sim
  fingertip sim --listen 127.0.0.1:0 --seed 7 --profile phone.json
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
}

impl Sim {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let mut profile = match &self.profile {
            None => Profile::default(),
            Some(path) => {
                let text =
                    std::fs::read_to_string(path).with_context(|| format!("cannot read `{}`", path.display()))?;
                Profile::parse(&text).with_context(|| format!("in `{}`", path.display()))?
            }
        };
        if let Some(seed) = self.seed {
            profile.seed = seed;
        }
        let listener = TcpListener::bind(&self.listen).await.with_context(|| {
            format!("cannot listen on `{}`; is another phone there? choose one with --listen HOST:PORT", self.listen)
        })?;
        let address = listener.local_addr()?;
        let adbd = Adbd::new(Phone::new(profile, now_ms()), Arc::new(now_ms));
        #[expect(clippy::print_stdout, reason = "it is the data of this command")]
        {
            println!("Phone: {address}");
        }
        tokio::select! {
            ended = adbd.listen(listener) => {
                ended.context("the phone's port failed")?;
                Ok(ExitCode::SUCCESS)
            }
            stopped = tokio::signal::ctrl_c() => {
                stopped.context("cannot wait for Ctrl+C")?;
                Ok(ExitCode::from(130))
            }
        }
    }
}
