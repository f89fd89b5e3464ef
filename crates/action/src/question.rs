//! A question to a person, as every wire names it: what kind of answer it takes, and the forms in which it can be given.
//!
//! The tasks ask, and the desktop, the pages behind links and the terminal show what is asked. They import these words
//! from here, so that no crate translates them into its own.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What kind of answer a question takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum QuestionKind {
    /// Words.
    Ask,
    /// Yes or no.
    Confirm,
    /// Something only the person can do or has: a code, a permission.
    Auth,
}

/// A way to answer a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum AnswerForm {
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

impl AnswerForm {
    /// Returns whether its answer is a file, whose bytes come by themselves.
    pub fn is_file(self) -> bool {
        matches!(self, Self::Photo | Self::Recording | Self::File | Self::Drawing)
    }

    /// Returns whether its answer is a text that is typed into the phone.
    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::Code | Self::Qr | Self::Choice)
    }
}
