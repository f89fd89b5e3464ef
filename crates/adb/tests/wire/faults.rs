//! Cuts the wire after each byte of every kind of operation: a typed error at once, no hang, no leaked task. Also a
//! peer that sends garbage, or nothing.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use adb::packet::{Command, Packet, VERSION, VERSION_OLDEST};
use adb::{Client, Error, Options, Result, daemon};
use proptest::prelude::*;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, DuplexStream, ReadBuf};
use tokio::runtime::Handle;
use tokio::task::JoinSet;

use crate::phone::{FEATURES, Phone, banner, client, options, piped};

/// A connection that is cut after this many bytes, both directions together.
struct Cut<IO> {
    io: IO,
    left: Arc<AtomicUsize>,
    reader: Option<Waker>,
}

impl<IO> Cut<IO> {
    fn new(io: IO, left: &Arc<AtomicUsize>) -> Self {
        Self { io, left: Arc::clone(left), reader: None }
    }

    fn left(&self) -> usize {
        self.left.load(Ordering::Relaxed)
    }

    /// Counts the passed bytes; the reader notices the cut.
    fn passed(&mut self, bytes: usize) {
        self.left.store(self.left() - bytes, Ordering::Relaxed);
        if self.left() == 0 {
            self.reader.take().into_iter().for_each(Waker::wake);
        }
    }
}

impl<IO: AsyncRead + Unpin> AsyncRead for Cut<IO> {
    fn poll_read(mut self: Pin<&mut Self>, context: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let mut bytes = vec![0; self.left().min(into.remaining())];
        if bytes.is_empty() {
            return Poll::Ready(Ok(()));
        }
        self.reader = Some(context.waker().clone());
        let mut part = ReadBuf::new(&mut bytes);
        let result = Pin::new(&mut self.io).poll_read(context, &mut part);
        into.put_slice(part.filled());
        self.passed(part.filled().len());
        result
    }
}

impl<IO: AsyncWrite + Unpin> AsyncWrite for Cut<IO> {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, data: &[u8]) -> Poll<io::Result<usize>> {
        let left = self.left().min(data.len());
        if left == 0 {
            return Poll::Ready(Err(io::ErrorKind::BrokenPipe.into()));
        }
        let result = Pin::new(&mut self.io).poll_write(context, &data[..left]);
        if let Poll::Ready(Ok(written)) = &result {
            self.passed(*written);
        }
        result
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.io).poll_shutdown(context)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operation {
    Shell,
    Exec,
    Open,
    Stat,
    List,
    Push,
    Pull,
    Reverse,
}

const OPERATIONS: [Operation; 8] = [
    Operation::Shell,
    Operation::Exec,
    Operation::Open,
    Operation::Stat,
    Operation::List,
    Operation::Push,
    Operation::Pull,
    Operation::Reverse,
];

async fn perform(io: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, operation: Operation) -> Result<()> {
    let client = Client::over(io, "cut", options()).await?;
    match operation {
        Operation::Shell => client.shell("fail x").await.map(|output| assert_eq!(output.status, Some(3))),
        Operation::Exec => client.exec("echo x").await.map(|output| assert_eq!(output, b"x\n")),
        Operation::Open => {
            let mut stream = client.open("tcp:7").await?;
            stream.write_all(b"ping").await?;
            let mut answer = [0; 4];
            stream.read_exact(&mut answer).await?;
            Ok(())
        }
        Operation::Stat => client.sync().await?.stat("/sdcard/a.txt").await.map(|stat| assert!(stat.is_some())),
        Operation::List => client.sync().await?.list("/sdcard").await.map(|list| assert_eq!(list.len(), 1)),
        Operation::Push => client.sync().await?.push("/sdcard/n", 0o644, 0, &b"data"[..]).await,
        Operation::Pull => client.sync().await?.pull("/sdcard/a.txt", 99).await.map(|data| assert_eq!(data, b"hello")),
        Operation::Reverse => client.reverse("tcp:1", "tcp:2").await.map(|_| ()),
    }
}

/// Waits, without sleeping, until only this many tasks are alive.
async fn settled(tasks: usize) {
    for _ in 0..1000 {
        if Handle::current().metrics().num_alive_tasks() <= tasks {
            return;
        }
        tokio::task::yield_now().await;
    }
    panic!("{} tasks live, expected {tasks}", Handle::current().metrics().num_alive_tasks());
}

#[tokio::test(start_paused = true)]
async fn a_cut_anywhere_is_a_typed_error_at_once() {
    for operation in OPERATIONS {
        let mut cuts = 0;
        loop {
            let before = Handle::current().metrics().num_alive_tasks();
            let (phone, mut tasks) = (Phone::new(), JoinSet::new());
            let io = piped(&phone, &FEATURES, &mut tasks);
            let left = Arc::new(AtomicUsize::new(cuts));
            let started = tokio::time::Instant::now();
            let result = perform(Cut::new(io, &left), operation).await;
            assert!(started.elapsed() < Duration::from_secs(10), "{operation:?} hung when cut after {cuts} bytes");
            match &result {
                // Everything relevant had passed.
                Ok(()) => {}
                Err(Error::Disconnected(_)) => {}
                Err(error) => panic!("{operation:?} cut after {cuts} bytes: {error:?}"),
            }
            // The phone notices as well; no task is left.
            while tasks.join_next().await.is_some() {}
            settled(before).await;
            if left.load(Ordering::Relaxed) > 0 {
                assert!(result.is_ok(), "{operation:?} {result:?}");
                break;
            }
            cuts += 1;
        }
        assert!(cuts > 200, "{operation:?} took only {cuts} bytes");
    }
}

