//! What a test does where a program that it needs is not installed.

/// Set by `cargo xtask test`, which installs what the tests need: then nothing may be left out.
const ALL: &str = "FINGERTIP_TEST_ALL";

/// Says that the test tests nothing here; under `cargo xtask test` that is a failure.
#[track_caller]
#[expect(clippy::print_stdout, reason = "a test that tests nothing says so")]
pub(crate) fn skipped(program: &str) {
    assert!(std::env::var_os(ALL).is_none(), "there is no {program} here, and ${ALL} says that nothing is left out");
    println!("skipped: there is no {program} here (`cargo xtask setup` installs it)");
}
