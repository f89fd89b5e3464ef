//! The frames that come out of the sandbox on one pipe: output, files, and the end. One byte is the kind, four are the
//! length. The reader trusts none of it: a frame is bounded, a path is checked.

use std::io::{self, Read, Write};

use crate::left_out::Reason;

/// The longest frame.
pub(crate) const LONGEST: usize = 64 << 10;

/// One frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The walls are up; the script starts.
    Started,
    /// Standard output.
    Stdout(Vec<u8>),
    /// Standard error.
    Stderr(Vec<u8>),
    /// The path of a file that the script left; its content follows.
    File(Vec<u8>),
    /// The next part of that file.
    Content(Vec<u8>),
    /// A number of zeros in that file that take no disk space.
    Hole(u64),
    /// The path of a file that is not sent or, if it is the last one begun, not sent completely.
    LeftOut(Vec<u8>, Reason),
    /// The script's exit status; 128 plus the signal's number if it was killed.
    Exit(i32),
    /// A wall could not be built; the script was not started.
    Failed(Vec<u8>),
}

impl Frame {
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (status, hole, left);
        let (kind, bytes): (u8, &[u8]) = match self {
            Self::Started => (b'S', &[]),
            Self::Stdout(bytes) => (b'O', bytes),
            Self::Stderr(bytes) => (b'E', bytes),
            Self::File(path) => (b'F', path),
            Self::Content(bytes) => (b'C', bytes),
            Self::Hole(length) => {
                hole = length.to_le_bytes();
                (b'H', &hole)
            }
            Self::LeftOut(path, why) => {
                left = [&[why.code()], &path[..]].concat();
                (b'L', &left)
            }
            Self::Exit(code) => {
                status = code.to_le_bytes();
                (b'X', &status)
            }
            Self::Failed(why) => (b'W', why),
        };
        let bytes = bytes.get(..LONGEST).unwrap_or(bytes);
        let mut head = [kind, 0, 0, 0, 0];
        head[1..].copy_from_slice(&u32::try_from(bytes.len()).unwrap_or(0).to_le_bytes());
        out.write_all(&head)?;
        out.write_all(bytes)
    }

    /// Reads the next frame; `None` at the end, or at anything that is not a frame.
    pub(crate) fn read(from: &mut impl Read) -> Option<Self> {
        let mut head = [0; 5];
        from.read_exact(&mut head).ok()?;
        let [kind, length @ ..] = head;
        let length = usize::try_from(u32::from_le_bytes(length)).ok().filter(|length| *length <= LONGEST)?;
        let mut bytes = vec![0; length];
        from.read_exact(&mut bytes).ok()?;
        Some(match kind {
            b'S' => Self::Started,
            b'O' => Self::Stdout(bytes),
            b'E' => Self::Stderr(bytes),
            b'F' => Self::File(bytes),
            b'C' => Self::Content(bytes),
            b'H' => Self::Hole(u64::from_le_bytes(bytes.try_into().ok()?)),
            b'L' => {
                let (code, path) = bytes.split_first()?;
                Self::LeftOut(path.to_vec(), Reason::of_code(*code)?)
            }
            b'X' => Self::Exit(i32::from_le_bytes(bytes.try_into().ok()?)),
            b'W' => Self::Failed(bytes),
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let frames = [
            Frame::Started,
            Frame::Stdout(vec![1, 2, 3]),
            Frame::Stderr(Vec::new()),
            Frame::File(b"a/b".to_vec()),
            Frame::Content(vec![0; LONGEST]),
            Frame::Hole(u64::MAX),
            Frame::LeftOut(b"a/c".to_vec(), Reason::TotalSize),
            Frame::Exit(-7),
            Frame::Failed(b"no".to_vec()),
        ];
        let mut bytes = Vec::new();
        frames.iter().for_each(|frame| frame.write(&mut bytes).unwrap());
        let mut from = &bytes[..];
        let read: Vec<Frame> = std::iter::from_fn(|| Frame::read(&mut from)).collect();
        assert_eq!(read, frames);
    }

    #[test]
    fn what_is_no_piece_is_the_end() {
        for bytes in [
            &b"Q\0\0\0\0"[..],
            b"O\xff\xff\xff\xff",
            b"X\x01\0\0\0\0",
            b"O\x05\0\0\0ab",
            b"O\0",
            b"H\x01\0\0\0x",
            b"L\0\0\0\0",
            b"L\x01\0\0\0\xff",
        ] {
            assert_eq!(Frame::read(&mut &bytes[..]), None, "{bytes:?}");
        }
    }
}
