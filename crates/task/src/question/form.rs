//! The ways to answer a question, and what the server therefore takes as an answer.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A way to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "TaskAnswerForm")]
pub enum Form {
    /// A yes is all that is wanted; where something else is asked for as well: it is done already.
    Yes,
    /// One of the question's choices.
    Choice,
    /// Words.
    Text,
    /// A short code, such as from an SMS.
    Code,
    /// A picture from the camera, or one that is there already.
    Photo,
    /// What a QR code says.
    Qr,
    /// A recording from the microphone.
    Recording,
    /// Where the person is, or a place they name.
    Place,
    /// Any file.
    File,
    /// A drawing, such as a signature.
    Drawing,
}

impl Form {
    /// Whether its answer is a file, whose bytes come by themselves.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Photo | Self::Recording | Self::File | Self::Drawing)
    }

    /// Whether its answer is a text that is typed into the phone.
    fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Qr | Self::Choice)
    }
}

/// What an answer may bring besides a yes.
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
    /// Words or a file, as the person likes.
    TextOrFile,
}

impl Takes {
    /// What these forms bring.
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

    /// Whether what is given is nobody else's business: a code, and whatever else is typed into the phone.
    pub(super) fn secret(self) -> bool {
        !matches!(self, Self::Place | Self::File)
    }

    /// Whether a file is an answer.
    pub fn file(self) -> bool {
        matches!(self, Self::File | Self::TextOrFile)
    }
}
