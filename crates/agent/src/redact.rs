//! Secrets, and the one place that keeps them out of everything that is shown, written or sent to a model.

/// Something that must not be seen. It cannot be serialised, and printing it shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(value: impl Into<String>) -> Self {
        Self(value.into())
    }

    /// What it is. For typing it into a phone, and nothing else.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What masks.
#[derive(Clone, Debug, Default)]
pub struct Redactor {}
