//! Counts the packets of an answer. A second small packet costs a client of the adb server 40 ms: the server writes
//! each packet to its client separately, and Nagle's algorithm holds it back until the client acknowledges the first.

use adb::packet::Command;

use crate::host::{Host, Rig};

/// Smaller answers must leave in one packet.
const LARGE: usize = 64 << 10;

/// Sends a request and reads the answer up to its last bytes. Returns the sizes of its packets.
async fn packets(host: &mut Host, request: &[u8], ends: &[u8]) -> Vec<usize> {
    host.send(Command::Wrte, request).await;
    let (mut sizes, mut answer) = (Vec::new(), Vec::new());
    while !answer.ends_with(ends) {
        let packet = host.next().await;
        match packet.command {
            Command::Okay => {}
            Command::Wrte => {
                sizes.push(packet.payload.len());
                answer.extend_from_slice(&packet.payload);
                host.send(Command::Okay, b"").await;
            }
            other => panic!("{other:?} after `{}`", answer.escape_ascii()),
        }
    }
    sizes
}

/// Only the last packet of an answer may be small.
fn check(sizes: &[usize], what: &str) {
    let (last, before) = sizes.split_last().unwrap();
    assert!(*last > 0 && before.iter().all(|size| *size >= LARGE), "{what}: packets of {sizes:?} bytes");
}

fn sync(word: &str, path: &str) -> Vec<u8> {
    [word.as_bytes(), &u32::try_from(path.len()).unwrap().to_le_bytes(), path.as_bytes()].concat()
}

#[tokio::test]
async fn an_answer_of_sync_has_no_small_packet_but_the_last() {
    let rig = Rig::new().await;
    let mut files = String::new();
    for (name, size) in [("empty", 0), ("small", 5), ("some", 65_536), ("more", 65_537), ("large", 700_001)] {
        files += &format!("head -c {size} /dev/zero > /sdcard/{name}; ");
    }
    rig.run(&files).await;
    let mut host = Host::open(&rig, "sync:").await;
    for name in ["empty", "small", "some", "more", "large"] {
        let path = format!("/sdcard/{name}");
        let sizes = packets(&mut host, &sync("RECV", &path), b"DONE\0\0\0\0").await;
        check(&sizes, name);
        let second = [sync("RCV2", &path), b"RCV2\0\0\0\0".to_vec()].concat();
        assert_eq!(packets(&mut host, &second, b"DONE\0\0\0\0").await, sizes, "{name}");
    }
    let no_more = [&b"DONE"[..], &[0; 16]].concat();
    check(&packets(&mut host, &sync("LIST", "/sdcard"), &no_more).await, "a list");
    check(&packets(&mut host, &sync("RECV", "/none"), b"No such file or directory").await, "no file");
}

#[tokio::test]
async fn other_answers_have_no_small_packet_but_the_last() {
    let rig = Rig::new().await;
    // Header and pixels.
    let mut screen = Host::open(&rig, "framebuffer:").await;
    let first = loop {
        let packet = screen.next().await;
        if packet.command == Command::Wrte {
            break packet.payload.len();
        }
    };
    check(&[first, 1], "framebuffer");
    // Head and body.
    rig.run("echo > /data/local/tmp/u2.jar").await;
    let serving = "shell,v2,raw:CLASSPATH=/data/local/tmp/u2.jar app_process / com.wetest.uia2.Main";
    let _serving = Host::open(&rig, serving).await;
    rig.runs("com.wetest.uia2.Main").await;
    let mut http = Host::open(&rig, "tcp:9008").await;
    for _ in 0..2 {
        check(&packets(&mut http, b"GET /ping HTTP/1.1\r\n\r\n", b"pong").await, "an answer over HTTP");
    }
}
