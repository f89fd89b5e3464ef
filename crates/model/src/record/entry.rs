//! The lines of a recording.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Answer, Message, ModelError, Part, Picture, Prompt, Role, Tool};

/// The version in every line.
pub const FORMAT: u32 = 1;

/// A line for writing.
#[derive(Serialize)]
struct Written<'a> {
    format: u32,
    model: &'a str,
    /// The hash of `messages` and `tools`, to tell whether a request is the recorded one.
    prompt: String,
    messages: Vec<WrittenMessage<'a>>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    tools: &'a [Tool],
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<&'a Answer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// A line for reading: only what answering needs.
#[derive(Deserialize)]
pub(super) struct Read {
    pub(super) format: u32,
    #[serde(default)]
    pub(super) prompt: String,
    pub(super) answer: Option<Answer>,
    pub(super) error: Option<String>,
}

#[derive(Serialize)]
struct WrittenMessage<'a> {
    role: Role,
    parts: Vec<WrittenPart<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum WrittenPart<'a> {
    Text(&'a str),
    Picture { name: &'a str, width: u32, height: u32 },
}

/// The pictures of a prompt in order, each with its name: hashing them is most of the work, and done once.
pub(super) fn pictures(prompt: &Prompt) -> Vec<(String, &Picture)> {
    let parts = prompt.messages.iter().flat_map(|message| &message.parts);
    parts
        .filter_map(|part| match part {
            Part::Picture(picture) => Some((picture_name(picture), picture)),
            Part::Text(_) => None,
        })
        .collect()
}

/// The line of one exchange.
pub(super) fn write(
    model: &str,
    prompt: &Prompt,
    pictures: &[(String, &Picture)],
    answer: &Result<Answer, ModelError>,
) -> String {
    let messages = messages(prompt, pictures);
    let written = Written {
        format: FORMAT,
        model,
        prompt: hash_of(&messages, &prompt.tools),
        messages,
        tools: &prompt.tools,
        answer: answer.as_ref().ok(),
        error: answer.as_ref().err().map(ToString::to_string),
    };
    serde_json::to_string(&written).unwrap_or_default()
}

/// The name of a picture in a recording: the hash of its bytes.
pub fn picture_name(picture: &Picture) -> String {
    format!("{}.png", hex(&Sha256::digest(&picture.png)))
}

/// The hash of a prompt, including pictures.
pub fn digest(prompt: &Prompt) -> String {
    hash_of(&messages(prompt, &pictures(prompt)), &prompt.tools)
}

fn messages<'a>(prompt: &'a Prompt, pictures: &'a [(String, &Picture)]) -> Vec<WrittenMessage<'a>> {
    let mut names = pictures.iter().map(|(name, _)| name.as_str());
    let mut part = |part: &'a Part| match part {
        Part::Text(text) => WrittenPart::Text(text),
        Part::Picture(picture) => WrittenPart::Picture {
            name: names.next().unwrap_or_default(),
            width: picture.width,
            height: picture.height,
        },
    };
    let message = |message: &'a Message| WrittenMessage {
        role: message.role,
        parts: message.parts.iter().map(&mut part).collect(),
    };
    prompt.messages.iter().map(message).collect()
}

fn hash_of(messages: &[WrittenMessage<'_>], tools: &[Tool]) -> String {
    hex(&Sha256::digest(serde_json::to_vec(&(messages, tools)).unwrap_or_default()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
