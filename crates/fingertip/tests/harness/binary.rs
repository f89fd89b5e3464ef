//! Starts programs for the tests of this crate, above all the binary, isolated from the machine's own phones.
//!
//! A test must not see the phones of the machine's adb server, so every program gets the address of an adb server that
//! does not run. The address is not `127.0.0.1`, so the binary does not start a server there either.

use std::ffi::OsStr;
use std::process::Command;

/// The path of the binary, to start it or to pass it to another program.
pub(crate) const PATH: &str = env!("CARGO_BIN_EXE_fingertip");

/// Variables that select phones, the data folder and the log.
const OF_THE_MACHINE: [&str; 4] = ["ADB_SERVER_SOCKET", "ANDROID_SERIAL", "FINGERTIP_DATA", "RUST_LOG"];

/// Returns a command that sees none of the machine's phones, and neither do the programs it starts.
pub(crate) fn alone(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for name in OF_THE_MACHINE {
        command.env_remove(name);
    }
    command.env("ANDROID_ADB_SERVER_ADDRESS", "0.0.0.0").env("ANDROID_ADB_SERVER_PORT", "1");
    command
}
