//! Connects the standard input and output of `fingertip mcp` to `/mcp` of the server that owns the data folder.
//!
//! Each input line is a message and becomes a request; each message that comes back becomes an output line. The bridge
//! knows only as much of the protocol as the headers of streamable HTTP need, so it supports every version that the
//! server does.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use action::sse::Reader;
use reqwest::header::{ACCEPT, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, Response, StatusCode};
use serde_json::{Value, json};
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::task::{AbortHandle, JoinSet};

use super::endpoint::SESSION;

/// The longest line: a batch of desktop actions with a picture or two.
const LONGEST: u64 = 32 << 20;
/// How many answers may wait to be written.
const MOST_ANSWERS: usize = 64;
/// How many requests run at once.
const MOST_REQUESTS: usize = 256;
/// How long the server has to end the session.
const GOODBYE: Duration = Duration::from_secs(2);

const VERSION: &str = "mcp-protocol-version";
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
/// The path of the protocol version in a request of the newest version.
const META_VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// The server, and our identity there.
#[derive(Clone)]
pub struct Target {
    /// Its address, without a path.
    pub url: String,
    /// The token that authenticates us.
    pub token: String,
    /// The name under which the program acts.
    pub agent: String,
    /// The HTTP client.
    pub client: Client,
}

/// Why it ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum BridgeError {
    /// Standard input or output broke.
    #[error("standard input or output: {0}")]
    Pipe(#[from] std::io::Error),
}

/// State shared by the requests of one program.
struct Bridge {
    target: Target,
    session: Mutex<Option<String>>,
    version: Mutex<Option<String>>,
    /// The program's first message, to start a new session if the server has lost the old one.
    first: Mutex<Option<Value>>,
    /// The task that listens to the server's own messages.
    listening: Mutex<Option<AbortHandle>>,
    /// Only one request at a time may start a new session.
    renewing: tokio::sync::Mutex<()>,
    /// The running requests, by their ids.
    running: Mutex<HashMap<String, AbortHandle>>,
    out: mpsc::Sender<String>,
}

/// Why the bridge ended without an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BridgeEnd {
    /// The program closed its end.
    Input,
    /// The caller stopped it.
    Stopped,
}

/// Forwards messages until the input ends or `stop` resolves, then ends the session: otherwise a program that is
/// terminated would keep its phone until it counts as idle.
pub async fn carry(
    target: Target,
    input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
    stop: impl Future<Output = ()>,
) -> Result<BridgeEnd, BridgeError> {
    let (out, answers) = mpsc::channel(MOST_ANSWERS);
    let writing = tokio::spawn(write(answers, output));
    let bridge = Arc::new(Bridge {
        target,
        session: Mutex::default(),
        version: Mutex::default(),
        first: Mutex::default(),
        listening: Mutex::default(),
        renewing: tokio::sync::Mutex::default(),
        running: Mutex::default(),
        out,
    });
    let ended = tokio::select! {
        read = read(&bridge, input) => read.map(|()| BridgeEnd::Input),
        () = stop => Ok(BridgeEnd::Stopped),
    };
    bridge.leave().await;
    bridge.listens(None);
    drop(bridge);
    // No sender is left: write the rest, then end.
    match tokio::time::timeout(GOODBYE, writing).await {
        Ok(Ok(Err(error))) => ended.and(Err(error)),
        _ => ended,
    }
}

async fn write(mut answers: mpsc::Receiver<String>, mut output: impl AsyncWrite + Unpin) -> Result<(), BridgeError> {
    while let Some(mut line) = answers.recv().await {
        line.push('\n');
        output.write_all(line.as_bytes()).await?;
        output.flush().await?;
    }
    Ok(())
}

