//! What was said before.

/// What `her` and `it` stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    pub(crate) person: Option<String>,
    pub(crate) setting: Option<String>,
}

/// The dialogue so far; a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dialogue {
    pub(crate) memory: Memory,
}
