//! Reading a request: its query, its headers, its body; bounded, and refused in our own words.

use std::borrow::Cow;
use std::time::Duration;

use action::json::Json;
use axum::body::Body;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::time::timeout;

use crate::desk::Desk;
use crate::problem::Problem;

/// A whole number in the query.
pub(super) fn number(uri: &Uri, name: &'static str) -> Result<Option<u64>, Problem> {
    let Some(text) = text(uri, name)? else { return Ok(None) };
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse().ok().filter(|_| digits) {
        Some(number) => Ok(Some(number)),
        None => Err(Problem::bad("wrong_type", name, format!("`{name}` must be a whole number"))),
    }
}

/// A text in the query.
pub(super) fn text(uri: &Uri, name: &'static str) -> Result<Option<String>, Problem> {
    let pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value);
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(Problem::bad("duplicate_key", name, format!("`{name}` must stand once in the query")));
    }
    let bad = || Problem::bad("syntax", name, format!("`{name}` is not percent-encoded text"));
    decode(value).map(|text| Some(text.into_owned())).ok_or_else(bad)
}

/// The number in `Last-Event-ID`.
pub(super) fn last_event(headers: &HeaderMap) -> Result<Option<u64>, Problem> {
    let Some(value) = headers.get("last-event-id").filter(|value| !value.is_empty()) else { return Ok(None) };
    match value.to_str().ok().and_then(|text| text.parse().ok()) {
        Some(id) => Ok(Some(id)),
        None => Err(Problem::bad("wrong_type", "Last-Event-ID", "`Last-Event-ID` must be the id of an event")),
    }
}

/// Undoes percent-encoding, once.
pub(super) fn decode(text: &str) -> Option<Cow<'_, str>> {
    if !text.contains('%') {
        return Some(Cow::Borrowed(text));
    }
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let (high, low) = (char::from(rest.next()?).to_digit(16)?, char::from(rest.next()?).to_digit(16)?);
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok().map(Cow::Owned)
}

/// How long to wait: what the query says, else `otherwise`, never longer than is allowed.
pub(super) fn wait(desk: &Desk, uri: &Uri, name: &'static str, otherwise: Duration) -> Result<Duration, Problem> {
    let asked = number(uri, name)?.map_or(otherwise, Duration::from_millis);
    Ok(asked.min(desk.config.longest_wait))
}

/// The whole body, if it is not too large and comes in time.
pub(super) async fn body(desk: &Desk, headers: &HeaderMap, body: Body, limit: usize) -> Result<Bytes, Problem> {
    body_within(headers, body, limit, desk.config.body_timeout).await
}

/// The same within this time.
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
            let part = part.map_err(|error| Problem::bad("syntax", "", format!("the body broke off: {error}")))?;
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

/// The text `name` of a small JSON object, which is all that the body may be.
pub(super) async fn field(
    desk: &Desk,
    headers: &HeaderMap,
    content: Body,
    name: &'static str,
) -> Result<String, Problem> {
    let bytes = body(desk, headers, content, desk.config.body_bytes).await?;
    let text = utf8(&bytes)?;
    let parsed = Json::strict(text).map_err(|error| Problem::bad("syntax", "", error.to_string()))?;
    let Some(object) = parsed.value.as_object() else {
        return Err(Problem::bad("wrong_type", "", format!("expected an object, not {}", parsed.value.kind())));
    };
    match object.get(name) {
        Some(Json::Text(text)) => Ok(text.clone().into_owned()),
        Some(other) => Err(Problem::bad("wrong_type", name, format!("`{name}` must be text, not {}", other.kind()))),
        None => Err(Problem::bad("missing", name, format!("`{name}` is missing; expected text"))),
    }
}

/// The body as text.
pub(super) fn utf8(bytes: &[u8]) -> Result<&str, Problem> {
    std::str::from_utf8(bytes).map_err(|error| {
        Problem::bad("syntax", "", format!("the body is not UTF-8 from byte {} on", error.valid_up_to()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percent_encoding_is_undone_once_or_refused() {
        let cases = [
            ("plain", Some("plain")),
            ("a%20b%2Fc", Some("a b/c")),
            ("%252e", Some("%2e")),
            ("%", None),
            ("%4", None),
            ("%zz", None),
            ("%ff", None),
            ("%+1", None),
        ];
        for (text, expected) in cases {
            assert_eq!(decode(text).as_deref(), expected, "{text}");
        }
    }

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
