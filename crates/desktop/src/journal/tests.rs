//! The journal on a disk that is full or fails. Tests that need no such disk are in `tests/journal.rs`.

use std::fs::{File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use super::{Disk, Disks, Journal, Opened, Rolling};
use crate::state::Command;
use crate::wire::Actor;

/// The faults of a disk.
#[derive(Debug)]
pub(crate) struct Faults {
    /// How many more bytes fit.
    pub(crate) room: AtomicUsize,
    /// Whether cutting files fails.
    pub(crate) cut_fails: AtomicBool,
    /// Whether opening files fails.
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
        // A full disk writes as much as fits.
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

/// Opens a journal in this folder, on a disk that works until a fault is set.
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

/// Blocks callers while it is closed.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    /// Whether it is closed, and whether somebody waits at it.
    state: Mutex<(bool, bool)>,
    changed: Condvar,
    waited: tokio::sync::Notify,
}

impl Gate {
    pub(crate) fn close(&self) {
        self.state.lock().unwrap().0 = true;
    }

    pub(crate) fn open(&self) {
        self.state.lock().unwrap().0 = false;
        self.changed.notify_all();
    }

    /// Passes when it is open. The test fails after a minute, which is longer than any test takes.
    pub(crate) fn pass(&self) {
        let mut state = self.state.lock().unwrap();
        if state.0 {
            state.1 = true;
            self.waited.notify_one();
            drop(self.changed.wait_timeout_while(state, std::time::Duration::from_secs(60), |state| state.0));
        }
    }

    /// Waits until somebody waits at it.
    pub(crate) async fn reached(&self) {
        let waited = tokio::time::timeout(std::time::Duration::from_secs(60), self.waited.notified());
        waited.await.unwrap();
    }
}

#[derive(Debug)]
struct Hanging {
    file: File,
    gate: Arc<Gate>,
}

impl Disk for Hanging {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        self.gate.pass();
        Disk::append(&self.file, bytes)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.file.cut(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.file.sync()
    }
}

/// Opens a journal in this folder, on a disk that hangs while the gate is closed.
pub(crate) fn on_a_disk_that_hangs(folder: &Path, gate: Arc<Gate>) -> Opened {
    let disks = Disks::new(move |path| {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Arc::new(Hanging { file, gate: Arc::clone(&gate) }))
    });
    Journal::open_on(folder, Rolling::default(), disks).unwrap()
}

/// Returns the only file in a folder.
pub(crate) fn only_file(folder: &Path) -> PathBuf {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 1, "{files:?}");
    files.into_iter().next().unwrap()
}

/// A disk that records which files were synced, and blocks in the first sync until released.
#[derive(Debug, Default)]
struct Watched {
    state: Mutex<Syncs>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Syncs {
    /// Whether a sync has begun.
    begun: bool,
    /// Whether syncs may continue.
    open: bool,
    synced: Vec<PathBuf>,
}

impl Watched {
    /// Waits for a condition; a minute is longer than the slowest machine takes.
    fn until(&self, is: impl Fn(&Syncs) -> bool) -> bool {
        let state = self.state.lock().unwrap();
        let minute = std::time::Duration::from_secs(60);
        let (state, _) = self.changed.wait_timeout_while(state, minute, |state| !is(state)).unwrap();
        is(&state)
    }

    fn set(&self, change: impl FnOnce(&mut Syncs)) {
        change(&mut self.state.lock().unwrap());
        self.changed.notify_all();
    }
}

#[derive(Debug)]
struct WatchedFile {
    file: File,
    path: PathBuf,
    disk: Arc<Watched>,
}

impl Disk for WatchedFile {
    fn append(&self, bytes: &[u8]) -> io::Result<()> {
        Disk::append(&self.file, bytes)
    }

    fn cut(&self, length: u64) -> io::Result<()> {
        self.file.cut(length)
    }

    fn sync(&self) -> io::Result<()> {
        self.disk.set(|state| state.begun = true);
        self.disk.until(|state| state.open);
        self.disk.set(|state| state.synced.push(self.path.clone()));
        self.file.sync()
    }
}

#[test]
fn a_new_file_is_synced_although_nothing_follows_the_roll() {
    let place = tempfile::tempdir().unwrap();
    let disk = Arc::new(Watched::default());
    let on = Arc::clone(&disk);
    let disks = Disks::new(move |path| {
        let file = OpenOptions::new().append(true).create(true).open(path)?;
        Ok(Arc::new(WatchedFile { file, path: path.to_owned(), disk: Arc::clone(&on) }))
    });
    let rolling = Rolling { commands: 1, bytes: 1 << 20 };
    let Opened { mut journal, .. } = Journal::open_on(place.path(), rolling, disks).unwrap();
    // The first file's sync has begun, so the next write requests another, and the roll meets it.
    assert!(disk.until(|state| state.begun));
    journal.append(1, 1, &Actor::System, &Command::Expire, None).unwrap();
    journal.roll_if_full(1);
    disk.set(|state| state.open = true);
    let new = super::segment::path(place.path(), 2);
    assert!(disk.until(|state| state.synced.contains(&new)), "{:?}", disk.state.lock().unwrap());
}
