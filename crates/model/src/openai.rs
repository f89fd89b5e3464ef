//! A client for OpenAI-compatible chat completions: llama.cpp's server, vLLM, Ollama, and hosted services.
//!
//! Sends a request once and reads the answer as it arrives. It does not retry: the caller decides how often and after
//! which delay, so that every retry can be recorded and shown. The one exception is a field that the endpoint does not
//! know: the request is sent again at once without it. It never logs content, never follows a redirect (which would
//! leak the key), and reads no more than the maximum length of an answer.
//!
//! TLS is rustls with ring; certificates are verified by the platform's own store. An `http://` address needs neither,
//! so a machine without certificates can still use a local model.

mod address;
mod calls;
mod refusal;
mod reply;
mod request;
mod retry_after;
#[cfg(test)]
mod tests;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use action::dialect::MAX_REPLY;
use action::sse::Reader;
use async_trait::async_trait;
use reqwest::header::{CONTENT_TYPE, HeaderMap};
use tokio::time::{Instant, timeout, timeout_at};

use self::address::Address;
use self::refusal::Speaker;
use self::reply::Reply;
use self::request::Dropped;
use self::retry_after::retry_after;
use crate::{Answer, Environment, Key, Model, ModelConfig, ModelError, Phase, Prompt, ToolStyle, Traits};

/// An OpenAI-compatible endpoint.
pub struct OpenAi {
    name: String,
    config: ModelConfig,
    traits: Traits,
    address: Address,
    client: reqwest::Client,
    headers: HeaderMap,
    secrets: Vec<Key>,
    /// The model's name, if the configuration leaves it to the endpoint.
    listed: tokio::sync::OnceCell<String>,
    /// The fields that the endpoint does not know, and that are no longer sent.
    dropped: AtomicU8,
    environment: Arc<dyn Environment>,
}

/// The longest body of an unstreamed answer: the longest text, with every character escaped.
const MAX_BODY: usize = MAX_REPLY * 8;
/// The longest stream: each token comes with some hundred bytes around it.
const MAX_STREAM: usize = MAX_REPLY * 256;
/// How much of an error body is read.
const MAX_ERROR: usize = 64 * 1024;

impl OpenAi {
    /// A client for a configured model. `env` is the environment, for keys.
    pub fn new(
        name: impl Into<String>,
        config: ModelConfig,
        env: impl Fn(&str) -> Option<String>,
        environment: Arc<dyn Environment>,
    ) -> Result<Self, ModelError> {
        let address = Address::read(&config.base_url)?;
        let key = config.key(&env)?;
        let (headers, secrets) = address::headers(&config, key, env)?;
        let client = address::client(&address, &config)?;
        Ok(Self {
            name: name.into(),
            traits: config.traits(),
            config,
            address,
            client,
            headers,
            secrets,
            listed: tokio::sync::OnceCell::new(),
            dropped: AtomicU8::new(0),
            environment,
        })
    }

    fn speaker<'a>(&'a self, model: &'a str) -> Speaker<'a> {
        Speaker { url: &self.address.shown, model, key_env: self.config.key_env.as_deref(), secrets: &self.secrets }
    }

    /// The model's name: the configured one, or the first that the endpoint lists.
    async fn model(&self) -> Result<&str, ModelError> {
        if !self.config.model.is_empty() {
            return Ok(&self.config.model);
        }
        self.listed.get_or_try_init(|| self.first_listed()).await.map(String::as_str)
    }

    async fn first_listed(&self) -> Result<String, ModelError> {
        let speaker = self.speaker("");
        let limit = self.config.first_token_timeout;
        let late = || ModelError::Timeout { phase: Phase::FirstToken, limit, attempts: 0 };
        let send = self.client.get(self.address.models.clone()).headers(self.headers.clone()).send();
        let response = timeout(limit, send).await.map_err(|_| late())?.map_err(|error| speaker.unreachable(&error))?;
        let status = response.status();
        let body = timeout(limit, read_body(response, MAX_BODY)).await.map_err(|_| late())?;
        if !status.is_success() {
            let body = body.unwrap_or_default();
            return Err(speaker.status(status.as_u16(), &String::from_utf8_lossy(&body), None));
        }
        let body = body.map_err(|reason| ModelError::Garbage { reason, attempts: 0 })?;
        request::first_model(&body).ok_or_else(|| {
            ModelError::Config(format!(
                "`{}` lists no model; name one with `model` in the configuration",
                self.address.shown
            ))
        })
    }

