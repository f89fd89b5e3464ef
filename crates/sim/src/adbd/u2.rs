//! The uiautomator2 server that clients start with `app_process … com.wetest.uia2.Main`: JSON-RPC over a
//! small HTTP, on a stream to `tcp:9008`.

mod methods;
mod select;

use std::time::Duration;

use adb::{Error, Result, Stream};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};

use super::Adbd;

/// Where it listens.
pub(super) const PORT: &str = "9008";

/// The largest request, and its longest line.
const MAX_BODY: usize = 4 << 20;
const MAX_LINE: u64 = 16 << 10;
/// How many lines a request's head may have.
const MAX_HEADERS: usize = 100;
/// How often a selector that is waited for is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Serves requests until the other end closes.
pub(super) async fn serve(adbd: &Adbd, stream: Stream) -> Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = read(&mut stream).await? {
        let (kind, body) = match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/ping") => ("text/plain", "pong".to_owned()),
            ("POST", path) if path.starts_with("/jsonrpc") => {
                ("application/json", answer(adbd, &request.body).await.to_string())
            }
            _ => ("text/plain", "Not Found".to_owned()),
        };
        let status = if body == "Not Found" { "404 Not Found" } else { "200 OK" };
        let head = format!(
            "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: keep-alive\r\n\r\n",
            body.len()
        );
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(body.as_bytes()).await?;
        stream.flush().await?;
    }
    Ok(())
}

struct Request {
    method: String,
    path: String,
    body: Vec<u8>,
}

async fn read(stream: &mut BufReader<Stream>) -> Result<Option<Request>> {
    let Some(first) = line(stream).await? else { return Ok(None) };
    let mut words = first.split_whitespace();
    let (method, path) = (words.next().unwrap_or_default().to_owned(), words.next().unwrap_or_default().to_owned());
    let mut length = 0;
    for _ in 0..MAX_HEADERS {
        let Some(header) = line(stream).await? else { break };
        if header.is_empty() {
            break;
        }
        if let Some((name, value)) = header.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    if length > MAX_BODY {
        return Err(Error::Protocol(format!("a request of {length} bytes")));
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).await?;
    Ok(Some(Request { method, path, body }))
}

async fn line(stream: &mut BufReader<Stream>) -> Result<Option<String>> {
    let mut line = String::new();
    let length = (&mut *stream).take(MAX_LINE).read_line(&mut line).await?;
    Ok((length > 0).then(|| line.trim_end().to_owned()))
}

async fn answer(adbd: &Adbd, body: &[u8]) -> Value {
    let Ok(request) = serde_json::from_slice::<Value>(body) else {
        return json!({"jsonrpc": "2.0", "id": null, "error": {"code": -32700, "message": "Parse error"}});
    };
    let id = request["id"].clone();
    let method = request["method"].as_str().unwrap_or_default();
    let params = match &request["params"] {
        Value::Array(params) => params.clone(),
        _ => Vec::new(),
    };
    match call(adbd, method, &params).await {
        Ok(result) => json!({"jsonrpc": "2.0", "id": id, "result": result}),
        Err((code, message)) => {
            json!({"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message, "data": null}})
        }
    }
}

/// What goes wrong: a number and a text.
type Failure = (i64, String);

async fn call(adbd: &Adbd, method: &str, params: &[Value]) -> std::result::Result<Value, Failure> {
    if matches!(method, "waitForExists" | "waitUntilGone") {
        let wanted = method == "waitForExists";
        let selector = params.first().cloned().unwrap_or_default();
        let most = Duration::from_millis(params.get(1).and_then(Value::as_u64).unwrap_or(0).min(60_000));
        let looked_for = async {
            let mut every = tokio::time::interval(LOOK_EVERY);
            loop {
                every.tick().await;
                let selector = selector.clone();
                if adbd.with(move |phone| !methods::find(phone, &selector).is_empty()).await? == wanted {
                    return Ok::<_, Error>(());
                }
            }
        };
        return match tokio::time::timeout(most, looked_for).await {
            Ok(looked) => looked.map(|()| Value::Bool(true)).map_err(|error| (-32001, error.to_string())),
            Err(_) => Ok(Value::Bool(false)),
        };
    }
    let (method, params) = (method.to_owned(), params.to_vec());
    let called = adbd.with(move |phone| {
        let ahead_ms = phone.ahead_ms();
        let result = methods::call(phone, &method, &params);
        (result, phone.owed_since(ahead_ms))
    });
    let (result, owed_ms) = called.await.map_err(|error| (-32001, error.to_string()))?;
    if owed_ms > 0 {
        tokio::time::sleep(Duration::from_millis(owed_ms)).await;
    }
    result
}
