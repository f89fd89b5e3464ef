//! A script as a model: `script:FILE`, JSON lines `{"raw": …}`, one answer each, in order.
//!
//! For tests and experiments. `raw` is a text, or any other JSON, which is returned exactly as written. Optional:
//! `"delay_ms"` before the answer, `"error"` instead of one, `"usage"`.

use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use action::dialect::MAX_REPLY;
use async_trait::async_trait;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::config::nearest;
use crate::{Answer, Ending, Environment, Model, ModelError, Prompt, Traits, Usage};

/// Answers from a file.
pub struct Script {
    file: String,
    lines: Vec<Line>,
    next: AtomicUsize,
    traits: Traits,
    environment: Arc<dyn Environment>,
}

struct Line {
    answer: Result<String, String>,
    delay: Duration,
    usage: Usage,
    ending: Ending,
}

/// The largest file, in bytes.
const MAX_FILE: u64 = 64 << 20;
/// The longest delay before an answer, in milliseconds.
const MAX_DELAY: u64 = 600_000;

impl Script {
    /// Reads the file.
    pub fn open(path: &Path, traits: Traits, environment: Arc<dyn Environment>) -> Result<Self, ModelError> {
        let file = path.display().to_string();
        let text = read_file(path)?;
        Self::of(file, &text, traits, environment)
    }

    /// Reads a script from a text; `file` is its name.
    pub fn of(
        file: impl Into<String>,
        text: &str,
        traits: Traits,
        environment: Arc<dyn Environment>,
    ) -> Result<Self, ModelError> {
        let file = file.into();
        let lines: Result<Vec<Line>, ModelError> = text
            .lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| {
                read_line(line)
                    .map_err(|reason| ModelError::Script { file: format!("{file}, line {}", number + 1), reason })
            })
            .collect();
        // A script does not look at pictures.
        Ok(Self { lines: lines?, file, next: AtomicUsize::new(0), traits: traits.without_vision(), environment })
    }
}

#[async_trait]
impl Model for Script {
    fn name(&self) -> &str {
        "script"
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, _: &Prompt) -> Result<Answer, ModelError> {
        let place = self.next.fetch_add(1, Ordering::Relaxed);
        let Some(line) = self.lines.get(place) else {
            return Err(ModelError::Exhausted { file: self.file.clone(), answers: self.lines.len() });
        };
        if !line.delay.is_zero() {
            self.environment.wait(line.delay).await;
        }
        match &line.answer {
            Ok(raw) if raw.len() > MAX_REPLY => Err(ModelError::AnswerTooLong { limit: MAX_REPLY }),
            Ok(raw) => Ok(Answer {
                raw: raw.clone(),
                reasoning: None,
                usage: line.usage,
                model: "script".to_owned(),
                attempts: 1,
                ending: line.ending.clone(),
            }),
            Err(message) => {
                Err(ModelError::Busy { status: 503, message: message.clone(), retry_after: None, attempts: 1 })
            }
        }
    }
}

/// Reads a text file of bounded length.
pub(crate) fn read_file(path: &Path) -> Result<String, ModelError> {
    let refuse = |reason: String| ModelError::Script { file: path.display().to_string(), reason };
    let mut text = String::new();
    // Does not rely on the reported length: a device has none.
    let read = File::open(path).and_then(|file| file.take(MAX_FILE + 1).read_to_string(&mut text));
    read.map_err(|error| refuse(error.to_string()))?;
    if text.len() as u64 > MAX_FILE {
        return Err(refuse(format!("the file has more than {MAX_FILE} bytes")));
    }
    Ok(text)
}

fn read_line(line: &str) -> Result<Line, String> {
    const KEYS: &[&str] = &["raw", "error", "delay_ms", "usage", "ending"];
    #[derive(Deserialize)]
    struct Written<'a> {
        #[serde(borrow)]
        raw: Option<&'a RawValue>,
        error: Option<String>,
        #[serde(default)]
        delay_ms: u64,
        #[serde(default)]
        usage: WrittenUsage,
        #[serde(default)]
        ending: Ending,
    }
    #[derive(Default, Deserialize)]
    #[serde(default)]
    struct WrittenUsage {
        input_tokens: u64,
        output_tokens: u64,
        cost: Option<f64>,
    }
    let names: std::collections::BTreeMap<String, serde::de::IgnoredAny> =
        serde_json::from_str(line).map_err(|error| format!("not a JSON object: {error}"))?;
    if let Some(name) = names.keys().find(|name| !KEYS.contains(&name.as_str())) {
        let near = nearest(name, KEYS.iter().copied());
        let near =
            near.map_or_else(|| format!("; there are {}", KEYS.join(", ")), |near| format!("; did you mean `{near}`?"));
        return Err(format!("there is no `{}`{near}", name.chars().take(60).collect::<String>()));
    }
    let written: Written<'_> = serde_json::from_str(line).map_err(|error| error.to_string())?;
    let answer = match (written.raw, written.error) {
        (Some(_), Some(_)) => return Err("`raw` and `error` exclude each other".to_owned()),
        (None, Some(error)) => Err(error),
        (Some(raw), None) => Ok(serde_json::from_str::<String>(raw.get()).unwrap_or_else(|_| raw.get().to_owned())),
        (None, None) => return Err("`raw` is missing: the model's answer".to_owned()),
    };
    let usage = Usage {
        input_tokens: written.usage.input_tokens,
        output_tokens: written.usage.output_tokens,
        cost: written.usage.cost,
        ..Usage::default()
    };
    if written.delay_ms > MAX_DELAY {
        return Err(format!("`delay_ms` is `{}`; it must be at most {MAX_DELAY}", written.delay_ms));
    }
    Ok(Line { answer, delay: Duration::from_millis(written.delay_ms), usage, ending: written.ending })
}

#[cfg(test)]
mod tests;
