//! Known bugs that a test can reintroduce, to prove that the model check of the loop finds them. Tests only.

use std::cell::Cell;

/// A bug that once existed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mutation {
    /// After a question, a tool or a confirmation the next touch of a batch is judged without a look.
    JudgesUnseen,
    /// A touch is judged on the look that the mind had before it thought.
    TrustsThinking,
    /// A code from a person is typed into whichever field has the focus by then.
    TypesIntoAnything,
    /// A file push that is paused half-way has an intent and no effect.
    LosesPushEffect,
    /// A plan's step that was killed during its question is treated as if it had been sent.
    DoubtsUnsent,
}

thread_local! {
    static ACTIVE: Cell<Option<Mutation>> = const { Cell::new(None) };
}

/// Puts a bug back on this thread, or removes it.
pub(crate) fn set(mutation: Option<Mutation>) {
    ACTIVE.set(mutation);
}

/// Whether this bug is active.
pub(crate) fn is(mutation: Mutation) -> bool {
    ACTIVE.get() == Some(mutation)
}

/// Whether a touch is judged without a look when no look is kept.
pub(super) fn judges_unseen(nothing_kept: bool) -> bool {
    is(Mutation::JudgesUnseen) && nothing_kept
}
