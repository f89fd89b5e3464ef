//! `fingertip serve` from outside, on real sockets: its settings, the webhook, TLS, telemetry.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod rig;
mod settings;
mod telemetry;
mod tls;
mod webhook;
