//! A server for each test, and clients that send raw bytes.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use desktop::hub::{Hub, Options};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Keys, NoQuestions, Server, ServerError};
use task::folder::Paths;
use task::permissions::Permissions;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// Longer than anything takes on the slowest machine; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Rig {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
    pub(crate) folder: TempDir,
    stop: Option<oneshot::Sender<()>>,
    serving: JoinHandle<Result<(), ServerError>>,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let line = |line: &'_ str| line.split_once(": ").is_some_and(|(key, _)| key.eq_ignore_ascii_case(name));
        self.head.lines().find(|each| line(each)).and_then(|each| each.split_once(": ")).map(|(_, value)| value)
    }

    fn parse(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
        Self { status, head: head.to_owned(), body: body.to_owned() }
    }
}

impl Rig {
    pub(crate) async fn start() -> Self {
        Self::start_with(tempfile::tempdir().unwrap(), Config::default()).await
    }

    pub(crate) async fn start_with(folder: TempDir, config: Config) -> Self {
        Self::start_on(folder, config, Options::default()).await
    }

    pub(crate) async fn start_on(folder: TempDir, config: Config, options: Options) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let places = Paths::new(folder.path());
        let keys = Keys::open(&places.config(), Arc::new(numbers())).unwrap();
        let token = keys.owner_token().to_owned();
        let permissions = Arc::new(Permissions::open(&places.permissions()).unwrap());
        let hub = Hub::open(Some(&places.desktop()), options).unwrap();
        let now = Arc::new(AtomicU64::new(1_700_000_000_000));
        let clock = Arc::new(move || now.fetch_add(1, Ordering::Relaxed));
        let answers = Arc::new(NoQuestions);
        let server = Server {
            hub,
            places,
            keys,
            permissions,
            answers,
            tasks: None,
            setup: None,
            mcp: None,
            tls: None,
            more_metrics: None,
            clock,
            config,
        };
        let (stop, stopped) = oneshot::channel();
        let serving = tokio::spawn(server::run(listener, server, async move { _ = stopped.await }));
        Self { address, token, folder, stop: Some(stop), serving }
    }

    /// Tells the server to stop, and waits until it has.
    pub(crate) async fn stop(mut self) -> TempDir {
        _ = self.stop.take().unwrap().send(());
        timeout(PATIENCE, &mut self.serving).await.unwrap().unwrap().unwrap();
        self.folder
    }

    /// Waits until the server has stopped.
    pub(crate) async fn ended(&mut self) {
        timeout(PATIENCE, &mut self.serving).await.unwrap().unwrap().unwrap();
    }

    pub(crate) fn tell_to_stop(&mut self) {
        _ = self.stop.take().unwrap().send(());
    }

    /// Sends bytes and reads until the server hangs up.
    pub(crate) async fn raw(&self, bytes: &[u8]) -> Reply {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        // The server may reject a request and hang up before everything is sent.
        _ = stream.write_all(bytes).await;
        let mut answer = Vec::new();
        _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        Reply::parse(&answer)
    }

    pub(crate) async fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Reply {
        let mut text = format!("{method} {path} HTTP/1.1\r\nConnection: close\r\nContent-Length: {}\r\n", body.len());
        if !headers.iter().any(|(name, _)| name.eq_ignore_ascii_case("host")) {
            text += &format!("Host: {}\r\n", self.address);
        }
        headers.iter().for_each(|(name, value)| text += &format!("{name}: {value}\r\n"));
        text += "\r\n";
        text += body;
        self.raw(text.as_bytes()).await
    }

    /// Sends a request as a program with this token.
    pub(crate) async fn with(&self, token: &str, method: &str, path: &str, body: &str) -> Reply {
        self.ask(method, path, &[("Authorization", &format!("Bearer {token}"))], body).await
    }

    /// Sends a request as the owner, with their token.
    pub(crate) async fn owner(&self, method: &str, path: &str, body: &str) -> Reply {
        self.with(&self.token, method, path, body).await
    }

    /// Lets an agent in and returns its token.
    pub(crate) async fn agent(&self, name: &str) -> String {
        let reply = self.owner("POST", "/api/agents", &json!({ "name": name }).to_string()).await;
        assert_eq!(reply.status, 201, "{reply:?}");
        reply.json()["token"].as_str().unwrap().to_owned()
    }

    pub(crate) async fn act(&self, token: &str, actions: &Value) -> Reply {
        self.with(token, "POST", "/api/actions", &actions.to_string()).await
    }

    pub(crate) async fn view(&self) -> Value {
        self.owner("GET", "/api/desktop", "").await.json()
    }

    pub(crate) fn origin(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Begins a session and returns its cookie.
    pub(crate) async fn session(&self) -> String {
        let body = json!({ "token": self.token }).to_string();
        let reply = self.ask("POST", "/api/session", &[("Origin", &self.origin())], &body).await;
        assert_eq!(reply.status, 204, "{reply:?}");
        reply.header("set-cookie").unwrap().split(';').next().unwrap().to_owned()
    }

    pub(crate) async fn page(&self, query: &str) -> Page {
        let cookie = self.session().await;
        self.page_with(&cookie, query).await
    }

    pub(crate) async fn page_with(&self, cookie: &str, query: &str) -> Page {
        let mut request = format!("ws://{}/ws?{query}", self.address).into_client_request().unwrap();
        request.headers_mut().insert("origin", self.origin().parse().unwrap());
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (socket, _) = tokio_tungstenite::connect_async(request).await.unwrap();
        Page { socket, n: 0, seen: Vec::new() }
    }

    /// Sends bytes where frames are expected; returns the server's close code.
    pub(crate) async fn frames(&self, bytes: &[u8]) -> Option<u16> {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!(
            "GET /ws HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
            self.address, self.token
        );
        stream.write_all(head.as_bytes()).await.unwrap();
        stream.write_all(bytes).await.unwrap();
        let mut answer = Vec::new();
        _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
        let at = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap() + 4;
        close_code(&answer[at..])
    }

    /// Reads the stream on `path` until `enough` is true.
    pub(crate) async fn stream(&self, token: &str, path: &str, enough: impl Fn(&str) -> bool) -> String {
        let mut stream = TcpStream::connect(self.address).await.unwrap();
        let head = format!("GET {path} HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {token}\r\n\r\n", self.address);
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
}

/// Different numbers each time, the same in each run.
fn numbers() -> impl Fn() -> std::io::Result<[u8; 32]> {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    || {
        let mut bytes = [7; 32];
        bytes[..8].copy_from_slice(&NEXT.fetch_add(1, Ordering::Relaxed).to_be_bytes());
        Ok(bytes)
    }
}

/// A page as a program.
pub(crate) struct Page {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    n: u64,
    seen: Vec<Value>,
}

impl Page {
    /// Returns the next message; `None` if the server has hung up.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            match timeout(PATIENCE, self.socket.next()).await.unwrap()? {
                Ok(Message::Text(text)) => {
                    let value: Value = serde_json::from_str(&text).unwrap();
                    self.seen.push(value.clone());
                    return Some(value);
                }
                Ok(Message::Close(frame)) => {
                    self.seen.push(json!({ "close": frame.map(|frame| u16::from(frame.code)) }));
                    return None;
                }
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    /// Reads until a message of this type arrives.
    pub(crate) async fn until(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("the server hung up before {kind}: {:?}", self.seen));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Reads until the change `seq` has arrived.
    pub(crate) async fn until_seq(&mut self, seq: u64) {
        while self
            .seen
            .iter()
            .filter(|each| each["type"] != "RESULT")
            .filter_map(|each| each["seq"].as_u64())
            .max()
            .unwrap_or(0)
            < seq
        {
            self.next().await.unwrap();
        }
    }

    pub(crate) fn seen(&self) -> &[Value] {
        &self.seen
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.unwrap();
    }

    pub(crate) async fn send_bytes(&mut self, bytes: Vec<u8>) {
        self.socket.send(Message::binary(bytes)).await.unwrap();
    }

    /// Sends a numbered message; returns its RESULT or ERROR.
    pub(crate) async fn say(&mut self, mut message: Value) -> Value {
        self.n += 1;
        message["n"] = self.n.into();
        self.send_text(&message.to_string()).await;
        loop {
            let reply = self.next().await.unwrap();
            if reply["re"] == self.n {
                return reply;
            }
        }
    }
}

/// A window that shows text.
pub(crate) fn window(id: &str) -> Value {
    json!({
        "type": "window.create", "windowId": id, "title": "A window",
        "bounds": { "x": 10, "y": 10, "w": 400, "h": 300 },
        "content": { "renderer": "text", "data": "hello" },
    })
}

/// Returns the code in the close frame among these, if there is one.
fn close_code(mut frames: &[u8]) -> Option<u16> {
    loop {
        let (first, length, rest) = match frames {
            [first, 126, high, low, rest @ ..] => (first, usize::from(u16::from_be_bytes([*high, *low])), rest),
            [first, length, rest @ ..] => (first, usize::from(*length), rest),
            _ => return None,
        };
        if *first == 0x88 {
            return Some(u16::from_be_bytes([*rest.first()?, *rest.get(1)?]));
        }
        frames = rest.get(length..)?;
    }
}
