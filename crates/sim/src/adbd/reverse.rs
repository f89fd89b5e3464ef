//! `reverse:`: ports of the phone that lead to the host. They are kept and listed; no app on this phone
//! connects to one.

use std::sync::{Mutex, PoisonError};

use adb::{Result, Stream};
use tokio::io::AsyncWriteExt;

/// How many may be open.
const MOST: usize = 64;

/// What leads where.
#[derive(Debug, Default)]
pub(super) struct Reverses {
    known: Mutex<Vec<(String, String)>>,
}

impl Reverses {
    /// One request: `forward:a;b`, `list-forward`, `killforward:a`, `killforward-all`.
    pub(super) async fn serve(&self, request: &str, mut stream: Stream) -> Result<()> {
        let answer = self.answer(request);
        match answer {
            Ok(answer) => stream.write_all(answer.as_bytes()).await?,
            Err(text) => stream.write_all(format!("FAIL{:04x}{text}", text.len()).as_bytes()).await?,
        }
        Ok(())
    }

    fn answer(&self, request: &str) -> std::result::Result<String, String> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if request == "list-forward" {
            let lines: String = known.iter().map(|(from, to)| format!("(reverse) {from} {to}\n")).collect();
            return Ok(format!("{:04x}{lines}", lines.len()));
        }
        if request == "killforward-all" {
            known.clear();
            return Ok("OKAY".to_owned());
        }
        if let Some(from) = request.strip_prefix("killforward:") {
            let before = known.len();
            known.retain(|(known, _)| known != from);
            return if known.len() < before {
                Ok("OKAY".to_owned())
            } else {
                Err(format!("listener '{from}' not found"))
            };
        }
        let Some((from, to)) =
            request.strip_prefix("forward:").and_then(|pair| pair.trim_start_matches("norebind:").split_once(';'))
        else {
            return Err(format!("unknown reverse service `{request}`"));
        };
        known.retain(|(known, _)| known != from);
        if known.len() >= MOST {
            return Err("too many reverse forwards".to_owned());
        }
        known.push((from.to_owned(), to.to_owned()));
        Ok("OKAY".to_owned())
    }
}
