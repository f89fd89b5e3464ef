//! Why the fleet does not do what it was asked, in one sentence with what to do about it.

use async_nats::jetstream::ErrorCode;
use async_nats::jetstream::context::{PublishError, PublishErrorKind};

/// How much of what others said is told.
const MOST: usize = 300;

/// Why not. The message is for the person.
#[derive(Debug, thiserror::Error)]
pub enum FleetError {
    /// Nobody answers there.
    #[error("cannot reach NATS at `{url}`: {why}; is `nats-server -js` running there?")]
    Unreachable {
        /// Where.
        url: String,
        /// Why.
        why: String,
    },
    /// It does not let us in.
    #[error(
        "NATS at `{url}` does not let us in: {why}; give --nats-creds, --nats-nkey or a user in the address, or --nats-cert"
    )]
    Refused {
        /// Where.
        url: String,
        /// Why.
        why: String,
    },
    /// It is not who it should be.
    #[error(
        "NATS at `{url}` shows a certificate that is not trusted: {why}; give that of its authority with --nats-ca"
    )]
    Untrusted {
        /// Where.
        url: String,
        /// Why.
        why: String,
    },
    /// It speaks in the clear, and was to be spoken to in secret.
    #[error("NATS at `{url}` has no TLS, which the address or --nats-ca asks for")]
    NoTls {
        /// Where.
        url: String,
    },
    /// A file of credentials or certificates is not what it should be.
    #[error("cannot use `{path}`: {why}")]
    Credentials {
        /// The file.
        path: String,
        /// Why.
        why: String,
    },
    /// It cannot do what is needed.
    #[error("NATS at `{url}` is version {version}; 2.10 or newer is needed")]
    TooOld {
        /// Where.
        url: String,
        /// Its version.
        version: String,
    },
    /// JetStream is off.
    #[error("NATS at `{url}` has no JetStream; start it with `nats-server -js`, or enable it for this account")]
    NoJetStream {
        /// Where.
        url: String,
    },
    /// Somebody else made something under our name.
    #[error("`{name}` on this NATS server is not ours: {why}; nothing was changed. Use another account, or remove it")]
    Foreign {
        /// Its name.
        name: String,
        /// What is different.
        why: String,
    },
    /// There is no room.
    #[error("NATS is full: {0}; wait until tasks are done, or give JetStream more room")]
    Full(String),
    /// The submitter has enough waiting.
    #[error("{submitter} has {waiting} tasks waiting or running, and may have {most}; wait until some are done")]
    Quota {
        /// Who.
        submitter: String,
        /// How many.
        waiting: u64,
        /// How many there may be.
        most: u64,
    },
    /// There is no such task, worker or question.
    #[error("{0}")]
    NotFound(String),
    /// It is not in a state for this.
    #[error("{0}")]
    State(String),
    /// Say it otherwise.
    #[error("{0}")]
    Invalid(String),
    /// The worker that was asked does not answer.
    #[error("the worker `{worker}` does not answer: {why}")]
    Silent {
        /// Which.
        worker: String,
        /// Why.
        why: String,
    },
    /// NATS does not answer now; later it may.
    #[error("NATS does not answer: {0}")]
    Away(String),
}

impl FleetError {
    /// Something went wrong on the way that may pass.
    pub(crate) fn away(error: impl std::fmt::Display) -> Self {
        Self::Away(plain(&error.to_string()))
    }

    /// Why something could not be published.
    pub(crate) fn publish(error: &PublishError) -> Self {
        match full(error) {
            Some(why) => Self::Full(why),
            None if error.kind() == PublishErrorKind::StreamNotFound => {
                Self::Away("its streams are gone; start a worker again to have them made".to_owned())
            }
            None => Self::away(error),
        }
    }
}

/// What the far end of a connection said, as part of a sentence: on one line, without what a terminal obeys, not too long.
pub(crate) fn plain(text: &str) -> String {
    let letters = text.trim().chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    letters.take(MOST).collect()
}

/// Why the server has no room for it, if that is what it says.
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
