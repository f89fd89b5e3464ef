//! The simulated phone driven by third-party clients, and by our own client in both ways: the real binary, real
//! sockets, Debian's adb.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod clients;
mod cut;
mod rig;
mod touches;
mod typing;
