//! The bytes of sync, and the phone's side with arbitrary input.

use bytes::Bytes;
use proptest::prelude::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt, duplex};

use super::{Entry, FileError, Files, REGULAR, Stat, serve};

/// One file, `/f`.
struct OneFile;

const STAT: Stat =
    Stat { dev: 1, ino: 2, mode: REGULAR | 0o644, nlink: 1, uid: 3, gid: 4, size: 5, atime: 6, mtime: 7, ctime: 8 };

impl Files for OneFile {
    fn room(&self) -> usize {
        8
    }

    async fn stat(&self, path: &str, _follow: bool) -> Result<Stat, FileError> {
        if path == "/f" { Ok(STAT) } else { Err(FileError::not_found()) }
    }

    async fn list(&self, path: &str) -> Result<Vec<Entry>, FileError> {
        if path == "/" { Ok(vec![Entry { name: "f".to_owned(), stat: STAT }]) } else { Err(FileError::denied()) }
    }

    async fn read(&self, path: &str) -> Result<Bytes, FileError> {
        if path == "/f" { Ok(Bytes::from_static(b"hello")) } else { Err(FileError::not_found()) }
    }

    async fn write(&self, path: &str, mode: u32, mtime: u32, data: Vec<u8>) -> Result<(), FileError> {
        let expected = ("/a,b", REGULAR | 0o600, 9, b"12345".to_vec());
        if (path, mode, mtime, data) == expected { Ok(()) } else { Err(FileError::is_folder()) }
    }
}

/// Returns the phone's answer to these bytes.
async fn answer(request: &[u8]) -> Vec<u8> {
    let (ours, mut theirs) = duplex(1024 * 1024);
    theirs.write_all(request).await.unwrap();
    theirs.shutdown().await.unwrap();
    drop(serve(ours, &OneFile).await);
    let mut bytes = Vec::new();
    theirs.read_to_end(&mut bytes).await.unwrap();
    bytes
}

#[tokio::test]
async fn requests_are_answered_with_exactly_these_bytes() {
    const STAT2: &[u8] = b"\0\0\0\0\x01\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\xa4\x81\0\0\x01\0\0\0\x03\0\0\0\x04\0\0\0\
        \x05\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\x07\0\0\0\0\0\0\0\x08\0\0\0\0\0\0\0";
    let missing = [&b"STA2\x02\0\0\0"[..], &[0; 64]].concat();
    let list2 = [b"DNT2", STAT2, b"\x01\0\0\0f", b"DONE", &[0; 72]].concat();
    let rows: &[(&[u8], &[u8])] = &[
        (b"STAT\x02\0\0\0/f", b"STAT\xa4\x81\0\0\x05\0\0\0\x07\0\0\0"),
        (b"STAT\x02\0\0\0/x", b"STAT\0\0\0\0\0\0\0\0\0\0\0\0"),
        (b"STA2\x02\0\0\0/f", &[b"STA2", STAT2].concat()),
        (b"LST2\x02\0\0\0/f", &[b"LST2", STAT2].concat()),
        (b"STA2\x02\0\0\0/x", &missing),
        (b"LIST\x01\0\0\0/", b"DENT\xa4\x81\0\0\x05\0\0\0\x07\0\0\0\x01\0\0\0fDONE\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        (b"LIS2\x01\0\0\0/", &list2),
        (b"LIST\x02\0\0\0/x", b"DONE\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"),
        (b"RECV\x02\0\0\0/f", b"DATA\x05\0\0\0helloDONE\0\0\0\0"),
        (b"RECV\x02\0\0\0/x", b"FAIL\x26\0\0\0open failed: No such file or directory"),
        (b"SEND\x0a\0\0\0/a,b,33152DATA\x03\0\0\x00123DATA\x02\0\0\x0045DONE\x09\0\0\0QUIT\0\0\0\0", b"OKAY\0\0\0\0"),
        (b"SEND\x02\0\0\0/aDONE\x09\0\0\0", b"FAIL\x24\0\0\0couldn't create file: Is a directory"),
        // The second version sends mode and flags separately from the path.
        (b"RCV2\x02\0\0\0/fRCV2\0\0\0\0", b"DATA\x05\0\0\0helloDONE\0\0\0\0"),
        (b"RCV2\x02\0\0\0/xRCV2\0\0\0\0", b"FAIL\x26\0\0\0open failed: No such file or directory"),
        (b"RCV2\x02\0\0\0/fRCV2\x01\0\0\0", b"FAIL\x10\0\0\0unknown flags: 1"),
        (b"RCV2\x02\0\0\0/fEVIL\x01\0\0\0", b""),
        (b"SND2\x04\0\0\0/a,bSND2\x80\x81\0\0\0\0\0\0DATA\x05\0\0\x0012345DONE\x09\0\0\0", b"OKAY\0\0\0\0"),
        // A dry run succeeds for any file.
        (b"SND2\x02\0\0\0/aSND2\x80\x81\0\0\0\0\0\x80DONE\0\0\0\0", b"OKAY\0\0\0\0"),
        (b"SND2\x02\0\0\0/aSND2\x80\x81\0\0\x06\0\0\0DONE", b"FAIL\x10\0\0\0unknown flags: 6"),
        // Data beyond the limit is read to its end, so that the next request is understood.
        (
            b"SEND\x02\0\0\0/aDATA\x09\0\0\x00123456789DONE\0\0\0\0STAT\x02\0\0\0/f",
            b"FAIL\x25\0\0\0write failed: No space left on deviceSTAT\xa4\x81\0\0\x05\0\0\0\x07\0\0\0",
        ),
        (b"EVIL\x01\0\0\0x", b"FAIL\x14\0\0\0unknown command EVIL"),
    ];
    for &(request, expected) in rows {
        let answered = answer(request).await;
        assert_eq!(answered.escape_ascii().to_string(), expected.escape_ascii().to_string());
    }
    let claimed = answer(b"STAT\xff\xff\xff\xff").await;
    assert!(claimed.starts_with(b"FAIL"), "{}", claimed.escape_ascii());
    assert_eq!(answer(b"SEND\x02\0\0\0/aDATA\xff\xff\xff\xff").await, b"");
}

proptest! {
    #[test]
    fn any_request_is_read_without_a_panic(
        word in prop_oneof![Just(*b"STAT"), Just(*b"LIS2"), Just(*b"SEND"), Just(*b"RECV"), Just(*b"SND2"), Just(*b"RCV2"), any::<[u8; 4]>()],
        rest in prop::collection::vec(any::<u8>(), 0..60),
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(answer(&[&word[..], &rest].concat()));
    }
}

/// A session may end at any byte: the phone's side does not panic, and leaves no partial file.
#[tokio::test]
async fn a_session_may_end_at_every_byte() {
    let whole: &[u8] = b"STA2\x02\0\0\0/fRCV2\x02\0\0\0/fRCV2\0\0\0\0\
        SND2\x04\0\0\0/a,bSND2\x80\x81\0\0\0\0\0\0DATA\x05\0\0\x0012345DONE\x09\0\0\0QUIT\0\0\0\0";
    let wrote = whole.len() - 8;
    for end in 0..=whole.len() {
        let answered = answer(whole.get(..end).unwrap_or_default()).await;
        let done = answered.windows(4).any(|word| word == b"OKAY");
        assert_eq!(done, end >= wrote, "{end}: {}", answered.escape_ascii());
    }
}
