//! The errors, sorted by what the caller does next.
//!
//! Reconnect after `Disconnected`, `Offline` or `Timeout`; ask the person after `Unauthorized`, `NoDevice` or
//! `SeveralDevices`; show the text of `Refused`; close a stream after `TooManyStreams`; give up on the rest.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use crate::device_info::DeviceInfo;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The reason why an operation on a phone, or on the adb server, failed. Cheap to clone: a dead connection returns the
/// same error to each of its streams.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The connection ended during an operation. Reconnect.
    #[error("the phone was disconnected: {0}")]
    Disconnected(String),
    /// The other end did not answer in time. It may have carried out the command.
    #[error("{what} did not finish within {after:?}")]
    Timeout {
        /// The operation that timed out.
        what: String,
        /// The timeout.
        after: Duration,
    },
    /// The phone or the adb server refused; this is its text.
    #[error("{0}")]
    Refused(String),
    /// The phone does not trust this computer (yet). A person has to act.
    #[error("the phone does not trust this computer ({reply}): {remedy}")]
    Unauthorized {
        /// The message of the phone or the server.
        reply: String,
        /// What a person can do about it.
        remedy: String,
    },
    /// The adb server knows the phone but cannot reach it now.
    #[error("the phone is offline ({0}): check its cable or network, or wait until it has started")]
    Offline(String),
    /// There is no such phone.
    #[error("no phone found ({0}): connect one, switch USB debugging on, or run `adb connect HOST:PORT`")]
    NoDevice(String),
    /// There are several phones, and none was specified.
    #[error("several phones, choose one by its serial: {}", listed(.0))]
    SeveralDevices(Vec<DeviceInfo>),
    /// The other end violates the protocol.
    #[error("the other end violates the adb protocol: {0}")]
    Protocol(String),
    /// The operating system reported an error on our side.
    #[error("{what}: {source}")]
    Io {
        /// The failed operation.
        what: String,
        /// The system's error.
        source: Arc<io::Error>,
    },
    /// The connection has as many streams as it can carry.
    #[error("{limit} streams are open on this connection already: close some, or wait until they end")]
    TooManyStreams {
        /// The limit.
        limit: usize,
    },
    /// More data than the caller's limit.
    #[error("{what} is larger than the {limit} bytes allowed")]
    TooLarge {
        /// The data that is too large.
        what: String,
        /// The exceeded limit.
        limit: usize,
    },
}

impl Error {
    /// Converts a system error of an operation; ends of connections become `Disconnected`.
    pub(crate) fn io(what: impl Into<String>, source: io::Error) -> Self {
        match source.kind() {
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe
            | ErrorKind::NotConnected
                if source.get_ref().is_none_or(|inner| !inner.is::<Self>()) =>
            {
                Self::Disconnected(format!("{}: {source}", what.into()))
            }
            _ => match source.get_ref().and_then(|inner| inner.downcast_ref::<Self>()) {
                Some(ours) => ours.clone(),
                None => Self::Io { what: what.into(), source: Arc::new(source) },
            },
        }
    }
}

impl From<io::Error> for Error {
    fn from(source: io::Error) -> Self {
        Self::io("the connection", source)
    }
}

impl From<Error> for io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error {
            Error::Disconnected(_) | Error::Offline(_) => ErrorKind::ConnectionAborted,
            Error::Timeout { .. } => ErrorKind::TimedOut,
            Error::Refused(_) => ErrorKind::ConnectionRefused,
            Error::Unauthorized { .. } => ErrorKind::PermissionDenied,
            Error::NoDevice(_) | Error::SeveralDevices(_) => ErrorKind::NotFound,
            Error::Protocol(_) | Error::TooLarge { .. } => ErrorKind::InvalidData,
            Error::TooManyStreams { .. } => ErrorKind::ResourceBusy,
            Error::Io { source, .. } => source.kind(),
        };
        Self::new(kind, error)
    }
}

fn listed(devices: &[DeviceInfo]) -> String {
    let names: Vec<_> = devices.iter().map(|device| format!("`{}` ({})", device.serial, device.state)).collect();
    names.join(", ")
}

/// Runs `work` for at most `after`, then drops it.
pub(crate) async fn within<T>(what: &str, after: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    // Boxed: these nest, and each layer would double the caller's future (45 KB for a shell command).
    match tokio::time::timeout(after, Box::pin(work)).await {
        Ok(result) => result,
        Err(_) => Err(Error::Timeout { what: what.to_owned(), after }),
    }
}
