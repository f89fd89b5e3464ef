//! Tests the device against a fake phone: a table of answers and one text field.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

mod actions;
mod fake;
mod looks;
mod shell;
mod typing;
mod wire;
