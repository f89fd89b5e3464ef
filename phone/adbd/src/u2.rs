//! The uiautomator2 server, which clients start with `app_process … com.wetest.uia2.Main`: JSON-RPC over a subset of
//! HTTP, on a stream to `tcp:9008`.

mod methods;
pub(super) mod select;

use std::time::Duration;

use adb::{Error, Result};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite, BufReader};

use super::{Adbd, http};

/// Its port.
pub(super) const PORT: u16 = 9008;

/// The polling interval while waiting for a selector.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Serves requests until the client closes the connection.
pub(super) async fn serve<S: AsyncRead + AsyncWrite + Unpin>(adbd: &Adbd, stream: S) -> Result<()> {
    let mut stream = BufReader::new(stream);
    while let Some(request) = http::read(&mut stream).await? {
        let (kind, body) = match (request.method.as_str(), request.path.as_str()) {
            ("GET", "/ping") => ("text/plain", "pong".to_owned()),
            ("POST", path) if path.starts_with("/jsonrpc") => {
                ("application/json", answer(adbd, &request.body).await.to_string())
            }
            _ => ("text/plain", "Not Found".to_owned()),
        };
        let status = if body == "Not Found" { "404 Not Found" } else { "200 OK" };
        http::answer(&mut stream, status, kind, &body).await?;
    }
    Ok(())
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

/// An error: a code and a text.
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
