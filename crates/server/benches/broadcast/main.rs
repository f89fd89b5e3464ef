//! Measures how fast changes reach many pages over real WebSockets, compared with a plain axum loop that sends, and so
//! flushes, each message; how long an agent waits for its acknowledgement; and the cost of a page that never reads.
//! `cargo bench -p server --bench broadcast`
//!
//! Two races, each with the same work before the broadcast on both sides:
//! - *announced*: both get the same ready messages, so that only the broadcast is compared;
//! - *applied*: each message is a change that is parsed, applied and journalled first, on both sides by the same hub.
//!
//! The pages run in this process too and share its cores; both servers get the same ones.

#![expect(clippy::unwrap_used, reason = "a benchmark that cannot go on should stop")]
#![expect(clippy::print_stdout, reason = "the numbers are its result")]

mod page;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ws::{Message as Sent, WebSocketUpgrade};
use axum::routing::get;
use axum::serve::ListenerExt;
use bytes::Bytes;
use desktop::hub::{Hub, Options};
use desktop::wire::{Actor, ServerEvent};
use server::{Config, Keys, NoQuestions, Server};
use task::folder::Paths;
use task::permissions::Permissions;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{broadcast, oneshot};

use self::page::{Page, receive};

/// How many changes are sent.
const CHANGES: usize = 500;
/// How often to measure each.
const TIMES: usize = 7;
/// How many requests are timed.
const REQUESTS: usize = 1000;

#[tokio::main]
async fn main() {
    // `cargo test --all-targets` runs this too, unoptimised and next to others, so it only measures for `cargo bench`.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    for pages in [100, 1000] {
        // In turn, and the median of each: the machine may be busy.
        let mut took: [Vec<Duration>; 4] = Default::default();
        for _ in 0..TIMES {
            let runs = [
                ours_announced(pages).await,
                plain_announced(pages).await,
                ours_applied(pages).await,
                plain_applied(pages).await,
            ];
            took.iter_mut().zip(runs).for_each(|(all, one)| all.push(one));
        }
        let [ours, plain, ours_applied, plain_applied] = took.map(median);
        println!("{pages} pages, {CHANGES} messages announced: {}", ratio(ours, plain));
        println!(
            "{pages} pages, {CHANGES} changes read, applied and journalled: {}",
            ratio(ours_applied, plain_applied)
        );
    }
    for pages in [0, 100] {
        let mut times = acknowledged(pages).await;
        times.sort_unstable();
        let (half, most) = (times[times.len() / 2], times[times.len() * 99 / 100]);
        println!("an agent's update is acknowledged after {half:?} (99 of 100 within {most:?}) with {pages} pages");
    }
    never_reads().await;
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn ratio(ours: Duration, plain: Duration) -> String {
    let ratio = plain.as_secs_f64() / ours.as_secs_f64();
    format!("ours {ours:?}, plain loop {plain:?}, ratio {ratio:.2} (wanted 2.5)")
}

struct Rig {
    address: SocketAddr,
    token: String,
    hub: Arc<Hub>,
    _folder: TempDir,
    _stop: oneshot::Sender<()>,
}

impl Rig {
    async fn start() -> Self {
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
        let (shared, (tasks, setup)) = (Arc::clone(&hub), (None, None));
        let server = Server {
            hub: shared,
            places,
            keys,
            permissions,
            answers,
            tasks,
            setup,
            mcp: None,
            tls: None,
            more_metrics: None,
            clock,
            config,
        };
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server::run(listener, server, async { _ = stopped.await }));
        Self { address, token, hub, _folder: folder, _stop: stop }
    }

    fn header(&self) -> String {
        format!("Authorization: Bearer {}\r\n", self.token)
    }
}

fn apply(hub: &Hub, text: &str) {
    let parsed = action::json::Json::strict(text).unwrap();
    let command = desktop::state::Command::Batch(action::os::read_batch(&parsed.value).unwrap().value);
    hub.apply(&Actor::Agent("a".to_owned()), command, 1).unwrap();
}

const CREATE: &str = r#"{"agentId":"a","actions":[{"type":"window.create","windowId":"w","title":"t",
    "bounds":{"x":0,"y":0,"w":400,"h":300},"content":{"renderer":"text","data":""}}]}"#;
const APPEND: &str = r#"{"agentId":"a","actions":[{"type":"window.updateContent","windowId":"w",
    "operation":{"op":"append","data":"a line of text that an agent adds to its window\n"}}]}"#;

fn announcement() -> ServerEvent {
    ServerEvent::Capture { request_id: "r".to_owned(), key: "x".repeat(150) }
}

