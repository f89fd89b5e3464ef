//! `task_status`: the state of a task, now or after something happened.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::{Standing, wait};
use super::super::tool::{Hints, Tool, written};

/// Returns the state of a task.
pub(crate) struct TaskStatus;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    task_id: String,
    /// Wait so long for its end or a question
    #[serde(default)]
    wait_s: Option<f64>,
}

impl Tool for TaskStatus {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "task_status";
    const TITLE: &'static str = "Task status";
    const ABOUT: &'static str = "Returns the `status`, `message` and open `question` of your task.";
    const HINTS: Hints = Hints::Looks;

    fn output() -> Option<Value> {
        Some(written::<Standing>())
    }

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let wait = wait(arguments.wait_s, 0.0)?;
        if wait.is_zero() {
            return Ok(Answer::of(call.standing(&arguments.task_id).await?));
        }
        call.standing(&arguments.task_id).await?;
        call.waits_for(&arguments.task_id);
        Ok(Answer::of(call.wait_for_task(&arguments.task_id, wait).await?))
    }
}
