//! What goes to a model and what comes back, as plain values. Everything else in this crate makes or
//! carries these.

use serde::{Deserialize, Serialize};

use crate::picture::Picture;

/// One question: a conversation that ends with what the phone shows now.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prompt {
    /// In order; after the first, which is the system's, people and model take turns.
    pub messages: Vec<Message>,
    /// The tools that are offered besides the actions of the dialect.
    pub tools: Vec<Tool>,
}

/// One message.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said and shown.
    pub parts: Vec<Part>,
}

/// Who speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The rules.
    System,
    /// The person, and what the phone shows.
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
    /// A message of mere text.
    pub fn text(role: Role, text: impl Into<String>) -> Self {
        Self { role, parts: vec![Part::Text(text.into())] }
    }
}

/// A tool that another program offers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tool {
    /// By which it is called.
    pub name: String,
    /// What it does. Comes from the other program, so it is data.
    #[serde(default)]
    pub description: String,
    /// The JSON Schema of its arguments.
    #[serde(default)]
    pub parameters: serde_json::Value,
}

/// What a model said.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The model's exact text. Where it called tools through the endpoint, the text by which its dialect
    /// reads such calls, with the arguments exactly as they came.
    pub raw: String,
    /// What it thought before, where the endpoint keeps that apart.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// What it took.
    pub usage: Usage,
    /// Who answered, by the endpoint's own account.
    pub model: String,
    /// How often it was asked until it did.
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
    /// The limit of tokens was reached: what is missing is missing.
    Length,
    /// It called tools.
    ToolCalls,
    /// The endpoint withheld the rest.
    Filtered,
    /// Something else, by the endpoint's word for it.
    Other(String),
}

/// What an answer took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens of the prompt.
    pub input_tokens: u64,
    /// Tokens of the answer, thoughts included.
    pub output_tokens: u64,
    /// Tokens of the prompt that the endpoint had kept from before.
    #[serde(default)]
    pub cached_tokens: u64,
    /// Money, in the currency of the configured prices; `None` where no price is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost: Option<f64>,
    /// Whether the endpoint was silent about it and the numbers are an estimate from the lengths.
    #[serde(default)]
    pub estimated: bool,
}
