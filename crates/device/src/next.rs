//! What the caller does after a failure: try again, look, ask the person, or tell the model.

/// What the caller does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Try again later: nothing was done.
    Retry,
    /// Look at the screen first: it may have been done.
    Look,
    /// Ask the person to do something about it.
    Ask,
    /// Tell the model: another action is needed.
    Tell,
}
