//! `task_start`: like `do`, without waiting.

use std::sync::Arc;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::{Request, Standing};
use super::super::tool::{Hints, Tool};

/// Starts a task.
pub(crate) struct TaskStart;

impl Tool for TaskStart {
    type Arguments = Request;
    type Output = Standing;
    const NAME: &'static str = "task_start";
    const TITLE: &'static str = "Start a task";
    const ABOUT: &'static str = "Like `do`, but returns the `task_id` at once.";
    const HINTS: Hints = Hints::MayDestroy;

    async fn call(request: Request, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let task = call.start(request).await?;
        Ok(Answer::of(call.standing(&task).await?))
    }
}
