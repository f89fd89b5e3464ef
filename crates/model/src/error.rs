//! What can go wrong between a question and its answer, sorted by what the caller does next.

use std::time::Duration;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// Nobody answers at the address.
    #[error("no answer from `{url}` after {}: {reason}; start the model's server, or correct the address (`base_url`)", times(*.attempts))]
    Unreachable {
        /// Where it was sent.
        url: String,
        /// What the connection said.
        reason: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// It took too long.
    #[error("no answer from the model in time: {phase} took longer than {}s ({}); `{}` in its configuration sets the limit", .limit.as_secs_f64(), times(*.attempts), .phase.key())]
    Timeout {
        /// What took too long.
        phase: Phase,
        /// How long it might have taken.
        limit: Duration,
        /// How often it was tried.
        attempts: u32,
    },
    /// The endpoint is busy or broken.
    #[error("the model's endpoint answered {status} after {}: {message}{}", times(*.attempts), waits(*.retry_after))]
    Busy {
        /// The HTTP status; 200 where the error came inside a stream.
        status: u16,
        /// What it said.
        message: String,
        /// How long it asks to be left alone.
        retry_after: Option<Duration>,
        /// How often it was tried.
        attempts: u32,
    },
    /// The answer broke off.
    #[error("the model's answer broke off after {bytes} bytes ({}): {reason}", times(*.attempts))]
    Cut {
        /// How much of the answer there was.
        bytes: usize,
        /// How it broke off.
        reason: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// What came is no answer.
    #[error(
        "the endpoint sent something that is no chat completion ({}): {reason}; is `base_url` that of an OpenAI-compatible API?",
        times(*.attempts)
    )]
    Garbage {
        /// What is wrong with it, with its beginning.
        reason: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The answer says nothing.
    #[error("the model's answer is empty ({}){hint}", times(*.attempts))]
    Empty {
        /// Why that may be.
        hint: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The answer ran out of tokens before it began.
    #[error(
        "the model used up all its tokens without an answer; think less, or raise `max_tokens` in its configuration"
    )]
    NoRoom,
    /// The answer has no end.
    #[error(
        "the answer is longer than {limit} bytes and was not read further; reply with a short thought and one action"
    )]
    AnswerTooLong {
        /// How long it may be.
        limit: usize,
    },
    /// The prompt does not fit.
    #[error(
        "the prompt is too long for the model: {message}; set `context_tokens` in its configuration, or take a model with a larger context"
    )]
    ContextTooLong {
        /// What the endpoint said.
        message: String,
    },
    /// The goal is no goal.
    #[error("the goal has {bytes} bytes; at most {limit} are taken: say it shorter, or put the long part into a file")]
    GoalTooLong {
        /// How long it is.
        bytes: usize,
        /// How long it may be.
        limit: usize,
    },
    /// There is nothing to do.
    #[error("the goal is empty; say what is to be done")]
    NoGoal,
    /// The key is missing or wrong.
    #[error("the model's endpoint refuses the key ({status}): {message}; {}", key_advice(.key_env.as_deref()))]
    Key {
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
        /// Where the key comes from.
        key_env: Option<String>,
    },
    /// No such model or path.
    #[error(
        "there is no such model or address (404): {message}; asked for the model `{model}` at `{url}`: check `model` and `base_url`"
    )]
    NotFound {
        /// What it said.
        message: String,
        /// The model.
        model: String,
        /// Where it was sent.
        url: String,
    },
    /// The endpoint refuses the request.
    #[error("the model's endpoint refuses the request ({status}): {message}")]
    Refused {
        /// The HTTP status.
        status: u16,
        /// What it said.
        message: String,
    },
    /// The configuration makes no sense.
    #[error("{0}")]
    Config(String),
    /// A picture that cannot be sent.
    #[error("the picture cannot be read: {0}")]
    Picture(String),
    /// A script or a recording that cannot be read.
    #[error("{file}: {reason}")]
    Script {
        /// The file, and where the line is known, the line.
        file: String,
        /// What is wrong with it.
        reason: String,
    },
    /// A script or a recording has no answer left.
    #[error(
        "`{file}` has no answer left: it holds {answers}, and one more was asked for; add a line that ends the task"
    )]
    Exhausted {
        /// The file.
        file: String,
        /// How many it had.
        answers: usize,
    },
    /// A recording that was made of another conversation.
    #[error("`{file}`: question {number} is not the one that was recorded; record again, or replay without comparing")]
    Diverged {
        /// The file.
        file: String,
        /// Which question, from 1.
        number: usize,
    },
}

/// What to do about an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// The same question may be answered later.
    Retry,
    /// Tell the model what was wrong with its answer, and go on.
    Tell,
    /// Ask with a shorter prompt.
    Shorten,
    /// Only a person can mend it.
    Stop,
}

impl ModelError {
    /// What to do about it.
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

    /// How long the endpoint asks to be left alone before the next attempt.
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

/// What a model can take too long for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Until the first word.
    FirstToken,
    /// Between two words.
    BetweenTokens,
    /// The whole answer.
    Total,
}

impl Phase {
    /// The key of the configuration that sets its limit.
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
    retry_after
        .map_or_else(String::new, |wait| format!("; it asks to be left alone for {}s", wait.as_secs_f64().ceil()))
}

fn key_advice(key_env: Option<&str>) -> String {
    match key_env {
        Some(name) => format!("check the key in the environment variable `{name}`"),
        None => "set `key_env` in the model's configuration to the environment variable that holds the key".to_owned(),
    }
}
