//! `fingertip devices`: the phones that can be reached.

use std::process::ExitCode;

use adb::host::Server;
use anyhow::Result;
use clap::Args;
use serde_json::json;

/// List the phones that can be reached
#[derive(Args)]
#[command(after_help = "\
Examples:
  fingertip devices
  fingertip devices --json")]
pub(crate) struct Devices {
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Devices {
    #[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is the data of this command")]
    pub(crate) async fn run(self) -> Result<ExitCode> {
        let server = Server::from_env()?;
        let listed = server.devices().await;
        let mut rows = vec![json!({"serial": "sim", "state": "device", "model": "the built-in phone", "ready": true})];
        match &listed {
            Ok(devices) => rows.extend(devices.iter().map(|device| {
                json!({"serial": device.serial, "state": device.state, "model": device.model, "ready": device.is_ready()})
            })),
            Err(error) => eprintln!("note: the adb server's phones are not listed: {error}"),
        }
        if self.json {
            println!("{}", serde_json::to_string_pretty(&rows)?);
            return Ok(ExitCode::SUCCESS);
        }
        for row in &rows {
            let text = |name: &str| row[name].as_str().unwrap_or("").to_owned();
            println!("{:<24} {:<14} {}", text("serial"), text("state"), text("model"));
            if text("state") == "unauthorized" {
                println!("{:<24} unlock the phone and allow this computer in the dialog it shows", "");
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
