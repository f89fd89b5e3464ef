//! The data folder: whether it can be written, and how much room there is.

use std::path::Path;

use super::Finding;

/// Below this much room a warning is due, in bytes: a long task's pictures take some hundred megabytes.
const LITTLE: u64 = 1 << 30;
/// Below this much a task fails soon.
const TOO_LITTLE: u64 = 64 << 20;

pub(super) fn look(data: &Path) -> Vec<Finding> {
    const CHECK: &str = "data folder";
    let shown = data.display();
    // The folder is made when it is first needed: until then its nearest ancestor says whether it can be.
    let Some(there) = data.ancestors().find(|folder| folder.exists()) else {
        let fix = "choose another with --data DIR or $FINGERTIP_DATA";
        return vec![Finding::fail(CHECK, format!("`{shown}` leads nowhere"), fix)];
    };
    let mut findings = vec![match writable(there) {
        Ok(()) if there == data => Finding::ok(CHECK, format!("`{shown}` can be written")),
        Ok(()) => Finding::ok(CHECK, format!("`{shown}` is made when it is first needed")),
        Err(error) => {
            let fix =
                format!("give yourself the right to write in `{}`, or choose another with --data DIR", there.display());
            Finding::fail(CHECK, format!("`{shown}` cannot be written: {error}"), fix)
        }
    }];
    findings.extend(room(there));
    findings
}

/// Tries it: permissions alone do not tell, for a disk may be read-only or full.
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
    let fix = "remove what is not needed, or choose a folder on another disk with --data DIR";
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
