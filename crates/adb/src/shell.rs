//! Shell v2: packets inside a stream that separate stdin, stdout, stderr and the exit status.
//!
//! ```text
//! id(1)  length(4, little-endian)  data
//! ```
//! (AOSP `packages/modules/adb/shell_protocol.h`.)

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};

use crate::packet::{MAX_PAYLOAD, read_exactly};
use crate::{Error, Result};

/// The largest data of one packet.
pub const MAX_DATA: usize = MAX_PAYLOAD;

/// One packet of the shell's stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ShellPacket {
    /// Id 0, to the phone: the command's stdin.
    Stdin(Vec<u8>),
    /// Id 1, from the phone: the command's stdout.
    Stdout(Vec<u8>),
    /// Id 2, from the phone: the command's stderr.
    Stderr(Vec<u8>),
    /// Id 3, from the phone: the exit status; the last packet.
    Exit(u8),
    /// Id 4, to the phone: there is no more input.
    CloseStdin,
    /// Id 5, to the phone: `ROWSxCOLUMNS,XPIXELSxYPIXELS`.
    WindowSize(Vec<u8>),
}

impl ShellPacket {
    /// Returns its bytes. The caller has to split data beyond [`MAX_DATA`].
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.append_to(&mut bytes);
        bytes
    }

    /// Appends its bytes.
    pub fn append_to(&self, bytes: &mut Vec<u8>) {
        let (id, data): (u8, &[u8]) = match self {
            Self::Stdin(data) => (0, data),
            Self::Stdout(data) => (1, data),
            Self::Stderr(data) => (2, data),
            Self::Exit(status) => (3, std::slice::from_ref(status)),
            Self::CloseStdin => (4, &[]),
            Self::WindowSize(data) => (5, data),
        };
        let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
        bytes.reserve(5 + data.len());
        bytes.push(id);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(data);
    }

    /// Reads one packet; `None` if the stream ends between two. Unknown ids are skipped.
    pub async fn read(from: &mut (impl AsyncRead + Unpin)) -> Result<Option<Self>> {
        loop {
            let mut id = [0];
            if from.read(&mut id).await? == 0 {
                return Ok(None);
            }
            let length = usize::try_from(from.read_u32_le().await?).unwrap_or(usize::MAX);
            if length > MAX_DATA {
                return Err(Error::Protocol(format!(
                    "a shell packet of `{length}` bytes; at most {MAX_DATA} are allowed"
                )));
            }
            let data = read_exactly(from, length).await?;
            return Ok(Some(match (id[0], data.first()) {
                (0, _) => Self::Stdin(data),
                (1, _) => Self::Stdout(data),
                (2, _) => Self::Stderr(data),
                (3, Some(status)) => Self::Exit(*status),
                (3, None) => return Err(Error::Protocol("an exit packet without a status".to_owned())),
                (4, _) => Self::CloseStdin,
                (5, _) => Self::WindowSize(data),
                _ => continue,
            }));
        }
    }

    /// Writes it, in one write.
    pub async fn write(&self, to: &mut (impl AsyncWrite + Unpin)) -> Result<()> {
        to.write_all(&self.encode()).await?;
        Ok(to.flush().await?)
    }
}

/// Parses a host's packets on the phone's end, as they arrive: a packet's data is passed on before it is complete, and
/// its length is only counted, never allocated.
#[derive(Debug, Default)]
pub struct FromHost {
    /// The header received so far.
    header: Vec<u8>,
    /// The number of data bytes of the current packet that are still to come.
    left: usize,
    /// The data of a window size.
    held: Vec<u8>,
}

/// A part of a host's packets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HostPart<'a> {
    /// The command's stdin.
    Stdin(&'a [u8]),
    /// The end of the input.
    CloseStdin,
    /// `ROWSxCOLUMNS,XPIXELSxYPIXELS`.
    WindowSize(Vec<u8>),
}

/// The length of a packet's header, and of the longest window size.
const HEADER: usize = 5;
const MAX_WINDOW_SIZE: usize = 64;

