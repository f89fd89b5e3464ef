//! Reads what a person types: line by line, without echo for secrets.

use std::io::BufRead;
use std::sync::OnceLock;

use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, channel};

/// How many lines may wait.
const MOST_LINES: usize = 16;

/// The only reader of standard input. A read cannot be cancelled, so it has its own thread.
fn lines() -> &'static Mutex<Receiver<String>> {
    static LINES: OnceLock<Mutex<Receiver<String>>> = OnceLock::new();
    LINES.get_or_init(|| {
        let (send, receive) = channel(MOST_LINES);
        std::thread::spawn(move || {
            for line in std::io::stdin().lock().lines() {
                let Ok(line) = line else { return };
                if send.blocking_send(line).is_err() {
                    return;
                }
            }
        });
        Mutex::new(receive)
    })
}

/// Returns the next line; `None` at the end of the input.
pub(super) async fn line() -> Option<String> {
    // There is only one prompt at a time, so this lock is free.
    lines().lock().await.recv().await
}

/// Discards the lines typed before a question appeared.
pub(super) fn discard() {
    #[cfg(unix)]
    {
        let _ = rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush);
    }
    if let Ok(mut lines) = lines().try_lock() {
        while lines.try_recv().is_ok() {}
    }
}

/// Turns the terminal's echo off while it lives.
pub(super) struct Hidden {
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Hidden {
    /// Returns `None` if the echo cannot be turned off.
    #[cfg(unix)]
    pub(super) fn begin() -> Option<Self> {
        use rustix::termios::{LocalModes, OptionalActions, tcgetattr, tcsetattr};
        let before = tcgetattr(std::io::stdin()).ok()?;
        let mut quiet = before.clone();
        quiet.local_modes.remove(LocalModes::ECHO);
        tcsetattr(std::io::stdin(), OptionalActions::Now, &quiet).ok()?;
        Some(Self { before })
    }

    #[cfg(not(unix))]
    pub(super) fn begin() -> Option<Self> {
        None
    }
}

#[cfg(unix)]
impl Drop for Hidden {
    fn drop(&mut self) {
        use rustix::termios::{OptionalActions, tcsetattr};
        let _ = tcsetattr(std::io::stdin(), OptionalActions::Now, &self.before);
    }
}
