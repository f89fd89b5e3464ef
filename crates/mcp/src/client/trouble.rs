//! Why there is no connection to a server, and whether a retry may help.

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// The reason, with what to do.
    pub(super) why: String,
    /// Whether a retry may help.
    pub(super) passing: bool,
}

impl Trouble {
    /// A problem that a retry may solve.
    pub(super) fn passing(why: impl Into<String>) -> Self {
        Self { why: why.into(), passing: true }
    }

    /// A problem that lasts until a person fixes it.
    pub(super) fn lasting(why: impl Into<String>) -> Self {
        Self { why: why.into(), passing: false }
    }
}
