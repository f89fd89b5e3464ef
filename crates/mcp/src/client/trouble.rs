//! Why there is no connection to a server, and whether trying again may help.

/// Why there is no connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Trouble {
    /// In words, with what to do.
    pub(super) why: String,
    /// Whether trying again may help.
    pub(super) passing: bool,
}

impl Trouble {
    /// One that trying again may end.
    pub(super) fn passing(why: impl Into<String>) -> Self {
        Self { why: why.into(), passing: true }
    }

    /// One that lasts until somebody changes something.
    pub(super) fn lasting(why: impl Into<String>) -> Self {
        Self { why: why.into(), passing: false }
    }
}
