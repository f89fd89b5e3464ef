//! The wrapper of an app: our document in a frame without an origin, whose policy lets the frame inside show this one
//! app and nothing else. A page cannot keep a frame from navigating elsewhere in any other way: a document's frame
//! policy applies to every address that the frame navigates to, also by the app itself.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{Html, IntoResponse, Response};

use crate::guard::{FRAMES, set_policy_text};
use crate::problem::Problem;

/// The part of an address that selects the wrapper of the rest. No file of an app begins with a dot.
pub(super) const SEGMENT: &str = ".wrap";
/// The name of our script among an app's own files.
pub(super) const APP_SCRIPT: &str = "fingertip.js";

const DOCUMENT: &str = "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
     <meta name=\"color-scheme\" content=\"light dark\"><title>App</title></head><body>\
     <script src=\"/frames/wrapper.js\"></script></body></html>\n";

/// Returns the wrapper for an app's document; `rest` begins with the app's id as in the address.
pub(super) fn document(headers: &HeaderMap, capability: &str, rest: &str) -> Response {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let id = rest.split('/').next().unwrap_or_default();
    let mut response = Html(DOCUMENT).into_response();
    set_policy_text(response.headers_mut(), &policy(host, capability, id));
    response
}

/// `GET /frames/wrapper.js`
pub(in crate::routes) async fn script() -> Result<Response, Problem> {
    let mut response = super::page::script("apps/wrapper.js").await?;
    response.headers_mut().insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    Ok(response)
}

/// The wrapper's permissions: run its script and frame the app. The flags are the most that an app may get; the page
/// grants them.
fn policy(host: &str, capability: &str, id: &str) -> String {
    let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~%:".contains(&byte));
    // A policy cannot contain an address in brackets, or anything that would end one of its parts.
    let place = match plain(host) && plain(id) && !host.is_empty() {
        true => format!("{host}{FRAMES}{capability}/{id}/"),
        false => "'self'".to_owned(),
    };
    format!(
        "sandbox allow-scripts allow-forms allow-modals allow-downloads; default-src 'none'; script-src 'self'; \
         frame-src {place}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; webrtc 'block'"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_inside_is_kept_to_the_app() {
        let part = |host: &str, id: &str| {
            let policy = policy(host, "cap", id);
            let found = policy.split("; ").find_map(|part| part.strip_prefix("frame-src "));
            found.map(str::to_owned).unwrap_or_default()
        };
        for (host, id, expected) in [
            ("127.0.0.1:7717", "notes", "127.0.0.1:7717/frames/cap/notes/"),
            ("desk.example", "a%20b", "desk.example/frames/cap/a%20b/"),
            ("[::1]:7717", "notes", "'self'"),
            ("desk.example", "a;b", "'self'"),
            ("", "notes", "'self'"),
        ] {
            assert_eq!(part(host, id), expected, "{host} {id}");
        }
    }
}
