//! Checks the data folder: whether it is writable, and how much free space it has.

use std::path::Path;

use super::Finding;

/// Free space that is worth a warning, in bytes: the pictures of a long task take a few hundred megabytes.
const LITTLE: u64 = 1 << 30;
/// Free space with which a task soon fails.
const TOO_LITTLE: u64 = 64 << 20;

pub(super) fn look(data: &Path) -> Vec<Finding> {
    const CHECK: &str = "data folder";
    let shown = data.display();
    // The folder is created when it is first needed; until then its nearest ancestor decides whether that works.
    let Some(there) = data.ancestors().find(|folder| folder.exists()) else {
        let fix = "choose another with --data DIR or $FINGERTIP_DATA";
        return vec![Finding::fail(CHECK, format!("`{shown}` does not lead to a folder"), fix)];
    };
    let mut findings = vec![match writable(there) {
        Ok(()) if there == data => Finding::ok(CHECK, format!("`{shown}` is writable")),
        Ok(()) => Finding::ok(CHECK, format!("`{shown}` will be created when it is first needed")),
        Err(error) => {
            let fix = format!("make `{}` writable, or choose another with --data DIR", there.display());
            Finding::fail(CHECK, format!("`{shown}` is not writable: {error}"), fix)
        }
    }];
    findings.extend(room(there));
    findings
}

/// Tries to write: permissions alone do not tell, because a disk may be read-only or full.
fn writable(folder: &Path) -> std::io::Result<()> {
    let name = folder.join(format!(".fingertip-doctor-{}", std::process::id()));
    let written = std::fs::OpenOptions::new().write(true).create_new(true).open(&name).and_then(|mut file| {
        use std::io::Write;
        file.write_all(b"doctor\n")
    });
    let removed = std::fs::remove_file(&name);
    written.and(removed)
}

#[cfg(unix)]
fn room(folder: &Path) -> Option<Finding> {
    const CHECK: &str = "disk";
    let disk = rustix::fs::statvfs(folder).ok()?;
    let free = disk.f_bavail.saturating_mul(disk.f_frsize);
    let shown = format!("{} MB free", free >> 20);
    let fix = "free some space, or choose a folder on another disk with --data DIR";
    Some(match free {
        0..TOO_LITTLE => Finding::fail(CHECK, shown, fix),
        TOO_LITTLE..LITTLE => Finding::warn(CHECK, shown, fix),
        _ => Finding::ok(CHECK, shown),
    })
}

#[cfg(not(unix))]
fn room(_: &Path) -> Option<Finding> {
    None
}
