//! The client against hostile servers, and against both transports and protocol versions.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

mod hostile;
mod http;
mod naming;
mod rig;
