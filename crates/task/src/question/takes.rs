//! The answers that the server accepts, derived from the ways to answer a question.

use action::AnswerForm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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
    pub(crate) fn of(forms: &[AnswerForm]) -> Self {
        let text = forms.iter().any(|form| form.is_text());
        match (text, forms.iter().any(|form| form.is_file())) {
            (true, true) => Self::TextOrFile,
            (true, false) => Self::Text,
            (false, true) => Self::File,
            (false, false) if forms.contains(&AnswerForm::Place) => Self::Place,
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
