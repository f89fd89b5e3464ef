//! Replays a recording as a model: the same answers in the same order.

use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_trait::async_trait;

use super::entry::{FORMAT, Read, digest};
use crate::script::read_file;
use crate::{Answer, Model, ModelError, Prompt, Traits};

/// Answers from a recording.
pub struct Replay {
    file: String,
    exchanges: Vec<Read>,
    next: AtomicUsize,
    traits: Traits,
    compare: bool,
}

impl Replay {
    /// Reads a recording from a file.
    pub fn open(path: &Path, traits: Traits) -> Result<Self, ModelError> {
        Self::of(path.display().to_string(), &read_file(path)?, traits)
    }

    /// Reads a recording from a text; `file` is its name. Skips a truncated last line, as a killed process leaves it.
    pub fn of(file: impl Into<String>, text: &str, traits: Traits) -> Result<Self, ModelError> {
        let file = file.into();
        let mut exchanges = Vec::new();
        let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).peekable();
        while let Some((number, line)) = lines.next() {
            let refuse = |reason| ModelError::Script { file: format!("{file}, line {}", number + 1), reason };
            match serde_json::from_str::<Read>(line) {
                Ok(read) if read.format != FORMAT => {
                    return Err(refuse(format!("format `{}` is not known; expected {FORMAT}", read.format)));
                }
                Ok(read) => exchanges.push(read),
                Err(_) if lines.peek().is_none() && !text.ends_with('\n') => {}
                Err(error) => return Err(refuse(format!("not a line of a recording: {error}"))),
            }
        }
        Ok(Self { file, exchanges, next: AtomicUsize::new(0), traits, compare: false })
    }

    /// Rejects a request that differs from the recorded one.
    #[must_use]
    pub fn comparing(self) -> Self {
        Self { compare: true, ..self }
    }
}

#[async_trait]
impl Model for Replay {
    fn name(&self) -> &str {
        "replay"
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(exchange) = self.exchanges.get(place) else {
            return Err(ModelError::Exhausted { file: self.file.clone(), answers: self.exchanges.len() });
        };
        if self.compare && exchange.prompt != digest(prompt) {
            return Err(ModelError::Diverged { file: self.file.clone(), number: place + 1 });
        }
        match &exchange.answer {
            Some(answer) => Ok(answer.clone()),
            None => {
                let message = exchange.error.clone().unwrap_or_else(|| "neither an answer nor an error".to_owned());
                Err(ModelError::Busy { status: 503, message, retry_after: None, attempts: 1 })
            }
        }
    }
}
