//! A client's mistake as it is reported: a status, and `{"error": {code, path, message}}`.

use std::borrow::Cow;

use axum::Json;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use desktop::wire::{Fault, Refusal};

/// Attached to a rejection, for its one log line.
#[derive(Clone, Debug)]
pub(crate) struct Refused(pub(crate) Cow<'static, str>);

/// A rejection.
#[derive(Clone, Debug)]
pub(crate) struct Problem(Box<Parts>);

/// Boxed, so that successful results do not carry the space for errors.
#[derive(Clone, Debug)]
struct Parts {
    status: StatusCode,
    fault: Fault,
    header: Option<(HeaderName, HeaderValue)>,
}

impl Problem {
    /// A rejection with this status.
    pub(crate) fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self(Box::new(Parts { status, fault: Fault::new(code, message), header: None }))
    }

    /// Its status.
    pub(crate) fn status(&self) -> StatusCode {
        self.0.status
    }

    /// The request is malformed.
    pub(crate) fn bad(code: &'static str, path: &str, message: impl Into<String>) -> Self {
        let mut problem = Self::new(StatusCode::BAD_REQUEST, code, message);
        path.clone_into(&mut problem.0.fault.path);
        problem
    }

    /// The caller is unknown.
    pub(crate) fn unauthenticated() -> Self {
        let message =
            "unknown caller: open the address that `fingertip serve` printed, or send `Authorization: Bearer TOKEN`";
        let mut problem = Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", message);
        problem.0.header = Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer")));
        problem
    }

    /// A sign-in with an invalid token.
    pub(crate) fn wrong_token() -> Self {
        let mut problem = Self::unauthenticated();
        problem.0.fault.code = Cow::Borrowed("wrong_token");
        "this token is not valid; use the latest address that the server printed"
            .clone_into(&mut problem.0.fault.message);
        problem
    }

    /// The caller may not do this.
    pub(crate) fn forbidden(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// There is no such resource.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", message)
    }

    /// The body has an unsupported media type.
    pub(crate) fn wrong_kind(name: &HeaderName, message: impl Into<String>) -> Self {
        let mut problem = Self::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "wrong_media_type", message);
        name.as_str().clone_into(&mut problem.0.fault.path);
        problem
    }

    /// The resource does not support this method.
    pub(crate) fn wrong_method() -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "wrong_method", "this method is not supported; see `Allow`")
    }

    /// Too many requests.
    pub(crate) fn too_many(seconds: u64) -> Self {
        let mut problem =
            Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many", format!("too many requests; wait {seconds} s"));
        problem.0.header = Some((header::RETRY_AFTER, HeaderValue::from(seconds)));
        problem
    }

    /// Too large.
    pub(crate) fn too_large(limit: usize) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", format!("the body must be at most {limit} bytes"))
    }

    /// A server error; the log says more.
    pub(crate) fn ours(error: &dyn std::error::Error) -> Self {
        tracing::error!(%error, "a request failed");
        Self::new(StatusCode::SERVICE_UNAVAILABLE, "failed", error.to_string())
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Parts { status, fault, header } = *self.0;
        let refused = Refused(fault.code.clone());
        let mut response = (status, Json(Refusal { error: fault })).into_response();
        response.extensions_mut().insert(refused);
        if let Some((name, value)) = header {
            response.headers_mut().insert(name, value);
        }
        response
    }
}
