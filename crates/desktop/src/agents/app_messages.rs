//! Messages between apps in windows and agents.
//!
//! An app talks to the agent that owns its window. In a window that a person opened, it talks to the agent that the app
//! itself names, which the caller passes in; without one, its messages are dropped.

use action::os::WindowContent;
use action::{Code, Finding};
use serde::de::IgnoredAny;

use super::people::missing;
use super::{Agents, PersonDone, PersonResult};
use crate::safe;
use crate::state::Desktop;
use crate::wire::{AgentEvent, Fault, ServerEvent};

/// The longest message, in bytes of JSON.
const LONGEST: usize = 64 << 10;
/// How many app messages a mailbox holds: an app that floods it does not push out people's answers.
const MOST_WAITING: usize = 64;

impl Agents {
    /// Returns the app that a window shows, if any.
    pub fn app_in(&self, key: &str) -> Option<String> {
        self.hub.look(|desktop, _| app_in(desktop, key))
    }

    /// Delivers a message from an app in a window to its agent; `named` is the agent that the app names.
    pub fn app_says(&self, key: &str, data: String, named: Option<&str>) -> PersonResult {
        let refused = |code, path: &str, message: String| Err(vec![Finding::new(code, path, message)]);
        let (app, maker) = self.hub.look(|desktop, _| {
            let maker = desktop.window(key).map(|window| window.made_by.as_deref().map(str::to_owned));
            (app_in(desktop, key), maker)
        });
        let Some(maker) = maker else { return Err(vec![missing("key", "window", key)]) };
        let Some(app_id) = app else {
            return refused(Code::NotAllowed, "key", "the window shows no app; only apps talk to agents".to_owned());
        };
        let Some(agent) = maker.or_else(|| named.map(str::to_owned)) else {
            let message = format!("the app `{app_id}` has no agent to talk to; name one as `agent` in its app.json");
            return refused(Code::NotAllowed, "key", message);
        };
        if let Err(message) = check(&data) {
            return refused(Code::OutOfRange, "data", message);
        }
        if self.mailboxes.waiting_app_messages(&agent) >= MOST_WAITING {
            let message =
                format!("{MOST_WAITING} messages from apps already wait for `{agent}`; it has to read them first");
            return refused(Code::Full, "", message);
        }
        let heard = Some(if self.listens(&agent) { vec![agent.clone()] } else { Vec::new() });
        self.notify(&agent, AgentEvent::AppMessage { key: key.to_owned(), app_id, data });
        Ok(PersonDone { heard, ..PersonDone::default() })
    }

    /// Sends a message from an agent to an app: in this window, or in every window of the app that the agent may talk
    /// to. Those are its own, and windows that a person opened if the app names it (`named`). Returns how many windows
    /// it reaches.
    pub fn tell_app(
        &self,
        agent: &str,
        app_id: &str,
        key: Option<&str>,
        data: &str,
        named: bool,
    ) -> Result<usize, Fault> {
        check(data).map_err(|message| Fault::new("out_of_range", message).at("data"))?;
        let keys: Vec<String> = self.hub.look(|desktop, _| {
            let may = |key: &str| {
                let window = desktop.window(key)?;
                let own = window.made_by.as_deref().map_or(named, |maker| maker == agent);
                (own && app_in(desktop, key)? == app_id).then(|| key.to_owned())
            };
            match key {
                Some(key) => may(key).into_iter().collect(),
                None => desktop.windows().filter_map(|(key, _)| may(key)).collect(),
            }
        });
        if keys.is_empty() {
            let message = format!("the app `{app_id}` is not open in a window that `{agent}` may talk to");
            return Err(Fault::new("not_found", message));
        }
        let reached = keys.len();
        for key in keys {
            let (app_id, data) = (app_id.to_owned(), data.to_owned());
            self.hub.announce(&ServerEvent::AppMessage { app_id, key: Some(key), data });
        }
        Ok(reached)
    }
}

fn app_in(desktop: &Desktop, key: &str) -> Option<String> {
    match &desktop.window(key)?.content {
        WindowContent::Iframe(frame) => safe::app(frame.url()),
        _ => None,
    }
}

/// Returns why the data is not a valid message.
fn check(data: &str) -> Result<(), String> {
    if data.len() > LONGEST {
        return Err(format!("`data` must be at most {LONGEST} bytes long, got {}", data.len()));
    }
    match serde_json::from_str::<IgnoredAny>(data) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("`data` must be JSON: {error}")),
    }
}
