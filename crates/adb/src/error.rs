//! What can go wrong, sorted by what the caller does next.
//!
//! Connect again after `Disconnected`, `Offline` or `Timeout`; ask the person after `Unauthorized`,
//! `NoDevice` or `SeveralDevices`; show the text of `Refused`; close
//! something after `TooManyStreams`; give up on the rest.

use std::io::{self, ErrorKind};
use std::sync::Arc;
use std::time::Duration;

use crate::device_info::DeviceInfo;

/// A result of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation on a phone, or on the adb server, failed. Cheap to clone: a dead connection gives
/// the same error to each of its streams.
#[derive(Clone, Debug, thiserror::Error)]
pub enum Error {
    /// The connection ended in the middle. Connect again.
    #[error("the phone was disconnected: {0}")]
    Disconnected(String),
    /// The other end did not answer in time. It may have carried the command out.
    #[error("{what} did not finish within {after:?}")]
    Timeout {
        /// What was waited for.
        what: String,
        /// How long it was waited for.
        after: Duration,
    },
    /// The phone or the adb server said no; this is its text.
    #[error("{0}")]
    Refused(String),
    /// The phone does not (yet) trust this computer. A person has to act.
    #[error("the phone does not trust this computer ({reply}): {remedy}")]
    Unauthorized {
        /// What the phone or the server said.
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
    /// More than one phone, and nobody said which.
    #[error("several phones, choose one by its serial: {}", listed(.0))]
    SeveralDevices(Vec<DeviceInfo>),
    /// The other end does not keep to the protocol.
    #[error("the other end does not speak adb as expected: {0}")]
    Protocol(String),
    /// The operating system said no on our side.
    #[error("{what}: {source}")]
    Io {
        /// What was being done.
        what: String,
        /// What the system said.
        source: Arc<io::Error>,
    },
    /// The connection carries as many streams as it can.
    #[error("{limit} streams are open on this connection already: close some, or wait until they end")]
    TooManyStreams {
        /// How many it carries.
        limit: usize,
    },
    /// More data than the caller wanted to hold.
    #[error("{what} is larger than the {limit} bytes allowed")]
    TooLarge {
        /// What is too large.
        what: String,
        /// The limit that it exceeds.
        limit: usize,
    },
}

impl Error {
    /// The system's error with what was being done; ends of connections become `Disconnected`.
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

/// Gives `work` until `after`, then drops it.
pub(crate) async fn within<T>(what: &str, after: Duration, work: impl Future<Output = Result<T>>) -> Result<T> {
    // Boxed: these nest, and each layer would double the caller's future (45 KB for a shell command).
    match tokio::time::timeout(after, Box::pin(work)).await {
        Ok(result) => result,
        Err(_) => Err(Error::Timeout { what: what.to_owned(), after }),
    }
}
