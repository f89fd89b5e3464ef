//! The interface between the device and its transport: three calls, a way to reconnect, and errors that tell whether a
//! command may have been sent.
//!
//! [`Adb`] implements it with the adb client; tests implement it with their own phone.

mod client;
mod session;

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};

pub(crate) use self::client::sent;
pub use self::client::{Adb, Reached};

/// One connection to a phone.
pub trait Wire: Send + Sync {
    /// A stream to one of the phone's services.
    type Stream: AsyncRead + AsyncWrite + Unpin + Send;

    /// Runs a command in the phone's shell; keeps at most `keep` bytes of each output.
    fn shell(&self, command: &str, limit: Limit) -> impl Future<Output = Result<Output, WireError>> + Send;

    /// Runs a command and returns its raw output; more than `keep` bytes are an error.
    fn exec(&self, command: &str, limit: Limit) -> impl Future<Output = Result<Vec<u8>, WireError>> + Send;

    /// Opens a service, such as `tcp:9008`.
    fn open(&self, service: &str, limit: Limit) -> impl Future<Output = Result<Self::Stream, WireError>> + Send;

    /// Whether the connection is already known to be lost, so that a command would certainly not be sent.
    fn is_lost(&self) -> impl Future<Output = bool> + Send;
}

/// Connects to a phone, the first time and again.
pub trait Connect: Send + Sync {
    /// The type of the connection.
    type Wire: Wire;

    /// Connects.
    fn connect(&self) -> impl Future<Output = Result<Self::Wire, WireError>> + Send;
}

/// The limits of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// Its timeout.
    pub time: Duration,
    /// The most bytes that are kept.
    pub keep: usize,
}

impl Limit {
    /// For a command that answers at once.
    pub const SHORT: Self = Self { time: Duration::from_secs(20), keep: 4 << 20 };
    /// For slow operations: a dump, a start, a picture.
    pub const LONG: Self = Self { time: Duration::from_secs(40), keep: 64 << 20 };

    /// Returns the same limit with this much more time.
    #[must_use]
    pub fn and(mut self, more: Duration) -> Self {
        self.time += more;
        self
    }
}

/// The output of a command and its exit status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The exit status, if the phone reports it.
    pub status: Option<i32>,
    /// Its standard output.
    pub stdout: Vec<u8>,
    /// Its standard error; on old phones that is in `stdout`.
    pub stderr: Vec<u8>,
    /// Whether there was more than was kept.
    pub cut: bool,
}

impl Output {
    /// Creates the output of a successful command.
    pub fn ok(stdout: impl Into<Vec<u8>>) -> Self {
        Self { status: Some(0), stdout: stdout.into(), ..Self::default() }
    }

    /// Returns its standard output as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).replace("\r\n", "\n")
    }

    /// Returns its standard error as text.
    pub fn complaints(&self) -> String {
        String::from_utf8_lossy(&self.stderr).replace("\r\n", "\n")
    }

    /// Returns both, standard error last.
    pub fn everything(&self) -> String {
        let mut text = self.text();
        if !self.stderr.is_empty() {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&self.complaints());
        }
        text
    }
}

/// The reason why a phone could not be reached. Never contains the command itself, which may be a person's secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The connection ended during a call: the command may have been carried out.
    #[error("the phone was disconnected: {0}")]
    Dropped(String),
    /// There is no connection, so nothing was sent.
    #[error("the phone cannot be reached: {0}")]
    Unreachable(String),
    /// No answer in time: the command may have been carried out, or may still be.
    #[error("{what} did not finish within {after:?}")]
    Timeout {
        /// The operation that timed out.
        what: String,
        /// The timeout.
        after: Duration,
    },
    /// The phone, or the adb server, refused.
    #[error("{0}")]
    Refused(String),
    /// A person has to act on the phone or on this computer first; the text says how.
    #[error("{0}")]
    NeedsPerson(String),
    /// The answer is too long, or makes no sense.
    #[error("{0}")]
    Broken(String),
}

impl WireError {
    /// Whether the connection is gone, so that a new one may help.
    pub fn is_lost(&self) -> bool {
        matches!(self, Self::Dropped(_) | Self::Unreachable(_))
    }

    /// Whether the command may have reached the phone.
    pub fn may_have_gone_out(&self) -> bool {
        matches!(self, Self::Dropped(_) | Self::Timeout { .. } | Self::Broken(_))
    }
}
