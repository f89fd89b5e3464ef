//! What an operation is: what it begins with, how it is checked, and the problems it can meet. Each one has a file of
//! its own beside this one.

use std::time::Duration;

use action::plan::Step;
use async_trait::async_trait;

use super::ways::Ways;
use super::work::Work;
use crate::deadline::Halt;

/// One operation.
#[async_trait]
pub(crate) trait Operation: Send + Sync {
    /// What must be there first, and the ways to do it. Called once a step, and again when a task goes on: what was
    /// kept in [`Work`] the first time is there then, so that "one more than before" still means the same before.
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;

    /// Whether it is done, by the phone's own state. Asked after each way, for as long as [`Self::patience`] says, and
    /// before a task goes on.
    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt>;

    /// How long the phone may take to show it.
    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }

    /// Whether doing it twice does no more than doing it once, so that the next way may be tried when the phone does
    /// not show that this one worked.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether it goes on from the screen that the steps before it left, so that they are taken again where that
    /// screen is gone.
    fn goes_on_from_screen(&self) -> bool {
        false
    }

    /// Whether the phone shows that it is done also later, on another screen. Where it does not, only who did it knows.
    fn lasts(&self) -> bool {
        true
    }

    /// What is said where no way leads there; in general words, unless the operation has better ones.
    fn no_way(&self, step: &Step) -> Option<Problem> {
        let _ = step;
        None
    }

    /// Whether the screen must be unlocked for it.
    fn needs_screen(&self) -> bool {
        true
    }
}

/// What there is to do.
#[derive(Debug)]
pub(crate) enum Begin {
    /// These ways.
    Go(Ways),
    /// Nothing: it is so already, or was a question; what is said.
    Done(String),
    /// It cannot be done.
    Stop(Problem),
}

/// What the phone shows of it.
#[derive(Debug)]
pub(crate) enum Check {
    /// It is done; what is said.
    Done(String),
    /// Not yet, or not.
    NotYet,
    /// The phone does not tell: it may be done. Nothing that must not be done twice is done again without asking.
    Unclear,
    /// It went wrong in a way that another try does not mend.
    Stop(Problem),
}

/// Why something cannot be done, and what can be done instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// For programs.
    pub(crate) code: &'static str,
    /// For people: one sentence.
    pub(crate) message: String,
    /// Whether it may go better in a moment.
    pub(crate) retryable: bool,
    /// What can be done instead, as a question, and what to change when the person agrees.
    pub(crate) instead: Option<Alternative>,
}

/// Another way to the same end, which the person may take.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    /// `Send it as a text message instead?`
    pub(crate) question: String,
    /// What is planned when they agree.
    pub(crate) change: Change,
}

/// What accepting a way out changes in the plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// It is done in this app.
    App(String),
    /// These steps are taken first.
    First(Vec<Step>),
    /// This step is taken in its place.
    Step(Step),
}

impl Problem {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retryable: false, instead: None }
    }

    /// It may go better in a moment.
    pub(crate) fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// With a way out.
    pub(crate) fn or(mut self, question: impl Into<String>, change: Change) -> Self {
        self.instead = Some(Alternative { question: question.into(), change });
        self
    }
}

impl From<Problem> for Begin {
    fn from(problem: Problem) -> Self {
        Self::Stop(problem)
    }
}
