//! Checks, without our own code, whether this machine supports the walls.

use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::absent;

/// Whether namespaces can be created here. In a `chroot` they cannot: then only the refusal is tested.
pub(crate) fn has_namespaces() -> bool {
    let tried = Command::new("unshare").args(["--user", "--map-root-user", "true"]).stderr(Stdio::null()).status();
    let has = tried.is_ok_and(|status| status.success());
    if !has {
        let folder = tempfile::tempdir().unwrap();
        let program = env!("CARGO_BIN_EXE_sandbox-stage").into();
        let sandbox = sandbox::Sandbox::open(folder.path().into(), program, sandbox::Limits::default());
        assert!(sandbox.walls().refusal().is_some(), "it must not run anything without namespaces");
        absent::skipped("user namespace");
    }
    has
}

/// The path of bubblewrap.
pub(crate) fn bubblewrap() -> Option<PathBuf> {
    let found = ["/usr/bin/bwrap", "/usr/local/bin/bwrap", "/bin/bwrap"].map(PathBuf::from);
    let found = found.into_iter().find(|path| path.is_file());
    if found.is_none() {
        absent::skipped("bubblewrap");
    }
    found
}
