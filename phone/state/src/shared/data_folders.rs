//! Where apps keep what is theirs: `/data/data/PACKAGE`, which belongs to the app's user and which nobody else but root
//! may look into. Android makes one for every package, as `installd` does (`createAppData`).

use super::Shared;
use machine::files::{FileError, Files};

/// The group of an app's caches is the number of its user and this (`AID_CACHE_GID_START`).
const CACHE_GROUP: u32 = 10_000;

impl Shared {
    /// Makes the folder of a package with its two caches. One that is there already is left as it is.
    pub fn make_data_folder(&mut self, package: &str) -> Result<(), FileError> {
        let (owner, now_ms) = (self.uid_of(package), self.now_ms);
        self.files.as_system(|files| make(package, owner, files, now_ms))
    }

    /// Removes all that a package keeps there, and leaves it as if it were new.
    pub fn clear_data_folder(&mut self, package: &str) {
        self.remove_data_folder(package);
        // There was room for it before.
        _ = self.make_data_folder(package);
    }

    /// Removes the folder of a package. That it may be gone already is no matter.
    pub fn remove_data_folder(&mut self, package: &str) {
        let now_ms = self.now_ms;
        _ = self.files.as_system(|files| files.remove_all(&path(package), now_ms));
    }
}

/// `/data/data/PACKAGE`
pub fn path(package: &str) -> String {
    format!("/data/data/{package}")
}

/// The same for somebody who is the system already.
pub fn make(package: &str, owner: u32, files: &mut Files, now_ms: i64) -> Result<(), FileError> {
    let folder = path(package);
    if files.stat(&folder).is_ok() {
        return Ok(());
    }
    // The users of the system itself have no group for caches of their own.
    let group = if owner >= 10_000 { owner + CACHE_GROUP } else { owner };
    let caches = ["cache", "code_cache"].map(|name| (format!("{folder}/{name}"), group, 0o2771));
    for (path, group, mode) in [(folder, owner, 0o700)].into_iter().chain(caches) {
        files.make_dirs(&path, now_ms)?;
        files.chmod(&path, mode)?;
        files.chown(&path, owner, group)?;
    }
    Ok(())
}
