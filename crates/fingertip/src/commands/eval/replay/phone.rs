//! The phones of the evaluation: simulated, reached over their wire, each with the profile of its pair.

use std::sync::Arc;

use action::phone::{AgentAction, Shell};
use anyhow::Result;
use device::{Acted, Actuator, AdbDevice};
use serde_json::{Value, json};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};

use crate::commands::eval::gate::phone::Control;
use crate::phones::{built_in_device, loopback, now_ms};

/// The screen of every recorded run.
const SCREEN: Screen = Screen { width: 411, height: 914, density: 160 };

/// One phone.
pub(super) struct Phone {
    pub(super) device: Arc<AdbDevice>,
    pub(super) control: Control,
    listening: tokio::task::JoinHandle<()>,
}

impl Drop for Phone {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Phone {
    /// Starts a phone with these changes to its profile, and sets it up.
    pub(super) async fn start(changes: &Value, setup: &[String]) -> Result<Self> {
        let mut profile = serde_json::to_value(Profile { screen: SCREEN, run_ahead: true, ..Profile::default() })?;
        for (key, value) in changes.as_object().into_iter().flatten() {
            profile[key] = value.clone();
        }
        let profile = Profile::parse(&profile.to_string()).map_err(|error| anyhow::anyhow!("{error}"))?;
        let listener = loopback().await?;
        let address = listener.local_addr()?.to_string();
        let adbd = Adbd::new(sim::phone_of(profile, now_ms()), Arc::new(now_ms));
        let listening = tokio::spawn(async move { _ = adbd.listen(listener).await });
        let control = Control::open(&address).await?;
        let phone = Self { device: Arc::new(built_in_device(&address)), control, listening };
        for command in setup {
            phone.shell(command).await?;
        }
        Ok(phone)
    }

    /// Runs a command, and returns what it printed.
    pub(super) async fn shell(&self, command: &str) -> Result<String> {
        let action = AgentAction::Shell(Shell { command: command.to_owned(), reason: None });
        Ok(match self.device.act(&action).await? {
            Acted::Ran(ran) => format!("{}{}", ran.stdout, ran.stderr),
            _ => String::new(),
        })
    }

    /// How long the phone itself has worked, in seconds.
    pub(super) async fn worked(&self) -> Result<f64> {
        let answer = self.control.ask(&json!({"op": "worked"})).await?;
        let nanoseconds = answer.as_object().and_then(|fields| fields.values().find_map(Value::as_f64));
        Ok(nanoseconds.unwrap_or_default() / 1e9)
    }
}
