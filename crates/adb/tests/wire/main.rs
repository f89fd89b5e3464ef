//! Tests the wire from both ends: our client against a tiny phone (over a pipe, over TCP, through Debian's adb server),
//! and Debian's adb against the same phone.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod absent;
mod bytes;
mod faults;
mod phone;
mod routes;
mod server;
