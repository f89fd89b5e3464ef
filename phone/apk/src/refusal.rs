//! Why an APK is refused, with the code and the words of Android 14.

/// Why an APK is not installed: the code, and what Android says with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    code: &'static str,
    /// What Android says.
    pub message: String,
}

impl Refusal {
    /// A refusal with its code and its words.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    /// As it stands in `Failure […]`.
    pub fn text(&self) -> String {
        match (self.code, self.message.as_str()) {
            (code, "") => code.to_owned(),
            ("", message) => message.to_owned(),
            (code, message) => format!("{code}: {message}"),
        }
    }
}
