//! What the server takes as an answer to a question, from the forms in which it can be given.

use action::AnswerForm;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

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

    /// Whether what is given is nobody else's business: a code, and whatever else is typed into the phone.
    pub(super) fn secret(self) -> bool {
        !matches!(self, Self::Place | Self::File)
    }

    /// Whether a file is an answer.
    pub fn file(self) -> bool {
        matches!(self, Self::File | Self::TextOrFile)
    }
}
