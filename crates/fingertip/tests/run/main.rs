//! Tasks from the command line, as a person runs them: the binary, a phone, a model, a terminal.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test that cannot go on should stop")]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod client;
mod ends;
mod fleet;
mod history;
mod killed;
mod killed_secrets;
mod looking;
mod one_answer;
mod people;
mod plan_killed;
mod rig;
mod scripts;
mod sharing;
mod stories;
mod tools;
mod words;
