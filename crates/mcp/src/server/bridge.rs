//! Standard input and output of `fingertip mcp`, carried to `/mcp` of the server that owns the data folder.
//!
//! A message a line comes in, goes there as a request of its own, and what comes back goes out a line a message. It
//! knows only as much of the protocol as the headers of streamable HTTP need, so it serves every version that the
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
/// How many requests are under way at once.
const MOST_REQUESTS: usize = 256;
/// How long the server has to take leave.
const GOODBYE: Duration = Duration::from_secs(2);

const VERSION: &str = "mcp-protocol-version";
const JSON: &str = "application/json";
const EVENTS: &str = "text/event-stream";
/// Where the newest version has its version in a request.
const META_VERSION: &str = "/params/_meta/io.modelcontextprotocol~1protocolVersion";

/// The server, and as whom.
#[derive(Clone)]
pub struct Target {
    /// Where it is, without a path.
    pub url: String,
    /// What lets us in.
    pub token: String,
    /// The name under which the program acts.
    pub agent: String,
    /// Makes the requests.
    pub client: Client,
}

/// Why it ended before its input did.
#[derive(Debug, thiserror::Error)]
pub enum BridgeError {
    /// Standard input or output broke.
    #[error("standard input or output: {0}")]
    Pipe(#[from] std::io::Error),
}

/// What the requests of one program share.
struct Bridge {
    target: Target,
    session: Mutex<Option<String>>,
    version: Mutex<Option<String>>,
    /// How the program began, to begin again where the server has lost its session.
    first: Mutex<Option<Value>>,
    /// Who listens to what the server says of its own accord.
    listening: Mutex<Option<AbortHandle>>,
    /// One begins again at a time.
    renewing: tokio::sync::Mutex<()>,
    /// The requests that are under way, by their ids.
    running: Mutex<HashMap<String, AbortHandle>>,
    out: mpsc::Sender<String>,
}

/// Carries messages until the input ends.
pub async fn carry(
    target: Target,
    input: impl AsyncBufRead + Unpin,
    output: impl AsyncWrite + Unpin + Send + 'static,
) -> Result<(), BridgeError> {
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
    let read = read(&bridge, input).await;
    bridge.leave().await;
    bridge.listens(None);
    drop(bridge);
    // Nobody can send any more: what is there is written, and that is the end.
    match tokio::time::timeout(GOODBYE, writing).await {
        Ok(Ok(written)) => read.and(written),
        _ => read,
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
                bridge.say(error(&Value::Null, -32700, &format!("this is no JSON: {wrong}"))).await;
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
            // Nothing can be said before it is known to whom.
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
    // The program is gone: what it wanted is not wanted any more.
    requests.shutdown().await;
    Ok(())
}

impl Bridge {
    fn running(&self) -> std::sync::MutexGuard<'_, HashMap<String, AbortHandle>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// In the newest version a request is cancelled by hanging up; the older ones are told as well.
    fn cancel(&self, id: &Value) {
        let older = self.session.lock().unwrap_or_else(PoisonError::into_inner).is_some();
        if let Some(request) = self.running().remove(&id.to_string())
            && !older
        {
            request.abort();
        }
    }

    async fn say(&self, message: Value) {
        // Nobody reads any more: then there is nothing to say.
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

    /// Sends one message, and says what comes back.
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

    /// Begins a new session in the place of one that the server has lost, such as by a restart. The program does not
    /// notice, but for what it had subscribed to.
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
        // Where there is no new one the next request tries again.
        *self.session.lock().unwrap_or_else(PoisonError::into_inner) = session.or_else(|| Some(lost.to_owned()));
        let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        if !renewed || self.post(&ready).await.is_err() {
            return false;
        }
        tracing::info!("the server had lost the session; there is a new one");
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
            // A refusal may have no id; the program waits for one with its own.
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

    /// Says every message of a stream. One that ends without the answer is an error.
    async fn stream(&self, mut response: Response, initializes: bool, id: Option<&Value>) -> Result<(), String> {
        let mut reader = Reader::new(usize::try_from(LONGEST).unwrap_or(usize::MAX));
        let mut answered = id.is_none();
        while let Some(piece) = response.chunk().await.map_err(|wrong| wrong.without_url().to_string())? {
            let events = reader.read(&piece).map_err(|_| "the server sends what cannot be read".to_owned())?;
            for event in events {
                let Ok(message) = serde_json::from_str::<Value>(&event.data) else { continue };
                answered |= message.get("method").is_none() && message.get("id") == id;
                self.note(&message, initializes);
                self.say(message).await;
            }
        }
        if answered { Ok(()) } else { Err("the server hung up before it answered".to_owned()) }
    }

    /// Which version was agreed on.
    fn note(&self, message: &Value, initializes: bool) {
        if initializes && let Some(version) = message["result"]["protocolVersion"].as_str() {
            *self.version.lock().unwrap_or_else(PoisonError::into_inner) = Some(version.to_owned());
        }
    }

    /// What the server says of its own accord, in the older versions.
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
                    tracing::info!(why, "the server's own messages end");
                }
            }
            Ok(response) => tracing::info!(status = %response.status(), "the server says nothing of its own accord"),
            Err(wrong) => tracing::info!(error = %wrong.without_url(), "the server cannot be listened to"),
        }
    }

    /// Takes leave: what the program held is free. Of a session, or of a version that has none.
    async fn leave(&self) {
        let request = self.request(self.target.client.delete(self.address())).timeout(GOODBYE);
        if let Err(wrong) = request.send().await {
            tracing::debug!(error = %wrong.without_url(), "the session could not be ended");
        }
    }
}

/// The headers that a message needs. The newest version says in each request which it is, and names in headers what it
/// is about.
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

/// Whether a text can stand in a header as it is.
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