async fn read(bridge: &Arc<Bridge>, mut input: impl AsyncBufRead + Unpin) -> Result<(), BridgeError> {
    let mut requests = JoinSet::new();
    loop {
        let mut line = Vec::new();
        let length = (&mut input).take(LONGEST + 1).read_until(b'\n', &mut line).await?;
        if length == 0 {
            break;
        }
        if length as u64 > LONGEST {
            bridge.say(error(&Value::Null, -32700, "the message is too long")).await;
            break;
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let message = match serde_json::from_slice::<Value>(&line) {
            Ok(message) if message.is_object() => message,
            Ok(_) => {
                bridge.say(error(&Value::Null, -32600, "a message must be an object")).await;
                continue;
            }
            Err(wrong) => {
                bridge.say(error(&Value::Null, -32700, &format!("this is not JSON: {wrong}"))).await;
                continue;
            }
        };
        while requests.try_join_next().is_some() {}
        while requests.len() >= MOST_REQUESTS {
            requests.join_next().await;
        }
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        if method == "notifications/cancelled" {
            bridge.cancel(&message["params"]["requestId"]);
        }
        let id = message.get("id").filter(|_| !method.is_empty()).cloned();
        let sending = Arc::clone(bridge);
        let first = method == "initialize";
        if first {
            *bridge.first.lock().unwrap_or_else(PoisonError::into_inner) = Some(message.clone());
        }
        let running = async move { sending.send(message).await };
        if first {
            // No other message can be sent before the session exists.
            running.await;
            continue;
        }
        let begun = method == "notifications/initialized";
        let handle = requests.spawn(running);
        if let Some(id) = id {
            bridge.running().insert(id.to_string(), handle);
        }
        if begun {
            bridge.listens(Some(tokio::spawn(Arc::clone(bridge).listen()).abort_handle()));
        }
    }
    // The program is gone, so its requests are cancelled.
    requests.shutdown().await;
    Ok(())
}

impl Bridge {
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cancels a request. In the newest version that means to close the connection; older versions also get a message.
    fn cancel(&self, id: &Value) {
        let older = self.session.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if let Some(request) = self.running().remove(&id.to_string())
            && !older
        {
            request.abort();
        }
    }

    async fn say(&self, message: Value) {
        // If the reader is gone, there is nothing to send.
        let _ = self.out.send(message.to_string()).await;
    }

    fn request(&self, request: RequestBuilder) -> RequestBuilder {
        let mut request = request
            .bearer_auth(&self.target.token)
            .header("fingertip-agent", &self.target.agent)
            .header(ACCEPT, format!("{JSON}, {EVENTS}"));
        if let Some(session) = self.session.lock().unwrap_or_else(PoisonError::into_inner).as_deref() {
            request = request.header(SESSION, session);
        }
        request
    }

    fn address(&self) -> String {
        format!("{}/mcp", self.target.url)
    }

    /// Sends one message, and writes the replies.
    async fn send(self: Arc<Self>, message: Value) {
        let id = message.get("id").cloned().filter(|_| message.get("method").is_some());
        let initializes = message["method"] == "initialize";
        let session = self.session();
        let mut sent = self.post(&message).await;
        if let (Ok(response), Some(lost)) = (&sent, session)
            && response.status() == StatusCode::NOT_FOUND
            && !initializes
            && self.renew(&lost).await
        {
            sent = self.post(&message).await;
        }
        let answered = match sent {
            Ok(response) => self.answered(response, id.as_ref(), initializes).await,
            Err(wrong) => Err(format!("the server cannot be reached: {}", wrong.without_url())),
        };
        if let Some(id) = id {
            self.running().remove(&id.to_string());
            if let Err(why) = answered {
                self.say(error(&id, -32000, &why)).await;
            }
        }
    }

    async fn post(&self, message: &Value) -> reqwest::Result<Response> {
        let mut request = self.request(self.target.client.post(self.address())).header(CONTENT_TYPE, JSON);
        for (name, value) in headers(message, self.version.lock().unwrap_or_else(PoisonError::into_inner).as_deref()) {
            request = request.header(name, value);
        }
        request.body(message.to_string()).send().await
    }

    fn session(&self) -> Option<String> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn listens(&self, now: Option<AbortHandle>) {
        let before = std::mem::replace(&mut *self.listening.lock().unwrap_or_else(PoisonError::into_inner), now);
        if let Some(before) = before {
            before.abort();
        }
    }

    /// Starts a new session in place of one that the server has lost, for example by a restart. The program does not
    /// notice, except that its subscriptions are gone.
    async fn renew(self: &Arc<Self>, lost: &str) -> bool {
        let _one = self.renewing.lock().await;
        if self.session().as_deref() != Some(lost) {
            // Another request was faster.
            return true;
        }
        let Some(first) = self.first.lock().unwrap_or_else(PoisonError::into_inner).clone() else { return false };
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = None;
        let begun = self.post(&first).await.ok();
        let session = begun.as_ref().and_then(|begun| Some(begun.headers().get(SESSION)?.to_str().ok()?.to_owned()));
        let renewed = match begun {
            Some(begun) if session.is_some() => body(begun).await.is_ok(),
            _ => false,
        };
        // If there is no new session, the next request tries again.
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session.or_else(|| Some(lost.to_owned()));
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        if !renewed || self.post(&ready).await.is_err() {
            return false;
        }
        tracing::info!("the server had lost the session; started a new one");
        self.listens(Some(tokio::spawn(Arc::clone(self).listen()).abort_handle()));
        true
    }

    async fn answered(&self, response: Response, id: Option<&Value>, initializes: bool) -> Result<(), String> {
        let status = response.status();
        if initializes && let Some(session) = response.headers().get(SESSION).and_then(|value| value.to_str().ok()) {
            *self.session.lock().unwrap_or_else(PoisonError::into_inner) = Some(session.to_owned());
        }
        let kind = response.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
        if kind.starts_with(EVENTS) {
            return self.stream(response, initializes, id).await;
        }
        let body = body(response).await?;
        if body.is_empty() && status.is_success() {
            return Ok(());
        }
        match serde_json::from_slice::<Value>(&body) {
            // An error may have no id; the program waits for one with its own.
            Ok(message) if message.get("jsonrpc").is_some() && !(message["id"].is_null() && id.is_some()) => {
                self.note(&message, initializes);
                self.say(message).await;
                Ok(())
            }
            Ok(refusal) if refusal["error"]["message"].is_string() => {
                Err(refusal["error"]["message"].as_str().unwrap_or_default().to_owned())
            }
            _ => Err(format!("the server answered {status}")),
        }
    }

    /// Writes every message of a stream. A stream that ends without the answer is an error.
    async fn stream(&self, mut response: Response, initializes: bool, id: Option<&Value>) -> Result<(), String> {
        let mut reader = Reader::new(usize::try_from(LONGEST).unwrap_or(usize::MAX));
        let mut answered = id.is_none();
        while let Some(piece) = response.chunk().await.map_err(|wrong| wrong.without_url().to_string())? {
            let events = reader.read(&piece).map_err(|_| "the server sent an invalid event stream".to_owned())?;
            for event in events {
                let Ok(message) = serde_json::from_str::<Value>(&event.data) else { continue };
                answered |= message.get("method").is_none() && message.get("id") == id;
                self.note(&message, initializes);
                self.say(message).await;
            }
        }
        if answered { Ok(()) } else { Err("the server closed the connection before it answered".to_owned()) }
    }

    /// Records the agreed protocol version.
    fn note(&self, message: &Value, initializes: bool) {
        if initializes && let Some(version) = message["result"]["protocolVersion"].as_str() {
            *self.version.lock().unwrap_or_else(PoisonError::into_inner) = Some(version.to_owned());
        }
    }

    /// Listens to the server's own messages, in the older versions.
    async fn listen(self: Arc<Self>) {
        let version = self.version.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if self.session().is_none() {
            return;
        }
        let mut request = self.request(self.target.client.get(self.address()));
        if let Some(version) = version {
            request = request.header(VERSION, version);
        }
        match request.send().await {
            Ok(response) if response.status().is_success() => {
                if let Err(why) = self.stream(response, false, None).await {
                    tracing::info!(why, "the stream of the server's own messages ended");
                }
            }
            Ok(response) => tracing::info!(status = %response.status(), "the server has no stream of its own messages"),
            Err(wrong) => tracing::info!(error = %wrong.without_url(), "couldn't listen to the server's own messages"),
        }
    }

    /// Ends the session, or the agent in versions without sessions, which frees everything the program held.
    async fn leave(&self) {
        let request = self.request(self.target.client.delete(self.address())).timeout(GOODBYE);
        if let Err(wrong) = request.send().await {
            tracing::debug!(error = %wrong.without_url(), "couldn't end the session");
        }
    }
}

/// Returns the headers for a message. The newest version states itself in each request, and repeats the method and its
/// target in headers.
fn headers(message: &Value, agreed: Option<&str>) -> Vec<(&'static str, String)> {
    let mut headers = Vec::new();
    let own = message.pointer(META_VERSION).and_then(Value::as_str);
    if let Some(version) = own.or(agreed).filter(|version| plain(version)) {
        headers.push((VERSION, version.to_owned()));
    }
    let Some(method) = message["method"].as_str().filter(|method| plain(method)) else { return headers };
    headers.push(("mcp-method", method.to_owned()));
    let name = match method {
        "tools/call" | "prompts/get" => message["params"]["name"].as_str(),
        "resources/read" => message["params"]["uri"].as_str(),
        _ => None,
    };
    if let Some(name) = name.filter(|name| plain(name)) {
        headers.push(("mcp-name", name.to_owned()));
    }
    headers
}

/// Returns whether a text is valid in a header as it is.
fn plain(text: &str) -> bool {
    text.len() <= 4096 && text.bytes().all(|byte| (b' '..=b'~').contains(&byte))
}

async fn body(mut response: Response) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|wrong| wrong.without_url().to_string())? {
        if (body.len() + piece.len()) as u64 > LONGEST {
            return Err("the server's answer is too long".to_owned());
        }
        body.extend_from_slice(&piece);
    }
    Ok(body)
}

fn error(id: &Value, code: i32, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_say_what_a_message_is_about() {
        let check = |message: Value, expected: &str| {
            let made: Vec<String> = headers(&message, Some("2025-11-25"))
                .into_iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            assert_eq!(made.join(" "), expected, "{message}");
        };
        let version = "mcp-protocol-version=2025-11-25";
        check(json!({"method":"ping"}), &format!("{version} mcp-method=ping"));
        check(
            json!({"method":"tools/call","params":{"name":"do"}}),
            &format!("{version} mcp-method=tools/call mcp-name=do"),
        );
        check(
            json!({"method":"resources/read","params":{"uri":"a://b"}}),
            &format!("{version} mcp-method=resources/read mcp-name=a://b"),
        );
        check(json!({"id":1,"result":{}}), version);
        check(json!({"method":"x\ny"}), version);
        let newest =
            json!({"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}});
        check(newest, "mcp-protocol-version=2026-07-28 mcp-method=ping");
    }
}
