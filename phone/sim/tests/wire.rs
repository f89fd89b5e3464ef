//! adbd on the wire: services that newer clients prefer, and invalid packets.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::Arc;
use std::time::Duration;

use adb::{Client, Options, Stream};
use sim::adbd::Adbd;
use sim::profile::Profile;
use tokio::io::{AsyncReadExt, AsyncWriteExt, DuplexStream, duplex};

const START: i64 = 1_794_650_400_000;

fn phone() -> Arc<Adbd> {
    Adbd::new(sim::bare_phone(Profile::default(), START), Arc::new(|| START))
}

fn plug(adbd: &Arc<Adbd>) -> DuplexStream {
    let (ours, theirs) = duplex(64 << 10);
    let adbd = Arc::clone(adbd);
    tokio::spawn(async move { adbd.serve(theirs).await });
    ours
}

async fn client(adbd: &Arc<Adbd>) -> Client {
    Client::over(plug(adbd), "sim", Options::default()).await.unwrap()
}

/// Reads everything from a service until it closes. Only a hang exceeds the time limit.
async fn said(client: &Client, service: &str) -> String {
    let mut stream = client.open(service).await.unwrap();
    let mut bytes = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
    read.unwrap_or_else(|_| panic!("`{service}` hangs")).unwrap();
    bytes.escape_ascii().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn services_say_what_adbd_says() {
    let adbd = phone();
    let client = client(&adbd).await;
    for (service, expected) in [
        // With a status in packets, and raw.
        ("abb:package\0path\0org.none", r"\x03\x01\x00\x00\x00\x01"),
        ("abb:settings\0get\0system\0font_scale", r"\x01\x04\x00\x00\x001.0\n\x03\x01\x00\x00\x00\x00"),
        ("abb_exec:settings\0get\0system\0font_scale", r"1.0\n"),
        ("abb_exec:nobody", "cmd: Can\\'t find service: nobody\\n"),
        ("jdwp", ""),
        ("reverse:forward:tcp:0;tcp:7001", "OKAY000537137"),
        ("tcpip:5555", r"restarting in TCP mode port: 5555\n"),
        ("tcpip:x", r"invalid port\n"),
        ("tcpip:0", r"invalid port\n"),
        ("usb:", r"restarting in USB mode\n"),
        ("remount:", "Not running as root. Try \\\"adb root\\\" first.\\n"),
        ("shell:remount", "Not running as root. Try \\\"adb root\\\" first.\\n"),
    ] {
        assert_eq!(said(&client, service).await, expected, "{service}");
    }
    for service in ["jdwp:1", "tcp:9999", "localabstract:none", "evil", ""] {
        assert!(client.open(service).await.is_err(), "{service}");
    }
}

async fn read_some(stream: &mut Stream, wanted: usize) -> String {
    let mut bytes = vec![0; wanted];
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_exact(&mut bytes)).await;
    read.unwrap_or_else(|_| panic!("nothing comes")).unwrap();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_track_processes_hear_at_once_and_stay() {
    let adbd = phone();
    let client = client(&adbd).await;
    for service in ["track-jdwp", "track-app"] {
        let mut stream = client.open(service).await.unwrap();
        assert_eq!(read_some(&mut stream, 4).await, "0000", "{service}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn getevent_tells_what_is_written_to_the_panel() {
    let adbd = phone();
    let client = client(&adbd).await;
    let mut all = client.open("shell:getevent -l").await.unwrap();
    let devices = "add device 1: /dev/input/event1\n  name:     \"virtio_input_multi_touch_1\"\n\
                   add device 2: /dev/input/event0\n  name:     \"gpio-keys\"\n";
    assert_eq!(read_some(&mut all, devices.len()).await, devices);
    // After it has listed the devices it misses no event, and a single event wakes it.
    let row = "/dev/input/event1: EV_ABS       ABS_MT_TRACKING_ID   00000005            \n";
    for _ in 0..3 {
        client.shell("sendevent /dev/input/event1 3 57 5").await.unwrap();
        assert_eq!(read_some(&mut all, row.len()).await, row);
    }
    // This one prints nothing before the first event, so it is unknown when it starts to listen.
    let mut three = client.open("shell:getevent -c 3 /dev/input/event1").await.unwrap();
    let send = "sendevent /dev/input/event1 3 57 5; sendevent /dev/input/event0 1 116 1; \
                sendevent /dev/input/event1 3 53 100; sendevent /dev/input/event1 0 0 0";
    let reading = tokio::spawn(async move {
        let mut told = String::new();
        three.read_to_string(&mut told).await.map(|_| told)
    });
    for _ in 0..500 {
        client.shell(send).await.unwrap();
        if reading.is_finished() {
            break;
        }
    }
    let told = tokio::time::timeout(Duration::from_secs(20), reading).await.expect("it never ends").unwrap().unwrap();
    let rows: Vec<&str> = told.lines().collect();
    assert_eq!(rows.len(), 3, "{told}");
    assert!(
        rows.iter().all(|row| ["0003 0039 00000005", "0003 0035 00000064", "0000 0000 00000000"].contains(row)),
        "{told}"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_phone_that_reboots_drops_its_connections_and_has_what_it_had() {
    let adbd = phone();
    for command in ["reboot:", "shell:reboot"] {
        let before = client(&adbd).await;
        before.shell("echo here > /data/local/tmp/f; monkey -p com.android.settings 1").await.unwrap();
        let mut stream = before.open(command).await.unwrap();
        let mut bytes = Vec::new();
        let ended = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut bytes)).await;
        drop(ended.expect("it never goes down"));
        assert!(before.shell("echo").await.is_err(), "{command}");
        let after = client(&adbd).await;
        let found = after
            .shell("cat /data/local/tmp/f; dumpsys window | grep -q mCurrentFocus.*launcher && echo home")
            .await
            .unwrap();
        assert_eq!(found.text(), "here\nhome\n", "{command}");
    }
}

/// A handshake, a shell and its end, as a host sends them.
fn session() -> Vec<u8> {
    let packet = |command: &[u8; 4], first: u32, second: u32, payload: &[u8]| {
        let word = u32::from_le_bytes(*command);
        let sum: u32 = payload.iter().map(|byte| u32::from(*byte)).sum();
        let length = u32::try_from(payload.len()).unwrap();
        let mut bytes: Vec<u8> =
            [word, first, second, length, sum, word ^ u32::MAX].iter().flat_map(|word| word.to_le_bytes()).collect();
        bytes.extend_from_slice(payload);
        bytes
    };
    [
        packet(b"CNXN", 0x0100_0000, 4096, b"host::features=shell_v2\0"),
        packet(b"OPEN", 1, 0, b"shell,v2,raw:cat\0"),
        packet(b"WRTE", 1, 1, b"\x00\x02\x00\x00\x00hi"),
        packet(b"CLSE", 1, 1, b""),
    ]
    .concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_ends_or_is_wrong_at_any_byte_hurts_nobody_else() {
    let adbd = phone();
    let whole = session();
    for at in 0..whole.len() {
        for wrong in [None, Some(0xff_u8)] {
            let mut wire = plug(&adbd);
            let mut bytes = whole.clone();
            match (wrong, bytes.get_mut(at)) {
                (Some(mask), Some(byte)) => *byte ^= mask,
                _ => bytes.truncate(at),
            }
            // The other end may be closed already.
            _ = wire.write_all(&bytes).await;
            drop(wire);
        }
    }
    let client = client(&adbd).await;
    assert_eq!(client.shell("echo well").await.unwrap().text(), "well\n");
}
