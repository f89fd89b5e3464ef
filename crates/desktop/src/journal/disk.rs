//! The seam between the journal and the disk: a test puts a disk here that is full or breaks.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// A file that is only ever added to, or cut.
pub(crate) trait Disk: Send + Sync + fmt::Debug {
    /// Adds bytes at the end. On failure some of them may be there.
    fn append(&self, bytes: &[u8]) -> io::Result<()>;
    /// Cuts the file to this length.
    fn cut(&self, length: u64) -> io::Result<()>;
    /// Waits until everything is on the disk.
    fn sync(&self) -> io::Result<()>;
}

impl Disk for File {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = self;
        file.write_all(bytes)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.set_len(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.sync_data()
    }
}

/// What is made is for its owner alone.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// A folder that others cannot look into, whoever made it.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    close_to_others(path, 0o700)
}

/// What lies there is for its owner alone, also if an older version made it.
fn close_to_others(path: &Path, mode: u32) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(mode))?;
    }
    #[cfg(not(unix))]
    let _ = (path, mode);
    Ok(())
}

/// Closes the files of a folder to others that an older version left open to them.
pub(super) fn close_files(folder: &Path) -> io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            close_to_others(&entry.path(), 0o600)?;
        }
    }
    Ok(())
}

type Open = dyn Fn(&Path) -> io::Result<Arc<dyn Disk>> + Send + Sync;

/// How files are opened: made if they are not there.
pub(super) struct Disks(Box<Open>);

impl Disks {
    /// The file system.
    pub(super) fn real() -> Self {
        Self::new(|path| {
            let file = private(OpenOptions::new().append(true).create(true)).open(path)?;
            close_to_others(path, 0o600)?;
            Ok(Arc::new(file))
        })
    }

    /// Any other.
    pub(super) fn new(open: impl Fn(&Path) -> io::Result<Arc<dyn Disk>> + Send + Sync + 'static) -> Self {
        Self(Box::new(open))
    }

    pub(super) fn open(&self, path: &Path) -> io::Result<Arc<dyn Disk>> {
        (self.0)(path)
    }
}

impl fmt::Debug for Disks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Disks")
    }
}
