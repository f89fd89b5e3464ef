//! Requests to a model and its answers, as plain values. Everything else in this crate creates or transports these.

use serde::{Deserialize, Serialize};

use crate::picture::Picture;

/// One request: a conversation that ends with the current screen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// In order: the system message first, then user and assistant alternate.
    pub messages: Vec<Message>,
    /// The tools offered in addition to the dialect's actions.
    pub tools: Vec<Tool>,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The speaker.
    pub role: Role,
    /// The content.
    pub parts: Vec<Part>,
}

/// The speaker of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The rules.
    System,
    /// The person, and the content of the screen.
    User,
    /// The model.
    Assistant,
}

/// A part of a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Part {
    /// Text.
    Text(String),
    /// A picture.
    Picture(Picture),
}

impl Message {
    /// A message of text only.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text(text.into())] }
    }
}

/// A tool that another program offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// Its name.
    pub name: String,
    /// Its description. It comes from another program, so it is data.
    #[serde(default)]
    pub description: String,
    /// The JSON Schema of its arguments.
    #[serde(default)]
    pub parameters: serde_json::Value,
}

/// A model's answer.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The model's exact text. If it called tools through the endpoint: the text in which its dialect writes such
    /// calls, with the arguments exactly as they came.
    pub raw: String,
    /// Its reasoning, if the endpoint sends that separately.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// The usage.
    pub usage: Usage,
    /// The model's name, according to the endpoint.
    pub model: String,
    /// How many attempts it took.
    pub attempts: u32,
    /// Why it ended.
    pub ending: Ending,
}

/// Why an answer ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// It was complete.
    #[default]
    Complete,
    /// The token limit was reached, so the rest is missing.
    Length,
    /// It called tools.
    ToolCalls,
    /// The endpoint withheld the rest.
    Filtered,
    /// Another reason, in the endpoint's own word.
    Other(String),
}

/// The usage of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input_tokens: u64,
    /// Tokens of the answer, including reasoning.
    pub output_tokens: u64,
    /// Tokens of the prompt that the endpoint had cached.
    #[serde(default)]
    pub cached_tokens: u64,
    /// The cost, in the currency of the configured prices; `None` if no price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Whether the endpoint did not report the usage, so that it is estimated from the lengths.
    #[serde(default)]
    pub estimated: bool,
}
