//! The role of a word of an utterance in the plan. `understand::account` assigns it.

/// The role of one word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A word that names the operation, or introduces one of its values: `text`, `saying`.
    Operation,
    /// A part of a value.
    Slot(String),
    /// Courtesy, fillers and articles.
    Politeness,
    /// The circumstances: a reason, the phone meant.
    Framing,
    /// A word that was revoked, or that revokes others.
    Correction,
    /// A prohibition: `but do not send it`.
    Constraint,
    /// A word between two requests.
    Joint,
    /// Nothing.
    LeftOver,
}

/// One word by its offsets in the utterance, and its role.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Accounted {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) role: Role,
}
