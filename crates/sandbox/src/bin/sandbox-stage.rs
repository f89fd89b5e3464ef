//! The helper alone, for the tests of this crate: the program that ships is its own.

use std::process::ExitCode;

fn main() -> ExitCode {
    sandbox::stage::run_stage(std::env::args_os().skip(1)).unwrap_or(ExitCode::from(2))
}
