//! The seam between what we want of a phone and how it is reached: three calls, a way to connect again,
//! and errors that say whether a command may have gone out.
//!
//! [`Adb`] implements it with the adb client; tests implement it with a phone of their own.

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

    /// Runs a command in the phone's shell; at most `keep` bytes of each of its outputs are kept.
    fn shell(&self, command: &str, limit: Limit) -> impl Future<Output = Result<Output, WireError>> + Send;

    /// Runs a command and takes its raw output; more than `keep` bytes are an error.
    fn exec(&self, command: &str, limit: Limit) -> impl Future<Output = Result<Vec<u8>, WireError>> + Send;

    /// Opens a service, such as `tcp:9008`.
    fn open(&self, service: &str, limit: Limit) -> impl Future<Output = Result<Self::Stream, WireError>> + Send;

    /// Whether the connection is already known to be lost, so that a command would surely not go out.
    fn is_lost(&self) -> impl Future<Output = bool> + Send;
}

/// How a phone is reached, the first time and again.
pub trait Connect: Send + Sync {
    /// What a connection gives.
    type Wire: Wire;

    /// Connects.
    fn connect(&self) -> impl Future<Output = Result<Self::Wire, WireError>> + Send;
}

/// How long a call may take and how much it may bring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// When it is given up.
    pub time: Duration,
    /// How many bytes are kept.
    pub keep: usize,
}

impl Limit {
    /// For a command that answers at once.
    pub const SHORT: Self = Self { time: Duration::from_secs(20), keep: 4 << 20 };
    /// For what takes a phone a while: a dump, a start, a picture.
    pub const LONG: Self = Self { time: Duration::from_secs(40), keep: 64 << 20 };

    /// The same with this much more time.
    #[must_use]
    pub fn and(mut self, more: Duration) -> Self {
        self.time += more;
        self
    }

    /// The same with another number of bytes.
    #[must_use]
    pub fn keeping(mut self, keep: usize) -> Self {
        self.keep = keep;
        self
    }
}

/// What a command printed and how it ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The exit status, from phones that tell it.
    pub status: Option<i32>,
    /// What it printed.
    pub stdout: Vec<u8>,
    /// What it complained of; on old phones that is in `stdout`.
    pub stderr: Vec<u8>,
    /// Whether there was more than was kept.
    pub cut: bool,
}

impl Output {
    /// A command that ended well with this output.
    pub fn ok(stdout: impl Into<Vec<u8>>) -> Self {
        Self { status: Some(0), stdout: stdout.into(), ..Self::default() }
    }

    /// What it printed, as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).replace("\r\n", "\n")
    }

    /// What it complained of, as text.
    pub fn complaints(&self) -> String {
        String::from_utf8_lossy(&self.stderr).replace("\r\n", "\n")
    }

    /// Both, the complaints last.
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

/// Why a phone could not be spoken to. Never holds the command itself, which may be a person's secret.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WireError {
    /// The connection ended in the middle: what was asked may have been done.
    #[error("the phone was disconnected: {0}")]
    Dropped(String),
    /// There is no connection, so nothing went out.
    #[error("the phone cannot be reached: {0}")]
    Unreachable(String),
    /// No answer in time: what was asked may have been done, or may yet be.
    #[error("{what} did not finish within {after:?}")]
    Timeout {
        /// What was waited for.
        what: String,
        /// For how long.
        after: Duration,
    },
    /// The phone, or the adb server, said no.
    #[error("{0}")]
    Refused(String),
    /// A person has to act on the phone or on this computer first; the text says how.
    #[error("{0}")]
    NeedsPerson(String),
    /// What came back is more than is read, or makes no sense.
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
