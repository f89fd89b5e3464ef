//! A program's output, line by line and bounded. A [`pump`] sits between a server's output and the protocol: it logs
//! and drops lines that are not messages, and replaces an answer that is too long by an error, so that the caller does
//! not wait for it.

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncWrite, AsyncWriteExt, BufReader};

use super::text::line;

/// The longest accepted message, in bytes: some pictures are that large.
pub(super) const LONGEST_MESSAGE: usize = 8 << 20;
/// How much of both ends of a longer message is kept, to find the request it answers.
const ENDS: usize = 512;
/// How many non-message lines of one server are logged.
const MOST_LOGGED: usize = 100;

/// One line, without its line break.
pub(super) enum Line {
    Whole(Vec<u8>),
    /// It was too long: its beginning and its end.
    TooLong {
        start: Vec<u8>,
        end: Vec<u8>,
    },
}

/// Reads lines of at most this many bytes.
pub(super) struct Lines<R> {
    read: BufReader<R>,
    most: usize,
}

impl<R: AsyncRead + Unpin> Lines<R> {
    pub(super) fn new(read: R, most: usize) -> Self {
        Self { read: BufReader::new(read), most }
    }

    /// Returns the next line; `None` at the end. Text after the last line break is a line too.
    pub(super) async fn next(&mut self) -> Option<Line> {
        let mut kept = Vec::new();
        let mut end: Option<Vec<u8>> = None;
        loop {
            let available = match self.read.fill_buf().await {
                Ok(available) if !available.is_empty() => available,
                _ if kept.is_empty() => return None,
                _ => return Some(whole(kept, end)),
            };
            let ends = available.iter().position(|byte| *byte == b'\n');
            let part = available.get(..ends.unwrap_or(available.len())).unwrap_or_default();
            match &mut end {
                None if kept.len() + part.len() <= self.most => kept.extend_from_slice(part),
                None => {
                    kept.extend_from_slice(part.get(..ENDS.min(part.len())).unwrap_or_default());
                    end = Some(Vec::new());
                    keep_end(end.get_or_insert_default(), part);
                    kept.truncate(ENDS.min(self.most));
                    kept.shrink_to_fit();
                }
                Some(end) => keep_end(end, part),
            }
            let consumed = part.len() + usize::from(ends.is_some());
            self.read.consume(consumed);
            if ends.is_some() {
                return Some(whole(kept, end));
            }
        }
    }
}

fn whole(kept: Vec<u8>, end: Option<Vec<u8>>) -> Line {
    match end {
        None => Line::Whole(kept),
        Some(end) => Line::TooLong { start: kept, end },
    }
}

fn keep_end(end: &mut Vec<u8>, part: &[u8]) {
    end.extend_from_slice(part.get(part.len().saturating_sub(ENDS)..).unwrap_or_default());
    let surplus = end.len().saturating_sub(ENDS);
    end.drain(..surplus);
}

/// Forwards messages until one side ends.
pub(super) async fn pump(server: &str, from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin) {
    let mut lines = Lines::new(from, LONGEST_MESSAGE);
    let mut logged = 0;
    while let Some(next) = lines.next().await {
        let mut message = match next {
            Line::Whole(bytes) if bytes.trim_ascii_start().first() == Some(&b'{') => bytes,
            Line::Whole(bytes) => {
                if logged < MOST_LOGGED && !bytes.trim_ascii().is_empty() {
                    logged += 1;
                    tracing::info!(server, "not a message: {}", line(&String::from_utf8_lossy(&bytes), 200));
                }
                continue;
            }
            Line::TooLong { start, end } => {
                tracing::warn!(server, "dropped a message of more than {LONGEST_MESSAGE} bytes");
                let Some(id) = answered(&start, &end) else { continue };
                too_long(&id).into_bytes()
            }
        };
        message.push(b'\n');
        if to.write_all(&message).await.is_err() || to.flush().await.is_err() {
            return;
        }
    }
}

/// Returns the error that replaces an answer that is too long.
fn too_long(id: &str) -> String {
    let megabytes = LONGEST_MESSAGE >> 20;
    format!(
        r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32603,"message":"the answer is longer than {megabytes} MiB; ask for less"}}}}"#
    )
}

/// Returns the id of the request that a message answers, as written: programs put it first or last.
fn answered(start: &[u8], end: &[u8]) -> Option<String> {
    const KEY: &str = "\"id\"";
    let (start, end) = (String::from_utf8_lossy(start), String::from_utf8_lossy(end));
    // Only before the result begins; inside it there may be any `id`.
    let head = start.split("\"result\"").next().unwrap_or_default();
    let value = |text: &str| -> Option<String> {
        let rest = text.trim_start().strip_prefix(':')?.trim_start();
        let stop = rest.find([',', '}'])?;
        let value = rest.get(..stop)?.trim();
        let plain = value.parse::<i64>().is_ok()
            || value.len() > 2 && value.starts_with('"') && serde_json::from_str::<String>(value).is_ok();
        plain.then(|| value.to_owned())
    };
    let first = head.split_once(KEY).and_then(|(_, rest)| value(rest));
    first.or_else(|| end.rsplit_once(KEY).and_then(|(_, rest)| value(rest)))
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn pumped(written: &[u8]) -> String {
        let (near, mut far) = tokio::io::duplex(1 << 20);
        let (sent, mut got) = (written.to_vec(), String::new());
        let work = tokio::spawn(async move { pump("s", &sent[..], near).await });
        tokio::io::AsyncReadExt::read_to_string(&mut far, &mut got).await.unwrap();
        work.await.unwrap();
        got
    }

    #[tokio::test]
    async fn only_messages_get_through() {
        assert_eq!(pumped(b"{\"a\":1}\nstarting up...\n\n \xff\xfe\n{\"b\":2}").await, "{\"a\":1}\n{\"b\":2}\n");
        assert_eq!(pumped(b"").await, "");
    }

    #[tokio::test]
    async fn an_answer_that_is_too_long_is_an_error_at_once() {
        let giant = "x".repeat(LONGEST_MESSAGE);
        for (message, id) in [
            (format!("{{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":\"{giant}\"}}\n{{}}\n"), "\"id\":7,"),
            (
                format!("{{\"result\":{{\"id\":1,\"t\":\"{giant}\"}},\"jsonrpc\":\"2.0\",\"id\":\"q\"}}\n{{}}\n"),
                "\"id\":\"q\",",
            ),
        ] {
            let got = pumped(message.as_bytes()).await;
            assert!(got.contains(id) && got.contains("longer than 8 MiB") && got.ends_with("\n{}\n"), "{got}");
        }
        let nobodys = pumped(format!("{{\"method\":\"{giant}\"}}\n{{}}\n").as_bytes()).await;
        assert_eq!(nobodys, "{}\n");
    }
}
