//! A phone's live picture: one capture loop serves all watchers.
//!
//! Each watched phone has one loop, however many watch it; a phone that is not watched has none. Only the latest screen
//! is kept: a slow watcher gets the newest one, with everything that changed since the one it has. Nothing leaves this
//! module before [`guard`] has covered the secrets.

mod capture;
mod elements;
mod frame;
mod guard;
mod pace;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use agent::Clock;
use device::Tree;
use tokio::sync::{Notify, watch};

pub(crate) use self::elements::masked_tree;
pub use self::frame::Screen;
use crate::environment::Phones;
use crate::redactors::Redactors;

/// The known state of a phone's screen.
#[derive(Clone, Default)]
pub struct Seen {
    /// The latest screen.
    pub screen: Option<Arc<Screen>>,
    /// Why there is no newer screen, if there is a problem.
    pub trouble: Option<Arc<str>>,
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.screen.as_ref().map(|screen| screen.number());
        f.debug_struct("Seen").field("screen", &number).field("trouble", &self.trouble).finish()
    }
}

/// An update from a watched phone.
#[derive(Clone, Debug)]
pub enum News {
    /// A new screen, or a problem.
    Seen(Seen),
    /// The elements on its screen, with secrets masked.
    Elements(Arc<Tree>),
}

/// A watcher of a phone. The phone is captured as long as it has a watcher.
#[derive(Debug)]
pub struct PhoneWatch {
    streams: Arc<Streams>,
    live: Arc<Live>,
    seen: watch::Receiver<Seen>,
    elements: Option<watch::Receiver<Option<Arc<Tree>>>>,
}

impl PhoneWatch {
    /// Waits for an update that was not delivered yet: a screen, if `pictures` is set, or elements, if they are
    /// watched. Cancel-safe.
    pub async fn next(&mut self, pictures: bool) -> News {
        let Self { seen, elements, .. } = self;
        // The senders are in `live`, so they exist as long as this does.
        let other = async {
            match elements {
                Some(elements) => loop {
                    let _ = elements.changed().await;
                    if let Some(tree) = elements.borrow_and_update().clone() {
                        return tree;
                    }
                },
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            biased;
            _ = seen.changed(), if pictures => News::Seen(seen.borrow_and_update().clone()),
            tree = other => News::Elements(tree),
        }
    }

    /// Starts or stops watching the elements on the screen.
    pub fn watch_elements(&mut self, on: bool) {
        self.elements = on.then(|| self.streams.watch_elements(&self.live));
    }
}

/// State shared by a phone's loops and its watchers.
#[derive(Debug)]
struct Live {
    /// The phone's id.
    id: String,
    seen: watch::Sender<Seen>,
    elements: watch::Sender<Option<Arc<Tree>>>,
    /// A person touched the phone: capture at once.
    touched: Notify,
    /// The picture changed, so the elements may have too.
    redrawn: Notify,
    /// How many people are typing, and whether anyone has typed since the last capture.
    typing: AtomicU32,
    typed: AtomicBool,
}

impl Live {
    /// Returns whether a picture that was just taken may show text that is being typed.
    fn take_typed(&self) -> bool {
        self.typed.swap(false, Ordering::SeqCst) || self.typing.load(Ordering::SeqCst) > 0
    }
}

/// Marks a person as typing on a phone until it is dropped.
#[derive(Debug)]
pub(crate) struct Typing(Arc<Live>);

impl Drop for Typing {
    fn drop(&mut self) {
        // In this order, so that at least one of the two is always set.
        self.0.typed.store(true, Ordering::SeqCst);
        self.0.typing.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The watched phones.
pub(crate) struct Streams {
    phones: Arc<dyn Phones>,
    clock: Arc<dyn Clock>,
    redactors: Arc<Redactors>,
    live: Mutex<BTreeMap<String, Arc<Live>>>,
    /// The number of the last picture of any phone: within a process, a number names one picture.
    numbers: AtomicU32,
    /// Problems of phones that a person tried to reach.
    troubles: Mutex<BTreeMap<String, Arc<str>>>,
    changes: watch::Sender<u64>,
}

impl fmt::Debug for Streams {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").field("live", &self.live).field("troubles", &self.troubles).finish_non_exhaustive()
    }
}

impl Streams {
    pub(crate) fn new(phones: Arc<dyn Phones>, clock: Arc<dyn Clock>, redactors: Arc<Redactors>) -> Self {
        Self {
            phones,
            clock,
            redactors,
            live: Mutex::default(),
            numbers: AtomicU32::default(),
            troubles: Mutex::default(),
            changes: watch::Sender::default(),
        }
    }

