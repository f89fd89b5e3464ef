//! Uses bubblewrap instead of our own namespaces, on machines where only it may create them.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::job::{HELPER, HOME, Limits, WORK};
use crate::stage::ARGUMENT;

/// Finds bubblewrap, if it is installed.
pub(crate) fn find() -> Option<PathBuf> {
    ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"].iter().map(PathBuf::from).find(|path| path.is_file())
}

/// The command that starts a helper inside bubblewrap, with the same file system that we would build.
pub(crate) fn command(bubblewrap: &Path, helper: &Path, limits: &Limits) -> Command {
    let mut command = Command::new(bubblewrap);
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--hostname", "sandbox"]);
    command.args(["--uid", "1000", "--gid", "1000", "--clearenv", "--cap-drop", "ALL"]);
    for system in ["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
        command.args(["--ro-bind-try", system, system]);
    }
    for file in ["/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/alternatives", "/etc/localtime"] {
        command.args(["--ro-bind-try", file, file]);
    }
    command.args(["--proc", "/proc", "--dev", "/dev"]);
    for folder in [WORK, HOME, "/tmp"] {
        command.arg("--size").arg(limits.disk.to_string()).args(["--tmpfs", folder]);
    }
    command.args(["--size", "4194304", "--tmpfs", "/run"]);
    command.arg("--ro-bind").arg(helper).arg(HELPER).args(["--remount-ro", "/", "--chdir", WORK]);
    command.args([HELPER, ARGUMENT, "init-in-bubblewrap"]);
    command
}
