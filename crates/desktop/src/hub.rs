//! The only one that numbers changes: it applies deeds, keeps the last changes, and hands them to pages.
//!
//! There is no queue per page. The last changes lie once in a ring, bounded in entries and bytes, each
//! already written as the message that every page gets; a page is a place in that ring. Whoever falls
//! behind the ring gets a snapshot. So a page that never reads costs nothing but its connection.
//!
//! A deed is written to the journal before it is carried out: what cannot be written has not happened,
//! and there is nothing to roll back. A deed that is then refused is cut off the journal again; a process
//! that dies in between leaves a line that is refused again when it is replayed.
//!
//! Locks are taken in the order snapshot, state, ring; none is held while anybody waits.

mod message;
mod ring;
mod subscription;
#[cfg(test)]
mod tests;

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use bytes::Bytes;
use tokio::sync::watch;

use self::ring::Ring;
pub use self::subscription::Subscription;
use crate::journal::{Journal, JournalError, Rolling};
use crate::present::{self, Cache};
use crate::state::{Applied, Deed, Desktop, Follow, Refused};
use crate::wire::{Actor, ServerEvent};

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many changes a page may miss before it gets a snapshot instead.
    pub ring_entries: usize,
    /// How many bytes of them.
    pub ring_bytes: usize,
    /// When the journal begins a new file.
    pub rolling: Rolling,
    /// Tells this hub's numbers from those of any other, before and after it. By default at random.
    pub epoch: u64,
}

impl Default for Options {
    fn default() -> Self {
        let epoch = RandomState::new().hash_one("epoch");
        Self { ring_entries: 4096, ring_bytes: 32 << 20, rolling: Rolling::default(), epoch }
    }
}

/// Why a deed was not carried out, or the desktop not opened.
#[derive(Debug, thiserror::Error)]
pub enum HubError {
    /// The desktop says no. Nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// It could not be written down. Nothing changed.
    #[error("the desktop's journal cannot be written: {0}; is the disk full?")]
    Disk(#[from] std::io::Error),
    /// What is on disk cannot be read. It was left as it is.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// What came of a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// The number of the change, if anything changed.
    pub seq: Option<u64>,
    /// What has to happen outside.
    pub follow: Vec<Follow>,
}

/// What is kept now, for whoever watches the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gauges {
    /// The number of the last change.
    pub seq: u64,
    /// Messages in the ring.
    pub ring_entries: usize,
    /// Their bytes.
    pub ring_bytes: usize,
    /// How many snapshots were made for pages.
    pub snapshots: u64,
}

/// The desktop, shared.
#[derive(Debug)]
pub struct Hub {
    core: Mutex<Core>,
    ring: Arc<RwLock<Ring>>,
    /// Goes up with the ring; who waits for it reads the ring then.
    newest: watch::Sender<u64>,
    snapshot: Mutex<Shared>,
    epoch: String,
}

/// What a deed changes.
#[derive(Debug)]
struct Core {
    desktop: Desktop,
    seq: u64,
    cache: Cache,
    journal: Option<Journal>,
}

/// The last snapshot that was made for a page, for others to share.
#[derive(Debug, Default)]
struct Shared {
    last: Option<Snapshot>,
    made: u64,
}

/// A snapshot, as the message that pages get.
#[derive(Clone, Debug)]
struct Snapshot {
    message: Bytes,
    /// Where the ring goes on behind it.
    position: u64,
    /// How many bytes the ring had taken in by then.
    taken_in: u64,
}

impl Hub {
    /// Opens the desktop kept in `folder` (none: in memory only), as it was when the last process died.
    pub fn open(folder: Option<&Path>, options: Options) -> Result<Arc<Self>, HubError> {
        let Some(folder) = folder else {
            return Ok(Self::with(Desktop::default(), 0, None, options));
        };
        let opened = Journal::open(folder, options.rolling)?;
        Ok(Self::with(opened.desktop, opened.seq, Some(opened.journal), options))
    }

    fn with(desktop: Desktop, seq: u64, journal: Option<Journal>, options: Options) -> Arc<Self> {
        let ring = Ring::new(seq, options.ring_entries, options.ring_bytes);
        Arc::new(Self {
            core: Mutex::new(Core { desktop, seq, cache: Cache::default(), journal }),
            ring: Arc::new(RwLock::new(ring)),
            newest: watch::Sender::new(0),
            snapshot: Mutex::default(),
            epoch: format!("{:016x}", options.epoch),
        })
    }

    /// Carries a deed out and writes it down; every page hears of it. Never waits for a page.
    pub fn apply(&self, actor: &Actor, deed: Deed, now_ms: u64) -> Result<Committed, HubError> {
        let mut core = self.core();
        let changed = core.carry_out(actor, &deed, now_ms)?;
        let Core { desktop, cache, seq, .. } = &mut *core;
        let Applied { marks, follow, .. } = desktop.applied();
        let follow = follow.clone();
        if !changed {
            return Ok(Committed { seq: None, follow });
        }
        let seq = *seq;
        let changes = present::changes(desktop, marks, cache);
        let message = message::actions(seq, actor, &deed, &changes);
        // Still under the lock: the ring has the changes in the order of their numbers.
        self.push(Some(seq), message);
        Ok(Committed { seq: Some(seq), follow })
    }