async fn ours_announced(pages: usize) -> Duration {
    let rig = Rig::start().await;
    // The snapshot, then each message.
    receive(pages, CHANGES + 1, 1, rig.address, &rig.header(), || async {
        (0..CHANGES).for_each(|_| rig.hub.announce(&announcement()));
    })
    .await
}

async fn ours_applied(pages: usize) -> Duration {
    let rig = Rig::start().await;
    apply(&rig.hub, CREATE);
    receive(pages, CHANGES + 1, 1, rig.address, &rig.header(), || async {
        (0..CHANGES).for_each(|_| apply(&rig.hub, APPEND));
    })
    .await
}

async fn plain_announced(pages: usize) -> Duration {
    let (address, say) = plain().await;
    receive(pages, CHANGES, 0, address, "", || async {
        for _ in 0..CHANGES {
            say.send(serde_json::to_vec(&announcement()).unwrap().into()).unwrap();
        }
    })
    .await
}

async fn plain_applied(pages: usize) -> Duration {
    let (address, say) = plain().await;
    let folder = tempfile::tempdir().unwrap();
    let hub = Hub::open(Some(folder.path()), Options::default()).unwrap();
    apply(&hub, CREATE);
    let mut written = hub.subscribe(Some(1));
    receive(pages, CHANGES, 0, address, "", || async {
        for _ in 0..CHANGES {
            apply(&hub, APPEND);
            for message in written.next().await.unwrap() {
                say.send(message).unwrap();
            }
        }
    })
    .await
}

/// The plain server: a channel, and for each page a loop that sends, and so flushes, one message after the other.
async fn plain() -> (SocketAddr, broadcast::Sender<Bytes>) {
    let (say, _) = broadcast::channel::<Bytes>(CHANGES * 2);
    // The loops end when the sender is gone.
    let heard = say.downgrade();
    let route = get(move |upgrade: WebSocketUpgrade| {
        let mut heard = heard.upgrade().unwrap().subscribe();
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
    // As in ours: neither waits for more before it sends.
    let listener = listener.tap_io(|stream| stream.set_nodelay(true).unwrap());
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/ws", route)).await });
    (address, say)
}

/// Measures `POST /api/actions` on a connection that stays open, while pages listen.
async fn acknowledged(pages: usize) -> Vec<Duration> {
    let rig = Rig::start().await;
    for _ in 0..pages {
        tokio::spawn(Page::connect(rig.address, &rig.header()).await.listen());
    }
    let mut stream = TcpStream::connect(rig.address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    let mut times = Vec::with_capacity(REQUESTS);
    for body in std::iter::once(CREATE).chain(std::iter::repeat_n(APPEND, REQUESTS)) {
        let (address, header, length) = (rig.address, rig.header(), body.len());
        let request =
            format!("POST /api/actions HTTP/1.1\r\nHost: {address}\r\n{header}Content-Length: {length}\r\n\r\n{body}");
        let began = Instant::now();
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        while !answer.ends_with(b"]}") {
            assert!(stream.read_buf(&mut answer).await.unwrap() > 0);
        }
        times.push(began.elapsed());
        assert!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    }
    times
}

/// Measures how much the process grows when ten pages never read while much more is sent than is kept.
async fn never_reads() {
    const PIECE: usize = 64 << 10;
    let rig = Rig::start().await;
    let set = |filling: char| {
        let data = filling.to_string().repeat(PIECE);
        format!(
            r#"{{"agentId":"a","actions":[{{"type":"window.setContent","windowId":"w","content":{{"renderer":"text","data":"{data}"}}}}]}}"#
        )
    };
    apply(&rig.hub, CREATE);
    let send = async |count: usize| {
        for n in 0..count {
            apply(&rig.hub, &set(if n % 2 == 0 { 'x' } else { 'y' }));
            tokio::task::yield_now().await;
        }
    };
    // Fills the history for returning pages before the measurement begins.
    send(1000).await;
    let mut deaf = Vec::new();
    for _ in 0..10 {
        deaf.push(Page::connect(rig.address, &rig.header()).await);
    }
    let before = resident();
    send(4000).await;
    let grown = resident().saturating_sub(before);
    println!(
        "10 pages that never read, {} MiB sent: the process grew by {} KiB (ring {:?} bytes)",
        (4000 * PIECE) >> 20,
        grown >> 10,
        rig.hub.gauges().ring_bytes
    );
    drop(deaf);
}

/// Returns the memory of this process, in bytes; 0 if the system does not tell.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().trim_end_matches("kB").trim().parse::<usize>().ok());
    kib.unwrap_or(0) << 10
}
