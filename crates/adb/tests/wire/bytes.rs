//! Drives a phone by hand, byte for byte, as other clients do.

use std::time::Duration;

use adb::Error;
use adb::daemon;
use adb::packet::{Command, MAX_PAYLOAD, Packet, VERSION, VERSION_OLDEST};
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream};
use tokio::task::JoinHandle;

use crate::phone::{Phone, banner};

/// The host's end of a connection to a phone.
struct ByHand {
    io: DuplexStream,
    phone: JoinHandle<Result<(), Error>>,
    version: u32,
}

impl ByHand {
    fn new(version: u32) -> Self {
        let (io, theirs) = tokio::io::duplex(4096);
        let phone = tokio::spawn(async move { daemon::serve(theirs, &banner(&["cmd"]), Phone::new()).await });
        Self { io, phone, version }
    }

    async fn greeted(version: u32, max_payload: u32) -> Self {
        let mut hand = Self::new(version);
        hand.send(Command::Cnxn, version, max_payload, b"host::vm\0").await;
        let hello = hand.next().await;
        assert_eq!((hello.command, hello.arg0, hello.arg1), (Command::Cnxn, version, MAX_PAYLOAD as u32));
        hand
    }

    async fn send(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        let packet = Packet::new(command, arg0, arg1, payload.to_vec());
        self.io.write_all(&packet.encode(self.version)).await.unwrap();
    }

    async fn next(&mut self) -> Packet {
        let reading = Packet::read(&mut self.io, self.version);
        tokio::time::timeout(Duration::from_secs(5), reading).await.unwrap().unwrap().unwrap()
    }

    /// Expects exactly this packet next.
    async fn expect(&mut self, command: Command, arg0: u32, arg1: u32, payload: &[u8]) {
        assert_eq!(self.next().await, Packet::new(command, arg0, arg1, payload.to_vec()));
    }
}

#[tokio::test(start_paused = true)]
async fn a_command_is_opened_written_and_closed() {
    for version in [VERSION_OLDEST, VERSION] {
        let mut hand = ByHand::greeted(version, 0x10_0000).await;
        hand.send(Command::Open, 7, 0, b"shell:echo hi\0").await;
        hand.expect(Command::Okay, 1, 7, b"").await;
        hand.expect(Command::Wrte, 1, 7, b"hi\n").await;
        hand.expect(Command::Clse, 1, 7, b"").await;
        hand.send(Command::Okay, 7, 1, b"").await;
        hand.send(Command::Clse, 7, 1, b"").await;

        hand.send(Command::Open, 8, 0, b"nosuch:\0").await;
        hand.expect(Command::Clse, 0, 8, b"").await;

        // Nothing printed, nothing refused.
        hand.send(Command::Open, 9, 0, b"exec:true\0").await;
        hand.expect(Command::Okay, 3, 9, b"").await;
        hand.expect(Command::Clse, 3, 9, b"").await;
        drop(hand.io);
        hand.phone.await.unwrap().unwrap();
    }
}

/// `adb-shell` closes and waits for the phone to close as well.
#[tokio::test(start_paused = true)]
async fn a_close_is_answered_with_a_close() {
    let mut hand = ByHand::greeted(VERSION_OLDEST, 0x10_0000).await;
    hand.send(Command::Open, 5, 0, b"sync:\0").await;
    hand.expect(Command::Okay, 1, 5, b"").await;
    hand.send(Command::Wrte, 5, 1, b"STAT\x04\0\0\0").await;
    hand.expect(Command::Okay, 1, 5, b"").await;
    hand.send(Command::Wrte, 5, 1, b"/nop").await;
    hand.expect(Command::Okay, 1, 5, b"").await;
    hand.expect(Command::Wrte, 1, 5, b"STAT\0\0\0\0\0\0\0\0\0\0\0\0").await;
    hand.send(Command::Okay, 5, 1, b"").await;
    hand.send(Command::Clse, 5, 1, b"").await;
    hand.expect(Command::Clse, 1, 5, b"").await;
}

/// The output does not fit into one payload: the phone waits for each `OKAY`.
#[tokio::test(start_paused = true)]
async fn one_write_is_under_way_at_a_time() {
    let mut hand = ByHand::greeted(VERSION_OLDEST, 4096).await;
    hand.send(Command::Open, 5, 0, b"exec:zeros 10000\0").await;
    hand.expect(Command::Okay, 1, 5, b"").await;
    for length in [4096, 4096, 1808] {
        hand.expect(Command::Wrte, 1, 5, &vec![0; length]).await;
        let mut byte = [0];
        let early = tokio::time::timeout(Duration::from_secs(1), hand.io.read(&mut byte));
        if length == 4096 {
            assert!(early.await.is_err(), "a write before its OKAY");
            hand.send(Command::Okay, 5, 1, b"").await;
        }
    }
    hand.expect(Command::Clse, 1, 5, b"").await;
}

/// Mistakes of a peer about streams, while another stream continues.
#[tokio::test(start_paused = true)]
async fn nonsense_about_streams_hurts_nobody() {
    let mut hand = ByHand::greeted(VERSION, 0x10_0000).await;
    hand.send(Command::Open, 3, 0, b"tcp:7\0").await;
    hand.expect(Command::Okay, 1, 3, b"").await;
    for (command, arg0, arg1) in [
        (Command::Okay, 3, 99),
        (Command::Wrte, 3, 99),
        (Command::Clse, 3, 99),
        (Command::Clse, 4, 1),
        (Command::Wrte, 4, 1),
        (Command::Open, 0, 0),
        (Command::Okay, 0, 0),
        (Command::Unknown(0x1234_5678), 1, 1),
    ] {
        hand.send(command, arg0, arg1, b"x").await;
    }
    hand.send(Command::Wrte, 3, 1, b"still").await;
    hand.expect(Command::Okay, 1, 3, b"").await;
    hand.expect(Command::Wrte, 1, 3, b"still").await;
}

#[tokio::test(start_paused = true)]
async fn what_ends_a_connection() {
    let hello = |version, max| Packet::new(Command::Cnxn, version, max, &b"host::"[..]).encode(VERSION_OLDEST);
    let after = |packet: Packet| [hello(VERSION, 0x10_0000), packet.encode(VERSION)].concat();
    let mut huge = Packet::new(Command::Wrte, 1, 1, &b""[..]).encode(VERSION);
    huge[12..16].copy_from_slice(&u32::MAX.to_le_bytes());
    let rows: [(&str, Vec<u8>); 7] = [
        ("not a packet header", b"GET / HTTP/1.1\r\nHost: phone:5555\r\n\r\n".to_vec()),
        ("expected a hello, received `Open`", Packet::new(Command::Open, 1, 0, &b"sync:"[..]).encode(VERSION_OLDEST)),
        ("version `0x1`", hello(1, 0x10_0000)),
        ("payloads of at most `0` bytes", hello(VERSION, 0)),
        ("unexpected `Auth`", after(Packet::new(Command::Auth, 1, 0, &b"x"[..]))),
        ("unexpected `Stls`", after(Packet::new(Command::Stls, 1, 0, &b""[..]))),
        ("a payload of `4294967295` bytes", [hello(VERSION, 0x10_0000), huge].concat()),
    ];
    for (expected, bytes) in rows {
        let mut hand = ByHand::new(VERSION);
        hand.io.write_all(&bytes).await.unwrap();
        let error = hand.phone.await.unwrap().unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}
