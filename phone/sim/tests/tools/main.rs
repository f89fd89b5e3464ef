//! Programs and helpers that need more than files and text: `run-as`, `nc`, Portal's server.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod nc;
mod portal;
mod rig;
mod run_as;
