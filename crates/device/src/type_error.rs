//! The reasons why a text did not get into its field, and the methods that were tried.

use crate::next::Next;

/// The method by which a text got into a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Method {
    /// `input text`.
    Keys,
    /// The clipboard and KEYCODE_PASTE.
    Clipboard,
    /// A broadcast to an ADB keyboard.
    Keyboard,
}

impl Method {
    /// Returns the name for people.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Clipboard => "clipboard",
            Self::Keyboard => "ADB keyboard",
        }
    }
}

/// The reason why a text is not in its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// No method was available.
    #[error("the text cannot be typed on this phone: {}", reasons(.0))]
    NoMethod(Vec<(Method, String)>),
    /// There is nothing to type into.
    #[error("no field has the focus, so nothing was typed: tap the field first, then type")]
    NoField,
    /// The field contains something else.
    #[error("the field contains `{holds}` instead of the typed text ({})", .method.as_str())]
    Mismatch {
        /// The method.
        method: Method,
        /// The content of the field, shortened.
        holds: String,
    },
    /// A line break ended the entry.
    #[error("the first line break submitted the field, because it has only one line: the rest was not typed")]
    Submitted,
    /// The field was not emptied.
    #[error("the field still contains `{holds}`")]
    NotCleared {
        /// The content of the field, shortened.
        holds: String,
    },
}

impl TypeError {
    /// Returns the caller's next step.
    pub(crate) fn next(&self) -> Next {
        match self {
            Self::NoMethod(_) => Next::Ask,
            Self::NoField | Self::Mismatch { .. } | Self::Submitted | Self::NotCleared { .. } => Next::Tell,
        }
    }
}

fn reasons(tried: &[(Method, String)]) -> String {
    let reasons: Vec<String> = tried.iter().map(|(method, why)| format!("{}: {why}", method.as_str())).collect();
    reasons.join("; ")
}
