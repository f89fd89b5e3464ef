//! A server with tasks, and a client that sends raw bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use desktop::hub::{Hub, Options};
use serde_json::{Value, json};
use server::{Config, Keys, Server, Setup};
use task::folder::Paths;
use task::permissions::Permissions;
use task::{Limits, Service};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::world::{World, open, open_with};

/// Longer than anything takes on the slowest machine; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Rig {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) world: Arc<World>,
    pub(crate) hub: Arc<Hub>,
    pub(crate) service: Arc<Service>,
    folder: tempfile::TempDir,
    _stop: oneshot::Sender<()>,
}

impl Rig {
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let hub = Hub::open(None, Options::default()).unwrap();
        Self::start_with(folder, hub).await
    }

    /// Starts on an existing desktop.
    pub(crate) async fn start_with(folder: tempfile::TempDir, hub: Arc<Hub>) -> Self {
        Self::set_up(folder, hub, None).await
    }

    /// Starts with settings.
    pub(crate) async fn set_up(folder: tempfile::TempDir, hub: Arc<Hub>, setup: Option<Arc<dyn Setup>>) -> Self {
        let places = Paths::new(folder.path());
        let next = AtomicU64::new(1);
        let random = move || Ok([u8::try_from(next.fetch_add(1, Ordering::Relaxed) % 251).unwrap(); 32]);
        let keys = Keys::open(&places.config(), Arc::new(random)).unwrap();
        let token = keys.owner_token().to_owned();
        let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
        let world = World::usual().await;
        let service = open_with(&world, folder.path(), Arc::clone(&permissions), Limits::default());
        let now = Arc::new(AtomicU64::new(1_700_000_000_000));
        let server = Server {
            hub: Arc::clone(&hub),
            places,
            keys,
            permissions,
            answers: Arc::<Service>::clone(&service),
            tasks: Some(Arc::clone(&service)),
            setup,
            mcp: None,
            tls: None,
            more_metrics: None,
            clock: Arc::new(move || now.fetch_add(1, Ordering::Relaxed)),
            config: Config::default(),
        };
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        tokio::spawn(server::run(listener, server, async move { _ = stopped.await }));
        Self { address, token, world, hub, service, folder, _stop: stop }
    }

    /// Returns another service on the same folder, as in the next process.
    pub(crate) fn next_process(&self) -> Arc<Service> {
        open(&self.world, self.folder.path(), Limits::default())
    }

    async fn raw(&self, token: Option<&str>, method: &str, path: &str, body: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let who = token.map_or_else(String::new, |token| format!("Authorization: Bearer {token}\r\n"));
        let (host, length) = (self.address, body.len());
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{who}\r\n"
        );
        // The server may reject a request and hang up before everything is sent.
        _ = stream.write_all((head + body).as_bytes()).await;
        let mut answer = Vec::new();
        _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        answer
    }

    /// Sends a request as the owner with exactly these headers and bytes; a method of `!` sends only the bytes. Closes
    /// the sending side afterwards, so a server that waits for more learns that there is none.
    pub(crate) async fn exactly(&self, method: &str, path: &str, headers: &str, body: &[u8]) -> (u16, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let mut head = format!("{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n", self.address);
        head += &format!("Authorization: Bearer {}\r\n{headers}", self.token);
        if !headers.contains("Content-Length") {
            head += &format!("Content-Length: {}\r\n", body.len());
        }
        let head = if method == "!" { String::new() } else { head + "\r\n" };
        _ = stream.write_all(&[head.as_bytes(), body].concat()).await;
        _ = stream.shutdown().await;
        let mut answer = Vec::new();
        _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        parts(&answer)
    }

    /// Returns status and body.
    pub(crate) async fn bytes(&self, token: Option<&str>, method: &str, path: &str, body: &str) -> (u16, Vec<u8>) {
        let answer = self.raw(token, method, path, body).await;
        parts(&answer)
    }

    /// Sends a request as the owner; returns status and JSON, if any.
    pub(crate) async fn ask(&self, method: &str, path: &str, body: &Value) -> (u16, Value) {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let (status, bytes) = self.bytes(Some(&self.token), method, path, &body).await;
        (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
    }

    pub(crate) async fn get(&self, path: &str) -> Value {
        let (status, value) = self.ask("GET", path, &Value::Null).await;
        assert_eq!(status, 200, "{path}: {value}");
        value
    }

    pub(crate) async fn post(&self, path: &str, body: &Value) -> u16 {
        self.ask("POST", path, body).await.0
    }

    /// Starts a task with this model; returns its id.
    pub(crate) async fn task(&self, model: &str) -> String {
        let (status, made) = self.ask("POST", "/api/tasks", &json!({"goal": "Find the thing", "model": model})).await;
        assert_eq!(status, 201, "{made}");
        made["task_id"].as_str().unwrap().to_owned()
    }

    /// Reads the stream on `path` until it ends or `enough` is true.
    pub(crate) async fn stream(&self, path: &str, last: Option<u64>, enough: impl Fn(&str) -> bool) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let last = last.map_or_else(String::new, |n| format!("Last-Event-ID: {n}\r\n"));
        let (host, token) = (self.address, &self.token);
        let head = format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{last}Authorization: Bearer {token}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut text = String::new();
        let mut piece = [0; 4096];
        while !enough(&text) {
            let read = timeout(PATIENCE, stream.read(&mut piece)).await.unwrap().unwrap();
            assert!(read > 0, "the stream ended: {text}");
            text.push_str(&String::from_utf8_lossy(&piece[..read]));
        }
        text
    }

    /// Starts listening with this token.
    pub(crate) async fn listen(&self, token: &str, path: &str) -> Listening {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n", self.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut listening = Listening { stream, text: String::new() };
        listening.read_until(|text| text.contains("\n\ndata: ") || text.contains("event: ")).await;
        listening
    }

    /// Returns the next question of a task.
    pub(crate) async fn question(&self, task: &str) -> Value {
        self.nth_question(task, 1).await
    }

    /// Returns the n-th question of a task, while it waits.
    pub(crate) async fn nth_question(&self, task: &str, n: usize) -> Value {
        let asked = |text: &str| text.matches("\"event\":\"question\"").count() >= n;
        self.stream(&format!("/api/tasks/{task}/events"), None, asked).await;
        let questions = self.get("/api/questions").await;
        let questions = questions["questions"].as_array().unwrap();
        questions.iter().find(|question| question["task"] == task).unwrap().clone()
    }

    /// Waits for the end of a task; returns its final state.
    pub(crate) async fn end(&self, task: &str) -> Value {
        let ended = |text: &str| text.contains("\"event\":\"ended\"");
        self.stream(&format!("/api/tasks/{task}/events"), None, ended).await;
        self.get(&format!("/api/tasks/{task}")).await
    }
}

/// A stream being read.
pub(crate) struct Listening {
    stream: TcpStream,
    text: String,
}

impl Listening {
    /// Returns everything received, as soon as `enough` is true.
    pub(crate) async fn until(mut self, enough: impl Fn(&str) -> bool) -> String {
        self.read_until(enough).await;
        self.text
    }

    async fn read_until(&mut self, enough: impl Fn(&str) -> bool) {
        let mut piece = [0; 4096];
        while !enough(&self.text) {
            let read = timeout(PATIENCE, self.stream.read(&mut piece)).await.unwrap().unwrap();
            assert!(read > 0, "the stream ended: {}", self.text);
            self.text.push_str(&String::from_utf8_lossy(&piece[..read]));
        }
    }
}

/// Splits an answer into status and body.
fn parts(answer: &[u8]) -> (u16, Vec<u8>) {
    let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("the head of an answer");
    let head = String::from_utf8(answer[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, answer[end + 4..].to_vec())
}
