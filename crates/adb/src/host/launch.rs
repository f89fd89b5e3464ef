//! Starts the adb server: the only process that this crate ever runs, and only if no server answers.

use std::process::Stdio;
use std::time::Duration;

use tokio::process::Command;

use crate::error::within;
use crate::{Error, Result};

/// The server's startup timeout.
const PATIENCE: Duration = Duration::from_secs(10);

/// Runs `adb start-server` for this address, which returns when the server listens.
pub(super) async fn start(host: &str, port: u16) -> Result<()> {
    let address = format!("{host}:{port}");
    if !matches!(host, "127.0.0.1" | "localhost" | "::1") {
        return Err(Error::Refused(format!("no adb server at {address}: start it there")));
    }
    let mut command = Command::new("adb");
    command.arg("-P").arg(port.to_string()).arg("start-server").kill_on_drop(true);
    // The variable would override `-P`. No pipes: the server would inherit them and keep them open.
    command.env_remove("ADB_SERVER_SOCKET").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let running = async {
        let status = command.status().await.map_err(|error| {
            let hint = "install adb, or name the phone as HOST:PORT to reach it directly";
            Error::Refused(format!("no adb server at {address}, and no `adb` to start it ({error}): {hint}"))
        })?;
        match status.success() {
            true => Ok(()),
            false => {
                Err(Error::Refused(format!("no adb server at {address}, and `adb start-server` failed ({status})")))
            }
        }
    };
    within("`adb start-server`", PATIENCE, running).await
}
