//! The document in which a page tests whether a foreign address loads.
//!
//! A frame fires `load` for anything it shows, also for the browser's own error page, and a page cannot look into a
//! foreign frame. An `<object>` fires `error` if its document could not be loaded. So the page loads the address once
//! more in this document, which runs no script, and listens (`web/src/renderers/probe.ts`).

use axum::response::{Html, IntoResponse, Response};

use crate::guard::{PROBE_POLICY, set_policy};

const DOCUMENT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Probe</title></head>\
     <body><object type=\"text/html\"></object></body></html>\n";

/// `GET /frames/probe.html`
pub(super) async fn document() -> Response {
    let mut response = Html(DOCUMENT).into_response();
    set_policy(response.headers_mut(), PROBE_POLICY);
    response
}
