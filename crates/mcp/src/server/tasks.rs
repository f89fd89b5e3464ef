//! Tasks as an agent sees them: only its own.

use std::sync::atomic::Ordering;
use std::time::Duration;

use action::QuestionKind;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use task::{EventKind, News, Open, Spec, State, TaskError, View};
use tokio::time::{Instant, timeout_at};

use super::answer::Problem;
use super::call::Call;

/// The longest wait in one call, in seconds.
pub(super) const LONGEST: f64 = 3600.0;

/// An agent's request for a task.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    pub(super) utterance: String,
    #[serde(default)]
    pub(super) device: Option<String>,
    #[serde(default)]
    pub(super) model: Option<String>,
    #[serde(default)]
    pub(super) max_steps: Option<u32>,
}

/// The state of a task.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Standing {
    pub(super) task_id: String,
    /// queued, running, paused, waiting (for an answer), success, failed, timeout or interrupted
    pub(super) status: String,
    pub(super) message: String,
    pub(super) steps: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) question: Option<Asked>,
}

// A question of a task.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct Asked {
    pub(super) id: String,
    pub(super) question: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) choices: Vec<String>,
    /// Whether you may answer it with task_answer; else only a person may
    pub(super) yours: bool,
}

impl Standing {
    fn new(view: View, question: Option<&Open>) -> Self {
        let asked = question.map(|question| Asked {
            id: question.id.clone(),
            question: question.message.clone(),
            choices: question.choices.clone(),
            yours: is_agents(question),
        });
        let status = match (&asked, view.state) {
            (Some(_), State::Running) => "waiting".to_owned(),
            (_, state) => {
                serde_json::to_value(state).ok().and_then(|word| Some(word.as_str()?.to_owned())).unwrap_or_default()
            }
        };
        let asks = asked.as_ref().map(|asked| asked.question.clone());
        let message = view.error.or(asks).or(view.message).unwrap_or_default();
        Self { task_id: view.id, status, message, steps: view.steps, question: asked }
    }

    /// Returns whether it is over.
    pub(super) fn is_over(&self) -> bool {
        matches!(self.status.as_str(), "success" | "failed" | "timeout" | "interrupted")
    }
}

/// Returns whether an agent may answer it: a task's request for information, never an approval.
pub(super) fn is_agents(question: &Open) -> bool {
    question.kind == QuestionKind::Ask && question.consent.is_none() && !question.secret
}

/// Stops a task when its waiter goes away.
struct Stops<'c> {
    call: &'c Call,
    task: &'c str,
    armed: bool,
}

impl Drop for Stops<'_> {
    fn drop(&mut self) {
        if self.armed
            && let Err(error) = self.call.shared.service.cancel(self.task)
        {
            tracing::debug!(%error, "a task was over before it could be cancelled");
        }
    }
}

impl Call {
    /// Starts a task of this agent.
    pub(super) async fn start(&self, request: Request) -> Result<String, Problem> {
        let Request { utterance: goal, device, model, max_steps } = request;
        // The agent's own hold on the phone would keep its task waiting.
        let id = self.phone(device.as_deref()).await?;
        self.client.phones.lock().await.remove(&id);
        let spec =
            Spec { goal, device: Some(id), model, max_steps, asked_by: Some(self.agent.clone()), ..Spec::default() };
        let task = self.shared.service.start(spec).await?;
        self.waits_for(&task);
        Ok(task)
    }

    /// Returns the state of a task of this agent.
    pub(super) async fn standing(&self, task: &str) -> Result<Standing, Problem> {
        let view = self.shared.service.show(task).await?;
        if view.asked_by.as_deref() != Some(&self.agent) {
            return Err(TaskError::NoTask(task.chars().take(60).collect()).into());
        }
        let open = self.shared.service.questions();
        let question = open.iter().map(|linked| &linked.question).find(|question| question.task == task);
        Ok(Standing::new(view, question))
    }

    /// Waits until a task is over, asks something that this agent may answer, or the time is up; reports progress
    /// meanwhile.
    pub(super) async fn wait_for_task(&self, task: &str, wait: Duration) -> Result<Standing, Problem> {
        self.returns_questions.store(true, Ordering::Relaxed);
        let asks = |standing: &Standing| standing.question.as_ref().is_some_and(|question| question.yours);
        self.wait_until(task, wait, asks).await
    }

    /// Waits like `wait_for_task`, and stops the task if the caller goes away meanwhile.
    pub(super) async fn wait_or_stop(&self, task: &str, wait: Duration) -> Result<Standing, Problem> {
        let mut stops = Stops { call: self, task, armed: true };
        let standing = self.wait_for_task(task, wait).await;
        stops.armed = false;
        standing
    }

    /// Waits until a task is over, reaches this state, or the time is up.
    pub(super) async fn wait_until(
        &self,
        task: &str,
        wait: Duration,
        enough: impl Fn(&Standing) -> bool,
    ) -> Result<Standing, Problem> {
        let until = Instant::now() + wait;
        // Refuses a task of another agent before its events are read.
        self.standing(task).await?;
        let mut events = self.shared.service.watch(task, None).await?;
        loop {
            let standing = self.standing(task).await?;
            if standing.is_over() || enough(&standing) {
                return Ok(standing);
            }
            match timeout_at(until, events.next()).await {
                Err(_) => return self.standing(task).await,
                // The stream of a task ends with it.
                Ok(None) => return self.standing(task).await,
                Ok(Some(News::Event(event))) => {
                    let said = event.narration.as_ref().map(|narration| narration.words.clone());
                    if let Some(said) = said.filter(|said| !said.is_empty()) {
                        self.progress(said).await;
                    } else if let EventKind::Progress(progress) = &event.what
                        && let Some(action) = &progress.action
                    {
                        self.progress(action.clone()).await;
                    }
                }
                Ok(Some(News::Lagged { .. })) => {}
            }
        }
    }
}

/// Validates how long to wait.
pub(super) fn wait(seconds: Option<f64>, usual: f64) -> Result<Duration, Problem> {
    let seconds = seconds.unwrap_or(usual);
    if !(0.0..=LONGEST).contains(&seconds) {
        return Err(Problem(format!("the wait must be 0 to {LONGEST} seconds")));
    }
    Ok(Duration::from_secs_f64(seconds))
}
