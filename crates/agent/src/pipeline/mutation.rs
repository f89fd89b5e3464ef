//! Known bugs that a test can put back, to prove that the model check of the loop finds them. Tests only.

use std::cell::Cell;

/// A bug that was there once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    /// After a question, a tool or a confirmation the next touch of a batch is judged without a look.
    JudgesUnseen,
    /// A touch is judged on the look that the mind had before it thought.
    TrustsThinking,
    /// What a person handed over is typed into whatever has the focus by then.
    TypesIntoAnything,
    /// A file that is paused on its way has an intent and no effect.
    LosesPushEffect,
    /// A plan's step that was killed at its question is asked about as if it had been sent.
    DoubtsUnsent,
}

thread_local! {
    static ACTIVE: Cell<Option<Mutation>> = const { Cell::new(None) };
}

/// Puts a bug back on this thread, or takes it away again.
pub(crate) fn set(mutation: Option<Mutation>) {
    ACTIVE.set(mutation);
}

/// Whether this bug is there.
pub(crate) fn is(mutation: Mutation) -> bool {
    ACTIVE.get() == Some(mutation)
}

/// Whether a touch is judged without a look where none is kept.
pub(super) fn judges_unseen(nothing_kept: bool) -> bool {
    is(Mutation::JudgesUnseen) && nothing_kept
}
