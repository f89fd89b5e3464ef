//! A shell that stays open on the phone, for taps and keys through an adb server: a separate stream would cost each of
//! them a socket and two requests before the phone receives anything.
//!
//! Only commands of plain words are accepted: nothing in them can reach beyond its line. An interrupted call takes the
//! shell with it, so that no answer is mistaken for another's.

use std::future::poll_fn;
use std::pin::pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Poll;

use adb::shell::ShellPacket;
use adb::{Client, Error, Stream};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

use super::Output;

/// A shell that reads commands from its input.
const SERVICE: &str = "shell,v2,raw:";
/// The longest answer to such a command.
const MOST_SAID: usize = 64 << 10;

/// The idle shell of one phone, if there is one.
#[derive(Clone, Debug, Default)]
pub(super) struct Idle(Arc<Mutex<Option<Session>>>);

#[derive(Debug)]
struct Session {
    stream: BufReader<Stream>,
    /// The number of commands so far.
    number: u64,
}

/// Whether a command may be sent to an open shell.
pub(super) fn fits(command: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b" _.-".contains(&byte);
    command.starts_with("input ") && command.bytes().all(plain)
}

impl Idle {
    /// Runs an accepted command.
    pub(super) async fn run(&self, client: &Client, command: &str) -> Result<Output, Error> {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(session) = &mut waiting
            && !session.is_silent().await
        {
            waiting = None;
        }
        let mut session = match waiting {
            Some(session) => session,
            None => Session { stream: BufReader::new(client.open(SERVICE).await?), number: 0 },
        };
        let output = session.run(command).await?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(session);
        Ok(output)
    }
}

impl Session {
    /// Whether the shell is still open and silent; a closed one reports an end.
    async fn is_silent(&mut self) -> bool {
        let mut more = pin!(self.stream.fill_buf());
        poll_fn(|context| Poll::Ready(more.as_mut().poll(context).is_pending())).await
    }

    async fn run(&mut self, command: &str) -> Result<Output, Error> {
        self.number += 1;
        let mark = format!("fingertip-{}:", self.number);
        let line = format!("{{ {command}; }} </dev/null 2>&1; echo {mark}$?\n");
        self.stream.write_all(&ShellPacket::Stdin(line.into_bytes()).encode()).await.map_err(|error| lost(&error))?;
        let mut said = Vec::new();
        loop {
            match ShellPacket::read(&mut self.stream).await? {
                Some(ShellPacket::Stdout(data) | ShellPacket::Stderr(data)) => said.extend_from_slice(&data),
                Some(ShellPacket::Exit(_)) | None => {
                    return Err(Error::Disconnected("the phone's shell ended".to_owned()));
                }
                Some(_) => {}
            }
            if let Some((said, status)) = answer(&said, &mark) {
                let (stdout, stderr) = if status == 0 { (said, Vec::new()) } else { (Vec::new(), said) };
                return Ok(Output { status: Some(status), stdout, stderr, cut: false });
            }
            if said.len() > MOST_SAID {
                return Err(Error::TooLarge { what: "the answer to a touch".to_owned(), limit: MOST_SAID });
            }
        }
    }
}

/// Returns the output before the mark, and the status after it, once the line is complete.
fn answer(said: &[u8], mark: &str) -> Option<(Vec<u8>, i32)> {
    let text = said.strip_suffix(b"\n")?;
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let begin = text.windows(mark.len()).rposition(|part| part == mark.as_bytes())?;
    let status = std::str::from_utf8(&text[begin + mark.len()..]).ok()?.parse().ok()?;
    Some((text[..begin].to_vec(), status))
}

fn lost(error: &std::io::Error) -> Error {
    Error::Disconnected(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_plain_touches_fit() {
        for command in ["input tap 10 20", "input swipe 1 2 3 4 300", "input keyevent KEYCODE_HOME", "input tap -5 7"] {
            assert!(fits(command), "{command}");
        }
        for command in ["input", "input text 'a'", "input tap 1 2; reboot", "input tap 1 2\nls", "input tap $X 1", "ls"]
        {
            assert!(!fits(command), "{command}");
        }
    }

    #[test]
    fn an_answer_ends_with_its_mark_and_a_status() {
        let check = |said: &str, expected: Option<(&str, i32)>| {
            let expected = expected.map(|(said, status)| (said.as_bytes().to_vec(), status));
            assert_eq!(answer(said.as_bytes(), "fingertip-1:"), expected, "{said:?}");
        };
        check("fingertip-1:0\n", Some(("", 0)));
        check("fingertip-1:0\r\n", Some(("", 0)));
        check("Error: no\nfingertip-1:255\n", Some(("Error: no\n", 255)));
        check("said without an end fingertip-1:1\n", Some(("said without an end ", 1)));
        check("fingertip-1:", None);
        check("fingertip-1:0", None);
        check("fingertip-1:x\n", None);
        check("fingertip-2:0\n", None);
        check("", None);
    }
}
