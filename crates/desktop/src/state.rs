//! The pure, authoritative machine: what agents and people do to the desktop, and what comes of it.
//!
//! One door, [`Desktop::apply`]: a command is carried out whole, or refused and nothing changed. What it
//! returns are *marks*, which name what changed without copying it; whoever shows the desktop looks the
//! new values up. No clock, no I/O, nothing about pages.
//!
//! A file for each family of rules: `windows`, `content`, `bounds`, `monitors` and `panels`, `stack`, `focus`,
//! `locks`, `notices`, `dialogs`, `icons`, `open`. `slots` is where windows are kept, `rollback` how a refused
//! command leaves no trace, `undo` what people take back, `limits` how much there may be. What an action costs does not depend on how many windows
//! there are, nor an append on the length of the text.

mod act;
mod apply;
mod bounds;
mod command;
mod content;
mod dialogs;
mod focus;
mod icons;
mod insets;
mod limits;
mod locks;
mod monitors;
mod notices;
mod open;
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
    /// Everything but the content. Its `window_style` is already cut down to what is allowed.
    pub frame: Frame,
    /// What it shows, as it was sent.
    pub content: WindowContent,
    /// The agent that gave it its content last, and so gets what is pressed in it.
    pub made_by: Option<Arc<str>>,
    /// Another number whenever the content changed other than by growing at its end. No two contents of
    /// one desktop ever had the same.
    pub revision: u64,
}

/// The desktop.
#[derive(Clone, Debug)]
pub struct Desktop {
    slots: Slots,
    screens: [Option<Screen>; MonitorId::COUNT as usize],
    /// What a monitor starts with.
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
    /// Which windows each agent has locked.
    locks: HashMap<String, BTreeSet<Slot>>,
    /// How the command under way is taken back.
    rollback: rollback::Rollback,
    /// What people can take back.
    undo: undo::UndoLog,
    /// How much the contents of all windows take.
    content_bytes: usize,
    revisions: u64,
    ranks: u64,
    /// The key that was looked up last; kept for its memory.
    scratch: String,
    /// What came of the last command; the next one uses its memory.
    applied: Option<Box<Applied>>,
}

impl Default for Desktop {
    fn default() -> Self {
        Self::new(Viewport::default())
    }
}

impl Desktop {
    /// An empty desktop with one monitor. Monitors that come later start with the same viewport.
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

    /// The time at which something expires next.
    pub fn next_expiry(&self) -> Option<u64> {
        self.due.first().map(|due| due.at)
    }

    /// What came of the last command.
    pub fn applied(&self) -> &Applied {
        const NOTHING: &Applied = &Applied::NOTHING;
        self.applied.as_deref().unwrap_or(NOTHING)
    }

    /// The key of the window in this place.
    pub fn key(&self, slot: Slot) -> Option<&str> {
        Some(&*self.slots.get(slot)?.key)
    }

    /// The window of this key.
    pub fn window(&self, key: &str) -> Option<&Window> {
        Some(&self.slots.get(self.slots.find(key)?)?.window)
    }

    /// The windows, in no particular order.
    pub fn windows(&self) -> impl Iterator<Item = (&str, &Window)> {
        self.slots.iter().map(|(_, entry)| (&*entry.key, &entry.window))
    }

    /// The monitors, in the order of their numbers.
    pub fn monitors(&self) -> impl Iterator<Item = Monitor> {
        let numbered = self.screens.iter().zip(0..);
        numbered.filter_map(|(screen, number)| {
            Some(Monitor { id: MonitorId::new(number)?, viewport: screen.as_ref()?.viewport })
        })
    }

    /// A monitor with the part of it where windows lie.
    pub fn safe_monitor(&self, monitor: Monitor) -> SafeMonitor {
        let Monitor { id, viewport } = monitor;
        SafeMonitor { id, viewport, work_area: self.work_area(id) }
    }

    /// The monitor that actions go to which name none.
    pub fn active_monitor(&self) -> MonitorId {
        self.active
    }

