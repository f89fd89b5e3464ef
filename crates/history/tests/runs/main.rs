//! Looks back on runs of the real loop against a simulated phone: with faults, and in pairs of a good and a bad one.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "../../../agent/tests/executor/fakes.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fakes;
mod fault_rows;
mod faults;
mod pairs;
mod people;
#[path = "../../../agent/tests/executor/rig.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod rig;
mod script;
