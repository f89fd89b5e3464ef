//! `desktop_state`: the contents of the desktop.

use std::sync::Arc;

use desktop::wire::Audience;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tool::{Hints, Tool};

/// Shows the desktop.
pub(crate) struct DesktopState;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Everything, with the contents of windows
    #[serde(default)]
    whole: bool,
}

/// The desktop.
#[derive(Serialize)]
pub(crate) struct State {
    windows: Vec<Window>,
    /// The focused window.
    #[serde(skip_serializing_if = "Option::is_none")]
    focused: Option<String>,
    /// Dialogs that wait for an answer.
    dialogs: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    state: Option<Value>,
}

#[derive(Serialize)]
struct Window {
    id: String,
    title: String,
    minimized: bool,
}

impl Tool for DesktopState {
    type Arguments = Arguments;
    type Output = State;
    const NAME: &'static str = "desktop_state";
    const TITLE: &'static str = "Look at the desktop";
    const ABOUT: &'static str = "Lists the windows and open dialogs that people see.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<State>, Problem> {
        let written = call.shared.agents.state(Audience::Agents).await.map_err(|error| Problem(error.to_string()))?;
        let state: Value = serde_json::from_slice(&written).map_err(|error| Problem(error.to_string()))?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let objects = |name: &str| state[name].as_object().cloned().unwrap_or_default();
        let all = objects("windows");
        let windows = all.values().map(|window| Window {
            id: text(&window["id"]),
            title: text(&window["title"]),
            minimized: window["minimized"] == true,
        });
        let (windows, dialogs) = (windows.collect(), objects("dialogs").keys().cloned().collect());
        let focused = state["focused"].as_str().map(str::to_owned);
        Ok(Answer::of(State { windows, focused, dialogs, state: arguments.whole.then_some(state) }))
    }
}
