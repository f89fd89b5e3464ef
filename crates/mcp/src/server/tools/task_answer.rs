//! `task_answer`: answers a task's question. Never an approval for the gate: only a person can give one.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use task::Reply;

use super::super::answer::{Answer, Problem};
use super::super::call::Call;
use super::super::tasks::Standing;
use super::super::tool::{Hints, Tool};

/// Answers a task's question.
pub(crate) struct TaskAnswer;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Arguments {
    task_id: String,
    answer: String,
    #[serde(default)]
    question_id: Option<String>,
}

impl Tool for TaskAnswer {
    type Arguments = Arguments;
    type Output = Standing;
    const NAME: &'static str = "task_answer";
    const TITLE: &'static str = "Answer a task's question";
    const ABOUT: &'static str = "Answers the question of your task. Approvals are a person's to give, not yours.";
    const HINTS: Hints = Hints::Acts;

    async fn call(arguments: Arguments, call: Arc<Call>) -> Result<Answer<Standing>, Problem> {
        let Arguments { task_id, answer, question_id } = arguments;
        let standing = call.standing(&task_id).await?;
        let question = standing.question.ok_or_else(|| Problem::new("this task has no open question"))?;
        if question_id.is_some_and(|wanted| wanted != question.id) {
            return Err(Problem(format!("that question is settled; the open one is `{}`", question.id)));
        }
        if !question.yours {
            return Err(Problem::new(
                "only a person may answer this: they are asked on their desktop; wait with task_status {wait_s}",
            ));
        }
        call.shared.service.answer(&question.id, Reply::Approve { text: Some(answer), remember: false })?;
        Ok(Answer::of(call.standing(&task_id).await?))
    }
}
