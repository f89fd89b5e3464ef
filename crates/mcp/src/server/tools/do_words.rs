//! `do`: words to done.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::answer::{Answer, Problem};
use super::super::catalogue::{Hints, Tool};
use super::super::handler::Call;
use super::super::tasks::{Standing, Stops, wait};

/// How long is waited unless told otherwise, in seconds.
const USUAL: f64 = 600.0;

/// Does what words say.
pub(crate) struct Do;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    /// What a person wants, in their words.
    utterance: String,
    #[serde(default)]
    device: Option<String>,
    /// A model by its name; the planner, then the usual model, if absent.
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    max_steps: Option<u32>,
    /// At most so many seconds; it goes on after that, see task_status.
    #[serde(default)]
    timeout_s: Option<f64>,
}

impl Tool for Do {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "do";
    const TITLE: &'static str = "Do a request";
    const ABOUT: &'static str = "Does what a request in plain words says on the phone, and waits for its end. If `status` is `waiting`, answer with task_answer, then task_status. Cancelling the call stops it.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let Arguments { utterance, device, model, max_steps, timeout_s } = arguments;
        let wait = wait(timeout_s, USUAL)?;
        let task = call.start(utterance, device, model, max_steps).await?;
        let mut stops = Stops { call: &call, task: task.clone(), armed: true };
        let standing = call.wait_for_task(&task, wait).await;
        stops.armed = false;
        Ok(told(standing?))
    }
}

/// How a task stands, as an answer.
pub(super) fn told(standing: Standing) -> Answer<Standing> {
    let failed = standing.is_over() && standing.status != "success";
    Answer { failed, ..Answer::of(standing) }
}
