//! The caller's next step after a failure: retry, look, ask the person, or tell the model.

/// The caller's next step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Retry later: nothing was done.
    Retry,
    /// Look at the screen first: the action may have been carried out.
    Look,
    /// Ask the person to fix it.
    Ask,
    /// Tell the model: another action is needed.
    Tell,
}
