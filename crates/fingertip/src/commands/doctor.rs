//! `fingertip doctor`: checks everything a task needs, changes nothing, and says how to fix each problem. With
//! `--device` it tries one phone: see `phone`.

mod disk;
mod fleet;
mod history;
mod models;
mod phone;
mod reading;
mod scripts;
mod tools;

use std::process::ExitCode;
use std::time::Duration;

use adb::host::Server;
use anyhow::Result;
use clap::Args;
use device::Observer;
use serde::Serialize;
use task::folder::{Folder, Paths};

use crate::config::Config;
use crate::hints::complete;
use crate::output;
use crate::phones::{BuiltIn, PhoneOptions, built_in_device};
use crate::plain_text::plain;

/// Diagnose problems: check everything a task needs, and how to fix it
#[derive(Args)]
#[command(after_help = "\
Changes nothing. Exits with 0 if no check fails, else with 1; a warning is not a failure.

With --device, tries one phone instead: picture, elements, touch, typing, files, rotation. It opens the phone's
Settings for that, takes less than a minute, puts everything back, and writes a report without any of the phone's texts.

Examples:
  fingertip doctor
  fingertip doctor --device R58M123ABC
  fingertip doctor --json | jq '.[] | select(.state != \"ok\")'")]
pub(crate) struct Doctor {
    #[command(flatten)]
    which: PhoneOptions,
    #[command(flatten)]
    nats: crate::nats::NatsOptions,
    /// Print the findings as JSON
    #[arg(long)]
    json: bool,
}

/// The result of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Health {
    /// As it should be.
    Ok,
    /// A feature that may not be needed does not work.
    Warn,
    /// Tasks will not work.
    Fail,
}

/// One check and its result.
#[derive(Debug, Serialize)]
struct Finding {
    /// The name of the check.
    check: String,
    /// Its result.
    state: Health,
    /// The result in words.
    message: String,
    /// How to fix it.
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<String>,
}

impl Finding {
    fn ok(check: impl Into<String>, message: impl Into<String>) -> Self {
        Self { check: check.into(), state: Health::Ok, message: message.into(), fix: None }
    }

    fn warn(check: impl Into<String>, message: impl Into<String>, fix: impl AsRef<str>) -> Self {
        Self { check: check.into(), state: Health::Warn, message: message.into(), fix: Some(complete(fix.as_ref())) }
    }

    fn fail(check: impl Into<String>, message: impl Into<String>, fix: impl AsRef<str>) -> Self {
        Self { check: check.into(), state: Health::Fail, message: message.into(), fix: Some(complete(fix.as_ref())) }
    }
}

impl Doctor {
    pub(crate) async fn run(self) -> Result<ExitCode> {
        if self.which.device.is_some() {
            let Some((findings, report)) = phone::look(&self.which).await? else { return Ok(ExitCode::from(130)) };
            print(&findings, self.json)?;
            if let Some(report) = report {
                output::hint(&format!("report: {}", report.display()));
            }
            return Ok(exit(&findings));
        }
        let data = self.which.data()?;
        let mut findings = disk::look(&data);
        findings.push(match Folder::owner(&data) {
            Some(owner) => Finding::ok("server", format!("the data folder is in use by {owner}")),
            None => Finding::ok("server", "none is running on this data folder; commands run by themselves"),
        });
        let config = match Config::load(&data) {
            Ok(config) => {
                let file = Config::file(&data);
                findings.push(match file.exists() {
                    true => Finding::ok("configuration", format!("`{}` can be read", file.display())),
                    false => Finding::ok("configuration", "there is no file; the defaults apply"),
                });
                config
            }
            Err(error) => {
                let fix = "fix the line it names, or start over with `fingertip config init --force`";
                findings.push(Finding::fail("configuration", format!("{error:#}"), fix));
                Config::default()
            }
        };
        findings.push(history::look(&data, &config).await);
        findings.extend(phones_there().await);
        findings.push(built_in(&data).await);
        findings.push(Finding::ok("page", "the desktop's page is built into this program"));
        findings.extend(models::look(&config).await);
        findings.push(scripts::look(&Paths::new(&data).runs()).await);
        findings.push(reading::look(&Paths::new(&data).ocr_models()).await);
        findings.extend(tools::look(&data, &config).await);
        findings.extend(fleet::look(&self.nats, &config).await);
        print(&findings, self.json)?;
        Ok(exit(&findings))
    }
}

