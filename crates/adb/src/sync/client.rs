//! The host's side of sync: one stream, one request after the other.

use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use super::wire::{self, Word};
use super::{Entry, MAX_DATA, MAX_PATH, Stat};
use crate::error::within;
use crate::{Error, Result, Stream};

/// The most entries of a folder.
const MAX_ENTRIES: usize = 100_000;

/// A sync session. After an error other than `Refused` or `TooLarge` the stream is unusable.
#[derive(Debug)]
pub struct FileSync<S = Stream> {
    stream: BufReader<S>,
    stat2: bool,
    list2: bool,
    timeout: Duration,
    broken: bool,
}

impl<S: AsyncRead + AsyncWrite + Unpin> FileSync<S> {
    /// Creates a session over a stream to `sync:`, in the versions that these features allow. Each operation ends
    /// within `timeout`.
    pub fn new(stream: S, features: &[String], timeout: Duration) -> Self {
        let has = |name: &str| features.iter().any(|feature| feature == name);
        let stream = BufReader::with_capacity(MAX_DATA, stream);
        Self { stream, stat2: has("stat_v2"), list2: has("ls_v2"), timeout, broken: false }
    }

    /// Returns a file's metadata, following links if the phone can; `None` if there is no such file.
    pub async fn stat(&mut self, path: &str) -> Result<Option<Stat>> {
        self.guarded(&format!("stat of `{path}`"), async |session| session.stat_now(path).await).await
    }

    /// Returns the entries of a folder, without `.` and `..`; none if there is no such folder.
    pub async fn list(&mut self, path: &str) -> Result<Vec<Entry>> {
        self.guarded(&format!("list of `{path}`"), async |session| session.list_now(path).await).await
    }

    /// Writes a file with these permissions and this modification time.
    pub async fn push(&mut self, path: &str, mode: u32, mtime: u32, data: impl AsyncRead + Unpin) -> Result<()> {
        let what = format!("push of `{path}`");
        self.guarded(&what, async |session| session.push_now(path, mode, mtime, data).await).await
    }

    /// Reads a file of at most `limit` bytes.
    pub async fn pull(&mut self, path: &str, limit: usize) -> Result<Vec<u8>> {
        self.guarded(&format!("pull of `{path}`"), async |session| session.pull_now(path, limit).await).await
    }

    /// Ends the session properly. Dropping it does as well.
    pub async fn quit(mut self) -> Result<()> {
        self.guarded("the end of sync", async |session| {
            session.send(&wire::sized(b"QUIT", b"")).await?;
            Ok(session.stream.shutdown().await?)
        })
        .await
    }

    /// Runs one operation within the timeout; an incomplete one makes the stream unusable.
    async fn guarded<T>(&mut self, what: &str, work: impl AsyncFnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.broken {
            return Err(Error::Disconnected("this sync session ended with an error".to_owned()));
        }
        self.broken = true;
        let timeout = self.timeout;
        let result = within(what, timeout, work(self)).await;
        self.broken = !matches!(result, Ok(_) | Err(Error::Refused(_) | Error::TooLarge { .. }));
        result
    }

    async fn send(&mut self, bytes: &[u8]) -> Result<()> {
        self.stream.write_all(bytes).await?;
        Ok(self.stream.flush().await?)
    }

    async fn request(&mut self, word: &Word, path: &str) -> Result<()> {
        if path.len() > MAX_PATH {
            return Err(Error::TooLarge { what: "the path".to_owned(), limit: MAX_PATH });
        }
        self.send(&wire::sized(word, path.as_bytes())).await
    }

    async fn stat_now(&mut self, path: &str) -> Result<Option<Stat>> {
        let asked = if self.stat2 { b"STA2" } else { b"STAT" };
        self.request(asked, path).await?;
        let word = self.answer().await?;
        if word != *asked {
            return Err(unexpected(&word));
        }
        if self.stat2 {
            /// Linux's `ENOENT` and `ENOTDIR`.
            const NONE: [u32; 2] = [2, 20];
            return match wire::read_stat2(&mut self.stream).await? {
                (0, stat) => Ok(Some(stat)),
                (errno, _) if NONE.contains(&errno) => Ok(None),
                (errno, _) => Err(Error::Refused(format!("stat of `{path}` failed with errno {errno}"))),
            };
        }
        let stat = wire::read_stat1(&mut self.stream).await?;
        Ok(Some(stat).filter(|stat| *stat != Stat::default()))
    }

