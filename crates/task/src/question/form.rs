//! The ways to answer a question, and the answers that the server therefore accepts.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskAnswerForm")]
pub enum Form {
    /// A plain yes. If the question also asks for something else: it is already done.
    Yes,
    /// One of the question's choices.
    Choice,
    /// Words.
    Text,
    /// A short code, such as from an SMS.
    Code,
    /// A picture from the camera, or an existing one.
    Photo,
    /// The content of a QR code.
    Qr,
    /// A recording from the microphone.
    Recording,
    /// The person's location, or a place they name.
    Place,
    /// Any file.
    File,
    /// A drawing, such as a signature.
    Drawing,
}

impl Form {
    /// Returns whether the answer is a file, whose bytes are sent separately.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Photo | Self::Recording | Self::File | Self::Drawing)
    }

    /// Returns whether the answer is a text that is typed into the phone.
    fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Qr | Self::Choice)
    }
}

/// What an answer may contain besides a yes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskQuestionTakes")]
pub enum Takes {
    /// Nothing: the yes is the answer.
    #[default]
    Yes,
    /// Words, such as a code.
    Text,
    /// A place, as in `48.2082,16.3738`.
    Place,
    /// A picture or another file.
    File,
    /// Words or a file, as the person prefers.
    TextOrFile,
}

impl Takes {
    /// Returns what these forms accept.
    pub(crate) fn of(forms: &[Form]) -> Self {
        let text = forms.iter().any(|form| form.is_text());
        match (text, forms.iter().any(|form| form.is_file())) {
            (true, true) => Self::TextOrFile,
            (true, false) => Self::Text,
            (false, true) => Self::File,
            (false, false) if forms.contains(&Form::Place) => Self::Place,
            (false, false) => Self::Yes,
        }
    }

    /// Returns whether the answer is private: a code, or any other text that is typed into the phone.
    pub(super) fn secret(self) -> bool {
        !matches!(self, Self::Place | Self::File)
    }

    /// Returns whether a file is accepted.
    pub fn file(self) -> bool {
        matches!(self, Self::File | Self::TextOrFile)
    }
}
