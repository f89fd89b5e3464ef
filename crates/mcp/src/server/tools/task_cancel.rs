//! `task_cancel`: stops a task, or gives a phone back.

use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::Deserialize;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::Standing;
use super::super::tool::{Hints, Tool};

/// How long to wait for its end.
const SOON: Duration = Duration::from_secs(10);

/// Stops a task.
pub(crate) struct TaskCancel;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    task_id: String,
}

impl Tool for TaskCancel {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "task_cancel";
    const TITLE: &'static str = "Stop a task";
    const ABOUT: &'static str = "Stops your task. With the `task_id` of a phone_act it gives the phone back.";
    const HINTS: Hints = Hints::Acts;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let task = arguments.task_id;
        // It must belong to this agent.
        let standing = call.standing(&task).await?;
        if !standing.is_over() {
            call.shared.service.cancel(&task)?;
        }
        Ok(Answer::of(call.wait_until(&task, SOON, |_| false).await?))
    }
}
