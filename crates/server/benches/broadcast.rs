//! How fast messages reach many pages over real WebSockets, against a plain axum loop that flushes each
//! message; and how long an agent waits for its acknowledgement. `cargo bench -p server --bench broadcast`
//!
//! Both servers are handed the same ready messages, so that what is compared is the broadcast. A third figure
//! has everything in it that stands before: each message is a change that is read, applied and journalled.
//!
//! The pages are in this process too and share its cores, so they do no more than count messages: what is
//! timed is the servers, not a client library that would cost both of them the same.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![expect(clippy::print_stdout, reason = "the numbers are its result")]

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message as Sent, WebSocketUpgrade};
use axum::routing::get;
use bytes::Bytes;
use desktop::hub::{Hub, Options};
use desktop::wire::ServerEvent;
use server::{Config, Keys, NoQuestions, Server};
use task::folder::Paths;
use task::permissions::Permissions;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Barrier, broadcast};

/// How many changes are sent.
const CHANGES: usize = 500;
/// How often each is measured.
const TIMES: usize = 5;
/// How many requests are timed.
const REQUESTS: usize = 1000;

#[tokio::main]
async fn main() {
    for pages in [100, 1000] {
        // In turn, and the fastest of each: the machine may be doing other things.
        let mut best = [Duration::MAX; 3];
        for _ in 0..TIMES {
            let (ours, message) = announced(pages).await;
            let took = [ours, plain(pages, message).await, applied(pages).await];
            best.iter_mut().zip(took).for_each(|(best, took)| *best = took.min(*best));
        }
        let [ours, plain, applied] = best;
        let ratio = plain.as_secs_f64() / ours.as_secs_f64();
        println!(
            "{pages} pages, {CHANGES} messages: ours {ours:?}, plain loop {plain:?}, ratio {ratio:.2} (wanted 2.5)"
        );
        println!("{pages} pages, {CHANGES} changes, read, applied and journalled as well: {applied:?}");
    }
    println!("an agent's update is acknowledged after {:?} (median of {REQUESTS})", acknowledged().await);
}

struct Rig {
    address: SocketAddr,
    token: String,
    hub: Arc<Hub>,
    _folder: tempfile::TempDir,
}

async fn rig() -> Rig {
    let folder = tempfile::tempdir().unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let places = Paths::new(folder.path());
    let keys = Keys::open(&places.config(), Arc::new(|| Ok([7; 32]))).unwrap();
    let token = keys.owner_token().to_owned();
    let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
    let hub = Hub::open(Some(&places.desktop()), Options::default()).unwrap();
    let config = Config { requests_per_second: 1_000_000, ..Config::default() };
    let (answers, clock) = (Arc::new(NoQuestions), Arc::new(|| 1_700_000_000_000));
    let server = Server { hub: Arc::clone(&hub), places, keys, permissions, answers, tasks: None, clock, config };
    tokio::spawn(server::run(listener, server, std::future::pending()));
    Rig { address, token, hub, _folder: folder }
}

fn action(text: &str) -> desktop::state::Deed {
    let parsed = action::json::Json::strict(text).unwrap();
    desktop::state::Deed::Batch(action::os::read_batch(&parsed.value).unwrap().value)
}

const CREATE: &str = r#"{"agentId":"a","actions":[{"type":"window.create","windowId":"w","title":"t",
    "bounds":{"x":0,"y":0,"w":400,"h":300},"content":{"renderer":"text","data":""}}]}"#;
const APPEND: &str = r#"{"agentId":"a","actions":[{"type":"window.updateContent","windowId":"w",
    "operation":{"op":"append","data":"a line of text that an agent adds to its window\n"}}]}"#;

/// All messages to all pages through the server; how long, and what one message is.
async fn announced(pages: usize) -> (Duration, Bytes) {
    let rig = rig().await;
    let mut sample = rig.hub.subscribe(Some(0));
    let event = ServerEvent::Task { event: serde_json::json!({"task": "t", "said": "x".repeat(150)}) };
    // The snapshot, then each message.
    let header = format!("Authorization: Bearer {}\r\n", rig.token);
    let took = receive(pages, CHANGES + 1, 1, rig.address, &header, || async {
        for _ in 0..CHANGES {
            rig.hub.announce(&event);
        }
    })
    .await;
    (took, sample.next().await.unwrap().swap_remove(0))
}

/// The same with changes, which are read, applied and journalled first.
async fn applied(pages: usize) -> Duration {
    let rig = rig().await;
    let actor = desktop::wire::Actor::Agent("a".to_owned());
    rig.hub.apply(&actor, action(CREATE), 1).unwrap();
    let header = format!("Authorization: Bearer {}\r\n", rig.token);
    receive(pages, CHANGES + 1, 1, rig.address, &header, || async {
        for _ in 0..CHANGES {
            rig.hub.apply(&actor, action(APPEND), 2).unwrap();
        }
    })
    .await
}

