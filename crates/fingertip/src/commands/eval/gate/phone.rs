//! The phone of an evaluation: simulated, reached over its wire, restored between two rows.

use std::sync::Arc;
use std::time::Duration;

use action::phone::AgentAction;
use anyhow::{Context, Result, bail};
use device::{Actuator, AdbDevice, Observer, Pace, Tree};
use serde_json::{Map, Value, json};
use sim::adbd::{Adbd, CONTROL};
use sim::phone::PopUp;
use sim::profile::{Profile, Screen};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::place;
use super::row::Setup;
use crate::phones::{built_in_device, loopback, now_ms};

/// The same size in dp as the built-in phone with half as many pixels each way: drawing takes most of a trial's time.
const SCREEN: Screen = Screen { width: 206, height: 457, density: 80 };
/// How often a list is scrolled to find an element.
const MOST_SCROLLS: usize = 12;

/// The phone of an evaluation.
pub(super) struct Phone {
    pub(super) device: Arc<AdbDevice>,
    pub(super) control: Control,
    listening: tokio::task::JoinHandle<()>,
    snapshot: Value,
}

/// The phone's control service.
#[derive(Clone)]
pub(in crate::commands::eval) struct Control(Arc<tokio::sync::Mutex<BufReader<adb::Stream>>>);

impl Drop for Phone {
    fn drop(&mut self) {
        self.listening.abort();
    }
}

impl Phone {
    /// Starts a new phone and takes the snapshot that it is restored to.
    pub(super) async fn start() -> Result<Self> {
        let listener = loopback().await?;
        let address = listener.local_addr()?.to_string();
        let profile = Profile { screen: SCREEN, run_ahead: true, ..Profile::default() };
        let adbd = Adbd::new(sim::phone_of(profile, now_ms()), Arc::new(now_ms));
        let listening = tokio::spawn(async move { _ = adbd.listen(listener).await });
        let control = Control::open(&address).await?;
        let device = Arc::new(built_in_device(&address));
        let mut phone = Self { device, control, listening, snapshot: Value::Null };
        // The messenger creates its first chats when it is first opened.
        phone.set_up(&Setup::Open("com.whatsapp".to_owned())).await?;
        phone.snapshot = phone.control.ask(&json!({"op": "snapshot"})).await?["id"].clone();
        Ok(phone)
    }

    /// Restores the phone's initial state.
    pub(super) async fn bring_back(&self) -> Result<()> {
        self.control.ask(&json!({"op": "clear"})).await?;
        let id = self.snapshot.clone();
        self.control.ask(&json!({"op": "restore", "id": id})).await?;
        Ok(())
    }

    /// Returns the part of the state that an action could change.
    pub(super) async fn deeds(&self) -> Result<Value> {
        Ok(self.control.ask(&json!({"op": "state"})).await?["deeds"].take())
    }

    /// Performs a setup step as the person would. Returns the previous tree if the step removes it.
    pub(super) async fn set_up(&self, step: &Setup) -> Result<Option<Tree>> {
        match step {
            Setup::Open(package) => self.act(json!({"type": "launch_app", "packageName": package}), None).await?,
            Setup::Tap(label) => self.act(json!({"type": "tap", "on": label}), Some(label)).await?,
            Setup::Hold(label) => self.act(json!({"type": "long_press", "on": label}), Some(label)).await?,
            Setup::Type(text) => self.act(json!({"type": "type", "text": text}), None).await?,
            Setup::Key(key) => self.act(json!({"type": "keyevent", "keycode": key}), None).await?,
            Setup::Shell(command) => self.act(json!({"type": "shell", "command": command}), None).await?,
            Setup::ScrollTo(label) => self.scroll_to(label).await?,
            Setup::PopUp(popup) => self.control.pop_up(popup).await?,
            Setup::ReceiveSms { from, body } => {
                self.control.ask(&json!({"op": "receive_sms", "from": from, "body": body})).await?;
            }
            Setup::Screen { mishap } => {
                let before = self.device.tree().await.ok();
                self.control.ask(&json!({"op": "screen", "mishap": mishap})).await?;
                return Ok(before);
            }
        }
        Ok(None)
    }

    async fn act(&self, action: Value, label: Option<&str>) -> Result<()> {
        let tree = match label {
            Some(_) => Some(self.device.tree().await?),
            None => None,
        };
        let fields: Map<String, Value> = action.as_object().cloned().unwrap_or_default();
        let action: AgentAction = place::action(&fields, tree.as_ref()).map_err(anyhow::Error::msg)?;
        self.device.act(&action).await.with_context(|| format!("the setup step `{}` failed", action.name()))?;
        Ok(())
    }

    async fn scroll_to(&self, label: &str) -> Result<()> {
        for _ in 0..MOST_SCROLLS {
            if place::find(&self.device.tree().await?, label, 0).is_ok() {
                return Ok(());
            }
            let (x, from, to) = (SCREEN.width / 2, SCREEN.height * 3 / 4, SCREEN.height / 3);
            let push = json!({"type": "swipe", "x1": x, "y1": from, "x2": x, "y2": to, "durationMs": 600});
            self.act(push, None).await?;
            self.device.settle(Pace::within(Duration::ZERO), None).await?;
        }
        bail!("there is no `{label}` after {MOST_SCROLLS} scrolls")
    }
}

impl Control {
    /// Opens the control service of the phone at this address.
    pub(in crate::commands::eval) async fn open(address: &str) -> Result<Self> {
        let client = adb::Client::direct(address, adb::Options::default()).await?;
        Ok(Self(Arc::new(tokio::sync::Mutex::new(BufReader::new(client.open(CONTROL).await?)))))
    }

    /// Makes a question pop up.
    pub(super) async fn pop_up(&self, popup: &PopUp) -> Result<()> {
        let mut request = serde_json::to_value(popup)?;
        request["op"] = json!("pop_up");
        self.ask(&request).await?;
        Ok(())
    }

    /// Sends a request, and returns the answer.
    pub(in crate::commands::eval) async fn ask(&self, request: &Value) -> Result<Value> {
        let mut line = request.to_string();
        line.push('\n');
        let mut stream = self.0.lock().await;
        stream.write_all(line.as_bytes()).await?;
        stream.flush().await?;
        let mut answer = String::new();
        stream.read_line(&mut answer).await?;
        let answer: Value =
            serde_json::from_str(&answer).context("the phone's control service closed the connection")?;
        match answer.get("error") {
            Some(error) => bail!("the phone's control service rejected `{request}`: {error}"),
            None => Ok(answer),
        }
    }
}
