//! The result of a tool: a text for the model, the same as data, a picture; or an error that the model can act on.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use rmcp::model::{CallToolResult, ContentBlock};
use serde::Serialize;
use task::agent::model::Picture;
use task::{Holder, TaskError};

/// The longest text of a result: a model does not benefit from more.
const MOST_TEXT: usize = 64 << 10;

/// The result of a tool.
pub(super) struct Answer<T> {
    /// The result as data.
    pub(super) data: T,
    /// The result in words; `None` if the data say it all.
    pub(super) text: Option<String>,
    pub(super) pictures: Vec<Picture>,
    /// Whether it failed.
    pub(super) failed: bool,
}

impl<T> Answer<T> {
    pub(super) fn of(data: T) -> Self {
        Self { data, text: None, pictures: Vec::new(), failed: false }
    }

    pub(super) fn saying(data: T, text: impl Into<String>) -> Self {
        Self { text: Some(text.into()), ..Self::of(data) }
    }
}

impl<T: Serialize> Answer<T> {
    pub(super) fn result(self) -> CallToolResult {
        let data = serde_json::to_value(&self.data).unwrap_or_default();
        let text = self.text.unwrap_or_else(|| data.to_string());
        let mut content = vec![ContentBlock::text(capped(text))];
        content.extend(self.pictures.iter().map(|picture| {
            let encoded = STANDARD.encode(&picture.png);
            ContentBlock::image(encoded, "image/png")
        }));
        let mut result = if self.failed { CallToolResult::error(content) } else { CallToolResult::success(content) };
        result.structured_content = Some(data);
        result
    }
}

/// Why a tool did nothing. The model reads it, so it says what to do next.
#[derive(Debug)]
pub(super) struct Problem(pub(super) String);

impl Problem {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    pub(super) fn result(self) -> CallToolResult {
        CallToolResult::error(vec![ContentBlock::text(capped(self.0))])
    }
}

impl From<TaskError> for Problem {
    fn from(error: TaskError) -> Self {
        match &error {
            TaskError::Held { device, holder } => {
                // An agent learns nothing about other people's tasks but that there is one.
                let holder = match holder {
                    Holder::Task(_) => "another task".to_owned(),
                    holder => holder.to_string(),
                };
                Self(format!(
                    "the phone `{device}` is in use by {holder}, so nothing was done; wait until it is given back \
                     (phone_list tells), or use another phone"
                ))
            }
            _ => Self(error.to_string()),
        }
    }
}

/// Cuts a text to the limit, with a mark if there was more.
fn capped(mut text: String) -> String {
    if text.len() > MOST_TEXT {
        text.truncate(text.floor_char_boundary(MOST_TEXT));
        text.push_str("\n[cut: there was more]");
    }
    text
}
