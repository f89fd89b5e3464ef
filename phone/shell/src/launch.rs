//! Runs a command that is neither a function nor a builtin: a toybox program, a command of Android, or a file.

use super::{Io, Os, Shell, builtin, program};
use machine::files::{FileError, Kind};

/// Runs a toybox program, a command of Android or a script, and returns its status.
pub(super) fn run(shell: &mut Shell, name: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> i32 {
    let short = match name.rsplit_once('/') {
        Some((directory, short)) if is_bin(directory) => short,
        Some(_) => return run_file(shell, name, args, io, os),
        None => name,
    };
    if let Some(status) = program::run(shell, short, args, io, os) {
        return status;
    }
    if name.contains('/')
        && let Some(act) = builtin::find(short)
    {
        act(shell, args, io, os);
        return shell.status;
    }
    io.env = shell.environment();
    if let Some(status) = os.command(short, args, io) {
        return status;
    }
    io.err(format!("{}: {name}: inaccessible or not found\n", shell.scope.name));
    127
}

fn is_bin(directory: &str) -> bool {
    matches!(directory, "/system/bin" | "/bin" | "/system/xbin" | "/vendor/bin" | "/product/bin")
}

/// Runs a file by its path: a program of Android, or a script.
fn run_file(shell: &mut Shell, name: &str, args: &[String], io: &mut Io, os: &mut dyn Os) -> i32 {
    let path = shell.absolute(name);
    let prefix = shell.scope.name.clone();
    let checked = os.with_files(|files| match files.stat(&path)?.kind {
        Kind::Directory => Err(FileError::IsDirectory),
        _ => files.access(&path, 1),
    });
    match checked {
        Err(FileError::Missing | FileError::NotDirectory) => {
            io.err(format!("{prefix}: {name}: inaccessible or not found\n"));
            return 127;
        }
        Err(error) => {
            io.err(format!("{prefix}: {name}: can't execute: {error}\n"));
            return 126;
        }
        Ok(()) => {}
    }
    io.env = shell.environment();
    if let Some(status) = os.command(&path, args, io) {
        return status;
    }
    let text = os.files().read(&path).map(|bytes| bytes.to_vec()).unwrap_or_default();
    if text.contains(&0) || text.starts_with(b"\x7fELF") {
        io.err(format!("{prefix}: {name}: not executable: 64-bit ELF file\n"));
        return 126;
    }
    let script = String::from_utf8_lossy(&text).into_owned();
    builtin::run_script(shell, &script, name, args.to_vec(), false, io, os);
    shell.status
}