    /// The keys, monitor after monitor, each bottom to top.
    pub fn z_order(&self) -> impl Iterator<Item = &str> {
        let all = Chain::All as usize;
        let bottoms =
            self.screens.iter().flatten().flat_map(move |screen| screen.layers.map(|layer| layer[all].bottom));
        let slots = bottoms.flat_map(move |bottom| {
            std::iter::successors(bottom, move |slot| self.slots.links(*slot, Chain::All)?.above)
        });
        slots.filter_map(|slot| Some(&*self.slots.get(slot)?.key))
    }

    /// The window right below this one in its monitor's stacking order. In constant time.
    pub fn below(&self, key: &str) -> Option<&str> {
        let below = self.slot_below(self.slots.find(key)?)?;
        Some(&*self.slots.get(below)?.key)
    }

    /// The window in front.
    pub fn focused(&self) -> Option<&str> {
        Some(&*self.slots.get(self.focused?)?.key)
    }

    /// A notification that is shown.
    pub fn notification(&self, id: &str) -> Option<&Notification> {
        Some(&self.notifications.get(id)?.shown)
    }

    /// The notifications that are shown, by id.
    pub fn notifications(&self) -> impl Iterator<Item = &Notification> {
        self.notifications.values().map(|timed| &timed.shown)
    }

    /// A toast that is shown.
    pub fn toast(&self, id: &str) -> Option<&Toast> {
        Some(&self.toasts.get(id)?.shown)
    }

    /// The toasts that are shown, by id.
    pub fn toasts(&self) -> impl Iterator<Item = &Toast> {
        self.toasts.values().map(|timed| &timed.shown)
    }

    /// A dialog that waits.
    pub fn dialog(&self, id: &str) -> Option<&Dialog> {
        Some(self.dialogs.get(id)?)
    }

    /// The dialogs that wait, by id.
    pub fn dialogs(&self) -> impl Iterator<Item = &Dialog> {
        self.dialogs.values().map(|dialog| &**dialog)
    }

    /// A question that waits.
    pub fn question(&self, id: &str) -> Option<&Question> {
        Some(self.questions.get(id)?)
    }

    /// The questions that wait, by id.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        self.questions.values().map(|question| &**question)
    }

    /// The counts on app icons, by app.
    pub fn badges(&self) -> impl Iterator<Item = (&str, u64)> {
        self.badges.iter().map(|(app, count)| (app.as_str(), *count))
    }

    /// The count on an app's icon; 0 when it has none.
    pub fn badge(&self, app: &str) -> u64 {
        self.badges.get(app).copied().unwrap_or(0)
    }

    /// The shortcuts, in their order.
    pub fn shortcuts(&self) -> &[Shortcut] {
        &self.shortcuts
    }

    /// A shortcut and its place in the list.
    pub fn shortcut(&self, id: &str) -> Option<(usize, &Shortcut)> {
        let at = self.shortcut_place(id)?;
        Some((at, self.shortcuts.get(at)?))
    }

    /// Goes up when the list of apps is to be read again.
    pub fn apps_version(&self) -> u64 {
        self.apps_version
    }

    /// What went by, oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &HistoryEntry> + ExactSizeIterator {
        self.history.iter()
    }

    /// The desktop as `GET /api/desktop` and `fingertip desktop apply` print it, with what agents sent.
    pub fn view(&self, seq: u64) -> impl Serialize + '_ {
        self.view_for(Audience::People, seq)
    }

    /// The same as these readers may see it.
    pub fn view_for(&self, audience: Audience, seq: u64) -> impl Serialize + '_ {
        view::View { desktop: self, seq, audience }
    }

    /// Everything, to be kept on disk; [`Desktop::load`] gives the same desktop, with what can be undone:
    /// without that, commands played again after a snapshot would not come out the same.
    pub fn save(&self) -> impl Serialize + '_ {
        saved::Save(self)
    }

    /// The desktop that [`Desktop::save`] wrote.
    pub fn load(saved: &[u8]) -> Result<Self, serde_json::Error> {
        saved::load(saved)
    }
}
