//! A phone's live picture: one loop that looks, for all who watch.
//!
//! There is one loop a phone, whatever the number of those who watch it, and none when nobody does. What it saw last is
//! all that is kept: who is slow gets the newest, with everything that changed since what they have. Nothing leaves
//! here before [`guard`] has covered what is secret.

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

/// What is known of a phone's screen.
#[derive(Clone, Default)]
pub struct Seen {
    /// What it showed last.
    pub screen: Option<Arc<Screen>>,
    /// Why nothing newer is known, if that is so.
    pub trouble: Option<Arc<str>>,
}

impl fmt::Debug for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.screen.as_ref().map(|screen| screen.number());
        f.debug_struct("Seen").field("screen", &number).field("trouble", &self.trouble).finish()
    }
}

/// Something newer of a phone that is watched.
#[derive(Clone, Debug)]
pub enum News {
    /// What it shows.
    Seen(Seen),
    /// What stands on its screen, with what is secret masked.
    Elements(Arc<Tree>),
}

/// One who watches a phone. The phone is looked at for as long as there is one.
#[derive(Debug)]
pub struct PhoneWatch {
    streams: Arc<Streams>,
    live: Arc<Live>,
    seen: watch::Receiver<Seen>,
    elements: Option<watch::Receiver<Option<Arc<Tree>>>>,
}

impl PhoneWatch {
    /// Waits for something newer than was last told: a picture, if those are wanted now, or elements, if those are
    /// watched. Whoever waits no longer loses nothing.
    pub async fn next(&mut self, pictures: bool) -> News {
        let Self { seen, elements, .. } = self;
        // The senders are in `live`: they are there as long as this is.
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

    /// Begins or ends to watch what stands on the screen.
    pub fn watch_elements(&mut self, on: bool) {
        self.elements = on.then(|| self.streams.watch_elements(&self.live));
    }
}

/// What the loops of a phone and those who watch share.
#[derive(Debug)]
struct Live {
    /// The phone.
    id: String,
    seen: watch::Sender<Seen>,
    elements: watch::Sender<Option<Arc<Tree>>>,
    /// Something was done on the phone: look at once.
    touched: Notify,
    /// The picture is another: the elements may be.
    redrawn: Notify,
    /// How many are typing, and whether somebody has since it was last looked.
    typing: AtomicU32,
    typed: AtomicBool,
}

impl Live {
    /// Whether a picture that was just taken may show something that is being typed.
    fn take_typed(&self) -> bool {
        self.typed.swap(false, Ordering::SeqCst) || self.typing.load(Ordering::SeqCst) > 0
    }
}

/// Somebody is typing on a phone, until this is dropped.
#[derive(Debug)]
pub(crate) struct Typing(Arc<Live>);

impl Drop for Typing {
    fn drop(&mut self) {
        // In this order: at no moment is it neither.
        self.0.typed.store(true, Ordering::SeqCst);
        self.0.typing.fetch_sub(1, Ordering::SeqCst);
    }
}

/// The phones that are watched.
pub(crate) struct Streams {
    phones: Arc<dyn Phones>,
    clock: Arc<dyn Clock>,
    redactors: Arc<Redactors>,
    live: Mutex<BTreeMap<String, Arc<Live>>>,
    /// The number of the last picture, of whichever phone: a number means one picture as long as the process lives.
    numbers: AtomicU32,
    /// What is in the way of phones that somebody tried to reach.
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

    /// Watches a phone; the first who does has it looked at.
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
        // Still locked: the loop of a phone that nobody watches ends under the same lock.
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

    /// Ends the loop of a phone that nobody watches any more; whether it does.
    fn ends(&self, live: &Arc<Live>) -> bool {
        let mut phones = self.live();
        let ends = live.seen.receiver_count() == 0;
        if ends {
            phones.remove(&live.id);
        }
        ends
    }

    /// Something is done on a phone: those who watch it see it at once.
    pub(crate) fn touched(&self, id: &str) {
        if let Some(live) = self.live().get(id) {
            live.touched.notify_one();
        }
    }

    /// Somebody begins to type on a phone: what is typed into is asked for with every picture.
    pub(crate) fn typing(&self, id: &str) -> Option<Typing> {
        let live = Arc::clone(self.live().get(id)?);
        live.typing.fetch_add(1, Ordering::SeqCst);
        Some(Typing(live))
    }

    /// What is in the way of a phone, or that nothing is any more.
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

    /// Changes whenever what is in the way of a phone does.
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
