//! Starts programs for the tests of this crate, the binary above all, with nothing of the machine's own.
//!
//! The phones of the machine's adb server are no part of a test. So every program gets the address of an adb server that
//! does not run. The address is not `127.0.0.1`, so the binary does not start a server there either.

use std::ffi::OsStr;
use std::process::Command;

/// The path of the binary, to start it or to tell it to another program.
pub(crate) const PATH: &str = env!("CARGO_BIN_EXE_fingertip");

/// Variables that say which phones there are, where the data is and what is logged.
const OF_THE_MACHINE: [&str; 4] = ["ADB_SERVER_SOCKET", "ANDROID_SERIAL", "FINGERTIP_DATA", "RUST_LOG"];

/// A program that sees no phone of the machine, and neither do the programs that it starts.
pub(crate) fn alone(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in OF_THE_MACHINE {
        command.env_remove(name);
    }
    command.env("ANDROID_ADB_SERVER_ADDRESS", "0.0.0.0").env("ANDROID_ADB_SERVER_PORT", "1");
    command
}
