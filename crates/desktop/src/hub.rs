//! The only one that numbers changes: it applies deeds, keeps the last changes, and hands them to pages.
//!
//! There is no queue per page. The last changes lie once in a ring, bounded in entries and bytes, each
//! already written as the message that every page gets; a page is a place in that ring. Whoever falls
//! behind the ring gets a snapshot. So a page that never reads costs nothing but its connection.

use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;

use crate::state::{Deed, Desktop, Follow, Refused};
use crate::wire::{Actor, ServerEvent};

/// How much is kept.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// How many changes a page may miss before it gets a snapshot instead.
    pub ring_entries: usize,
    /// How many bytes of them.
    pub ring_bytes: usize,
}

impl Default for Options {
    fn default() -> Self {
        Self { ring_entries: 4096, ring_bytes: 32 << 20 }
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
}

/// What came of a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Committed {
    /// The number of the change, if anything changed.
    pub seq: Option<u64>,
    /// What has to happen outside.
    pub follow: Vec<Follow>,
}

/// The desktop, shared.
#[derive(Debug)]
pub struct Hub {}

impl Hub {
    /// Opens the desktop kept in `folder` (none: in memory only), as it was when the last process died.
    pub fn open(folder: Option<&Path>, options: Options) -> Result<Arc<Self>, HubError> {
        let _ = (folder, options);
        Ok(Arc::new(Self {}))
    }

    /// Carries a deed out and writes it down; every page hears of it. Never waits for a page.
    pub fn apply(&self, actor: &Actor, deed: Deed, now_ms: u64) -> Result<Committed, HubError> {
        let _ = (actor, deed, now_ms);
        Ok(Committed::default())
    }

    /// Says something to every page that is there now; it is not numbered and not kept.
    pub fn announce(&self, event: &ServerEvent) {
        let _ = event;
    }

    /// Everything from the change after `since` on; from a snapshot on, if that is gone or never was.
    pub fn subscribe(self: &Arc<Self>, since: Option<u64>) -> Subscription {
        let _ = since;
        Subscription {}
    }

    /// Looks at the desktop; `seq` is the number of its last change.
    pub fn look<R>(&self, look: impl FnOnce(&Desktop, u64) -> R) -> R {
        look(&Desktop::default(), 0)
    }

    /// How many pages listen now.
    pub fn listeners(&self) -> usize {
        0
    }

    /// Writes everything down; the hub can be used on, but need not be.
    pub fn flush(&self) -> Result<(), HubError> {
        Ok(())
    }
}

/// One page's place in the stream.
#[derive(Debug)]
pub struct Subscription {}

impl Subscription {
    /// Waits until there is something, and takes what there is: whole messages (JSON text), in order, at
    /// most about a megabyte at once. `None` when the hub is gone. Dropping the future loses nothing.
    pub async fn next(&mut self) -> Option<Vec<Bytes>> {
        None
    }
}
