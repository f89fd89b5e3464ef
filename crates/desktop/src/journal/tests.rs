//! The journal on a disk that is full or breaks. What needs no such disk is in `tests/journal.rs`.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::{Disk, Disks, Journal, Opened, Rolling};

/// What is wrong with a disk.
#[derive(Debug)]
pub(crate) struct Faults {
    /// How many more bytes fit on it.
    pub(crate) room: AtomicUsize,
    /// Whether files cannot be cut.
    pub(crate) cut_fails: AtomicBool,
    /// Whether no file can be opened.
    pub(crate) open_fails: AtomicBool,
}

#[derive(Debug)]
struct Faulty {
    file: File,
    faults: Arc<Faults>,
}

impl Disk for Faulty {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        let room = self.faults.room.load(Ordering::Relaxed);
        // What fits is written: that is how a full disk behaves.
        let fits = room.min(bytes.len());
        Disk::append(&self.file, &bytes[..fits])?;
        self.faults.room.store(room - fits, Ordering::Relaxed);
        if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        if self.faults.cut_fails.load(Ordering::Relaxed) {
            return Err(io::Error::other("cannot be cut"));
        }
        self.file.cut(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }
}

/// A journal in this folder, on a disk that works until it is told otherwise.
pub(crate) fn on_a_faulty_disk(folder: &Path, rolling: Rolling) -> (Opened, Arc<Faults>) {
    let faults = Arc::new(Faults {
        room: AtomicUsize::new(usize::MAX),
        cut_fails: AtomicBool::new(false),
        open_fails: AtomicBool::new(false),
    });
    let on = Arc::clone(&faults);
    let disks = Disks::new(move |path| {
        if on.open_fails.load(Ordering::Relaxed) {
            return Err(io::Error::other("cannot be opened"));
        }
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Arc::new(Faulty { file, faults: Arc::clone(&on) }))
    });
    (Journal::open_on(folder, rolling, disks).unwrap(), faults)
}

/// The one file in a folder.
pub(crate) fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.into_iter().next().unwrap()
}
