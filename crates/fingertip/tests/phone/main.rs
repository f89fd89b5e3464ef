//! The simulated phone driven by others, and by our own client both ways: the real binary, real sockets,
//! Debian's adb.
#![expect(
    clippy::unwrap_used,
    clippy::print_stderr,
    reason = "a test stops at the first surprise, and says what it skips"
)]

mod clients;
mod cut;
mod rig;
mod typing;
