//! Runs recorded on a simulated phone, made into macros, and repeated on phones that differ.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod again;
mod changed;
#[path = "../../../agent/tests/executor/fakes.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fakes;
mod killed;
mod pairs;
#[path = "../../../agent/tests/executor/rig.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod rig;
mod seeded;