/// Returns the exit code: 1 if a check failed.
fn exit(findings: &[Finding]) -> ExitCode {
    let failed = findings.iter().any(|finding| finding.state == Health::Fail);
    if failed { ExitCode::from(1) } else { ExitCode::SUCCESS }
}

/// Checks the adb server and its phones. A machine without one still has the built-in phone.
async fn phones_there() -> Vec<Finding> {
    const CHECK: &str = "adb server";
    let start = "install adb (Debian: `apt install adb`) and run `adb start-server`; or name a phone as \
                 `--device HOST:PORT`; or use the built-in one with `--device sim`";
    let server = match Server::from_env() {
        Ok(server) => server.with_timeout(Duration::from_secs(3)).as_it_is(),
        Err(error) => return vec![Finding::warn(CHECK, error.to_string(), "fix the environment variable it names")],
    };
    let version = match server.version().await {
        Ok(version) => version,
        Err(error) => return vec![Finding::warn(CHECK, error.to_string(), start)],
    };
    let mut findings = vec![Finding::ok(CHECK, format!("answers, version {version}"))];
    match server.devices().await {
        Err(error) => {
            findings.push(Finding::warn("phones", error.to_string(), "run `adb kill-server`, then try again"))
        }
        Ok(devices) if devices.is_empty() => findings.push(Finding::warn(
            "phones",
            "none is connected",
            "plug one in and turn on USB debugging in its developer options; or use `--device sim`",
        )),
        Ok(devices) => findings.extend(devices.iter().map(|device| {
            let check = format!("phone {}", plain(&device.serial, 80));
            match device::select(std::slice::from_ref(device), Some(&device.serial)) {
                Ok(_) => Finding::ok(check, device.model.clone().unwrap_or_else(|| "ready".to_owned())),
                Err(error) => Finding::warn(check, plain(&device.state, 100), error.to_string()),
            }
        })),
    }
    findings
}

/// Checks that the built-in phone starts and shows a picture.
async fn built_in(data: &std::path::Path) -> Finding {
    const CHECK: &str = "built-in phone";
    let looked = async {
        let running = Folder::owner(data).and_then(|owner| owner.phone);
        // If no process runs the phone, a copy is checked and nothing is saved.
        let copy = match &running {
            Some(_) => None,
            None => Some(BuiltIn::copy(&Paths::new(data)).await?),
        };
        let address = running.as_ref().or(copy.as_ref().map(|copy| &copy.address)).map_or("", String::as_str);
        Ok::<_, anyhow::Error>(built_in_device(address).snapshot().await?.picture.encoded().await?)
    };
    match tokio::time::timeout(Duration::from_secs(20), looked).await {
        Ok(Ok(png)) => Finding::ok(CHECK, format!("answers with a picture of {} bytes", png.len())),
        Ok(Err(error)) => {
            Finding::fail(CHECK, format!("{error:#}"), "remove the file it names, or choose another --data DIR")
        }
        Err(_) => Finding::fail(CHECK, "did not answer within 20 s", "try again when this machine is less busy"),
    }
}

fn print(findings: &[Finding], json: bool) -> Result<()> {
    if json {
        return output::json(&findings);
    }
    for finding in findings {
        let state = match finding.state {
            Health::Ok => "ok  ",
            Health::Warn => "warn",
            Health::Fail => "FAIL",
        };
        output::line(format_args!("{state}  {}: {}", finding.check, plain(&finding.message, 1000)))?;
        if let Some(fix) = &finding.fix {
            output::line(format_args!("      → {}", plain(fix, 1000)))?;
        }
    }
    Ok(())
}