    /// Says something to every page that is there now; it is not numbered and not kept.
    pub fn announce(&self, event: &ServerEvent) {
        self.push(None, message::event(event));
    }

    /// Everything from the change after `since` on; from a snapshot on, if that is gone or never was.
    ///
    /// The number alone cannot tell whether it is from before a power cut or of another data folder:
    /// [`Hub::resume`] can.
    pub fn subscribe(self: &Arc<Self>, since: Option<u64>) -> Subscription {
        let ring = self.ring();
        let position = since.and_then(|since| ring.position_behind(since));
        Subscription::new(self, Arc::clone(&self.ring), self.newest.subscribe(), position, ring.next_position())
    }

    /// The same for a page that knows the `epoch` of the snapshot it began with.
    pub fn resume(self: &Arc<Self>, epoch: &str, since: u64) -> Subscription {
        self.subscribe(Some(since).filter(|_| epoch == self.epoch))
    }

    /// What every snapshot of this hub carries as `epoch`.
    pub fn epoch(&self) -> &str {
        &self.epoch
    }

    /// Looks at the desktop; `seq` is the number of its last change.
    pub fn look<R>(&self, look: impl FnOnce(&Desktop, u64) -> R) -> R {
        let core = self.core();
        look(&core.desktop, core.seq)
    }

    /// How many pages listen now.
    pub fn listeners(&self) -> usize {
        self.newest.receiver_count()
    }

    /// What is kept now.
    pub fn gauges(&self) -> Gauges {
        let snapshots = self.shared().made;
        let seq = self.core().seq;
        let (ring_entries, ring_bytes) = self.ring().size();
        Gauges { seq, ring_entries, ring_bytes, snapshots }
    }

    /// Writes everything down; the hub can be used on, but need not be.
    pub fn flush(&self) -> Result<(), HubError> {
        // The disk is waited for without the lock.
        let file = self.core().journal.as_ref().map(Journal::file);
        file.map_or(Ok(()), |file| file.sync()).map_err(HubError::Disk)
    }

    /// The message for a page that has nothing, or too little; and where the ring goes on behind it.
    ///
    /// The last one is used again as long as what happened since is still in the ring and is less than
    /// the snapshot itself: however many pages lag, and however fast the changes come, snapshots of a
    /// large desktop are rarely made.
    fn snapshot(&self) -> (Bytes, u64) {
        let mut shared = self.shared();
        if let Some(last) =
            shared.last.as_ref().filter(|last| self.ring().is_recent(last.position, last.taken_in, last.message.len()))
        {
            return (last.message.clone(), last.position);
        }
        shared.last = None;
        let (state, position, taken_in) = {
            let mut core = self.core();
            let Core { desktop, cache, seq, .. } = &mut *core;
            let state = present::snapshot(desktop, *seq, &self.epoch, cache);
            let ring = self.ring();
            (state, ring.next_position(), ring.taken_in())
        };
        let message = message::event(&ServerEvent::Snapshot { seq: state.seq, state: Box::new(state) });
        shared.made += 1;
        shared.last = Some(Snapshot { message: message.clone(), position, taken_in });
        (message, position)
    }

    fn push(&self, seq: Option<u64>, message: Bytes) {
        let position = {
            let mut ring = self.ring_mut();
            ring.push(seq, message);
            ring.next_position()
        };
        // Two that push at once may come here in either order.
        self.newest.send_if_modified(|newest| {
            let later = position > *newest;
            *newest = position.max(*newest);
            later
        });
    }

    /// A panic under the lock would be a bug of ours; the next caller finds the state as it was left.
    fn core(&self) -> MutexGuard<'_, Core> {
        self.core.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn shared(&self) -> MutexGuard<'_, Shared> {
        self.snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring(&self) -> RwLockReadGuard<'_, Ring> {
        self.ring.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn ring_mut(&self) -> RwLockWriteGuard<'_, Ring> {
        self.ring.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    /// Writes the deed down, then carries it out; numbers it if anything changed, and says whether.
    fn carry_out(&mut self, actor: &Actor, deed: &Deed, now_ms: u64) -> Result<bool, HubError> {
        if let Some(journal) = &mut self.journal {
            journal.append(self.seq + 1, now_ms, actor, deed)?;
        }
        let applied = self.desktop.apply(actor, deed, now_ms).map(|applied| !applied.marks.is_empty());
        let changed = matches!(applied, Ok(true));
        if changed {
            self.seq += 1;
        }
        if let Some(journal) = &mut self.journal {
            if !changed {
                journal.take_back();
            } else {
                journal.roll_if_full(self.seq);
            }
        }
        Ok(applied?)
    }
}
