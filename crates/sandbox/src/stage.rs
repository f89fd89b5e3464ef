//! The stages: the program, executed again to build the walls. A program with a sandbox calls [`run_stage`] first in
//! `main`, before it starts any thread: with the arguments of a helper this does the helper's work and never returns.
//!
//! `namespaces` → `init` → `inner` → the interpreter. Each stage drops something that the next must not have.

#[cfg(target_os = "linux")]
mod capabilities;
#[cfg(target_os = "linux")]
mod files;
#[cfg(target_os = "linux")]
mod init;
#[cfg(target_os = "linux")]
mod inner;
#[cfg(target_os = "linux")]
mod mounts;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod system_calls;
#[cfg(target_os = "linux")]
mod wall;

use std::ffi::OsString;
use std::process::ExitCode;

/// The first argument of a helper.
pub const ARGUMENT: &str = "__sandbox";

/// The exit status of a stage that failed.
pub(crate) const FAILED: u8 = 125;

/// Does the work of a helper, if these are its arguments (without the program's name).
#[must_use]
pub fn run_stage(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    if arguments.next()?.to_str()? != ARGUMENT {
        return None;
    }
    let stage = arguments.next().and_then(|stage| stage.into_string().ok()).unwrap_or_default();
    Some(run(&stage, arguments.next()))
}

#[cfg(target_os = "linux")]
fn run(stage: &str, argument: Option<OsString>) -> ExitCode {
    match stage {
        "namespaces" => namespaces::run(),
        "init" => init::run(init::NamespaceCreator::FirstStage),
        "init-in-bubblewrap" => init::run(init::NamespaceCreator::Bubblewrap),
        "inner" => inner::run(argument),
        _ => ExitCode::from(FAILED),
    }
}

#[cfg(not(target_os = "linux"))]
fn run(_: &str, _: Option<OsString>) -> ExitCode {
    ExitCode::from(FAILED)
}
