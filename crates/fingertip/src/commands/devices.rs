//! `fingertip devices`: lists the reachable phones.

use std::process::ExitCode;

use adb::host::Server;
use anyhow::Result;
use clap::Args;
use serde::Serialize;
use task::folder::Folder;

use crate::output;
use crate::phones::{BUILT_IN, PhoneOptions};
use crate::plain_text::plain;

/// List the reachable phones
#[derive(Args)]
#[command(after_help = "\
The built-in phone belongs to the data folder: every command with the same --data sees the same one.

Examples:
  fingertip devices
  fingertip devices --json
  fingertip devices --device emulator-5554    # only this one")]
pub(crate) struct Devices {
    /// Print the phones as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    which: PhoneOptions,
}

/// A phone.
#[derive(Serialize)]
struct Row {
    serial: String,
    state: String,
    model: Option<String>,
    ready: bool,
    /// The address of the built-in phone's adbd, while a process runs it.
    #[serde(skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// What to do, if it cannot be used in this state.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

/// The way to the first phone, for someone who has connected none.
const FIRST_PHONE: &str = "\
no phone is connected besides the built-in one. With a cable:
  1. on the phone, open Settings, About phone, and touch `Build number` seven times
  2. in Settings, System, Developer options switch on `USB debugging`; on a Xiaomi phone also
     `USB debugging (Security settings)`
  3. plug it in with a cable that carries data, choose `File transfer` if the phone asks, and answer `Allow`
Without a cable, from Android 11 on: Developer options, `Wireless debugging`, `Pair device with pairing code`, then
  adb pair HOST:PORT CODE && adb connect HOST:PORT
Some adb are too old to pair (`adb help | grep pair` shows nothing); `python3 -m pip install adbutils` brings a newer one.";

impl Devices {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let address = Folder::owner(self.which.data()?).and_then(|owner| owner.phone);
        let model = Some("the built-in phone".to_owned());
        let built_in =
            Row { serial: BUILT_IN.to_owned(), state: "device".to_owned(), model, ready: true, address, help: None };
        let mut rows = vec![built_in];
        let mut first = false;
        match Server::from_env()?.devices().await {
            Ok(devices) => {
                first = devices.is_empty();
                rows.extend(devices.into_iter().map(|device| {
                    let (state, ready) = (device.state.to_string(), device.is_ready());
                    let problem = device::select(std::slice::from_ref(&device), Some(&device.serial)).err();
                    let help = problem.map(|problem| problem.to_string());
                    Row { serial: device.serial, state, model: device.model, ready, address: None, help }
                }));
            }
            Err(error) => output::hint(&format!("note: could not list the phones of the adb server: {error}")),
        }
        if let Some(name) = &self.which.device {
            rows.retain(|row| row.serial == *name);
        }
        if self.json {
            output::json(&rows)?;
            return Ok(ExitCode::SUCCESS);
        }
        for row in &rows {
            let (serial, state) = (plain(&row.serial, 80), plain(&row.state, 80));
            let model = plain(row.model.as_deref().unwrap_or_default(), 80);
            let address = row.address.as_ref().map_or_else(String::new, |address| format!(" at {address}"));
            output::line(format!("{serial:<24} {state:<14} {model}{address}").trim_end())?;
            if let Some(help) = &row.help {
                output::line(format_args!("{:<24} {}", "", plain(help, 400)))?;
            }
        }
        if first && self.which.device.is_none() {
            output::hint(FIRST_PHONE);
        }
        if rows.is_empty() {
            output::hint("no such phone; `fingertip devices` without --device lists them all");
        }
        Ok(ExitCode::SUCCESS)
    }
}
