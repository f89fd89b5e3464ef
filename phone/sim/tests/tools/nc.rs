//! `nc`: bytes between the host, two shells and the phone's own servers, over ports that exist only on the phone.

use std::time::Duration;

use adb::{Client, Stream};
use sim::profile::Profile;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use crate::rig::{apk, check, install, phone};

/// An upper bound for all tests here.
const LIMIT: Duration = Duration::from_secs(60);
/// A file for the received bytes.
const FILE: &str = "/data/local/tmp/carried";

/// Returns more bytes than all pipes in between hold, without repetition.
fn megabyte() -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..1 << 20).map(|_| next()).collect()
}

/// Starts a command that first prints its port. Returns the command and the port.
async fn start(client: &Client, command: &str) -> (BufReader<Stream>, u16) {
    let mut shell = BufReader::new(client.open(&format!("exec:{command}")).await.unwrap());
    let mut line = String::new();
    shell.read_line(&mut line).await.unwrap();
    let port = line.trim().parse().unwrap_or_else(|_| panic!("{command}: {line}"));
    (shell, port)
}

/// Connects the host to a port, once it is open.
async fn connect(client: &Client, port: u16) -> Stream {
    let connected = async {
        loop {
            if let Ok(stream) = client.open(&format!("tcp:{port}")).await {
                return stream;
            }
        }
    };
    tokio::time::timeout(LIMIT, connected).await.unwrap()
}

async fn rest(mut stream: impl tokio::io::AsyncRead + Unpin) -> Vec<u8> {
    let mut bytes = Vec::new();
    tokio::time::timeout(LIMIT, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
    bytes
}

/// Waits until a port is closed.
async fn is_free(client: &Client, port: u16) {
    let freed = async {
        loop {
            let tried = client.shell(&format!("nc -w 1 -l -p {port}")).await.unwrap();
            match tried.error_text().as_ref() {
                "nc: Timeout\n" => return,
                text => assert_eq!(text, "nc: bind: Address already in use\n"),
            }
        }
    };
    tokio::time::timeout(LIMIT, freed).await.unwrap();
}

#[tokio::test]
async fn the_host_and_a_listener_exchange_whole_files() {
    let client = phone(Profile::default()).await;
    let sent = megabyte();
    let shell = client.open(&format!("exec:nc -l -p 5000 > {FILE}")).await.unwrap();
    let mut host = connect(&client, 5000).await;
    host.write_all(&sent).await.unwrap();
    host.flush().await.unwrap();
    drop(host);
    assert_eq!(rest(shell).await, b"", "nc ends with its connection");
    assert!(client.exec(&format!("cat {FILE}")).await.unwrap() == sent, "what the host sent");

    let shell = client.open(&format!("exec:cat {FILE} | nc -l -p 5000")).await.unwrap();
    assert!(rest(connect(&client, 5000).await).await == sent, "what the host reads");
    assert_eq!(rest(shell).await, b"");

    // From the host's terminal to the host's connection, and back.
    let (mut shell, port) = start(&client, "nc -l").await;
    let mut host = connect(&client, port).await;
    let mut bytes = [0; 5];
    for text in [b"one..", b"two.."] {
        shell.write_all(text).await.unwrap();
        host.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, text);
        host.write_all(text).await.unwrap();
        host.flush().await.unwrap();
        shell.read_exact(&mut bytes).await.unwrap();
        assert_eq!(&bytes, text);
    }
}

#[tokio::test]
async fn two_shells_talk_and_others_are_refused_in_toybox_s_words() {
    let client = phone(Profile::default()).await;
    let (shell, port) = start(&client, "nc -l").await;
    let said = client.shell(&format!("echo hi | nc localhost {port}")).await.unwrap();
    assert_eq!((said.text().as_ref(), said.status), ("", Some(0)));
    assert_eq!(rest(shell).await, b"hi\n");

    let (shell, port) = start(&client, &format!("seq 100000 | tee {FILE} | nc -l")).await;
    let heard = client.exec(&format!("nc 127.0.0.1 {port} | cmp - {FILE} && echo same")).await.unwrap();
    assert_eq!(String::from_utf8_lossy(&heard), "same\n");
    assert_eq!(rest(shell).await, b"");
    let both = "echo a | nc -l -p 5001 & until nc localhost 5001 2> /dev/null; do sleep 0.01; done";
    assert_eq!(client.exec(both).await.unwrap(), b"a\n");

    check(
        &client,
        &[
            ("nc localhost 5001", "nc: connect: Connection refused\n", 1),
            ("nc -z 127.0.0.1 5001", "nc: connect: Connection refused\n", 1),
            ("nc -w 1 ::1 5001", "nc: connect: Connection refused\n", 1),
            ("nc -w 1 8.8.8.8 53", "nc: connect: Network is unreachable\n", 1),
            ("nc example.com 80", "nc: example.com:80: No address associated with hostname\n", 1),
            ("nc localhost 65536", "nc: localhost:65536: servname not supported for ai_socktype\n", 1),
            ("nc localhost", "nc: bad argument count (see \"nc --help\")\n", 1),
            ("nc localhost 5001 -w 1", "nc: bad argument count (see \"nc --help\")\n", 1),
            ("nc -l -p 80", "nc: bind: Permission denied\n", 1),
            ("nc -l -p 65536", "nc: -p > 65535 (see \"nc --help\")\n", 1),
            ("nc -w 0 localhost 1", "nc: -w < 1 (see \"nc --help\")\n", 1),
            ("nc -l -p x", "nc: not integer: x\n", 1),
            ("nc -L -l -p 5001", "nc: No 'l' with 'L' (see \"nc --help\")\n", 1),
            ("nc -l -u -L -p 5001", "nc: No 'L' with 'u' (see \"nc --help\")\n", 1),
            ("nc -l -s 1.2.3.4 -p 5001", "nc: bind: Cannot assign requested address\n", 1),
            ("nc -w 1 -l -p 5001", "nc: Timeout\n", 1),
            ("nc -l -p 5001 & kill $!; wait $!; nc -w 1 -l -p 5001", "nc: Timeout\n", 1),
            ("timeout 0.1 nc -l -p 5001; nc -w 1 -l -p 5001", "nc: Timeout\n", 1),
        ],
    )
    .await;
}

