//! Why Android 14 refuses an APK, with its error code and message.

/// Why an APK is not installed: the error code and Android's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    /// Android's message.
    pub message: String,
}

impl Refusal {
    /// Creates a refusal with a code and a message.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// Returns the text inside `Failure […]`.
    pub fn text(&self) -> String {
        match (self.code, self.message.as_str()) {
            (code, "") => code.to_owned(),
            ("", message) => message.to_owned(),
            (code, message) => format!("{code}: {message}"),
        }
    }
}
