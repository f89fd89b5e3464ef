//! The sandbox from outside: results of scripts, and attacks on the walls.

#![cfg(target_os = "linux")]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod attacks;
mod files;
mod machine;
mod rig;
mod runs;
