//! Programs and helpers that reach further than files and text: `run-as`, `nc`, the server of Portal.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod nc;
mod portal;
mod rig;
mod run_as;
