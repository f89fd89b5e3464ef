//! The trait of operations: how one begins, how it is checked, and the problems it can have. Each operation has its own
//! file beside this one.

use std::time::Duration;

use action::plan::Step;
use async_trait::async_trait;

use super::ways::Ways;
use super::work::Work;
use crate::deadline::Halt;

/// One operation.
#[async_trait]
pub(crate) trait Operation: Send + Sync {
    /// Checks the preconditions and returns the strategies. Called once a step, and again when a task is resumed: the
    /// values kept in [`Work`] the first time are still there, so "one more than before" keeps its meaning.
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;

    /// Whether it is done, by the phone's own state. Called after each strategy, for as long as [`Self::patience`]
    /// says, and before a task is resumed.
    async fn check(&self, work: &mut Work<'_>) -> Result<Check, Halt>;

    /// How long the phone may take to show the result.
    fn patience(&self) -> Duration {
        Duration::from_secs(3)
    }

    /// Whether repeating it is harmless, so that the next strategy may be tried if the phone does not show that this
    /// one worked.
    fn repeats(&self) -> bool {
        false
    }

    /// Whether it starts from the screen that earlier steps left, so that they are repeated if that screen is gone.
    fn goes_on_from_screen(&self) -> bool {
        false
    }

    /// Whether the phone still shows the result later, on another screen. If not, only the run that did it knows.
    fn lasts(&self) -> bool {
        true
    }

    /// The problem to report if no strategy works; `None` for the general message.
    fn no_way(&self, step: &Step) -> Option<Problem> {
        let _ = step;
        None
    }

    /// Whether it needs an unlocked screen.
    fn needs_screen(&self) -> bool {
        true
    }
}

/// An operation that only answers: it reads the phone and changes nothing.
#[async_trait]
pub(crate) trait Answer: Send + Sync {
    /// Returns the answer.
    async fn answer(&self, work: &mut Work<'_>) -> Result<Begin, Halt>;
}

#[async_trait]
impl<T: Answer> Operation for T {
    async fn begin(&self, work: &mut Work<'_>) -> Result<Begin, Halt> {
        self.answer(work).await
    }

    async fn check(&self, _: &mut Work<'_>) -> Result<Check, Halt> {
        Ok(Check::NotYet)
    }

    fn needs_screen(&self) -> bool {
        false
    }
}

/// What there is to do.
#[derive(Debug)]
pub(crate) enum Begin {
    /// Try these strategies.
    Go(Ways),
    /// Nothing: it is already so, or it was a question; the message.
    Done(String),
    /// It cannot be done.
    Stop(Problem),
}

/// The result of a check.
#[derive(Debug)]
pub(crate) enum Check {
    /// It is done; the message.
    Done(String),
    /// Not yet, or not at all.
    NotYet,
    /// The phone does not tell: it may be done. Anything that must not be done twice is not repeated without asking.
    Unclear,
    /// It failed in a way that a retry does not fix.
    Stop(Problem),
}

/// Why something cannot be done, and what can be done instead.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Problem {
    /// For programs.
    pub(crate) code: &'static str,
    /// For people: one sentence.
    pub(crate) message: String,
    /// Whether a retry may work.
    pub(crate) retryable: bool,
    /// An alternative, as a question, and the change if the person agrees.
    pub(crate) instead: Option<Alternative>,
}

/// An alternative that the person may accept.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Alternative {
    /// `Send it as a text message instead?`
    pub(crate) question: String,
    /// The change to the plan if they agree.
    pub(crate) change: Change,
}

/// How an accepted alternative changes the plan.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Change {
    /// Use this app.
    App(String),
    /// Do these steps first.
    First(Vec<Step>),
    /// Replace the step by this one.
    Step(Step),
    /// Replace the step by these.
    Steps(Vec<Step>),
}

impl Problem {
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into(), retryable: false, instead: None }
    }

    /// Marks the problem as retryable.
    pub(crate) fn retryable(mut self) -> Self {
        self.retryable = true;
        self
    }

    /// Adds an alternative.
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
