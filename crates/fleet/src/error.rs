//! Errors of the fleet: one sentence each, with what to do about it.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};

/// How much of a remote message is shown.
const MOST: usize = 300;

/// An error of the fleet. The message is for the person.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// The server does not answer.
    #[error("cannot reach NATS at `{url}`: {why}; is `nats-server -js` running there?")]
    Unreachable {
        /// Its address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server rejected our credentials.
    #[error(
        "NATS at `{url}` rejected our credentials: {why}; give --nats-creds, --nats-nkey or a user in the address, or --nats-cert"
    )]
    Refused {
        /// Its address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server's certificate is not trusted.
    #[error(
        "NATS at `{url}` has an untrusted certificate: {why}; give the certificate of its authority with --nats-ca"
    )]
    Untrusted {
        /// Its address.
        url: String,
        /// The reason.
        why: String,
    },
    /// The server has no TLS, but TLS was requested.
    #[error("NATS at `{url}` has no TLS, but the address or --nats-ca requires it")]
    NoTls {
        /// Its address.
        url: String,
    },
    /// A file with credentials or certificates cannot be used.
    #[error("cannot use `{path}`: {why}")]
    Credentials {
        /// The file.
        path: String,
        /// The reason.
        why: String,
    },
    /// The server is too old.
    #[error("NATS at `{url}` is version {version}; 2.10 or newer is needed")]
    TooOld {
        /// Its address.
        url: String,
        /// Its version.
        version: String,
    },
    /// JetStream is off.
    #[error("NATS at `{url}` has no JetStream; start it with `nats-server -js`, or enable it for this account")]
    NoJetStream {
        /// Its address.
        url: String,
    },
    /// Something else on the server uses one of our names.
    #[error("`{name}` on this NATS server is not ours: {why}; nothing was changed. Use another account, or remove it")]
    Foreign {
        /// Its name.
        name: String,
        /// The difference.
        why: String,
    },
    /// The server has no room.
    #[error("NATS is full: {0}; wait until tasks are done, or give JetStream more room")]
    Full(String),
    /// The submitter already has too many tasks.
    #[error("{submitter} has {waiting} tasks waiting or running, and the limit is {most}; wait until some are done")]
    Quota {
        /// The submitter.
        submitter: String,
        /// How many tasks they have.
        waiting: u64,
        /// How many they may have.
        most: u64,
    },
    /// There is no such task, worker or question.
    #[error("{0}")]
    NotFound(String),
    /// The task or phone is in the wrong state for this.
    #[error("{0}")]
    State(String),
    /// The request is invalid: correct it.
    #[error("{0}")]
    Invalid(String),
    /// The worker does not answer.
    #[error("the worker `{worker}` does not answer: {why}")]
    Silent {
        /// The worker.
        worker: String,
        /// The reason.
        why: String,
    },
    /// NATS does not answer now, but may later.
    #[error("NATS does not answer: {0}")]
    Away(String),
}

impl FleetError {
    /// Wraps a failure that may be temporary.
    pub(crate) fn away(error: impl std::fmt::Display) -> Self {
        Self::Away(plain(&error.to_string()))
    }

    /// Converts the error of a publish.
    pub(crate) fn publish(error: &PublishError) -> Self {
        match full(error) {
            Some(why) => Self::Full(why),
            None if error.kind() == PublishErrorKind::StreamNotFound => {
                Self::Away("its streams are gone; restart a worker to create them again".to_owned())
            }
            None => Self::away(error),
        }
    }
}

/// Cleans a remote message for use in a sentence: one line, no terminal control sequences, bounded length.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    letters.take(MOST).collect()
}

/// Returns the server's reason if it has no room.
pub(crate) fn full(error: &PublishError) -> Option<String> {
    let source = std::error::Error::source(error)?.downcast_ref::<async_nats::jetstream::Error>()?;
    let no_room = [
        ErrorCode::STREAM_STORE_FAILED,
        ErrorCode::STORAGE_RESOURCES_EXCEEDED,
        ErrorCode::ACCOUNT_RESOURCES_EXCEEDED,
        ErrorCode::INSUFFICIENT_RESOURCES,
    ];
    no_room.contains(&source.error_code()).then(|| source.to_string())
}
