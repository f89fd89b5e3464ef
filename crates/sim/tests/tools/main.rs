//! Programs of the phone's shell that reach further than files and text: `run-as`.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod rig;
mod run_as;
