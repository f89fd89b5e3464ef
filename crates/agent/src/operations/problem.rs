//! The problems that an operation can have, and what can be done instead.

use action::plan::Step;

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
