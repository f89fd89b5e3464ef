//! In a chroot the kernel creates no user namespaces, which the sandbox and its tests need. There, as root, a command
//! runs again in its own mount namespace whose root is the chroot's folder: for the kernel that is no chroot.
//!
//! Nothing outside the folder is changed, and nothing of this remains afterwards.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};

use crate::needs;

/// Set for the repeated command, so that this happens once.
const DONE: &str = "FINGERTIP_OWN_ROOT";

/// The exit code of the script outside a chroot.
const NO_CHROOT: i32 = 97;

/// Enters its own mount namespace, which leaves the chroot; makes the folder the root of a new one; returns to the
/// working directory.
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

/// Runs this command again with its own root if that lets it create namespaces. Returns `None` if it already can, or
/// outside a chroot; then the checks that need namespaces report that they are missing.
pub(crate) fn run_again() -> Result<Option<ExitCode>> {
    if std::env::var_os(DONE).is_some() || needs::makes_namespaces() || !in_chroot(&["true"])? {
        return Ok(None);
    }
    let program = std::env::current_exe().context("the path of this program")?;
    let mut words = vec![program.into_os_string()];
    words.extend(std::env::args_os().skip(1));
    println!("in a chroot: running in a separate mount namespace, so that the sandbox can be tested");
    let status = script(&words).env(DONE, "1").status().context("cannot start `sh`")?;
    let code = status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1);
    Ok(Some(ExitCode::from(code)))
}

/// Whether a command succeeds with its own root; false outside a chroot, or if it may not be left.
fn in_chroot(words: &[&str]) -> Result<bool> {
    let output = script(words).output().context("cannot start `sh`")?;
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
        // As root the script finds that this is no chroot; as any other user it may not even look.
        assert!(!in_chroot(&["true"]).unwrap());
    }
}