    /// Watches a phone. The first watcher starts its capture loop.
    pub(crate) fn watch(self: &Arc<Self>, id: &str) -> PhoneWatch {
        let mut phones = self.live();
        let live = Arc::clone(phones.entry(id.to_owned()).or_insert_with(|| {
            let live = Arc::new(Live {
                id: id.to_owned(),
                seen: watch::Sender::default(),
                elements: watch::Sender::default(),
                touched: Notify::new(),
                redrawn: Notify::new(),
                typing: AtomicU32::new(0),
                typed: AtomicBool::new(false),
            });
            tokio::spawn(capture::run(Arc::downgrade(self), Arc::clone(&live)));
            live
        }));
        // Subscribe under the lock: the loop of an unwatched phone ends under the same lock.
        let mut seen = live.seen.subscribe();
        seen.mark_changed();
        drop(phones);
        PhoneWatch { streams: Arc::clone(self), live, seen, elements: None }
    }

    fn watch_elements(self: &Arc<Self>, live: &Arc<Live>) -> watch::Receiver<Option<Arc<Tree>>> {
        let _phones = self.live();
        if live.elements.receiver_count() == 0 {
            live.elements.send_replace(None);
            tokio::spawn(elements::run(Arc::downgrade(self), Arc::clone(live)));
        }
        let mut elements = live.elements.subscribe();
        elements.mark_changed();
        elements
    }

    /// Ends the loop of a phone that is no longer watched. Returns whether it ends.
    fn ends(&self, live: &Arc<Live>) -> bool {
        let mut phones = self.live();
        let ends = live.seen.receiver_count() == 0;
        if ends {
            phones.remove(&live.id);
        }
        ends
    }

    /// Reports that a person touched a phone, so that watchers see the effect at once.
    pub(crate) fn touched(&self, id: &str) {
        if let Some(live) = self.live().get(id) {
            live.touched.notify_one();
        }
    }

    /// Reports that a person begins to type on a phone: from then on every capture checks the focused field.
    pub(crate) fn typing(&self, id: &str) -> Option<Typing> {
        let live = Arc::clone(self.live().get(id)?);
        live.typing.fetch_add(1, Ordering::SeqCst);
        Some(Typing(live))
    }

    /// Sets or clears the problem of a phone.
    pub(crate) fn set_trouble(&self, id: &str, trouble: Option<&str>) {
        let mut troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        if troubles.get(id).map(AsRef::as_ref) == trouble {
            return;
        }
        match trouble {
            Some(trouble) => troubles.insert(id.to_owned(), trouble.into()),
            None => troubles.remove(id),
        };
        drop(troubles);
        self.changes.send_modify(|changes| *changes = changes.wrapping_add(1));
    }

    pub(crate) fn trouble(&self, id: &str) -> Option<String> {
        let troubles = self.troubles.lock().unwrap_or_else(PoisonError::into_inner);
        troubles.get(id).map(|trouble| trouble.as_ref().to_owned())
    }

    /// Returns a counter that changes whenever a phone's problem does.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    fn next_number(&self) -> u32 {
        self.numbers.fetch_add(1, Ordering::Relaxed).wrapping_add(1)
    }

    fn live(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Live>>> {
        self.live.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
