//! The data folders of apps: `/data/data/PACKAGE`, owned by the app's uid and closed to everyone but root. The phone
//! makes one for every package, as Android's `installd` does (`createAppData`).

use super::Shared;
use machine::files::{FileError, Files};

/// The offset from an app's uid to the gid of its caches (`AID_CACHE_GID_START`).
const CACHE_GROUP: u32 = 10_000;

impl Shared {
    /// Creates the folder of a package with its two caches. An existing folder is left unchanged.
    pub fn make_data_folder(&mut self, package: &str) -> Result<(), FileError> {
        let (owner, now_ms) = (self.packages.uid_of(package), self.clock.now_ms);
        self.files.as_system(|files| make(package, owner, files, now_ms))
    }

    /// Removes the data of a package and recreates an empty folder.
    pub fn clear_data_folder(&mut self, package: &str) {
        self.remove_data_folder(package);
        // Cannot run out of space, since the old folder was larger.
        _ = self.make_data_folder(package);
    }

    /// Removes the folder of a package, if it exists.
    pub fn remove_data_folder(&mut self, package: &str) {
        let now_ms = self.clock.now_ms;
        _ = self.files.as_system(|files| files.remove_all(&path(package), now_ms));
    }
}

/// `/data/data/PACKAGE`
pub fn path(package: &str) -> String {
    format!("/data/data/{package}")
}

/// Like `make_data_folder`, for callers that already act as the system.
pub fn make(package: &str, owner: u32, files: &mut Files, now_ms: i64) -> Result<(), FileError> {
    let folder = path(package);
    if files.stat(&folder).is_ok() {
        return Ok(());
    }
    // System uids have no separate cache group.
    let group = if owner >= 10_000 { owner + CACHE_GROUP } else { owner };
    let caches = ["cache", "code_cache"].map(|name| (format!("{folder}/{name}"), group, 0o2771));
    for (path, group, mode) in [(folder, owner, 0o700)].into_iter().chain(caches) {
        files.make_dirs(&path, now_ms)?;
        files.chmod(&path, mode)?;
        files.chown(&path, owner, group)?;
    }
    Ok(())
}
