//! The body of a request.

use std::collections::BTreeSet;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Map, Value, json};

use crate::{Message, ModelConfig, Part, Prompt, Role, Tool, ToolStyle, Traits};

/// The fields that an endpoint does not know: bits of one number, so that it can be shared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Dropped(pub(super) u8);

impl Dropped {
    const STREAM_OPTIONS: u8 = 1;
    const MAX_TOKENS: u8 = 2;
    const TEMPERATURE: u8 = 4;

    fn has(self, field: u8) -> bool {
        self.0 & field != 0
    }

    /// Adds the field that the message complains about, if it was sent and is optional.
    pub(super) fn and(self, config: &ModelConfig, message: &str) -> Self {
        let sent = [
            ("stream_options", Self::STREAM_OPTIONS, config.stream),
            ("max_tokens", Self::MAX_TOKENS, config.max_tokens.is_some()),
            ("temperature", Self::TEMPERATURE, config.temperature.is_some()),
        ];
        let complaint = sent.iter().find(|(name, bit, sent)| *sent && !self.has(*bit) && message.contains(name));
        Self(complaint.map_or(self.0, |(_, bit, _)| self.0 | bit))
    }
}

/// The body of a request for one answer.
pub(super) fn body(config: &ModelConfig, traits: &Traits, model: &str, prompt: &Prompt, dropped: Dropped) -> Vec<u8> {
    let mut body = Map::new();
    body.insert("model".to_owned(), model.into());
    body.insert("messages".to_owned(), prompt.messages.iter().map(|said| message(said, traits)).collect());
    body.insert("stream".to_owned(), config.stream.into());
    if config.stream && !dropped.has(Dropped::STREAM_OPTIONS) {
        body.insert("stream_options".to_owned(), json!({"include_usage": true}));
    }
    if let Some(most) = config.max_tokens {
        // OpenAI's reasoning models reject the old name; other servers may not know the new one.
        let name = if dropped.has(Dropped::MAX_TOKENS) { "max_completion_tokens" } else { "max_tokens" };
        body.insert(name.to_owned(), most.into());
    }
    if let Some(temperature) = config.temperature.filter(|_| !dropped.has(Dropped::TEMPERATURE)) {
        body.insert("temperature".to_owned(), temperature.into());
    }
    if traits.tools == ToolStyle::Native && !prompt.tools.is_empty() {
        let tool = |(tool, name): (&Tool, String)| {
            let parameters = match &tool.parameters {
                schema @ Value::Object(_) => schema.clone(),
                _ => json!({"type": "object", "properties": {}}),
            };
            json!({"type": "function", "function": {"name": name, "description": tool.description, "parameters": parameters}})
        };
        let named = prompt.tools.iter().zip(wire_names(&prompt.tools));
        body.insert("tools".to_owned(), named.map(tool).collect());
    }
    body.extend(config.extra.clone());
    serde_json::to_vec(&body).unwrap_or_default()
}

/// The tools' names on the wire, in order: the API accepts at most 64 letters, digits, `_` and `-`, while the names of
/// other programs' tools may have dots and slashes.
pub(super) fn wire_names(tools: &[Tool]) -> Vec<String> {
    const LONGEST: usize = 64;
    let mut taken = BTreeSet::new();
    let mut names = Vec::with_capacity(tools.len());
    for tool in tools {
        let allowed = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let plain: String = tool.name.chars().map(allowed).take(LONGEST).collect();
        let plain = if plain.is_empty() { "tool".to_owned() } else { plain };
        let numbered = |number: usize| {
            let tail = format!("_{number}");
            format!("{}{tail}", &plain[..plain.len().min(LONGEST - tail.len())])
        };
        let free = std::iter::once(plain.clone()).chain((2..).map(numbered)).find(|name| !taken.contains(name));
        let name = free.unwrap_or_default();
        taken.insert(name.clone());
        names.push(name);
    }
    names
}

fn message(message: &Message, traits: &Traits) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    let shows = |part: &Part| traits.vision && matches!(part, Part::Picture(_));
    // Plain text is sent as a string: servers without vision accept nothing else.
    let content = if message.parts.iter().any(shows) {
        message.parts.iter().map(part).collect()
    } else {
        let texts: Vec<&str> = message
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Text(text) => Some(text.as_str()),
                Part::Picture(_) => None,
            })
            .collect();
        Value::String(texts.join("\n"))
    };
    json!({"role": role, "content": content})
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({"type": "text", "text": text}),
        Part::Picture(picture) => {
            let mut url = String::from("data:image/png;base64,");
            STANDARD.encode_string(&picture.png, &mut url);
            json!({"type": "image_url", "image_url": {"url": url}})
        }
    }
}

/// The first model of a list.
pub(super) fn first_model(body: &[u8]) -> Option<String> {
    let list: Value = serde_json::from_slice(body).ok()?;
    let name = list.get("data")?.as_array()?.iter().find_map(|model| model.get("id")?.as_str())?;
    Some(name.to_owned()).filter(|name| !name.is_empty())
}
