//! `do`: carries out a request in plain words.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::{Request, Standing, wait};
use super::super::tool::{Hints, Tool};

/// The default wait, in seconds.
const USUAL: f64 = 600.0;

/// Carries out a request.
pub(crate) struct Do;

// Not a flattened `Request`, because serde would then not list the known arguments to a model that misnames one.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    utterance: String,
    #[serde(default)]
    device: Option<String>,
    /// Name of a configured model; default: the planner, then the usual model
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    max_steps: Option<u32>,
    /// Wait no longer than this (default 600); the task goes on
    #[serde(default)]
    timeout_s: Option<f64>,
}

impl Tool for Do {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "do";
    const TITLE: &'static str = "Do a request";
    const ABOUT: &'static str = "Does a request in plain words and waits for the end. If `status` is `waiting`, call task_answer, then task_status. Cancelling the call stops the task.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let Arguments { utterance, device, model, max_steps, timeout_s } = arguments;
        let wait = wait(timeout_s, USUAL)?;
        let task = call.start(Request { utterance, device, model, max_steps }).await?;
        let standing = call.wait_or_stop(&task, wait).await?;
        let failed = standing.is_over() && standing.status != "success";
        Ok(Answer { failed, ..Answer::of(standing) })
    }
}
