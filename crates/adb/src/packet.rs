//! One packet of the adb transport: a header of 24 bytes (six little-endian words) and its payload.
//!
//! ```text
//! command  arg0  arg1  length of the payload  sum of its bytes  command ^ 0xffffffff
//! ```
//! (AOSP `packages/modules/adb/protocol.txt`.) Reading never allocates more than one block or twice what has arrived.
//! An invalid header ends the connection, because the start of the next packet is unknown.

use std::io;

use bytes::Bytes;
use tokio::io::{AsyncRead, AsyncReadExt};

use crate::{Error, Result};

/// The protocol version that we announce; from it on, payloads have no checksums.
pub const VERSION: u32 = 0x0100_0001;
/// The oldest version, still spoken by `adb-shell` and old phones: checksums are required.
pub const VERSION_OLDEST: u32 = 0x0100_0000;
/// The largest payload that we accept and announce.
pub const MAX_PAYLOAD: usize = 1024 * 1024;
/// The largest payload of the oldest peers; a peer that announces less is refused.
pub const MAX_PAYLOAD_OLDEST: usize = 4096;
/// The size of a header.
pub const HEADER: usize = 24;

/// The most bytes allocated ahead of the received data.
const BLOCK: usize = 64 * 1024;

/// The command of a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    /// Hello: `arg0` the version, `arg1` the largest payload, the banner as payload.
    Cnxn,
    /// Proof of a key: `arg0` is 1 for a token, 2 for its signature, 3 for a public key.
    Auth,
    /// Open a stream: `arg0` the sender's id, the service as payload.
    Open,
    /// Ready for the next write: `arg0` the sender's id, `arg1` the receiver's.
    Okay,
    /// Data of a stream: `arg0` the sender's id, `arg1` the receiver's.
    Wrte,
    /// A stream is closed, or was refused (`arg0` is then 0).
    Clse,
    /// Switch to TLS.
    Stls,
    /// Anything else: skipped, as adb does.
    Unknown(u32),
}

const WORDS: [(Command, &[u8; 4]); 7] = [
    (Command::Cnxn, b"CNXN"),
    (Command::Auth, b"AUTH"),
    (Command::Open, b"OPEN"),
    (Command::Okay, b"OKAY"),
    (Command::Wrte, b"WRTE"),
    (Command::Clse, b"CLSE"),
    (Command::Stls, b"STLS"),
];

impl Command {
    fn word(self) -> u32 {
        match self {
            Self::Unknown(word) => word,
            known => WORDS.iter().find(|(command, _)| *command == known).map_or(0, |(_, w)| u32::from_le_bytes(**w)),
        }
    }

    fn of(word: u32) -> Self {
        let known = WORDS.iter().find(|(_, bytes)| u32::from_le_bytes(**bytes) == word);
        known.map_or(Self::Unknown(word), |(command, _)| *command)
    }
}

/// A whole packet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Packet {
    /// Its command.
    pub command: Command,
    /// The first argument, usually the sender's stream.
    pub arg0: u32,
    /// The second argument, usually the receiver's stream.
    pub arg1: u32,
    /// Its payload.
    pub payload: Bytes,
}

impl Packet {
    /// A packet with these parts.
    pub fn new(command: Command, arg0: u32, arg1: u32, payload: impl Into<Bytes>) -> Self {
        Self { command, arg0, arg1, payload: payload.into() }
    }

    /// Returns the header as bytes. The sum is zero if `version` needs none.
    pub fn header(&self, version: u32) -> [u8; HEADER] {
        let word = self.command.word();
        let summed = version < VERSION || matches!(self.command, Command::Cnxn | Command::Auth);
        let sum = if summed { checksum(&self.payload) } else { 0 };
        // A payload is bounded by MAX_PAYLOAD where it is created, so the length always fits.
        let length = u32::try_from(self.payload.len()).unwrap_or(u32::MAX);
        let mut header = [0; HEADER];
        for (place, value) in header.chunks_exact_mut(4).zip([word, self.arg0, self.arg1, length, sum, !word]) {
            place.copy_from_slice(&value.to_le_bytes());
        }
        header
    }

    /// The whole packet as bytes, for a handshake or a test.
    pub fn encode(&self, version: u32) -> Vec<u8> {
        let mut bytes = self.header(version).to_vec();
        bytes.extend_from_slice(&self.payload);
        bytes
    }

    /// Reads one packet; `None` if the connection ends between two packets.
    ///
    /// The sum is checked if `version` requires it; a hello announces its own version.
    pub async fn read(from: &mut (impl AsyncRead + Unpin), version: u32) -> Result<Option<Self>> {
        let mut header = [0; HEADER];
        let first = from.read(&mut header).await?;
        if first == 0 {
            return Ok(None);
        }
        from.read_exact(&mut header[first..]).await?;
        let header = Header::decode(&header)?;
        let payload = read_exactly(from, header.length).await?;
        let version = match header.command {
            Command::Cnxn => header.arg0,
            Command::Auth => VERSION,
            _ => version,
        };
        if version < VERSION && checksum(&payload) != header.sum {
            return Err(Error::Protocol(format!("the checksum `{}` does not match its payload", header.sum)));
        }
        Ok(Some(Self::new(header.command, header.arg0, header.arg1, payload)))
    }
}

/// A valid header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Header {
    /// The packet's command.
    pub command: Command,
    /// Its first argument.
    pub arg0: u32,
    /// Its second argument.
    pub arg1: u32,
    /// The number of payload bytes that follow, at most [`MAX_PAYLOAD`].
    pub length: usize,
    /// The sum of the payload's bytes, if the version requires one.
    pub sum: u32,
}

impl Header {
    /// Decodes a header; fails for a wrong magic word or a payload over the limit.
    pub fn decode(bytes: &[u8; HEADER]) -> Result<Self> {
        let word = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if word(20) != !word(0) {
            return Err(Error::Protocol(format!("`{}` is not a packet header", bytes.escape_ascii())));
        }
        let length = usize::try_from(word(12)).unwrap_or(usize::MAX);
        if length > MAX_PAYLOAD {
            return Err(Error::Protocol(format!("a payload of `{length}` bytes; at most {MAX_PAYLOAD} are allowed")));
        }
        Ok(Self { command: Command::of(word(0)), arg0: word(4), arg1: word(8), length, sum: word(16) })
    }
}

/// Returns the sum of all bytes, which the protocol calls a CRC.
fn checksum(payload: &[u8]) -> u32 {
    payload.iter().fold(0, |sum: u32, byte| sum.wrapping_add(u32::from(*byte)))
}

/// Reads exactly `length` bytes; allocates one block, then at most twice what has arrived. The bytes go straight into
/// the buffer: filling megabytes of pictures with zeros first was a tenth of what a look cost.
pub(crate) async fn read_exactly(from: &mut (impl AsyncRead + Unpin), length: usize) -> Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(length.min(BLOCK));
    let mut from = from.take(u64::try_from(length).unwrap_or(u64::MAX));
    while bytes.len() < length {
        if bytes.len() == bytes.capacity() {
            bytes.reserve_exact((length - bytes.len()).min(bytes.len()).max(1));
        }
        if from.read_buf(&mut bytes).await? == 0 {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests;
