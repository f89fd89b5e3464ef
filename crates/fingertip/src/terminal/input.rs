//! What a person types: line by line, and unseen where it is a secret.

use std::io::BufRead;
use std::sync::OnceLock;

use tokio::sync::Mutex;
use tokio::sync::mpsc::{Receiver, channel};

/// How many lines may wait to be read.
const MOST_LINES: usize = 16;

/// The one reader of standard input: a read cannot be taken back, so it is a thread of its own.
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

/// The next line; nothing when there will be none.
pub(super) async fn line() -> Option<String> {
    // There is one prompt at a time, so this waits for nobody.
    lines().lock().await.recv().await
}

/// Forgets what was typed before a question stood there.
pub(super) fn discard() {
    #[cfg(unix)]
    {
        let _ = rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush);
    }
    if let Ok(mut lines) = lines().try_lock() {
        while lines.try_recv().is_ok() {}
    }
}

/// While this lives the terminal does not show what is typed.
pub(super) struct Hidden {
    #[cfg(unix)]
    before: rustix::termios::Termios,
}

impl Hidden {
    /// Nothing where that cannot be done.
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
