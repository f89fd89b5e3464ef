//! The only means for a test to skip. Shared by the tests of all crates through `#[path]`.
//!
//! A test that needs a program, a model or a permission of the machine calls [`skipped`] and returns if it is missing.
//! Run alone it then passes and prints the reason. Under `cargo xtask test` it fails: that command installs everything
//! that the tests need.

/// Set by `cargo xtask test`.
const ALL: &str = "FINGERTIP_TEST_ALL";

/// Reports that the test is skipped; under `cargo xtask test` that is a failure.
#[track_caller]
#[expect(clippy::print_stdout, reason = "a test that tests nothing says so")]
pub(crate) fn skipped(need: &str) {
    assert!(std::env::var_os(ALL).is_none(), "there is no {need} here, and ${ALL} says that nothing is left out");
    println!("skipped: there is no {need} here (see `cargo xtask setup`)");
}
