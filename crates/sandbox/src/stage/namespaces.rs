//! The first stage: creates new namespaces with an unprivileged user, starts their first process and waits for it.

use std::io::{Write as _, stdout};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{Command, ExitCode};

use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};

use super::wall::{Failed, Wall as _};
use super::{ARGUMENT, FAILED, capabilities};
use crate::frame::Frame;

/// The user id that the script sees.
pub(super) const USER: u32 = 1000;

pub(super) fn run() -> ExitCode {
    match begin() {
        Ok(code) => code,
        Err(failed) => {
            _ = Frame::Failed(failed.to_string().into_bytes()).write(&mut stdout().lock());
            _ = stdout().flush();
            ExitCode::from(FAILED)
        }
    }
}

fn begin() -> Result<ExitCode, Failed> {
    let (user, group) = (geteuid(), getegid());
    let flags = CloneFlags::CLONE_NEWUSER
        | CloneFlags::CLONE_NEWNS
        | CloneFlags::CLONE_NEWPID
        | CloneFlags::CLONE_NEWNET
        | CloneFlags::CLONE_NEWIPC
        | CloneFlags::CLONE_NEWUTS
        | CloneFlags::CLONE_NEWCGROUP;
    unshare(flags).wall("namespaces")?;
    // Required before a process may map its own group.
    std::fs::write("/proc/self/setgroups", "deny").wall("user namespace")?;
    std::fs::write("/proc/self/uid_map", format!("{USER} {user} 1")).wall("user namespace")?;
    std::fs::write("/proc/self/gid_map", format!("{USER} {group} 1")).wall("user namespace")?;
    capabilities::keep()?;
    // The first process started from here is the first of the new pid namespace: when it ends, the kernel kills
    // everything in it. It reads our standard input, and ends with it.
    let status = Command::new("/proc/self/exe").args([ARGUMENT, "init"]).status().wall("pid namespace")?;
    let code = status.code().or_else(|| Some(128 + status.signal()?)).and_then(|code| u8::try_from(code).ok());
    Ok(ExitCode::from(code.unwrap_or(FAILED)))
}
