//! Checks the body of a request before the protocol library parses it, so that invalid JSON gets a proper error.
//!
//! The library answers such a body with 415, which clients take for a wrong header. JSON-RPC has codes for it.

use axum::body::{Body, Bytes};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

/// The largest message: a batch of desktop actions with a picture or two.
pub(super) const MOST_BODY: usize = 32 << 20;

const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;
const NO_ROOM: i32 = -32000;
/// After how many seconds a client may retry.
const AGAIN: &str = "5";

/// A request whose body is JSON.
pub(super) struct Posted {
    pub(super) parts: Parts,
    body: Bytes,
    /// The method that it calls, if any.
    pub(super) method: Option<String>,
    /// The id of the request; null if it has none.
    id: Value,
}

/// The fields of a message that are needed here.
#[derive(Default, Deserialize)]
struct Message {
    method: Option<String>,
    id: Option<Value>,
}

impl Posted {
    /// Reads a request's body, or returns an error response.
    pub(super) async fn read(request: Request<Body>) -> Result<Self, Box<Response>> {
        let (parts, body) = request.into_parts();
        let body = match Limited::new(body, MOST_BODY).collect().await {
            Ok(body) => body.to_bytes(),
            Err(error) if error.is::<LengthLimitError>() => {
                let why = format!("the message has more than {MOST_BODY} bytes");
                return Err(refusal(StatusCode::PAYLOAD_TOO_LARGE, &Value::Null, INVALID_REQUEST, &why).into());
            }
            Err(error) => {
                let why = format!("the message could not be read: {error}");
                return Err(refusal(StatusCode::BAD_REQUEST, &Value::Null, INVALID_REQUEST, &why).into());
            }
        };
        if let Err(error) = serde_json::from_slice::<IgnoredAny>(&body) {
            let why = format!("the message is not JSON: {error}");
            return Err(refusal(StatusCode::BAD_REQUEST, &Value::Null, PARSE_ERROR, &why).into());
        }
        let Message { method, id } = serde_json::from_slice(&body).unwrap_or_default();
        match id.unwrap_or_default() {
            id @ (Value::Null | Value::String(_) | Value::Number(_)) => Ok(Self { parts, body, method, id }),
            _ => Err(no_message(&Value::Null).into()),
        }
    }

    /// Returns the id for the answer.
    pub(super) fn id(&self) -> Value {
        self.id.clone()
    }

    /// Returns the original request.
    pub(super) fn into_request(self) -> Request<Body> {
        Request::from_parts(self.parts, Body::from(self.body))
    }
}

/// Returns whether the protocol library reads this body as JSON.
pub(super) fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/json"))
}

/// Returns the answer to JSON that is not a message of the protocol.
pub(super) fn no_message(id: &Value) -> Response {
    let why = "the JSON is not a message of the Model Context Protocol: send one object with `jsonrpc` \"2.0\" and a \
               `method`, or the answer to a request; batches are not part of the protocol";
    refusal(StatusCode::BAD_REQUEST, id, INVALID_REQUEST, why)
}

/// Returns the answer to an agent whose sessions are all busy.
pub(super) fn no_room(id: &Value, sessions: usize) -> Response {
    let why = format!(
        "{sessions} sessions are open and each has a call under way, so no other can be opened; end one with DELETE, or \
         try again when a call is over"
    );
    let mut response = refusal(StatusCode::SERVICE_UNAVAILABLE, id, NO_ROOM, &why);
    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static(AGAIN));
    response
}

/// Returns a JSON-RPC error.
fn refusal(status: StatusCode, id: &Value, code: i32, why: &str) -> Response {
    let error = json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": why } });
    (status, [(header::CONTENT_TYPE, "application/json")], error.to_string()).into_response()
}
