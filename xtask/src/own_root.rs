//! In a chroot the kernel makes no user namespaces, which the sandbox and its tests need. There, as root, a command runs
//! again in a mount namespace of its own whose root is the folder that the chroot is in: for the kernel that is no chroot.
//!
//! Nothing outside of the folder is changed, and nothing of it can be seen afterwards.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::needs;

/// Set for the command that runs again, so that it does so once.
const DONE: &str = "FINGERTIP_OWN_ROOT";

/// What the script says where this is no chroot.
const NO_CHROOT: i32 = 97;

/// Enters its own mount namespace, which leaves the chroot; makes the folder the root of a new one; goes back to where it was.
const SCRIPT: &str = r#"
exec 9</ || exit 97
here=$PWD
exec nsenter --mount=/proc/self/ns/mnt sh -c '
root=$(readlink /proc/self/fd/9)
[ "$root" != / ] || exit 97
exec 9<&-
exec unshare --mount --propagation private sh -ec "
mount --rbind \"\$0\" \"\$0\"
cd \"\$0\"
mkdir -p tmp/outside
pivot_root . tmp/outside
cd /
umount -l /tmp/outside
rmdir /tmp/outside || true
cd \"\$1\"
shift
exec \"\$@\"" "$root" "$@"' sh "$here" "$@"
"#;

/// Runs this command again with a root of its own where that lets it make namespaces; nothing where it can already, or
/// where this is no chroot: whoever needs namespaces says then that they are missing.
pub(crate) fn run_again() -> Result<Option<ExitCode>> {
    if std::env::var_os(DONE).is_some() || needs::makes_namespaces() || !in_chroot(&["true"])? {
        return Ok(None);
    }
    let program = std::env::current_exe().context("the path of this program")?;
    let mut words = vec![program.into_os_string()];
    words.extend(std::env::args_os().skip(1));
    println!("in a chroot: running in a mount namespace of its own, so that the sandbox can be tested");
    let status = script(&words).env(DONE, "1").status().context("`sh` cannot be started")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(Some(ExitCode::from(code)))
}

/// Whether a command succeeds with a root of its own; not where this is no chroot, or nobody may leave it.
fn in_chroot(words: &[&str]) -> Result<bool> {
    let output = script(words).output().context("`sh` cannot be started")?;
    Ok(output.status.success() && output.status.code() != Some(NO_CHROOT))
}

fn script<S: AsRef<std::ffi::OsStr>>(words: &[S]) -> Command {
    let mut command = Command::new("sh");
    command.args(["-c", SCRIPT, "sh"]).args(words);
    command
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outside_of_a_chroot_nothing_is_run_again() {
        // As root the script finds that this is none; as anybody else it may not even look.
        assert!(!in_chroot(&["true"]).unwrap());
    }
}