/// The same messages through a channel and a loop that sends, and so flushes, one after the other.
async fn plain(pages: usize, message: Bytes) -> Duration {
    let (say, _) = broadcast::channel::<Bytes>(CHANGES * 2);
    let heard = say.clone();
    let route = get(move |upgrade: WebSocketUpgrade| {
        let mut heard = heard.subscribe();
        async move {
            upgrade.on_upgrade(async move |mut socket| {
                while let Ok(message) = heard.recv().await {
                    let text = axum::extract::ws::Utf8Bytes::try_from(message).unwrap();
                    if socket.send(Sent::Text(text)).await.is_err() {
                        break;
                    }
                }
            })
        }
    });
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/ws", route)).await });
    receive(pages, CHANGES, 0, address, "", || async {
        for _ in 0..CHANGES {
            say.send(message.clone()).unwrap();
        }
    })
    .await
}

/// Connects pages, lets `send` send, and waits until each has `count` messages, `before` of them before
/// the clock starts.
async fn receive<S: Future<Output = ()>>(
    pages: usize,
    count: usize,
    before: usize,
    address: SocketAddr,
    header: &str,
    send: impl FnOnce() -> S,
) -> Duration {
    let ready = Arc::new(Barrier::new(pages + 1));
    let mut tasks = Vec::new();
    for _ in 0..pages {
        let mut page = Page::connect(address, header).await;
        let ready = Arc::clone(&ready);
        tasks.push(tokio::spawn(async move {
            page.receive(before).await;
            ready.wait().await;
            page.receive(count).await;
        }));
    }
    ready.wait().await;
    let began = Instant::now();
    send().await;
    for task in tasks {
        task.await.unwrap();
    }
    began.elapsed()
}

/// A page that only counts.
struct Page {
    stream: TcpStream,
    came: Vec<u8>,
    /// Bytes of the current message that are still to come.
    left: usize,
    texts: usize,
}

impl Page {
    async fn connect(address: SocketAddr, header: &str) -> Self {
        let mut stream = TcpStream::connect(address).await.unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\n{header}Connection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut came = Vec::with_capacity(64 << 10);
        let end = loop {
            assert!(stream.read_buf(&mut came).await.unwrap() > 0, "{}", String::from_utf8_lossy(&came));
            if let Some(end) = came.windows(4).position(|four| four == b"\r\n\r\n") {
                break end + 4;
            }
        };
        assert!(came.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&came));
        came.drain(..end);
        Self { stream, came, left: 0, texts: 0 }
    }

    /// Reads on until there were `count` texts.
    async fn receive(&mut self, count: usize) {
        loop {
            self.count();
            if self.texts >= count {
                return;
            }
            assert!(self.stream.read_buf(&mut self.came).await.unwrap() > 0);
        }
    }

    /// Counts the texts in what came, by the headers of their frames. A server's frames are not masked.
    fn count(&mut self) {
        let mut at = 0;
        loop {
            let skipped = self.left.min(self.came.len() - at);
            (at, self.left) = (at + skipped, self.left - skipped);
            let (kind, header, length) = match self.came[at..] {
                [kind, 126, high, low, ..] => (kind, 4, u16::from_be_bytes([high, low]).into()),
                [kind, 127, _, _, _, _, a, b, c, d, ..] => (kind, 10, u32::from_be_bytes([a, b, c, d])),
                [_, 126 | 127, ..] => break,
                [kind, length, ..] => (kind, 2, length.into()),
                _ => break,
            };
            self.texts += usize::from(kind == 0x81);
            (at, self.left) = (at + header, usize::try_from(length).unwrap());
        }
        self.came.drain(..at);
    }
}

/// The median time of `POST /api/actions` on a connection that stays open.
async fn acknowledged() -> Duration {
    let rig = rig().await;
    let mut stream = TcpStream::connect(rig.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut times = Vec::with_capacity(REQUESTS);
    for body in std::iter::once(CREATE).chain(std::iter::repeat_n(APPEND, REQUESTS)) {
        let (address, token, length) = (rig.address, &rig.token, body.len());
        let request = format!(
            "POST /api/actions HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\nContent-Length: {length}\r\n\r\n{body}"
        );
        let began = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"]}") {
            assert!(stream.read_buf(&mut answer).await.unwrap() > 0);
        }
        times.push(began.elapsed());
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    times.sort_unstable();
    times[times.len() / 2]
}
