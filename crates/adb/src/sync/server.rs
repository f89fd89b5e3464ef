//! The phone's side of sync, over any files.

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};

use super::wire::{self, Word};
use super::{Entry, MAX_DATA, Stat};
use crate::{Error, Result};

/// The flag of `SND2` that checks everything and writes nothing; the other flags are compressions, and we claim none.
const DRY_RUN: u32 = 0x8000_0000;

/// The reason why a file operation failed, in the phone's words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct FileError {
    /// Its Linux errno, for the second version of stat.
    pub errno: u32,
    /// Its text, e.g. `No such file or directory`.
    pub text: String,
}

impl FileError {
    /// There is no such file.
    pub fn not_found() -> Self {
        Self { errno: 2, text: "No such file or directory".to_owned() }
    }

    /// The file must not be read or written.
    pub fn denied() -> Self {
        Self { errno: 13, text: "Permission denied".to_owned() }
    }

    /// It is a folder instead of a file.
    pub fn is_folder() -> Self {
        Self { errno: 21, text: "Is a directory".to_owned() }
    }

    /// There is not enough room for it.
    pub fn no_space() -> Self {
        Self { errno: 28, text: "No space left on device".to_owned() }
    }
}

/// The files of a phone.
pub trait Files: Send + Sync {
    /// The largest file that is accepted; larger ones fail with `No space left on device`.
    fn room(&self) -> usize {
        256 * 1024 * 1024
    }

    /// Returns a file's metadata; `follow` selects a link's target or the link itself.
    fn stat(&self, path: &str, follow: bool) -> impl Future<Output = Result<Stat, FileError>> + Send;

    /// The entries of a folder.
    fn list(&self, path: &str) -> impl Future<Output = Result<Vec<Entry>, FileError>> + Send;

    /// Returns the whole content of a file.
    fn read(&self, path: &str) -> impl Future<Output = Result<Bytes, FileError>> + Send;

    /// Writes a whole file, and the folders above it. `mode` includes the file type: the content of a link is its
    /// target.
    fn write(
        &self,
        path: &str,
        mode: u32,
        mtime: u32,
        data: Vec<u8>,
    ) -> impl Future<Output = Result<(), FileError>> + Send;
}

/// Serves one `sync:` stream until the host quits or closes it.
pub async fn serve(stream: impl AsyncRead + AsyncWrite + Unpin, files: &impl Files) -> Result<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut word: Word = [0; 4];
        let first = stream.read(&mut word).await?;
        if first == 0 {
            return Ok(());
        }
        stream.read_exact(&mut word[first..]).await?;
        let path = match wire::read_path(&mut stream).await {
            Err(Error::Protocol(text)) => return refuse(&mut stream, &text).await,
            path => path?,
        };
        let answer = match &word {
            b"QUIT" => return Ok(stream.shutdown().await?),
            b"STAT" => {
                let stat = files.stat(&path, false).await.unwrap_or_default();
                [b"STAT".to_vec(), wire::stat1(&stat)].concat()
            }
            b"STA2" | b"LST2" => {
                let (errno, stat) = match files.stat(&path, word == *b"STA2").await {
                    Ok(stat) => (0, stat),
                    Err(error) => (error.errno, Stat::default()),
                };
                [word.to_vec(), wire::stat2(errno, &stat)].concat()
            }
            b"LIST" | b"LIS2" => {
                let second = word == *b"LIS2";
                let entries = files.list(&path).await.unwrap_or_default();
                let mut answer: Vec<u8> = entries.iter().flat_map(|entry| wire::entry(entry, second)).collect();
                answer.extend(wire::end_of_list(second));
                answer
            }
            b"RECV" => send_out(&mut stream, &path, files).await?,
            b"RCV2" => {
                let [flags] = wire::read_setup(&mut stream, &word).await?;
                if flags != 0 {
                    return refuse(&mut stream, &format!("unknown flags: {flags}")).await;
                }
                send_out(&mut stream, &path, files).await?
            }
            b"SEND" => {
                // `path,mode`, the mode in decimal; old hosts may leave it out.
                let parsed = path.rsplit_once(',').and_then(|(path, mode)| Some((path, mode.trim().parse().ok()?)));
                let (path, mode) = parsed.unwrap_or((&path, super::REGULAR | 0o644));
                take_in(&mut stream, path, mode, false, files).await?
            }
            b"SND2" => {
                let [mode, flags] = wire::read_setup(&mut stream, &word).await?;
                if flags & !DRY_RUN != 0 {
                    return refuse(&mut stream, &format!("unknown flags: {flags}")).await;
                }
                take_in(&mut stream, &path, mode, flags & DRY_RUN != 0, files).await?
            }
            _ => return refuse(&mut stream, &format!("unknown command {}", word.escape_ascii())).await,
        };
        stream.write_all(&answer).await?;
        stream.flush().await?;
    }
}

