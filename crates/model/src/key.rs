//! A key: used in a header, and otherwise unseen.

/// A key to an endpoint. It can be neither printed nor serialised.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(String);

impl Key {
    /// A key, without white space around it; `None` if nothing is left.
    pub fn new(text: &str) -> Option<Self> {
        let text = text.trim();
        (!text.is_empty()).then(|| Self(text.to_owned()))
    }

    /// The header that shows it to an endpoint, marked so that nobody prints it; nothing if it cannot stand in one.
    pub fn authorization(&self) -> Option<reqwest::header::HeaderValue> {
        let mut value = reqwest::header::HeaderValue::try_from(format!("Bearer {}", self.0)).ok()?;
        value.set_sensitive(true);
        Some(value)
    }

    /// The key itself, for the header.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }

    /// The text without the key in it: endpoints like to repeat what they were given.
    pub(crate) fn mask(&self, text: &str) -> String {
        text.replace(&self.0, "[key]")
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Key(…)")
    }
}
