//! `task_start`: like `do`, without waiting.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::Standing;
use super::super::tool::{Hints, Tool};

/// Starts a task.
pub(crate) struct TaskStart;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    utterance: String,
    #[serde(default)]
    device: Option<String>,
    #[serde(default)]
    model: Option<String>,
    #[serde(default)]
    max_steps: Option<u32>,
}

impl Tool for TaskStart {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "task_start";
    const TITLE: &'static str = "Start a task";
    const ABOUT: &'static str = "Like `do`, but returns the `task_id` at once.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let Arguments { utterance, device, model, max_steps } = arguments;
        let task = call.start(utterance, device, model, max_steps).await?;
        Ok(Answer::of(call.standing(&task).await?))
    }
}
