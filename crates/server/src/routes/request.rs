//! Parses a request: its query, its headers, its body; bounded, with our own error messages.

use std::time::Duration;

use action::Code;
use action::json::Json;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::app_state::AppState;
use crate::percent::decode;
use crate::problem::Problem;

/// Returns a whole number from the query.
pub(super) fn number(uri: &Uri, name: &'static str) -> Result<Option<u64>, Problem> {
    let Some(text) = text(uri, name)? else { return Ok(None) };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|_| digits) {
        Some(number) => Ok(Some(number)),
        None => Err(Problem::bad("wrong_type", name, format!("`{name}` must be a whole number"))),
    }
}

/// Returns a text from the query; empty for a name without a value, as in `?full`.
pub(super) fn text(uri: &Uri, name: &'static str) -> Result<Option<String>, Problem> {
    let pairs = uri.query().unwrap_or_default().split('&').map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    let mut values = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value);
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Problem::bad("duplicate_key", name, format!("`{name}` must occur once in the query")));
    }
    let bad = || Problem::bad("syntax", name, format!("`{name}` is not percent-encoded text"));
    decode(value).map(|text| Some(text.into_owned())).ok_or_else(bad)
}

/// Returns the number in `Last-Event-ID`.
pub(super) fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id").filter(|value| !value.is_empty()) else { return Ok(None) };
    match value.to_str().ok().and_then(|text| text.parse().ok()) {
        Some(id) => Ok(Some(id)),
        None => Err(Problem::bad("wrong_type", "Last-Event-ID", "`Last-Event-ID` must be the id of an event")),
    }
}

/// Returns how long to wait: the value in the query, else `otherwise`, capped at the limit.
pub(super) fn wait(state: &AppState, uri: &Uri, name: &'static str, otherwise: Duration) -> Result<Duration, Problem> {
    let asked = number(uri, name)?.map_or(otherwise, Duration::from_millis);
    Ok(asked.min(state.config.longest_wait))
}

/// Reads the whole body, if it may be JSON, is not too large and arrives in time.
pub(super) async fn body(state: &AppState, headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Problem> {
    json_kind(headers)?;
    body_within(headers, body, limit, state.config.body_timeout).await
}

/// Does the same within this time.
pub(super) async fn body_within(
    headers: &HeaderMap,
    body: Body,
    limit: usize,
    time: Duration,
) -> Result<Bytes, Problem> {
    let announced = headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse::<usize>().ok());
    if announced.is_some_and(|length| length > limit) {
        return Err(Problem::too_large(limit));
    }
    let reading = async {
        let mut parts = body.into_data_stream();
        let mut whole = BytesMut::new();
        while let Some(part) = parts.next().await {
            let part = part.map_err(|error| Problem::bad("syntax", "", format!("the body was cut off: {error}")))?;
            if whole.len() + part.len() > limit {
                return Err(Problem::too_large(limit));
            }
            whole.extend_from_slice(&part);
        }
        Ok(whole.freeze())
    };
    let late = || Problem::new(StatusCode::REQUEST_TIMEOUT, "too_slow", "the body took too long");
    timeout(time, reading).await.map_err(|_| late())?
}

/// Checks that the headers allow the body to be JSON. A form is let through, because that is what `curl -d` declares;
/// the content is parsed as JSON all the same.
fn json_kind(headers: &HeaderMap) -> Result<(), Problem> {
    if headers.get(header::CONTENT_ENCODING).is_some_and(|packing| packing != "identity") {
        return Err(Problem::wrong_kind(&header::CONTENT_ENCODING, "the body must not be compressed"));
    }
    let Some(kind) = headers.get(header::CONTENT_TYPE) else { return Ok(()) };
    let kind = kind.to_str().unwrap_or_default().to_ascii_lowercase();
    let mut words = kind.split(';').map(str::trim);
    let name = words.next().unwrap_or_default();
    let json = matches!(name, "application/json" | "application/x-www-form-urlencoded") || name.ends_with("+json");
    let utf8 = words.filter_map(|word| word.strip_prefix("charset=")).all(|set| set.trim_matches('"') == "utf-8");
    if json && utf8 {
        return Ok(());
    }
    let shown: String = kind.chars().take(60).collect();
    let message = format!("the body must be JSON in UTF-8 (`application/json`), not `{shown}`");
    Err(Problem::wrong_kind(&header::CONTENT_TYPE, message))
}

/// Parses the body as JSON. Rejects a duplicate key, which two parsers could read differently.
pub(super) fn json(bytes: &[u8]) -> Result<Json<'_>, Problem> {
    let parsed = Json::strict(utf8(bytes)?).map_err(|error| Problem::bad("syntax", "", error.to_string()))?;
    match parsed.repairs.into_vec().into_iter().find(|found| found.code == Code::DuplicateKey) {
        Some(found) => Err(Problem::bad(found.code.as_str(), &found.path, "a key must not occur twice")),
        None => Ok(parsed.value),
    }
}

/// Returns the text `name` of a small JSON object with no other fields.
pub(super) async fn field(
    state: &AppState,
    headers: &HeaderMap,
    content: Body,
    name: &'static str,
) -> Result<String, Problem> {
    let bytes = body(state, headers, content, state.config.body_bytes).await?;
    let value = json(&bytes)?;
    let Some(object) = value.as_object() else {
        return Err(Problem::bad("wrong_type", "", format!("expected an object, not {}", value.kind())));
    };
    if let Some((other, _)) = object.iter().find(|(other, _)| *other != name) {
        let shown: String = other.chars().take(60).collect();
        return Err(Problem::bad("unknown_field", &shown, format!("`{shown}` is unknown here; expected `{name}`")));
    }
    match object.get(name) {
        Some(Json::Text(text)) => Ok(text.clone().into_owned()),
        Some(other) => Err(Problem::bad("wrong_type", name, format!("`{name}` must be text, not {}", other.kind()))),
        None => Err(Problem::bad("missing", name, format!("`{name}` is missing; expected text"))),
    }
}

/// Runs work that waits for a disk off the runtime's threads.
pub(super) async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work).await.map_err(|error| Problem::ours(&error))
}

/// Returns the body as text.
fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        Problem::bad("syntax", "", format!("the body is not UTF-8 from byte {} on", error.valid_up_to()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_the_query_are_whole_and_stand_once() {
        let ask = |query: &str| number(&format!("/x?{query}").parse().unwrap(), "since").map_err(|_| ());
        assert_eq!(ask("a=1"), Ok(None));
        assert_eq!(ask("a=1&since=12"), Ok(Some(12)));
        let wrong = ["", "-1", "1.5", "+1", "x", "99999999999999999999", "1&since=1"];
        for value in wrong {
            assert_eq!(ask(&format!("since={value}")), Err(()), "{value}");
        }
    }
}
