//! Why a text did not get into its field, and by which method it was tried.

use crate::next::Next;

/// How a text got into a field.
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
    /// As people read it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keys => "keys",
            Self::Clipboard => "clipboard",
            Self::Keyboard => "ADB keyboard",
        }
    }
}

/// Why a text is not in its field.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TypeError {
    /// No way was open.
    #[error("the text cannot be typed on this phone: {}", reasons(.0))]
    NoMethod(Vec<(Method, String)>),
    /// There is nothing to type into.
    #[error("no field has the focus, so nothing was typed: tap the field first, then type")]
    NoField,
    /// Something else is in the field.
    #[error("the field holds `{holds}`, not the text that was typed ({})", .method.as_str())]
    Mismatch {
        /// How it was typed.
        method: Method,
        /// What the field holds, shortened.
        holds: String,
    },
    /// A line break ended the entry.
    #[error("the first line break submitted the field, which takes one line only: the rest was not typed")]
    Submitted,
    /// The field was not emptied.
    #[error("the field still holds `{holds}`")]
    NotCleared {
        /// What the field holds, shortened.
        holds: String,
    },
}

impl TypeError {
    /// What the caller does next.
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