/// All streams of a connection fail together, not each after its own timeout.
#[tokio::test(start_paused = true)]
async fn a_dead_connection_fails_every_stream() {
    let before = Handle::current().metrics().num_alive_tasks();
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let client = client(&phone, &mut tasks).await;
    let mut running = JoinSet::new();
    for _ in 0..20 {
        let client = client.clone();
        running.spawn(async move { client.shell("hang").await });
    }
    while phone.opened.lock().unwrap().len() < 20 {
        tokio::task::yield_now().await;
    }
    let started = tokio::time::Instant::now();
    tasks.abort_all();
    while let Some(result) = running.join_next().await {
        assert!(matches!(result.unwrap(), Err(Error::Disconnected(_))));
    }
    assert!(started.elapsed() < Duration::from_secs(1));
    assert!(!client.is_alive().await);
    assert!(matches!(client.shell("echo").await, Err(Error::Disconnected(_))));
    drop((client, tasks));
    settled(before).await;
}

#[tokio::test(start_paused = true)]
async fn a_dropped_client_leaves_nothing_behind() {
    let before = Handle::current().metrics().num_alive_tasks();
    let (phone, mut tasks) = (Phone::new(), JoinSet::new());
    let client = client(&phone, &mut tasks).await;
    client.forward("tcp:0", "tcp:7").await.unwrap();
    let mut stream = client.open("tcp:7").await.unwrap();
    drop(client);
    // The stream keeps the connection alive.
    stream.write_all(b"x").await.unwrap();
    assert_eq!(stream.read_u8().await.unwrap(), b'x');
    drop(stream);
    assert!(tasks.join_next().await.unwrap().unwrap().is_ok());
    settled(before).await;
}

/// A phone that accepts and never answers.
#[tokio::test(start_paused = true)]
async fn silence_ends_with_a_time_out() {
    let (ours, _theirs) = tokio::io::duplex(4096);
    let error = Client::over(ours, "mute", options()).await.unwrap_err();
    assert!(matches!(error, Error::Timeout { .. }), "{error:?}");

    let (ours, mut theirs) = tokio::io::duplex(4096);
    let hello = Packet::new(Command::Cnxn, VERSION, 4096, &b"device::features=shell_v2"[..]).encode(VERSION_OLDEST);
    theirs.write_all(&hello).await.unwrap();
    let client = Client::over(ours, "mute", options()).await.unwrap();
    // It never reads either: the number of streams bounds the pending data, and each call ends.
    let mut calls = JoinSet::new();
    for _ in 0..1000 {
        let client = client.clone();
        calls.spawn(async move { client.shell(&"x".repeat(4000)).await });
    }
    while let Some(result) = calls.join_next().await {
        assert!(matches!(result.unwrap(), Err(Error::Timeout { .. } | Error::TooManyStreams { .. })));
    }
}

/// A host that keeps opening streams without reading the answers is cut off.
#[tokio::test(start_paused = true)]
async fn a_peer_that_never_reads_is_cut_off() {
    let (mut ours, theirs) = tokio::io::duplex(4096);
    let phone = tokio::spawn(async move { daemon::serve(theirs, &banner(&FEATURES), Phone::new()).await });
    let hello = Packet::new(Command::Cnxn, VERSION, 4096, &b"host::"[..]).encode(VERSION_OLDEST);
    ours.write_all(&hello).await.unwrap();
    let mut id = 1;
    while ours.write_all(&Packet::new(Command::Open, id, 0, &b"nosuch:\0"[..]).encode(VERSION)).await.is_ok() {
        id += 1;
        assert!(id < 100_000);
    }
    let error = phone.await.unwrap().unwrap_err();
    assert!(error.to_string().contains("without reading"), "{error}");
}

/// Sends garbage to each side, before or after a proper hello.
async fn answer_with(garbage: Vec<u8>, greeted: bool) {
    async fn say(io: &mut DuplexStream, kind: &str, greeted: bool, garbage: &[u8]) {
        if greeted {
            let hello = Packet::new(Command::Cnxn, VERSION, 4096, format!("{kind}::features=shell_v2"));
            io.write_all(&hello.encode(VERSION_OLDEST)).await.unwrap();
        }
        drop(io.write_all(garbage).await);
    }
    let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
    say(&mut theirs, "device", greeted, &garbage).await;
    let short = Options { timeout: Duration::from_secs(1), ..Options::default() };
    if let Ok(client) = Client::over(ours, "garbage", short).await {
        assert!(client.shell("echo").await.is_err());
        assert!(client.sync().await.is_err());
    }
    let (ours, mut theirs) = tokio::io::duplex(64 * 1024);
    say(&mut theirs, "host", greeted, &garbage).await;
    let banner = banner(&FEATURES);
    let serving = daemon::serve(ours, &banner, Phone::new());
    drop(tokio::time::timeout(Duration::from_secs(1), serving).await);
}

fn packet() -> impl Strategy<Value = Vec<u8>> {
    let command = prop_oneof![
        Just(Command::Cnxn),
        Just(Command::Auth),
        Just(Command::Open),
        Just(Command::Wrte),
        Just(Command::Clse),
        Just(Command::Stls),
        any::<u32>().prop_map(Command::Unknown),
    ];
    (command, 0..4_u32, 0..4_u32, prop::collection::vec(any::<u8>(), 0..40))
        .prop_map(|(command, arg0, arg1, payload)| Packet::new(command, arg0, arg1, payload).encode(VERSION))
}

proptest! {
    #[test]
    fn garbage_is_an_error_and_never_a_panic(
        packets in prop::collection::vec(packet(), 0..8),
        tail in prop::collection::vec(any::<u8>(), 0..60),
        greeted: bool,
    ) {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build().unwrap();
        runtime.block_on(answer_with([packets.concat(), tail].concat(), greeted));
    }
}
