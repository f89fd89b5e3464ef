//! The seam between the journal and the disk: tests substitute a disk that is full or fails.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

/// A file that is only appended to, or cut.
pub(crate) trait Disk: Send + Sync + fmt::Debug {
    /// Appends bytes. On failure some of them may be written.
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

/// Makes new files private to their owner.
pub(super) fn private(options: &mut OpenOptions) -> &mut OpenOptions {
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}

/// Creates a folder, or makes an existing one private.
pub(super) fn private_folder(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    close_to_others(path, 0o700)
}

/// Makes an existing entry private, for those that an older version created.
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

/// Makes the files of a folder private that an older version left readable to others.
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

/// Opens files, creating them if needed.
pub(super) struct Disks(Box<Open>);

impl Disks {
    /// The real file system.
    pub(super) fn real() -> Self {
        Self::new(|path| {
            let file = private(OpenOptions::new().append(true).create(true)).open(path)?;
            close_to_others(path, 0o600)?;
            Ok(Arc::new(file))
        })
    }

    /// Any other implementation.
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
