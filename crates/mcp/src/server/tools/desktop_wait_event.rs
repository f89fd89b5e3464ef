//! `desktop_wait_event`: waits for people's answers.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::wait;
use super::super::tool::{Hints, Tool};

/// The default wait, in seconds.
const USUAL: f64 = 30.0;

/// Waits for people.
pub(crate) struct DesktopWaitEvent;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// Default: 30
    #[serde(default)]
    timeout_s: Option<f64>,
    /// Only events after this number; default: the new ones
    #[serde(default)]
    after: Option<u64>,
}

/// What happened.
#[derive(Serialize)]
pub(crate) struct Events {
    events: Vec<Heard>,
}

#[derive(Serialize)]
struct Heard {
    number: u64,
    event: Value,
}

impl Tool for DesktopWaitEvent {
    type Arguments = Arguments;
    type Output = Events;
    const NAME: &'static str = "desktop_wait_event";
    const TITLE: &'static str = "Wait for people";
    const ABOUT: &'static str = "Waits for what people do with your windows, buttons and dialogs, or say to you.";
    const HINTS: Hints = Hints::Looks;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Events>, Problem> {
        let wait = wait(arguments.timeout_s, USUAL)?;
        let heard = call.shared.agents.wait_event(&call.agent, arguments.after, wait).await;
        let heard = heard.into_iter().map(|delivered| Heard {
            number: delivered.id,
            event: serde_json::to_value(&*delivered.event).unwrap_or_default(),
        });
        Ok(Answer::of(Events { events: heard.collect() }))
    }
}