/// The number of `DATA` messages per write: as many whole ones as fit one packet of a stream.
const DATA_AT_ONCE: usize = 3;

/// Sends the content of a file, except for its end, which it returns.
///
/// The end is never sent alone. The adb server forwards each packet with its own write, to a socket with Nagle's
/// algorithm: a second small write waits until the client acknowledges the first, and the client delays that for 40 ms.
async fn send_out(stream: &mut (impl AsyncWrite + Unpin), path: &str, files: &impl Files) -> Result<Vec<u8>> {
    /// `EISDIR`: a folder can be opened, and only the first read fails.
    const IS_FOLDER: u32 = 21;
    match files.read(path).await {
        Ok(contents) => {
            let mut answer = Vec::new();
            for (number, data) in contents.chunks(MAX_DATA).enumerate() {
                if number > 0 && number % DATA_AT_ONCE == 0 {
                    stream.write_all(&answer).await?;
                    answer.clear();
                }
                answer.extend(wire::sized(b"DATA", data));
            }
            answer.extend(wire::message(b"DONE", 0, b""));
            Ok(answer)
        }
        Err(error) => {
            let failed = if error.errno == IS_FOLDER { "read failed" } else { "open failed" };
            Ok(wire::sized(b"FAIL", format!("{failed}: {error}").as_bytes()))
        }
    }
}

/// Receives all data of a `SEND`, then writes it: a cut connection leaves no partial file, and neither does a dry run.
/// Returns the answer, in adbd's words.
async fn take_in(
    stream: &mut (impl AsyncRead + Unpin),
    path: &str,
    mode: u32,
    dry_run: bool,
    files: &impl Files,
) -> Result<Vec<u8>> {
    let mut contents = Vec::new();
    let mut fits = true;
    let mtime = loop {
        match &wire::read_word(stream).await? {
            b"DATA" => {
                let data = wire::read_data(stream).await?;
                // Data that does not fit is still read off the wire, so that the session can continue.
                fits &= contents.len() + data.len() <= files.room();
                if fits {
                    contents.extend_from_slice(&data);
                }
            }
            b"DONE" => break stream.read_u32_le().await?,
            word => return Err(Error::Protocol(format!("`{}` where DATA or DONE was due", word.escape_ascii()))),
        }
    };
    let written = match fits {
        true if dry_run => Ok(()),
        true => files.write(path, mode, mtime, contents).await,
        false => Err(FileError::no_space()),
    };
    Ok(match written {
        Ok(()) => wire::message(b"OKAY", 0, b""),
        Err(error) if error == FileError::no_space() => {
            wire::sized(b"FAIL", format!("write failed: {error}").as_bytes())
        }
        Err(error) => wire::sized(b"FAIL", format!("couldn't create file: {error}").as_bytes()),
    })
}

/// Sends the reason and ends the session: the following bytes cannot be understood.
async fn refuse(stream: &mut (impl AsyncWrite + Unpin), text: &str) -> Result<()> {
    stream.write_all(&wire::sized(b"FAIL", text.as_bytes())).await?;
    stream.shutdown().await?;
    Err(Error::Protocol(text.to_owned()))
}
