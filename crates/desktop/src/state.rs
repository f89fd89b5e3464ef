//! The pure, authoritative state machine: what agents and people do to the desktop, and its effects.
//!
//! [`Desktop::apply`] is the only entry point: it carries out a command as a whole, or refuses it and changes nothing.
//! It returns *marks*, which name what changed without copying it; the caller looks up the new values. No clock, no
//! I/O, nothing about pages.
//!
//! Each family of rules has a file: `windows`, `content`, `bounds`, `monitors` and `panels`, `stack`, `focus`, `locks`,
//! `notices`, `dialogs`, `icons`, `open`. `ownership` decides who may change what, `covering` keeps agents' windows off
//! the phone and the other parts of the desktop. `slots` stores the windows, `rollback` makes a refused command leave no
//! trace, `undo` lets people undo, `limits` bounds the sizes. The cost of an action does not depend on the number of
//! windows, nor that of an append on the length of the text.

mod act;
mod apply;
mod bounds;
mod command;
mod content;
mod covering;
mod dialogs;
mod focus;
mod free_place;
mod icons;
mod insets;
mod limits;
mod locks;
mod monitors;
mod notices;
mod open;
mod ownership;
mod panels;
mod placement;
mod rollback;
mod saved;
mod shortcut;
mod slots;
mod stack;
mod timed;
mod undo;
mod view;
mod windows;
mod workspace;

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::Arc;

use action::os::{MonitorId, WindowContent};
use serde::Serialize;

pub use self::command::{Applied, Command, FollowUp, Mark, Refused};
use self::monitors::Screen;
pub use self::shortcut::Shortcut;
pub use self::slots::Slot;
use self::slots::{Chain, Slots};
use self::timed::{Due, Timed};
use crate::wire::{
    Audience, Dialog, Frame, HistoryEntry, Monitor, Notification, Question, SafeMonitor, Toast, Viewport,
};

/// A window, as agents sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Everything but the content. Its `window_style` is already reduced to what is allowed.
    pub frame: Frame,
    /// The content, as sent.
    pub content: WindowContent,
    /// The agent that set the content last, and so receives presses in it.
    pub made_by: Option<Arc<str>>,
    /// Changes whenever the content changes other than by growing at its end. No two contents of one desktop share a
    /// revision.
    pub revision: u64,
}

/// The desktop.
#[derive(Clone, Debug)]
pub struct Desktop {
    slots: Slots,
    screens: [Option<Screen>; MonitorId::COUNT as usize],
    /// The viewport of a new monitor.
    first_viewport: Viewport,
    active: MonitorId,
    focused: Option<Slot>,
    notifications: BTreeMap<String, Box<Timed<Notification>>>,
    toasts: BTreeMap<String, Box<Timed<Toast>>>,
    due: BTreeSet<Due>,
    dialogs: BTreeMap<String, Box<Dialog>>,
    questions: BTreeMap<String, Box<Question>>,
    history: VecDeque<HistoryEntry>,
    badges: BTreeMap<String, u64>,
    shortcuts: Vec<Shortcut>,
    apps_version: u64,
    /// The windows that each agent has locked.
    locks: HashMap<String, BTreeSet<Slot>>,
    /// How to roll back the current command.
    rollback: rollback::Rollback,
    /// The changes that people can undo.
    undo: undo::UndoLog,
    /// The size of all windows' contents.
    content_bytes: usize,
    revisions: u64,
    ranks: u64,
    /// The last key looked up; kept for its allocation.
    scratch: String,
    /// The result of the last command; the next one reuses its allocation.
    applied: Option<Box<Applied>>,
}

impl Default for Desktop {
    fn default() -> Self {
        Self::new(Viewport::default())
    }
}

impl Desktop {
    /// Creates an empty desktop with one monitor. Later monitors start with the same viewport.
    pub fn new(viewport: Viewport) -> Self {
        let mut screens = [const { None }; MonitorId::COUNT as usize];
        screens[0] = Some(Screen::new(viewport));
        Self {
            slots: Slots::default(),
            screens,
            first_viewport: viewport,
            active: MonitorId::FIRST,
            focused: None,
            notifications: BTreeMap::new(),
            toasts: BTreeMap::new(),
            due: BTreeSet::new(),
            dialogs: BTreeMap::new(),
            questions: BTreeMap::new(),
            history: VecDeque::new(),
            badges: BTreeMap::new(),
            shortcuts: Vec::new(),
            apps_version: 0,
            locks: HashMap::new(),
            rollback: rollback::Rollback::default(),
            undo: undo::UndoLog::default(),
            content_bytes: 0,
            revisions: 0,
            ranks: 0,
            scratch: String::new(),
            applied: None,
        }
    }

    /// Returns the time of the next expiry.
    pub fn next_expiry(&self) -> Option<u64> {
        self.due.first().map(|due| due.at)
    }

    /// Returns the result of the last command.
    pub fn applied(&self) -> &Applied {
        const NOTHING: &Applied = &Applied::NOTHING;
        self.applied.as_deref().unwrap_or(NOTHING)
    }

    /// Returns the key of the window in this slot.
    pub fn key(&self, slot: Slot) -> Option<&str> {
        Some(&*self.slots.get(slot)?.key)
    }

