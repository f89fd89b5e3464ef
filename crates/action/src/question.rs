//! The kinds of questions to people, and the ways to answer them, with the same names on every wire.
//!
//! Tasks ask; the desktop, the pages behind links and the terminal show the question. All of them import these types,
//! so that no crate translates them into its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The kind of answer a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Words.
    Ask,
    /// Yes or no.
    Confirm,
    /// Something only the person has or can do: a code, a permission.
    Auth,
}

/// A way to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerForm {
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

impl AnswerForm {
    /// Returns whether the answer is a file, whose bytes are sent separately.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Photo | Self::Recording | Self::File | Self::Drawing)
    }

    /// Returns whether the answer is a text that is typed into the phone.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Qr | Self::Choice)
    }
}
