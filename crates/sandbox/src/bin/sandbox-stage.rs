//! Only the helper, for the tests of this crate: the shipped program is its own helper.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::stage::run_stage(std::env::args_os().skip(1)).unwrap_or(ExitCode::from(2))
}
