//! Reports of one run, and comparisons of two, from records in every state.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

mod comparisons;
mod record;
mod secrets;
mod single;
