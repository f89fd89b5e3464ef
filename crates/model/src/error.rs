//! The errors between a request and its answer, sorted by what the caller does next.

use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Nothing answers at the address.
    #[error("no answer from `{url}` after {}: {reason}; start the model's server, or correct the address (`base_url`)", times(*.attempts))]
    Unreachable {
        /// The address.
        url: String,
        /// The error of the connection.
        reason: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// A timeout.
    #[error("no answer from the model in time: {phase} took longer than {}s ({}); `{}` in its configuration sets the limit", .limit.as_secs_f64(), times(*.attempts), .phase.key())]
    Timeout {
        /// What took too long.
        phase: Phase,
        /// The limit.
        limit: Duration,
        /// The number of attempts.
        attempts: u32,
    },
    /// The endpoint is busy or broken.
    #[error("the model's endpoint answered {status} after {}: {message}{}", times(*.attempts), waits(*.retry_after))]
    Busy {
        /// The HTTP status; 200 if the error came inside a stream.
        status: u16,
        /// The endpoint's message.
        message: String,
        /// How long the endpoint asks the client to wait.
        retry_after: Option<Duration>,
        /// The number of attempts.
        attempts: u32,
    },
    /// The answer broke off.
    #[error("the model's answer broke off after {bytes} bytes ({}): {reason}", times(*.attempts))]
    Cut {
        /// How many bytes of the answer arrived.
        bytes: usize,
        /// The cause.
        reason: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// The reply is not a chat completion.
    #[error(
        "the endpoint sent something that is not a chat completion ({}): {reason}; is `base_url` that of an OpenAI-compatible API?",
        times(*.attempts)
    )]
    Garbage {
        /// What is wrong with it, and its beginning.
        reason: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// The answer is empty.
    #[error("the model's answer is empty ({}){hint}", times(*.attempts))]
    Empty {
        /// A possible cause.
        hint: String,
        /// The number of attempts.
        attempts: u32,
    },
    /// The answer ran out of tokens before it began.
    #[error(
        "the model used up all its tokens without an answer; think less, or raise `max_tokens` in its configuration"
    )]
    NoRoom,
    /// The answer does not end.
    #[error(
        "the answer is longer than {limit} bytes and was not read further; reply with a short thought and one action"
    )]
    AnswerTooLong {
        /// The limit in bytes.
        limit: usize,
    },
    /// The prompt does not fit into the context.
    #[error(
        "the prompt is too long for the model: {message}; set `context_tokens` in its configuration, or use a model with a larger context"
    )]
    ContextTooLong {
        /// The endpoint's message.
        message: String,
    },
    /// The goal is too long.
    #[error("the goal has {bytes} bytes; the limit is {limit}: shorten it, or put the long part into a file")]
    GoalTooLong {
        /// Its length.
        bytes: usize,
        /// The limit.
        limit: usize,
    },
    /// The goal is empty.
    #[error("the goal is empty; say what to do")]
    NoGoal,
    /// The key is missing or wrong.
    #[error("the model's endpoint refuses the key ({status}): {message}; {}", key_advice(.key_env.as_deref()))]
    Key {
        /// The HTTP status.
        status: u16,
        /// The endpoint's message.
        message: String,
        /// The environment variable of the key.
        key_env: Option<String>,
    },
    /// The model or the path does not exist.
    #[error(
        "there is no such model or address (404): {message}; asked for the model `{model}` at `{url}`: check `model` and `base_url`"
    )]
    NotFound {
        /// The endpoint's message.
        message: String,
        /// The model.
        model: String,
        /// The address.
        url: String,
    },
    /// The endpoint rejects the request.
    #[error("the model's endpoint rejects the request ({status}): {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// The endpoint's message.
        message: String,
    },
    /// The configuration is invalid.
    #[error("{0}")]
    Config(String),
    /// The picture cannot be decoded.
    #[error("the picture cannot be read: {0}")]
    Picture(String),
    /// A script or recording cannot be read.
    #[error("{file}: {reason}")]
    Script {
        /// The file and, if known, the line.
        file: String,
        /// The problem.
        reason: String,
    },
    /// A script or recording has no answer left.
    #[error(
        "`{file}` has no answer left: it holds {answers}, and one more was asked for; add a line that ends the task"
    )]
    Exhausted {
        /// The file.
        file: String,
        /// How many answers it had.
        answers: usize,
    },
    /// The recording is of another conversation.
    #[error("`{file}`: question {number} is not the one that was recorded; record again, or replay without comparing")]
    Diverged {
        /// The file.
        file: String,
        /// The number of the request, from 1.
        number: usize,
    },
}

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// Retry the same request later.
    Retry,
    /// Tell the model what was wrong with its answer, and continue.
    Tell,
    /// Send a shorter prompt.
    Shorten,
    /// Stop: only a person can fix it.
    Stop,
}

impl ModelError {
    /// What to do about this error.
    pub fn next(&self) -> Next {
        match self {
            Self::Unreachable { .. }
            | Self::Timeout { .. }
            | Self::Busy { .. }
            | Self::Cut { .. }
            | Self::Garbage { .. }
            | Self::Empty { .. } => Next::Retry,
            Self::AnswerTooLong { .. } | Self::NoRoom => Next::Tell,
            Self::ContextTooLong { .. } => Next::Shorten,
            Self::GoalTooLong { .. }
            | Self::NoGoal
            | Self::Key { .. }
            | Self::NotFound { .. }
            | Self::Refused { .. }
            | Self::Config(_)
            | Self::Picture(_)
            | Self::Script { .. }
            | Self::Exhausted { .. }
            | Self::Diverged { .. } => Next::Stop,
        }
    }

    /// How long the endpoint asks the client to wait before the next attempt.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Busy { retry_after, .. } => *retry_after,
            _ => None,
        }
    }

    /// The same error, reported after this many attempts.
    #[must_use]
    pub fn after(mut self, tried: u32) -> Self {
        match &mut self {
            Self::Unreachable { attempts, .. }
            | Self::Timeout { attempts, .. }
            | Self::Busy { attempts, .. }
            | Self::Cut { attempts, .. }
            | Self::Garbage { attempts, .. }
            | Self::Empty { attempts, .. } => *attempts = tried,
            _ => {}
        }
        self
    }
}

/// The parts of an answer that have a time limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Until the first token.
    FirstToken,
    /// Between two tokens.
    BetweenTokens,
    /// The whole answer.
    Total,
}

impl Phase {
    /// The configuration key of its limit.
    pub fn key(self) -> &'static str {
        match self {
            Self::FirstToken => "first_token_timeout_s",
            Self::BetweenTokens => "idle_timeout_s",
            Self::Total => "timeout_s",
        }
    }
}

impl std::fmt::Display for Phase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::FirstToken => "the first word",
            Self::BetweenTokens => "the next word",
            Self::Total => "the whole answer",
        })
    }
}

fn times(attempts: u32) -> String {
    if attempts == 1 { "1 attempt".to_owned() } else { format!("{attempts} attempts") }
}

fn waits(retry_after: Option<Duration>) -> String {
    retry_after.map_or_else(String::new, |wait| format!("; it asks to wait {}s", wait.as_secs_f64().ceil()))
}

fn key_advice(key_env: Option<&str>) -> String {
    match key_env {
        Some(name) => format!("check the key in the environment variable `{name}`"),
        None => "set `key_env` in the model's configuration to the environment variable that holds the key".to_owned(),
    }
}