#[tokio::test]
async fn one_that_is_silent_for_long_is_left() {
    let client = phone(Profile::default()).await;
    for (port, command) in [(5000, "nc -W 1 localhost"), (5001, "echo | nc -q 1 localhost")] {
        let _shell = client.open(&format!("exec:nc -l -p {port} sleep 50")).await.unwrap();
        let tries = format!("until {command} {port} 2> /dev/null; do sleep 0.01; done; echo left");
        let left = tokio::time::timeout(LIMIT / 2, client.exec(&tries)).await.unwrap();
        assert_eq!(left.unwrap(), b"left\n", "{command}");
    }
}

#[tokio::test]
async fn a_port_is_free_when_its_shell_has_gone() {
    let client = phone(Profile::default()).await;
    let (shell, port) = start(&client, "nc -l").await;
    let second = client.shell(&format!("nc -l -p {port}")).await.unwrap();
    assert_eq!((second.error_text().as_ref(), second.status), ("nc: bind: Address already in use\n", Some(1)));
    drop(shell);
    is_free(&client, port).await;
    assert!(client.open(&format!("tcp:{port}")).await.is_err());

    // Also while it is connected: the client sees the end of the connection.
    let (shell, port) = start(&client, "nc -l").await;
    let host = connect(&client, port).await;
    drop(shell);
    assert_eq!(rest(host).await, b"");
    is_free(&client, port).await;
}

#[tokio::test]
async fn fifty_listen_at_once() {
    let client = phone(Profile::default()).await;
    let mut listeners = Vec::new();
    for _ in 0..50 {
        listeners.push(start(&client, "nc -l").await);
    }
    let mut ports: Vec<u16> = listeners.iter().map(|(_, port)| *port).collect();
    ports.sort_unstable();
    ports.dedup();
    assert_eq!(ports.len(), 50);
    for (shell, port) in listeners {
        let mut host = connect(&client, port).await;
        host.write_all(&port.to_be_bytes()).await.unwrap();
        host.flush().await.unwrap();
        drop(host);
        assert_eq!(rest(shell).await, port.to_be_bytes());
    }
    for port in ports {
        assert!(client.open(&format!("tcp:{port}")).await.is_err(), "{port} is closed");
    }
}

#[tokio::test]
async fn a_command_has_the_connection() {
    let client = phone(Profile::default()).await;
    let shell = client.open("exec:nc -l -p 5000 cat").await.unwrap();
    let (mut reader, mut writer) = tokio::io::split(connect(&client, 5000).await);
    let sent = megabyte();
    let echoed = async {
        let mut bytes = vec![0; sent.len()];
        reader.read_exact(&mut bytes).await.unwrap();
        bytes
    };
    let (written, echoed) = tokio::time::timeout(LIMIT, async {
        tokio::join!(
            async {
                writer.write_all(&sent).await?;
                writer.flush().await
            },
            echoed
        )
    })
    .await
    .unwrap();
    written.unwrap();
    assert!(echoed == sent, "both ways at once");
    drop((reader, writer));
    assert_eq!(rest(shell).await, b"");

    // `-L`: runs once for each connection.
    let shell = client.open("exec:nc -L -p 5000 sh -c 'echo for $0; exit 3' you").await.unwrap();
    for _ in 0..3 {
        assert_eq!(rest(connect(&client, 5000).await).await, b"for you\n");
    }
    drop(shell);
    is_free(&client, 5000).await;
}

#[tokio::test]
async fn servers_of_the_phone_are_reached_from_inside() {
    let client = phone(Profile::default()).await;
    install(&client, apk!("portal")).await;
    check(
        &client,
        &[
            ("nc -z localhost 8080", "nc: connect: Connection refused\n", 1),
            (super::portal::ENABLE, "", 0),
            (super::portal::SWITCH_ON, "", 0),
            ("nc -z localhost 8080", "", 0),
            ("nc -l -p 8080", "nc: bind: Address already in use\n", 1),
            (
                r"printf 'GET /ping HTTP/1.1\r\n\r\n' | nc localhost 8080 | tail -n 1",
                "{\"result\":\"pong\",\"status\":\"success\"}",
                0,
            ),
        ],
    )
    .await;
}
