//! Turns an endpoint's error replies into errors.
//!
//! The formats differ: `{"error":{"message","type","code"}}` (OpenAI, llama.cpp, vLLM), `{"error":"…"}` (Ollama),
//! `{"object":"error","message":…}` (older vLLM), `{"detail":…}` (FastAPI), HTML (a proxy).

use std::error::Error;
use std::time::Duration;

use serde_json::Value;

use crate::{Key, ModelError};

/// The endpoint, for messages that say what to change.
#[derive(Clone, Copy)]
pub(super) struct Speaker<'a> {
    pub(super) url: &'a str,
    pub(super) model: &'a str,
    pub(super) key_env: Option<&'a str>,
    pub(super) secrets: &'a [Key],
}

impl Speaker<'_> {
    /// No connection, or a broken one.
    pub(super) fn unreachable(&self, error: &reqwest::Error) -> ModelError {
        ModelError::Unreachable { url: self.url.to_owned(), reason: self.tidy(&cause(error)), attempts: 0 }
    }

    /// A status other than success, with its body.
    pub(super) fn status(&self, status: u16, body: &str, retry_after: Option<Duration>) -> ModelError {
        let value: Value = serde_json::from_str(body).unwrap_or(Value::Null);
        let said = said(&value).unwrap_or_else(|| body.to_owned());
        let message = match self.tidy(&said) {
            empty if empty.is_empty() => "no further message".to_owned(),
            message => message,
        };
        let kind = kinds(&value);
        if is_about_length(&format!("{kind} {said}")) {
            return ModelError::ContextTooLong { message };
        }
        match status {
            401 | 403 => ModelError::Key { status, message, key_env: self.key_env.map(str::to_owned) },
            404 => ModelError::NotFound { message, model: self.model.to_owned(), url: self.url.to_owned() },
            413 => ModelError::ContextTooLong { message },
            // Retrying does not help an account without money.
            429 if kind.contains("insufficient_quota") => ModelError::Refused { status, message },
            408 | 409 | 425 | 429 | 500 | 502..=599 => ModelError::Busy { status, message, retry_after, attempts: 0 },
            300..=399 => ModelError::Refused {
                status,
                message: format!(
                    "it redirects, but the key must not be sent there: set `base_url` to the right address ({message})"
                ),
            },
            _ => ModelError::Refused { status, message },
        }
    }

    /// An error inside a stream; its code replaces the status.
    pub(super) fn in_stream(&self, event: &str) -> ModelError {
        let value: Value = serde_json::from_str(event).unwrap_or(Value::Null);
        let error = value.get("error").unwrap_or(&value);
        let code = ["code", "status"].iter().find_map(|name| error.get(name)).and_then(Value::as_u64);
        let status = code.and_then(|code| u16::try_from(code).ok()).filter(|code| (400..600).contains(code));
        self.status(status.unwrap_or(500), event, None)
    }

    /// Cleans text from outside for a message: short, on one line, without secrets.
    pub(super) fn tidy(&self, text: &str) -> String {
        const SHOWN: usize = 300;
        let masked = self.secrets.iter().fold(text.to_owned(), |text, secret| secret.mask(&text));
        let mut words = masked.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
        let mut tidy = String::new();
        for word in words.by_ref() {
            if !tidy.is_empty() {
                tidy.push(' ');
            }
            tidy.extend(word.chars().take(SHOWN));
            if tidy.len() > SHOWN {
                break;
            }
        }
        match tidy.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &tidy[..end]),
            None => tidy,
        }
    }
}

/// The last cause in the chain: "connection refused" says more than "error sending request".
pub(super) fn cause(error: &reqwest::Error) -> String {
    let mut deepest: &dyn Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    if std::ptr::addr_eq(deepest, error) {
        // The message already has the address, which may contain secrets.
        return "the request could not be sent".to_owned();
    }
    deepest.to_string()
}

fn said(value: &Value) -> Option<String> {
    let error = value.get("error").unwrap_or(value);
    let text = |value: &Value| match value {
        Value::String(text) => Some(text.clone()),
        Value::Null => None,
        other => Some(other.to_string()),
    };
    error
        .get("message")
        .and_then(text)
        .or_else(|| value.get("detail").and_then(text))
        .or_else(|| value.get("message").and_then(text))
        .or_else(|| error.as_str().map(str::to_owned))
}

/// The machine-readable kinds of the error.
fn kinds(value: &Value) -> String {
    let error = value.get("error").unwrap_or(value);
    let words = ["type", "code"].iter().filter_map(|name| error.get(name)).filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(" ")
}

/// Whether the prompt was too long, in the wording of the known servers.
fn is_about_length(text: &str) -> bool {
    const WORDS: &[&str] = &[
        "context length",
        "context size",
        "context window",
        "context_length_exceeded",
        "exceed_context_size",
        "prompt is too long",
        "too many tokens",
        "max_model_len",
    ];
    let text = text.to_lowercase();
    WORDS.iter().any(|words| text.contains(words))
}
