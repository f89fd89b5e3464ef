//! An answer as it arrives: from the pieces of a stream, or from one body.

use action::dialect::{DialectName, MAX_REPLY};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::calls::{Calls, Piece};
use super::refusal::Speaker;
use super::request::wire_names;
use crate::{Answer, Ending, ModelConfig, ModelError, Part, Prompt, Usage};

/// A partial answer.
pub(super) struct Reply<'a> {
    dialect: DialectName,
    speaker: Speaker<'a>,
    text: String,
    reasoning: String,
    calls: Calls,
    usage: Option<WireUsage>,
    model: String,
    finish: Option<String>,
    done: bool,
}

/// A chunk of a stream, or a whole completion. Every field may be missing or null: servers differ.
#[derive(Deserialize)]
struct Chunk {
    choices: Option<Vec<Choice>>,
    usage: Option<WireUsage>,
    model: Option<String>,
    error: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Choice {
    delta: Option<ReplyMessage>,
    message: Option<ReplyMessage>,
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct ReplyMessage {
    content: Option<Content>,
    /// llama.cpp, vLLM and DeepSeek; OpenRouter, Ollama and newer vLLM call it `reasoning`.
    reasoning_content: Option<String>,
    reasoning: Option<String>,
    refusal: Option<String>,
    tool_calls: Option<Vec<Piece>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<ContentPart>),
}

#[derive(Deserialize)]
struct ContentPart {
    text: Option<String>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct WireUsage {
    prompt_tokens: Option<u64>,
    completion_tokens: Option<u64>,
    prompt_tokens_details: Option<WireDetails>,
    cost: Option<f64>,
}

#[derive(Clone, Copy, Default, Deserialize)]
struct WireDetails {
    cached_tokens: Option<u64>,
}

impl<'a> Reply<'a> {
    pub(super) fn new(dialect: DialectName, speaker: Speaker<'a>) -> Self {
        Self {
            dialect,
            speaker,
            text: String::new(),
            reasoning: String::new(),
            calls: Calls::default(),
            usage: None,
            model: String::new(),
            finish: None,
            done: false,
        }
    }

    /// Whether the endpoint has marked the end.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// Processes an event of the stream. Returns whether the answer grew.
    pub(super) fn event(&mut self, data: &str) -> Result<bool, ModelError> {
        let data = data.trim();
        if data == "[DONE]" {
            self.done = true;
            return Ok(false);
        }
        if data.is_empty() {
            return Ok(false);
        }
        self.chunk(data)
    }

    /// Processes an unstreamed completion.
    pub(super) fn whole(&mut self, body: &[u8]) -> Result<(), ModelError> {
        let text = String::from_utf8_lossy(body);
        self.chunk(text.trim())?;
        // A body that parses is complete, whatever it says about its end.
        self.done = true;
        Ok(())
    }

    /// The error for a broken connection.
    pub(super) fn cut(&self, reason: &str) -> ModelError {
        ModelError::Cut { bytes: self.length(), reason: self.speaker.tidy(reason), attempts: 0 }
    }

    /// Returns the answer, if it is valid.
    pub(super) fn finish(mut self, prompt: &Prompt, config: &ModelConfig, native: bool) -> Result<Answer, ModelError> {
        if !self.done && self.finish.is_none() {
            if self.length() == 0 && self.model.is_empty() {
                let reason = "the body contains neither an event nor a completion".to_owned();
                return Err(ModelError::Garbage { reason, attempts: 0 });
            }
            return Err(self.cut("the stream ended without saying that it was complete"));
        }
        let ending = match self.finish.as_deref() {
            // Ollama says `stop` after calls, too.
            None | Some("stop" | "eos" | "end_turn") if self.calls.is_empty() => Ending::Complete,
            None | Some("stop" | "eos" | "end_turn") => Ending::ToolCalls,
            Some("length" | "max_tokens") => Ending::Length,
            Some("tool_calls" | "function_call" | "tool_use") => Ending::ToolCalls,
            Some("content_filter") => Ending::Filtered,
            Some(other) => Ending::Other(other.chars().take(60).collect()),
        };
        if self.text.trim().is_empty() && self.calls.is_empty() {
            return Err(self.nothing(&ending));
        }
        let usage = self.usage(prompt, config);
        let raw = if self.calls.is_empty() {
            self.text
        } else {
            let offered = if native { prompt.tools.as_slice() } else { &[] };
            let names: Vec<String> = offered.iter().map(|tool| tool.name.clone()).collect();
            let wire = wire_names(offered);
            self.calls.rename(|name| names.get(wire.iter().position(|wire| wire == name)?).cloned());
            self.calls.text(self.dialect, &self.text, &names)
        };
        if raw.len() > MAX_REPLY {
            return Err(ModelError::AnswerTooLong { limit: MAX_REPLY });
        }
        let reasoning = Some(self.reasoning).filter(|reasoning| !reasoning.trim().is_empty());
        Ok(Answer { raw, reasoning, usage, model: self.model, attempts: 1, ending })
    }

