//! Packets byte for byte, and invalid ones.

use proptest::prelude::*;

use super::{Command, HEADER, Header, MAX_PAYLOAD, Packet, VERSION, VERSION_OLDEST};
use crate::Error;

fn read(bytes: &[u8], version: u32) -> Result<Option<Packet>, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(Packet::read(&mut &bytes[..], version))
}

/// As Debian's adb writes them.
#[test]
fn packets_have_exactly_these_bytes() {
    let rows: [(Packet, u32, &[u8]); 6] = [
        (
            Packet::new(Command::Cnxn, VERSION, 0x0010_0000, &b"host::"[..]),
            VERSION,
            b"CNXN\x01\0\0\x01\0\0\x10\0\x06\0\0\0\x32\x02\0\0\xbc\xb1\xa7\xb1host::",
        ),
        (
            Packet::new(Command::Open, 7, 0, &b"sync:\0"[..]),
            VERSION,
            b"OPEN\x07\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\xb0\xaf\xba\xb1sync:\0",
        ),
        (
            Packet::new(Command::Open, 7, 0, &b"sync:\0"[..]),
            VERSION_OLDEST,
            b"OPEN\x07\0\0\0\0\0\0\0\x06\0\0\0\xf7\x01\0\0\xb0\xaf\xba\xb1sync:\0",
        ),
        (
            Packet::new(Command::Okay, 1, 7, &b""[..]),
            VERSION,
            b"OKAY\x01\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0\xb0\xb4\xbe\xa6",
        ),
        (
            Packet::new(Command::Wrte, 1, 7, &b"hi"[..]),
            VERSION,
            b"WRTE\x01\0\0\0\x07\0\0\0\x02\0\0\0\0\0\0\0\xa8\xad\xab\xbahi",
        ),
        (
            Packet::new(Command::Clse, 0, 7, &b""[..]),
            VERSION,
            b"CLSE\0\0\0\0\x07\0\0\0\0\0\0\0\0\0\0\0\xbc\xb3\xac\xba",
        ),
    ];
    for (packet, version, bytes) in rows {
        assert_eq!(packet.encode(version).escape_ascii().to_string(), bytes.escape_ascii().to_string());
        assert_eq!(read(bytes, version).unwrap(), Some(packet));
    }
}

#[test]
fn garbage_is_refused_before_anything_is_allocated() {
    let good = Packet::new(Command::Wrte, 1, 2, &b"abc"[..]);
    let with = |at: usize, value: u8| {
        let mut bytes = good.encode(VERSION);
        bytes[at] = value;
        bytes
    };
    let rows: [(&str, Vec<u8>, u32); 5] = [
        ("not a packet header", b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".to_vec(), VERSION),
        ("not a packet header", with(23, 0), VERSION),
        ("a payload of `4278190083` bytes", with(15, 0xff), VERSION),
        ("the checksum `0`", good.encode(VERSION), VERSION_OLDEST),
        ("disconnected", good.encode(VERSION)[..25].to_vec(), VERSION),
    ];
    for (expected, bytes, version) in rows {
        let error = read(&bytes, version).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
    assert!(read(b"", VERSION).unwrap().is_none());
    assert!(read(&good.encode(VERSION)[..10], VERSION).is_err());
}

proptest! {
    #[test]
    fn any_packet_is_read_back(word: u32, arg0: u32, arg1: u32, payload in prop::collection::vec(any::<u8>(), 0..300), old: bool) {
        let version = if old { VERSION_OLDEST } else { VERSION };
        let packet = Packet::new(Command::of(word), arg0, arg1, payload);
        prop_assert_eq!(read(&packet.encode(version), version).unwrap(), Some(packet));
    }

    #[test]
    fn any_header_is_an_error_or_bounded(bytes: [u8; HEADER], magic: bool) {
        let mut bytes = bytes;
        if magic {
            for at in 0..4 { bytes[20 + at] = !bytes[at]; }
        }
        if let Ok(header) = Header::decode(&bytes) { prop_assert!(header.length <= MAX_PAYLOAD); }
    }

    #[test]
    fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        drop(read(&bytes, VERSION));
    }
}
