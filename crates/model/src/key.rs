//! An API key: sent in a header, and never shown.

/// The key of an endpoint. It can be neither printed nor serialised.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key, trimmed; `None` if nothing is left.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The authorization header, marked as sensitive; `None` if the key contains invalid characters.
    pub fn authorization(&self) -> Option<reqwest::header::HeaderValue> {
        let mut value = reqwest::header::HeaderValue::try_from(format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The key itself, for the header.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// Masks the key in a text: endpoints often echo their input.
    pub(crate) fn mask(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}
