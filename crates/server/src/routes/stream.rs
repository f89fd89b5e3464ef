//! An answer that continues as long as there are events.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use futures_util::{Stream, StreamExt};

/// Server-sent events.
pub(super) fn events(events: impl Stream<Item = Bytes> + Send + 'static) -> Response {
    let body = Body::from_stream(events.map(Ok::<_, std::convert::Infallible>));
    ([(header::CONTENT_TYPE, "text/event-stream; charset=utf-8")], body).into_response()
}

/// Sent when there is nothing to send, so that a dead connection is noticed.
pub(super) fn heartbeat() -> Bytes {
    Bytes::from_static(b": still here\n\n")
}