    fn length(&self) -> usize {
        self.text.len() + self.calls.len()
    }

    fn chunk(&mut self, data: &str) -> Result<bool, ModelError> {
        let chunk: Chunk = serde_json::from_str(data).map_err(|error| {
            let start = self.speaker.tidy(data);
            ModelError::Garbage { reason: format!("{error} in `{start}`"), attempts: 0 }
        })?;
        if chunk.error.is_some_and(|error| error.get() != "null") {
            return Err(self.speaker.in_stream(data));
        }
        if chunk.usage.is_some() {
            self.usage = chunk.usage;
        }
        if let Some(model) = chunk.model.filter(|_| self.model.is_empty()) {
            self.model = model.chars().take(200).collect();
        }
        let known = chunk.choices.is_some() || self.usage.is_some();
        if !known && self.model.is_empty() {
            let start = self.speaker.tidy(data);
            return Err(ModelError::Garbage { reason: format!("there are no `choices` in `{start}`"), attempts: 0 });
        }
        // Only one answer is requested.
        let Some(choice) = chunk.choices.into_iter().flatten().next() else { return Ok(false) };
        if choice.finish_reason.is_some() {
            self.finish = choice.finish_reason;
        }
        match choice.delta.or(choice.message) {
            Some(said) => self.add(said),
            None => Ok(false),
        }
    }

    fn add(&mut self, said: ReplyMessage) -> Result<bool, ModelError> {
        let before = self.length() + self.reasoning.len();
        match said.content {
            Some(Content::Text(text)) => self.text.push_str(&text),
            Some(Content::Parts(parts)) => parts.into_iter().for_each(|part| {
                self.text.push_str(part.text.as_deref().unwrap_or_default());
            }),
            None => {}
        }
        self.text.push_str(said.refusal.as_deref().unwrap_or_default());
        self.reasoning.push_str(said.reasoning_content.or(said.reasoning).as_deref().unwrap_or_default());
        said.tool_calls.into_iter().flatten().for_each(|piece| self.calls.add(piece));
        if self.length() > MAX_REPLY || self.reasoning.len() > MAX_REPLY {
            return Err(ModelError::AnswerTooLong { limit: MAX_REPLY });
        }
        Ok(self.length() + self.reasoning.len() > before)
    }

    fn nothing(&self, ending: &Ending) -> ModelError {
        let hint = match ending {
            Ending::Length => return ModelError::NoRoom,
            Ending::Filtered => ": the endpoint withheld it",
            _ if !self.reasoning.trim().is_empty() => ": it contains only reasoning",
            _ => ": is the prompt longer than the model's context? `context_tokens` in its configuration sets that",
        };
        ModelError::Empty { hint: hint.to_owned(), attempts: 0 }
    }

    fn usage(&self, prompt: &Prompt, config: &ModelConfig) -> Usage {
        let wire = self.usage.unwrap_or_default();
        let told = wire.prompt_tokens.is_some() || wire.completion_tokens.is_some();
        let output = (self.length() + self.reasoning.len()).div_ceil(4) as u64;
        let usage = Usage {
            input_tokens: wire.prompt_tokens.unwrap_or_else(|| if told { 0 } else { estimate(prompt) }),
            output_tokens: wire.completion_tokens.unwrap_or(if told { 0 } else { output }),
            cached_tokens: wire.prompt_tokens_details.and_then(|details| details.cached_tokens).unwrap_or(0),
            cost: None,
            estimated: !told,
        };
        Usage { cost: cost(&usage, config).or(wire.cost.filter(|cost| cost.is_finite() && *cost >= 0.0)), ..usage }
    }
}

/// Estimates the tokens of a prompt from its lengths: four bytes a token, 750 pixels a token.
fn estimate(prompt: &Prompt) -> u64 {
    let part = |part: &Part| match part {
        Part::Text(text) => text.len() as u64 / 4,
        Part::Picture(picture) => u64::from(picture.width) * u64::from(picture.height) / 750,
    };
    prompt.messages.iter().flat_map(|message| &message.parts).map(part).sum()
}

fn cost(usage: &Usage, config: &ModelConfig) -> Option<f64> {
    let (input, output) = (config.price_per_million_input, config.price_per_million_output);
    if input.is_none() && output.is_none() {
        return None;
    }
    #[expect(clippy::cast_precision_loss, reason = "counts of tokens are far below 2^53")]
    let price = |tokens: u64, price: Option<f64>| tokens as f64 * price.unwrap_or(0.0) / 1e6;
    Some(price(usage.input_tokens, input) + price(usage.output_tokens, output))
}
