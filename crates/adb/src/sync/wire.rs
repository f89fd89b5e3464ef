//! The bytes of sync's requests and answers.

use tokio::io::{AsyncRead, AsyncReadExt};

use super::{Entry, MAX_DATA, MAX_PATH, Stat};
use crate::packet::read_exactly;
use crate::{Error, Result};

/// A word of four letters.
pub(super) type Word = [u8; 4];

/// The longest name or text that is accepted from the other end.
const MAX_TEXT: usize = 64 * 1024;

/// Builds a word and one number, then `data`.
pub(super) fn message(word: &Word, number: u32, data: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(8 + data.len());
    bytes.extend_from_slice(word);
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(data);
    bytes
}

/// Builds a word, the length of `data`, then `data`: a request, a `DATA`, a `FAIL`.
pub(super) fn sized(word: &Word, data: &[u8]) -> Vec<u8> {
    message(word, u32::try_from(data.len()).unwrap_or(u32::MAX), data)
}

pub(super) async fn read_word(from: &mut (impl AsyncRead + Unpin)) -> Result<Word> {
    let mut word = [0; 4];
    from.read_exact(&mut word).await?;
    Ok(word)
}

/// Reads a length of at most `limit`.
pub(super) async fn read_length(from: &mut (impl AsyncRead + Unpin), limit: usize) -> Result<usize> {
    let length = usize::try_from(from.read_u32_le().await?).unwrap_or(usize::MAX);
    if length > limit {
        return Err(Error::Protocol(format!("a length of `{length}` in sync; at most {limit} is allowed")));
    }
    Ok(length)
}

/// Reads a path (with mode, for `SEND`), on the phone's side.
pub(super) async fn read_path(from: &mut (impl AsyncRead + Unpin)) -> Result<String> {
    let length = read_length(from, MAX_PATH + 16).await?;
    Ok(String::from_utf8_lossy(&read_exactly(from, length).await?).into_owned())
}

/// Reads the part after the path in the second version of `SEND` and `RECV`: the word again, then `N` numbers.
pub(super) async fn read_setup<const N: usize>(from: &mut (impl AsyncRead + Unpin), word: &Word) -> Result<[u32; N]> {
    let again = read_word(from).await?;
    if again != *word {
        return Err(Error::Protocol(format!("got `{}`, expected `{}`", again.escape_ascii(), word.escape_ascii())));
    }
    let mut numbers = [0; N];
    for number in &mut numbers {
        *number = from.read_u32_le().await?;
    }
    Ok(numbers)
}

/// Reads the data of a `DATA`.
pub(super) async fn read_data(from: &mut (impl AsyncRead + Unpin)) -> Result<Vec<u8>> {
    let length = read_length(from, MAX_DATA).await?;
    read_exactly(from, length).await
}

/// Reads a text with its length before it.
pub(super) async fn read_text(from: &mut (impl AsyncRead + Unpin)) -> Result<String> {
    let length = read_length(from, MAX_TEXT).await?;
    Ok(String::from_utf8_lossy(&read_exactly(from, length).await?).into_owned())
}

fn low(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Builds the 12 bytes of version 1: mode, size, modification time.
pub(super) fn stat1(stat: &Stat) -> Vec<u8> {
    let mtime = u32::try_from(stat.mtime).unwrap_or_default();
    [stat.mode, low(stat.size), mtime].iter().flat_map(|number| number.to_le_bytes()).collect()
}

pub(super) async fn read_stat1(from: &mut (impl AsyncRead + Unpin)) -> Result<Stat> {
    let mode = from.read_u32_le().await?;
    let size = u64::from(from.read_u32_le().await?);
    Ok(Stat { mode, size, mtime: i64::from(from.read_u32_le().await?), ..Stat::default() })
}

/// Builds the 68 bytes of version 2: errno, then all fields.
pub(super) fn stat2(errno: u32, stat: &Stat) -> Vec<u8> {
    let mut bytes = errno.to_le_bytes().to_vec();
    bytes.extend([stat.dev, stat.ino].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend([stat.mode, stat.nlink, stat.uid, stat.gid].iter().flat_map(|number| number.to_le_bytes()));
    bytes.extend(stat.size.to_le_bytes());
    bytes.extend([stat.atime, stat.mtime, stat.ctime].iter().flat_map(|number| number.to_le_bytes()));
    bytes
}

/// Reads the errno and the metadata.
pub(super) async fn read_stat2(from: &mut (impl AsyncRead + Unpin)) -> Result<(u32, Stat)> {
    let errno = from.read_u32_le().await?;
    let stat = Stat {
        dev: from.read_u64_le().await?,
        ino: from.read_u64_le().await?,
        mode: from.read_u32_le().await?,
        nlink: from.read_u32_le().await?,
        uid: from.read_u32_le().await?,
        gid: from.read_u32_le().await?,
        size: from.read_u64_le().await?,
        atime: from.read_i64_le().await?,
        mtime: from.read_i64_le().await?,
        ctime: from.read_i64_le().await?,
    };
    Ok((errno, stat))
}

/// Builds one entry of a list, in the requested version.
pub(super) fn entry(entry: &Entry, second: bool) -> Vec<u8> {
    let mut bytes = if second { b"DNT2".to_vec() } else { b"DENT".to_vec() };
    bytes.extend(if second { stat2(0, &entry.stat) } else { stat1(&entry.stat) });
    bytes.extend(low(entry.name.len() as u64).to_le_bytes());
    bytes.extend_from_slice(entry.name.as_bytes());
    bytes
}

/// Builds the end of a list: `DONE` in the shape of an entry without a name.
pub(super) fn end_of_list(second: bool) -> Vec<u8> {
    let mut bytes = b"DONE".to_vec();
    bytes.resize(4 + if second { 72 } else { 16 }, 0);
    bytes
}
