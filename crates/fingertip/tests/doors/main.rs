//! `fingertip serve` from outside, on real sockets: its settings, the webhook, TLS.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod rig;
mod settings;
mod tls;
mod webhook;
