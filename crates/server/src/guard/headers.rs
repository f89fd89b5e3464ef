//! What the browser must not do with our answers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// The page's: only our own scripts and styles, no inline ones; frames may show other sites, sandboxed.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; frame-src 'self' http: https:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// An app's: an origin of its own even when it is opened directly; it reads its own files, nothing outside, and opens no
/// window. Who frames it cannot be said here: its wrapper has no origin, and no policy can name that.
pub(crate) const APP_POLICY: &str = "sandbox allow-scripts allow-forms allow-modals allow-downloads; \
     default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; base-uri 'self'; \
     form-action 'none'; webrtc 'block'";

/// A single file's: the same, and it reads nothing at all but what it brings along.
pub(crate) const FILE_POLICY: &str = "sandbox allow-scripts allow-forms allow-modals allow-downloads; \
     default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
     font-src data:; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Gives an answer a policy of its own.
pub(crate) fn set_policy(headers: &mut HeaderMap, policy: &'static str) {
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
}

/// The same for one that was made for this answer.
pub(crate) fn set_policy_text(headers: &mut HeaderMap, policy: &str) {
    // A policy that cannot stand in a header forbids everything.
    let value = HeaderValue::from_str(policy).unwrap_or(HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(header::CONTENT_SECURITY_POLICY, value);
}

/// Sets what every answer has. A frame without an origin could not load its own files if they were
/// reserved for ours.
pub(super) fn secure(headers: &mut HeaderMap, for_frame: bool) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, PAGE_POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    // What a frame of an app merely names is not looked up.
    set(HeaderName::from_static("x-dns-prefetch-control"), "off");
    let whose = if for_frame { "cross-origin" } else { "same-origin" };
    set(HeaderName::from_static("cross-origin-resource-policy"), whose);
    set(
        HeaderName::from_static("permissions-policy"),
        "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()",
    );
}