    /// Returns the window with this key.
    pub fn window(&self, key: &str) -> Option<&Window> {
        Some(&self.slots.get(self.slots.find(key)?)?.window)
    }

    /// Returns the windows, in no particular order.
    pub fn windows(&self) -> impl Iterator<Item = (&str, &Window)> {
        self.slots.iter().map(|(_, entry)| (&*entry.key, &entry.window))
    }

    /// Returns the monitors, in the order of their numbers.
    pub fn monitors(&self) -> impl Iterator<Item = Monitor> {
        let numbered = self.screens.iter().zip(0..);
        numbered.filter_map(|(screen, number)| {
            Some(Monitor { id: MonitorId::new(number)?, viewport: screen.as_ref()?.viewport })
        })
    }

    /// Returns a monitor with its work area.
    pub fn safe_monitor(&self, monitor: Monitor) -> SafeMonitor {
        let Monitor { id, viewport } = monitor;
        SafeMonitor { id, viewport, work_area: self.work_area(id) }
    }

    /// Returns the monitor for actions that name none.
    pub fn active_monitor(&self) -> MonitorId {
        self.active
    }

    /// Returns the keys, monitor by monitor, each bottom to top.
    pub fn z_order(&self) -> impl Iterator<Item = &str> {
        let all = Chain::All as usize;
        let bottoms =
            self.screens.iter().flatten().flat_map(move |screen| screen.layers.map(|layer| layer[all].bottom));
        let slots = bottoms.flat_map(move |bottom| {
            std::iter::successors(bottom, move |slot| self.slots.links(*slot, Chain::All)?.above)
        });
        slots.filter_map(|slot| Some(&*self.slots.get(slot)?.key))
    }

    /// Returns the window right below this one in its monitor's z-order. Constant time.
    pub fn below(&self, key: &str) -> Option<&str> {
        let below = self.slot_below(self.slots.find(key)?)?;
        Some(&*self.slots.get(below)?.key)
    }

    /// Returns the focused window.
    pub fn focused(&self) -> Option<&str> {
        Some(&*self.slots.get(self.focused?)?.key)
    }

    /// Returns a current notification.
    pub fn notification(&self, id: &str) -> Option<&Notification> {
        Some(&self.notifications.get(id)?.shown)
    }

    /// Returns the current notifications, by id.
    pub fn notifications(&self) -> impl Iterator<Item = &Notification> {
        self.notifications.values().map(|timed| &timed.shown)
    }

    /// Returns a current toast.
    pub fn toast(&self, id: &str) -> Option<&Toast> {
        Some(&self.toasts.get(id)?.shown)
    }

    /// Returns the current toasts, by id.
    pub fn toasts(&self) -> impl Iterator<Item = &Toast> {
        self.toasts.values().map(|timed| &timed.shown)
    }

    /// Returns an open dialog.
    pub fn dialog(&self, id: &str) -> Option<&Dialog> {
        Some(self.dialogs.get(id)?)
    }

    /// Returns the open dialogs, by id.
    pub fn dialogs(&self) -> impl Iterator<Item = &Dialog> {
        self.dialogs.values().map(|dialog| &**dialog)
    }

    /// Returns an open question.
    pub fn question(&self, id: &str) -> Option<&Question> {
        Some(self.questions.get(id)?)
    }

    /// Returns the open questions, by id.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.questions.values().map(|question| &**question)
    }

    /// Returns the counts on app icons, by app.
    pub fn badges(&self) -> impl Iterator<Item = (&str, u64)> {
        self.badges.iter().map(|(app, count)| (app.as_str(), *count))
    }

    /// Returns the count on an app's icon; 0 if it has none.
    pub fn badge(&self, app: &str) -> u64 {
        self.badges.get(app).copied().unwrap_or(0)
    }

    /// Returns the shortcuts, in order.
    pub fn shortcuts(&self) -> &[Shortcut] {
        &self.shortcuts
    }

    /// Returns a shortcut and its index.
    pub fn shortcut(&self, id: &str) -> Option<(usize, &Shortcut)> {
        let at = self.shortcut_place(id)?;
        Some((at, self.shortcuts.get(at)?))
    }

    /// Returns a counter that increases when the list of apps must be read again.
    pub fn apps_version(&self) -> u64 {
        self.apps_version
    }

    /// Returns the history, oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &HistoryEntry> + ExactSizeIterator {
        self.history.iter()
    }

    /// Returns the desktop as `GET /api/desktop` and `fingertip desktop apply` print it, with what agents sent.
    pub fn view(&self, seq: u64) -> impl Serialize + '_ {
        self.view_for(Audience::People, seq)
    }

    /// Like [`Desktop::view`], as this audience may see it.
    pub fn view_for(&self, audience: Audience, seq: u64) -> impl Serialize + '_ {
        view::View { desktop: self, seq, audience }
    }

    /// Returns the whole state for disk; [`Desktop::load`] restores it. Includes the undo log: without it, commands
    /// replayed after a snapshot would have another result.
    pub fn save(&self) -> impl Serialize + '_ {
        saved::Save(self)
    }

    /// Restores a desktop from [`Desktop::save`].
    pub fn load(saved: &[u8]) -> Result<Self, serde_json::Error> {
        saved::load(saved)
    }
}
