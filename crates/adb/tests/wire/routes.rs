//! Checks our client by every route, with the same checks.

use std::sync::Arc;
use std::time::Duration;

use adb::{Client, Error};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use crate::phone::{FEATURES, Phone, client, listening, options, piped};

/// Checks everything that a client can do, by any route.
pub(crate) async fn check(client: &Client, phone: &Arc<Phone>) {
    let rows = [
        ("echo a b", Some(0), "a b\n", ""),
        ("echo 你好 🫶", Some(0), "你好 🫶\n", ""),
        ("fail it broke", Some(3), "before\n", "it broke\n"),
        ("nosuch", Some(127), "", "/system/bin/sh: nosuch: not found\n"),
        ("true", Some(0), "", ""),
        ("cat", Some(0), "", ""),
    ];
    for (command, status, stdout, stderr) in rows {
        let output = client.shell(command).await.unwrap();
        assert_eq!((output.status, &*output.text(), &*output.error_text()), (status, stdout, stderr), "{command}");
    }
    assert_eq!(client.exec("echo raw").await.unwrap(), b"raw\n");
    assert_eq!(client.exec("true").await.unwrap(), b"");
    assert_eq!(client.exec("zeros 3000000").await.unwrap(), vec![0; 3_000_000]);
    assert_eq!(client.shell("zeros 1000000").await.unwrap().stdout.len(), 1_000_000);
    let small = client.with_max_output(1000);
    assert!(matches!(small.exec("zeros 1001").await, Err(Error::TooLarge { limit: 1000, .. })));
    assert!(matches!(small.shell("zeros 1001").await, Err(Error::TooLarge { limit: 1000, .. })));
    assert_eq!(small.exec("zeros 1000").await.unwrap().len(), 1000);

    let mut sync = client.sync().await.unwrap();
    let stat = sync.stat("/sdcard/a.txt").await.unwrap().unwrap();
    assert_eq!((stat.mode, stat.size, stat.mtime), (0o100_644, 5, 1_700_000_000));
    assert!(sync.stat("/sdcard").await.unwrap().unwrap().is_folder());
    assert_eq!(sync.stat("/nope").await.unwrap(), None);
    let data: Vec<u8> = (0..200_000_u32).map(|number| number as u8).collect();
    sync.push("/sdcard/b.bin", 0o600, 1_600_000_000, &data[..]).await.unwrap();
    sync.push("/sdcard/empty", 0o644, 1, &b""[..]).await.unwrap();
    let refused = sync.push("/system/x", 0o644, 0, &b"x"[..]).await.unwrap_err();
    assert_eq!(refused.to_string(), "couldn't create file: Read-only file system");
    assert_eq!(sync.pull("/sdcard/b.bin", 1_000_000).await.unwrap(), data);
    assert!(matches!(sync.pull("/sdcard/b.bin", 1000).await, Err(Error::TooLarge { limit: 1000, .. })));
    let missing = sync.pull("/nope", 1).await.unwrap_err();
    assert!(matches!(&missing, Error::Refused(text) if text == "open failed: No such file or directory"), "{missing}");
    let names: Vec<String> = sync.list("/sdcard").await.unwrap().into_iter().map(|entry| entry.name).collect();
    assert_eq!(names, ["a.txt", "b.bin", "empty"]);
    sync.quit().await.unwrap();
    assert_eq!(phone.files.lock().unwrap()["/sdcard/b.bin"].0, 0o100_600);

    let unknown = client.open("nosuch:").await.unwrap_err();
    assert!(matches!(&unknown, Error::Refused(text) if text.contains("`nosuch:`")), "{unknown}");
    let mut echo = client.open("tcp:7").await.unwrap();
    echo.write_all(b"ping").await.unwrap();
    let mut answer = [0; 4];
    echo.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"ping");
    drop(echo);

    let port = client.forward("tcp:0", "tcp:7").await.unwrap();
    let mut socket = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    socket.write_all(b"through").await.unwrap();
    let mut answer = [0; 7];
    socket.read_exact(&mut answer).await.unwrap();
    assert_eq!(&answer, b"through");
    client.kill_forward(&format!("tcp:{port}")).await.unwrap();
    assert!(matches!(client.kill_forward("tcp:1").await, Err(Error::Refused(_))));
    let removed = client.kill_reverse("tcp:1").await.unwrap_err();
    assert_eq!(removed.to_string(), "listener not found");

    let hanging = client.with_timeout(Duration::from_millis(100)).shell("hang").await.unwrap_err();
    assert!(matches!(hanging, Error::Timeout { .. }), "{hanging}");
    assert!(client.is_alive().await);

    // Many at once over one connection.
    let mut commands = JoinSet::new();
    for number in 0..50 {
        let client = client.clone();
        commands.spawn(async move { client.shell(&format!("echo {number}")).await.unwrap().stdout });
    }
    let mut answers = commands.join_all().await;
    answers.sort();
    answers.dedup();
    assert_eq!(answers.len(), 50);
}

#[tokio::test]
async fn over_a_pipe() {
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let client = client(&phone, &mut tasks).await;
    assert_eq!(client.features(), FEATURES);
    check(&client, &phone).await;
}

#[tokio::test]
async fn over_tcp() {
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let address = listening(&phone, &mut tasks).await;
    let client = Client::direct(&address, options()).await.unwrap();
    assert_eq!(client.serial(), address);
    check(&client, &phone).await;
}

#[tokio::test]
async fn nobody_listens() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let error = Client::direct(&address, options()).await.unwrap_err();
    assert!(matches!(&error, Error::NoDevice(text) if text.contains(&address)), "{error}");
}

#[tokio::test]
async fn an_old_phone_knows_only_the_first_versions() {
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let client = Client::over(piped(&phone, &[], &mut tasks), "old", options()).await.unwrap();
    let output = client.shell("fail x").await.unwrap();
    assert_eq!((output.status, &*output.text()), (None, "before\nx\n"));
    let mut sync = client.sync().await.unwrap();
    assert_eq!(sync.stat("/sdcard/a.txt").await.unwrap().unwrap().size, 5);
    assert_eq!(sync.stat("/nope").await.unwrap(), None);
    assert_eq!(sync.list("/sdcard").await.unwrap().len(), 1);
    assert_eq!(phone.opened.lock().unwrap().as_slice(), ["shell:fail x", "sync:"]);
}

#[tokio::test]
async fn a_phone_reaches_only_what_was_reversed_for_it() {
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let client = client(&phone, &mut tasks).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let local = format!("tcp:{}", listener.local_addr().unwrap().port());
    let host = phone.host.lock().unwrap().clone().unwrap();
    assert!(matches!(host.open(&local).await, Err(Error::Refused(_))));
    assert_eq!(client.reverse("tcp:7000", &local).await.unwrap(), Some(7000));
    let (opened, accepted) = tokio::join!(
        async {
            let mut stream = host.open(&local).await.unwrap();
            stream.write_all(b"up").await.unwrap();
            stream
        },
        async {
            let mut socket = listener.accept().await.unwrap().0;
            let mut bytes = [0; 2];
            socket.read_exact(&mut bytes).await.unwrap();
            bytes
        }
    );
    assert_eq!(&accepted, b"up");
    drop(opened);
    assert!(client.kill_reverse("tcp:7000").await.is_err(), "the tiny phone knows no listeners");
    assert!(matches!(host.open(&local).await, Err(Error::Refused(_))));
}