    /// Sends the request once.
    async fn attempt(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        let model = self.model().await?;
        let speaker = self.speaker(model);
        let body = request::body(&self.config, &self.traits, model, prompt, self.dropped());
        let began = Instant::now();
        let idle = self.config.idle_timeout;
        // Without a stream the first token comes with the last.
        let first = if self.config.stream { self.config.first_token_timeout } else { self.config.timeout };
        let late = |phase, limit| ModelError::Timeout { phase, limit, attempts: 0 };
        let send = self
            .client
            .post(self.address.completions.clone())
            .headers(self.headers.clone())
            .header(CONTENT_TYPE, "application/json")
            .body(body)
            .send();
        let response = timeout(first, send)
            .await
            .map_err(|_| late(Phase::FirstToken, first))?
            .map_err(|error| speaker.unreachable(&error))?;
        let status = response.status();
        if !status.is_success() {
            let wait = retry_after(response.headers(), self.environment.now());
            // The error body is useful, but not worth a long wait.
            let body = timeout(idle, read_start(response, MAX_ERROR)).await.unwrap_or_default();
            return Err(speaker.status(status.as_u16(), &String::from_utf8_lossy(&body), wait));
        }
        let mut reply = Reply::new(self.traits.dialect, speaker);
        let mut incoming = Incoming::of(response.headers());
        let mut response = response;
        let mut deadline = (began + first, Phase::FirstToken, first);
        loop {
            let chunk = timeout_at(deadline.0, response.chunk()).await.map_err(|_| late(deadline.1, deadline.2))?;
            match chunk {
                Ok(Some(bytes)) => {
                    if incoming.take(&bytes, &mut reply)? {
                        deadline = (Instant::now() + idle, Phase::BetweenTokens, idle);
                    }
                    if reply.is_done() {
                        break;
                    }
                }
                Ok(None) => {
                    incoming.end(&mut reply)?;
                    break;
                }
                Err(error) => return Err(reply.cut(&refusal::cause(&error))),
            }
        }
        reply.finish(prompt, &self.config, self.traits.tools == ToolStyle::Native)
    }

    fn dropped(&self) -> Dropped {
        Dropped(self.dropped.load(Ordering::Relaxed))
    }

    /// Whether the endpoint rejected a field that can be left out or renamed; if so, it is from now on.
    fn adapt(&self, error: &ModelError) -> bool {
        let ModelError::Refused { status: 400 | 422, message } = error else { return false };
        let before = self.dropped();
        let after = before.and(&self.config, message);
        self.dropped.store(after.0, Ordering::Relaxed);
        if before != after {
            tracing::info!(model = %self.name, %message, "the endpoint does not know a field; leaving it out from now on");
        }
        before != after
    }
}

#[async_trait]
impl Model for OpenAi {
    fn name(&self) -> &str {
        &self.name
    }

    fn traits(&self) -> &Traits {
        &self.traits
    }

    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        let limit = self.config.timeout;
        let until = Instant::now() + limit;
        let mut attempts = 0;
        loop {
            attempts += 1;
            let error = match timeout_at(until, self.attempt(prompt)).await {
                Ok(Ok(answer)) => return Ok(Answer { attempts, ..answer }),
                Ok(Err(error)) => error.after(attempts),
                Err(_) => return Err(ModelError::Timeout { phase: Phase::Total, limit, attempts }),
            };
            if !self.adapt(&error) {
                return Err(error);
            }
        }
    }
}

/// A body as it arrives: events, or one piece if the server does not stream.
enum Incoming {
    /// Not known yet: the content type does not tell.
    Unknown,
    Stream {
        events: Reader,
        bytes: usize,
    },
    Whole(Vec<u8>),
}

impl Incoming {
    fn of(headers: &HeaderMap) -> Self {
        let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if kind.contains("text/event-stream") {
            Self::Stream { events: Reader::new(MAX_BODY), bytes: 0 }
        } else if kind.contains("json") {
            Self::Whole(Vec::new())
        } else {
            Self::Unknown
        }
    }

    /// Processes the next bytes. Returns whether the answer grew.
    fn take(&mut self, bytes: &[u8], reply: &mut Reply<'_>) -> Result<bool, ModelError> {
        if let Self::Unknown = self {
            let start = bytes.trim_ascii_start();
            *self = if start.starts_with(b"{") {
                Self::Whole(Vec::new())
            } else {
                Self::Stream { events: Reader::new(MAX_BODY), bytes: 0 }
            };
        }
        let too_long = ModelError::AnswerTooLong { limit: MAX_REPLY };
        match self {
            Self::Unknown => Ok(false),
            Self::Whole(body) => {
                if body.len() + bytes.len() > MAX_BODY {
                    return Err(too_long);
                }
                body.extend_from_slice(bytes);
                Ok(true)
            }
            Self::Stream { events, bytes: taken } => {
                *taken += bytes.len();
                if *taken > MAX_STREAM {
                    return Err(too_long);
                }
                let ready = events.read(bytes).map_err(|_| too_long)?;
                ready.iter().try_fold(false, |grew, event| Ok(reply.event(&event.data)? || grew))
            }
        }
    }

    /// Processes the end of the body.
    fn end(self, reply: &mut Reply<'_>) -> Result<(), ModelError> {
        match self {
            Self::Unknown => Ok(()),
            Self::Whole(body) => reply.whole(&body),
            // A server may end without the last blank line; its last event still counts.
            Self::Stream { events, .. } => match events.rest() {
                Some(event) => reply.event(&event.data).map(|_| ()),
                None => Ok(()),
            },
        }
    }
}

/// Reads a whole body, up to a limit.
async fn read_body(mut response: reqwest::Response, most: usize) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(bytes) = response.chunk().await.map_err(|error| refusal::cause(&error))? {
        if body.len() + bytes.len() > most {
            return Err(format!("the answer is longer than {most} bytes"));
        }
        body.extend_from_slice(&bytes);
    }
    Ok(body)
}

/// Reads the beginning of a body, up to a limit.
async fn read_start(mut response: reqwest::Response, most: usize) -> Vec<u8> {
    let mut body = Vec::new();
    while let Ok(Some(bytes)) = response.chunk().await {
        let room = most - body.len();
        body.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if body.len() == most {
            break;
        }
    }
    body
}