    async fn list_now(&mut self, path: &str) -> Result<Vec<Entry>> {
        self.request(if self.list2 { b"LIS2" } else { b"LIST" }, path).await?;
        let mut entries = Vec::new();
        loop {
            let word = self.answer().await?;
            if !matches!(&word, b"DENT" | b"DNT2" | b"DONE") {
                return Err(unexpected(&word));
            }
            let (errno, stat) = match self.list2 {
                true => wire::read_stat2(&mut self.stream).await?,
                false => (0, wire::read_stat1(&mut self.stream).await?),
            };
            let name = wire::read_text(&mut self.stream).await?;
            if word == *b"DONE" {
                return Ok(entries);
            }
            if entries.len() >= MAX_ENTRIES {
                return Err(Error::Protocol(format!("the folder has more than {MAX_ENTRIES} entries")));
            }
            // An entry with an errno disappeared during the listing; a name with `/` is invalid.
            if errno == 0 && name != "." && name != ".." && !name.contains('/') {
                entries.push(Entry { name, stat });
            }
        }
    }

    async fn push_now(&mut self, path: &str, mode: u32, mtime: u32, data: impl AsyncRead + Unpin) -> Result<()> {
        match self.push_data(path, mode, mtime, data).await {
            Ok(()) => {}
            // The phone may have given the reason before it closed the stream.
            Err(cut @ Error::Disconnected(_)) => {
                let said = self.answer().await.err().filter(|error| matches!(error, Error::Refused(_)));
                return Err(said.unwrap_or(cut));
            }
            Err(error) => return Err(error),
        }
        match self.answer().await? {
            word if word == *b"OKAY" => wire::read_length(&mut self.stream, 0).await.map(|_| ()),
            word => Err(unexpected(&word)),
        }
    }

    async fn push_data(&mut self, path: &str, mode: u32, mtime: u32, data: impl AsyncRead + Unpin) -> Result<()> {
        self.request(b"SEND", &format!("{path},{mode}")).await?;
        let mut data = data.take(u64::MAX);
        let mut block = Vec::with_capacity(8 + MAX_DATA);
        loop {
            block.clear();
            block.extend_from_slice(b"DATA\0\0\0\0");
            data.set_limit(MAX_DATA as u64);
            let read = data.read_to_end(&mut block).await;
            let read =
                read.map_err(|source| Error::Io { what: "the data to push".to_owned(), source: source.into() })?;
            if read == 0 {
                return self.send(&wire::message(b"DONE", mtime, b"")).await;
            }
            let length = u32::try_from(read).unwrap_or(u32::MAX);
            block[4..8].copy_from_slice(&length.to_le_bytes());
            self.send(&block).await?;
        }
    }

    async fn pull_now(&mut self, path: &str, limit: usize) -> Result<Vec<u8>> {
        self.request(b"RECV", path).await?;
        let mut bytes = Vec::new();
        let mut too_large = false;
        loop {
            match self.answer().await? {
                word if word == *b"DATA" => {
                    let data = wire::read_data(&mut self.stream).await?;
                    too_large |= bytes.len() + data.len() > limit;
                    if !too_large {
                        bytes.extend_from_slice(&data);
                    }
                }
                word if word == *b"DONE" => {
                    self.stream.read_u32_le().await?;
                    return match too_large {
                        true => Err(Error::TooLarge { what: format!("`{path}`"), limit }),
                        false => Ok(bytes),
                    };
                }
                word => return Err(unexpected(&word)),
            }
        }
    }

    /// Reads the next word; a `FAIL` becomes an error with its text.
    async fn answer(&mut self) -> Result<Word> {
        let word = wire::read_word(&mut self.stream).await?;
        if word == *b"FAIL" {
            return Err(Error::Refused(wire::read_text(&mut self.stream).await?));
        }
        Ok(word)
    }
}

fn unexpected(word: &Word) -> Error {
    Error::Protocol(format!("the answer `{}` in sync", word.escape_ascii()))
}
