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

type Open = dyn Fn(&Path) -> io::Result<Arc<dyn Disk>> + Send + Sync;

/// How files are opened: made if they are not there.
pub(super) struct Disks(Box<Open>);

impl Disks {
    /// The file system.
    pub(super) fn real() -> Self {
        Self::new(|path| {
            let file = OpenOptions::new().append(true).create(true).open(path)?;
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
