//! The threads that wait for the disk, so that no other thread has to.

use std::io;
use std::path::Path;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use super::compact::compact;
use super::disk::Disk;
use super::snapshot::sync_folder;

/// How often the files are synced.
const PAUSE: Duration = Duration::from_millis(100);

/// Two threads: one syncs, the other makes snapshots. Both end when this is dropped.
#[derive(Debug)]
pub(super) struct Background {
    work: Arc<Work>,
    threads: Vec<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Work {
    todo: Mutex<Todo>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Todo {
    /// The files that may have unsynced data: the current one, and the previous one if it has just become full.
    sync: Vec<Arc<dyn Disk>>,
    /// Whether the folder has a new file: its name is on disk only after the folder is synced.
    named: bool,
    /// The full files, each with its last change. The last one covers all.
    full: Vec<(Arc<dyn Disk>, u64)>,
    stop: bool,
}

impl Background {
    pub(super) fn start(folder: &Path) -> io::Result<Self> {
        let work = Arc::new(Work::default());
        work.todo().named = true;
        let (syncing, compacting) = (Arc::clone(&work), Arc::clone(&work));
        let (synced, folder) = (folder.to_owned(), folder.to_owned());
        let spawn =
            |name: &str, run: Box<dyn FnOnce() + Send>| std::thread::Builder::new().name(name.into()).spawn(run);
        let threads = vec![
            spawn("journal sync", Box::new(move || syncing.sync(&synced)))?,
            spawn("journal snapshot", Box::new(move || compacting.compact(&folder)))?,
        ];
        Ok(Self { work, threads })
    }

    /// Reports that something was written to this file.
    pub(super) fn written(&self, file: &Arc<dyn Disk>) {
        let mut todo = self.work.todo();
        if !todo.sync.iter().any(|waiting| Arc::ptr_eq(waiting, file)) {
            todo.sync.push(Arc::clone(file));
            drop(todo);
            self.work.changed.notify_all();
        }
    }

    /// Reports that this file is full and ended with the change `seq`.
    pub(super) fn full(&self, file: Arc<dyn Disk>, seq: u64) {
        let mut todo = self.work.todo();
        todo.full.push((file, seq));
        todo.named = true;
        drop(todo);
        self.work.changed.notify_all();
    }
}

impl Drop for Background {
    fn drop(&mut self) {
        self.work.todo().stop = true;
        self.work.changed.notify_all();
        for thread in self.threads.drain(..) {
            let _ = thread.join();
        }
    }
}

impl Work {
    fn sync(&self, folder: &Path) {
        loop {
            let mut todo = self.todo();
            while todo.sync.is_empty() && !todo.stop {
                todo = self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner);
            }
            let (files, stop) = (std::mem::take(&mut todo.sync), todo.stop);
            let named = !files.is_empty() && std::mem::take(&mut todo.named);
            drop(todo);
            let name = named.then(|| sync_folder(folder).err()).flatten();
            for error in files.iter().filter_map(|file| file.sync().err()).chain(name) {
                tracing::error!(%error, "the desktop's journal may not be on disk");
            }
            if stop {
                return;
            }
            // Limits the rate, but does not delay a shutdown.
            let todo = self.todo();
            drop(self.changed.wait_timeout_while(todo, PAUSE, |todo| !todo.stop));
        }
    }

    fn compact(&self, folder: &Path) {
        loop {
            let mut todo = self.todo();
            while todo.full.is_empty() && !todo.stop {
                todo = self.changed.wait(todo).unwrap_or_else(PoisonError::into_inner);
            }
            // Pending work is finished before the end: it makes the next start faster.
            let full = std::mem::take(&mut todo.full);
            drop(todo);
            let Some((_, seq)) = full.last() else { return };
            let synced = full.iter().try_for_each(|(file, _)| file.sync());
            if let Err(error) = synced {
                tracing::error!(%error, "a full file of the desktop's journal may not be on disk");
            } else if let Err(error) = compact(folder, *seq) {
                // Nothing is lost: the journal stays until a snapshot exists.
                tracing::warn!(%error, "couldn't make a snapshot of the desktop");
            }
        }
    }

    fn todo(&self) -> MutexGuard<'_, Todo> {
        self.todo.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