impl FromHost {
    /// Takes the next part from the beginning of `bytes`; `None` once they are used up.
    pub fn next<'a>(&mut self, bytes: &mut &'a [u8]) -> Option<HostPart<'a>> {
        loop {
            if self.left == 0 && self.header.len() == HEADER {
                self.header.clear();
            }
            while self.header.len() < HEADER {
                let (first, rest) = bytes.split_first()?;
                self.header.push(*first);
                *bytes = rest;
                if let [_, length @ ..] = self.header.as_slice()
                    && let Ok(length) = <[u8; 4]>::try_from(length)
                {
                    self.left = usize::try_from(u32::from_le_bytes(length)).unwrap_or(usize::MAX);
                    self.held.clear();
                    if self.left == 0 && self.header.first() == Some(&4) {
                        return Some(HostPart::CloseStdin);
                    }
                }
            }
            if self.left == 0 {
                continue;
            }
            if bytes.is_empty() {
                return None;
            }
            let (data, rest) = bytes.split_at(self.left.min(bytes.len()));
            *bytes = rest;
            self.left -= data.len();
            match self.header.first() {
                Some(0) => return Some(HostPart::Stdin(data)),
                Some(4) if self.left == 0 => return Some(HostPart::CloseStdin),
                Some(5) => {
                    let room = MAX_WINDOW_SIZE.saturating_sub(self.held.len());
                    self.held.extend_from_slice(data.get(..room).unwrap_or(data));
                    if self.left == 0 {
                        return Some(HostPart::WindowSize(std::mem::take(&mut self.held)));
                    }
                }
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{FromHost, HostPart, ShellPacket};
    use proptest::prelude::*;

    fn read(bytes: &[u8]) -> crate::Result<Option<ShellPacket>> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(ShellPacket::read(&mut &bytes[..]))
    }

    #[test]
    fn packets_have_exactly_these_bytes() {
        let rows: [(ShellPacket, &[u8]); 6] = [
            (ShellPacket::Stdin(b"a".to_vec()), b"\0\x01\0\0\0a"),
            (ShellPacket::Stdout(b"out\n".to_vec()), b"\x01\x04\0\0\0out\n"),
            (ShellPacket::Stderr(Vec::new()), b"\x02\0\0\0\0"),
            (ShellPacket::Exit(127), b"\x03\x01\0\0\0\x7f"),
            (ShellPacket::CloseStdin, b"\x04\0\0\0\0"),
            (ShellPacket::WindowSize(b"24x80,0x0".to_vec()), b"\x05\x09\0\0\x0024x80,0x0"),
        ];
        for (packet, bytes) in rows {
            assert_eq!(packet.encode(), bytes);
            assert_eq!(read(bytes).unwrap(), Some(packet));
        }
    }

    #[test]
    fn what_makes_no_sense_is_an_error_or_skipped() {
        assert_eq!(read(b"").unwrap(), None);
        assert_eq!(read(b"\x63\x01\0\0\0x\x03\x01\0\0\0\x02").unwrap(), Some(ShellPacket::Exit(2)));
        for (bytes, expected) in [
            (&b"\x01\xff\xff\xff\xff"[..], "a shell packet of `4294967295` bytes"),
            (b"\x03\0\0\0\0", "without a status"),
            (b"\x01\x05\0\0\0ab", "disconnected"),
            (b"\x01\x05", "disconnected"),
        ] {
            let error = read(bytes).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    /// Parses a host's packets, however they were cut into pieces.
    fn from_host(pieces: &[&[u8]]) -> (Vec<u8>, bool, Vec<Vec<u8>>) {
        let (mut reader, mut input, mut closed, mut sizes) = (FromHost::default(), Vec::new(), false, Vec::new());
        for piece in pieces {
            let mut rest = *piece;
            while let Some(part) = reader.next(&mut rest) {
                match part {
                    HostPart::Stdin(bytes) => input.extend_from_slice(bytes),
                    HostPart::CloseStdin => closed = true,
                    HostPart::WindowSize(size) => sizes.push(size),
                }
            }
            assert!(rest.is_empty());
        }
        (input, closed, sizes)
    }

    #[test]
    fn what_a_host_sends_is_passed_on_as_it_comes() {
        let all = b"\0\x03\0\0\0abc\x05\x09\0\0\x0024x80,0x0\x63\x02\0\0\0??\0\0\0\0\0\0\x01\0\0\0d\x04\0\0\0\0";
        let whole = (b"abcd".to_vec(), true, vec![b"24x80,0x0".to_vec()]);
        assert_eq!(from_host(&[all]), whole);
        for cut in 0..all.len() {
            let (first, second) = all.split_at(cut);
            assert_eq!(from_host(&[first, second]), whole, "cut at {cut}");
        }
        // The data of an endless packet still arrives.
        assert_eq!(from_host(&[b"\0\xff\xff\xff\xffab"]).0, b"ab");
    }

    proptest! {
        #[test]
        fn any_bytes_of_a_host_are_taken(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            drop(from_host(&[&bytes]));
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            drop(read(&bytes));
        }
    }
}
