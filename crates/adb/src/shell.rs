//! Shell v2: packets inside a stream that keep stdin, stdout, stderr and the exit status apart.
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
    /// Id 0, to the phone: input of the command.
    Stdin(Vec<u8>),
    /// Id 1, from the phone: output of the command.
    Stdout(Vec<u8>),
    /// Id 2, from the phone: its complaints.
    Stderr(Vec<u8>),
    /// Id 3, from the phone: the exit status; the last packet.
    Exit(u8),
    /// Id 4, to the phone: there is no more input.
    CloseStdin,
    /// Id 5, to the phone: `ROWSxCOLUMNS,XPIXELSxYPIXELS`.
    WindowSize(Vec<u8>),
}

impl ShellPacket {
    /// As bytes. Data beyond [`MAX_DATA`] has to be split by the caller.
    pub fn encode(&self) -> Vec<u8> {
        let (id, data): (u8, &[u8]) = match self {
            Self::Stdin(data) => (0, data),
            Self::Stdout(data) => (1, data),
            Self::Stderr(data) => (2, data),
            Self::Exit(status) => (3, std::slice::from_ref(status)),
            Self::CloseStdin => (4, &[]),
            Self::WindowSize(data) => (5, data),
        };
        let length = u32::try_from(data.len()).unwrap_or(u32::MAX);
        let mut bytes = Vec::with_capacity(5 + data.len());
        bytes.push(id);
        bytes.extend_from_slice(&length.to_le_bytes());
        bytes.extend_from_slice(data);
        bytes
    }

    /// Reads one packet; `None` where the stream ends between two. Ids that nobody knows are skipped.
    pub async fn read(from: &mut (impl AsyncRead + Unpin)) -> Result<Option<Self>> {
        loop {
            let mut id = [0];
            if from.read(&mut id).await? == 0 {
                return Ok(None);
            }
            let length = usize::try_from(from.read_u32_le().await?).unwrap_or(usize::MAX);
            if length > MAX_DATA {
                return Err(Error::Protocol(format!(
                    "a shell packet of `{length}` bytes, at most {MAX_DATA} are allowed"
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

#[cfg(test)]
mod tests {
    use super::ShellPacket;
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

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            drop(read(&bytes));
        }
    }
}
