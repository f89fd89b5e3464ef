//! The headers that restrict what the browser may do with our answers.

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};

/// For the page: only our own scripts and styles, no inline ones; frames may show other sites, sandboxed.
const PAGE_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src blob:; frame-src 'self' http: https:; base-uri 'none'; \
     form-action 'none'; frame-ancestors 'none'";

/// For an app: its own origin even when it is opened directly; it may read its own files, nothing outside, and open no
/// window. `frame-ancestors` is missing, because its wrapper has no origin, which no policy can name.
pub(crate) const APP_POLICY: &str = "sandbox allow-scripts allow-forms allow-modals allow-downloads; \
     default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; base-uri 'self'; \
     form-action 'none'; webrtc 'block'";

/// For a single file: the same, but it may load nothing except its own content.
pub(crate) const FILE_POLICY: &str = "sandbox allow-scripts allow-forms allow-modals allow-downloads; \
     default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; \
     font-src data:; media-src data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// For the probe: no script runs in it, in any frame, and it can only load the document under test, which inherits the
/// sandbox.
pub(crate) const PROBE_POLICY: &str = "sandbox allow-same-origin; default-src 'none'; object-src http: https:; \
     frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'";

/// Sets a policy on an answer.
pub(crate) fn set_policy(headers: &mut HeaderMap, policy: &'static str) {
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(policy));
}

/// The devices that a document may use to take an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Devices {
    /// The camera.
    pub(crate) camera: bool,
    /// The microphone.
    pub(crate) microphone: bool,
    /// The location.
    pub(crate) place: bool,
}

impl Devices {
    /// For the desktop's page: any question may come up on it. Its frames get none of them.
    pub(super) const PAGE: Self = Self { camera: true, microphone: true, place: true };

    /// Formats the header.
    fn policy(self) -> String {
        let may = |allowed: bool| if allowed { "(self)" } else { "()" };
        format!(
            "camera={}, display-capture=(), geolocation={}, microphone={}, payment=(), serial=(), usb=()",
            may(self.camera),
            may(self.place),
            may(self.microphone)
        )
    }
}

/// Lets a document use these devices.
pub(crate) fn allow_devices(headers: &mut HeaderMap, devices: Devices) {
    if let Ok(policy) = HeaderValue::from_str(&devices.policy()) {
        headers.insert(PERMISSIONS_POLICY, policy);
    }
}

const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");

/// Does the same with a policy made for this answer.
pub(crate) fn set_policy_text(headers: &mut HeaderMap, policy: &str) {
    // A policy that does not fit into a header forbids everything.
    let value = HeaderValue::from_str(policy).unwrap_or(HeaderValue::from_static("default-src 'none'; sandbox"));
    headers.insert(header::CONTENT_SECURITY_POLICY, value);
}

/// Sets the headers of every answer. A frame without an origin could not load its own files if they were reserved for
/// ours.
pub(super) fn secure(headers: &mut HeaderMap, for_frame: bool) {
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, PAGE_POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    // Names in an app's frame are not looked up in advance.
    set(HeaderName::from_static("x-dns-prefetch-control"), "off");
    let whose = if for_frame { "cross-origin" } else { "same-origin" };
    set(HeaderName::from_static("cross-origin-resource-policy"), whose);
    if !headers.contains_key(PERMISSIONS_POLICY) {
        allow_devices(headers, Devices::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_may_use_what_it_was_allowed_and_nothing_else() {
        let none = "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), serial=(), usb=()";
        let camera = Devices { camera: true, ..Devices::default() };
        let rows = [
            (None, none.to_owned()),
            (Some(camera), none.replace("camera=()", "camera=(self)")),
            (Some(Devices::PAGE), {
                let none = none.replace("camera=()", "camera=(self)").replace("geolocation=()", "geolocation=(self)");
                none.replace("microphone=()", "microphone=(self)")
            }),
        ];
        for (devices, expected) in rows {
            let mut headers = HeaderMap::new();
            if let Some(devices) = devices {
                allow_devices(&mut headers, devices);
            }
            secure(&mut headers, false);
            assert_eq!(headers.get(PERMISSIONS_POLICY).and_then(|value| value.to_str().ok()), Some(expected.as_str()));
        }
    }
}
