//! Third-party MCP clients and hostile bytes against the server: the real binary, its real transports.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod bytes;
mod clients;
mod door;
mod examples;
mod idle;
mod inspector;
mod piped;
mod records;
mod rig;
mod sdk;
mod sessions;
mod tokens;
