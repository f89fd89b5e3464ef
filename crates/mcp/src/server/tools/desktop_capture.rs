//! `desktop_capture`: a picture of a window as a page drew it.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use desktop::agents::Delivery;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use task::agent::model::Picture;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tool::{Hints, Tool};
use super::desktop_apply::apply;

/// Shows a window as people see it.
pub(crate) struct DesktopCapture;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    window_id: String,
}

/// The drawn window.
#[derive(Serialize)]
pub(crate) struct Captured {
    ok: bool,
    message: String,
}

impl Tool for DesktopCapture {
    type Arguments = Arguments;
    type Output = Captured;
    const NAME: &'static str = "desktop_capture";
    const TITLE: &'static str = "See a window";
    const ABOUT: &'static str = "Returns a picture of a window as people see it.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Captured>, Problem> {
        let action = json!({ "type": "window.capture", "windowId": arguments.window_id });
        let batch = json!({ "agentId": call.agent, "actions": [action] });
        let applied = apply(&call, batch, Delivery::default()).await?;
        let data = serde_json::to_value(&applied.data).unwrap_or_default();
        let result = &data["results"][0];
        let picture = result["feedback"]["png"].as_str().and_then(|encoded| STANDARD.decode(encoded).ok());
        let Some(png) = picture else {
            let why = result["error"]["message"].as_str().unwrap_or("no page is open to draw it");
            return Err(Problem(why.to_owned()));
        };
        let picture = Picture { png: png.into(), width: 0, height: 0 };
        let captured = Captured { ok: true, message: "as it is shown".to_owned() };
        Ok(Answer { pictures: vec![picture], ..Answer::saying(captured, "as it is shown") })
    }
}
