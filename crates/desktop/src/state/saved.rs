//! Saves and loads the desktop: derived state is rebuilt, and an inconsistent file is refused.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use action::os::{MonitorId, StyleValue, WindowBounds, WindowContent};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::monitors::Screen;
use super::slots::{Entry, Slot, Slots};
use super::timed::{Due, Expiring, Timed};
use super::undo::UndoLog;
use super::{Applied, Desktop, Shortcut, Window, content};
use crate::wire::{Dialog, Frame, HistoryEntry, Monitor, Notification, Question, Toast, Viewport};

/// The format version. A newer file is refused.
const VERSION: u32 = 2;
/// The previous format: panels could be anywhere.
const WITHOUT_WORK_AREA: u32 = 1;

/// The desktop, for serialisation.
#[derive(Debug)]
pub(super) struct Save<'a>(pub(super) &'a Desktop);

#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    first_viewport: Viewport,
    monitors: Vec<Monitor>,
    active: MonitorId,
    places: usize,
    free: &'a [Slot],
    windows: Vec<(Slot, &'a Entry)>,
    focused: Option<Slot>,
    notifications: Vec<&'a Timed<Notification>>,
    toasts: Vec<&'a Timed<Toast>>,
    dialogs: Vec<&'a Dialog>,
    questions: Vec<&'a Question>,
    history: &'a VecDeque<HistoryEntry>,
    badges: &'a BTreeMap<String, u64>,
    shortcuts: &'a [Shortcut],
    apps_version: u64,
    revisions: u64,
    ranks: u64,
    undo_log: &'a UndoLog,
}

#[derive(Deserialize)]
struct Read {
    version: u32,
    first_viewport: Viewport,
    monitors: Vec<Monitor>,
    active: MonitorId,
    places: usize,
    free: Vec<Slot>,
    windows: Vec<(Slot, Box<Entry>)>,
    focused: Option<Slot>,
    notifications: Vec<Timed<Notification>>,
    toasts: Vec<Timed<Toast>>,
    dialogs: Vec<Dialog>,
    questions: Vec<Question>,
    history: VecDeque<HistoryEntry>,
    badges: BTreeMap<String, u64>,
    shortcuts: Vec<Shortcut>,
    apps_version: u64,
    revisions: u64,
    ranks: u64,
    /// Older files have another log, which is ignored.
    #[serde(default)]
    undo_log: UndoLog,
}

impl Serialize for Save<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let desktop = self.0;
        Written {
            version: VERSION,
            first_viewport: desktop.first_viewport,
            monitors: desktop.monitors().collect(),
            active: desktop.active,
            places: desktop.slots.places(),
            free: desktop.slots.free(),
            windows: desktop.slots.iter().collect(),
            focused: desktop.focused,
            notifications: desktop.notifications.values().map(|timed| &**timed).collect(),
            toasts: desktop.toasts.values().map(|timed| &**timed).collect(),
            dialogs: desktop.dialogs().collect(),
            questions: desktop.questions().collect(),
            history: &desktop.history,
            badges: &desktop.badges,
            shortcuts: &desktop.shortcuts,
            apps_version: desktop.apps_version,
            revisions: desktop.revisions,
            ranks: desktop.ranks,
            undo_log: &desktop.undo,
        }
        .serialize(serializer)
    }
}

/// Reads what [`Save`] wrote.
pub(super) fn load(saved: &[u8]) -> Result<Desktop, serde_json::Error> {
    let read: Read = serde_json::from_slice(saved)?;
    if !(WITHOUT_WORK_AREA..=VERSION).contains(&read.version) {
        let message = format!("the desktop was saved in format `{}`; this version supports `{VERSION}`", read.version);
        return Err(serde_json::Error::custom(message));
    }
    rebuilt(read).ok_or_else(|| serde_json::Error::custom("the saved desktop is inconsistent"))
}

fn rebuilt(read: Read) -> Option<Desktop> {
    let mut desktop = Desktop::new(read.first_viewport);
    for Monitor { id, viewport } in read.monitors {
        *desktop.screens.get_mut(usize::from(id.number()))? = Some(Screen::new(viewport));
    }
    desktop.active = read.active;
    desktop.slots = Slots::rebuild(read.places, read.free, read.windows)?;
    stack(&mut desktop)?;
    measure(&mut desktop, read.version);
    desktop.focused = read.focused;
    if let Some(slot) = read.focused {
        desktop.slots.get(slot).filter(|entry| entry.stacks() && !entry.window.frame.minimized)?;
    }
    for timed in read.notifications {
        let id = timed.shown.show.id.clone();
        desktop.due.extend(timed.due.map(|at| Due { at, what: Expiring::Notification(id.clone()) }));
        desktop.notifications.insert(id, Box::new(timed));
    }
    for timed in read.toasts {
        let id = timed.shown.show.id.clone();
        desktop.due.extend(timed.due.map(|at| Due { at, what: Expiring::Toast(id.clone()) }));
        desktop.toasts.insert(id, Box::new(timed));
    }
    desktop.dialogs = read.dialogs.into_iter().map(|dialog| (dialog.confirm.id.clone(), Box::new(dialog))).collect();
    desktop.questions = read.questions.into_iter().map(|question| (question.id.clone(), Box::new(question))).collect();
    desktop.history = read.history;
    desktop.badges = read.badges;
    desktop.shortcuts = read.shortcuts;
    desktop.apps_version = read.apps_version;
    desktop.undo = read.undo_log;
    (desktop.revisions, desktop.ranks) = (read.revisions, read.ranks);
    Some(desktop)
}

/// Rebuilds what follows from the windows: the z-order, the locks, the total size.
fn stack(desktop: &mut Desktop) -> Option<()> {
    let mut order = Vec::new();
    for (slot, entry) in desktop.slots.iter() {
        desktop.screen(entry.monitor())?;
        order.push((entry.rank, slot, entry.bytes, entry.window.frame.locked_by.clone()));
    }
    order.sort_unstable();
    for (rank, slot, bytes, lock) in order {
        desktop.content_bytes += bytes;
        desktop.note_lock(slot, lock.as_deref(), true);
        desktop.stack_new(slot, &mut Applied::default());
        desktop.slots.get_mut(slot)?.rank = rank;
    }
    Some(())
}

/// Rebuilds the space that panels leave free.
fn measure(desktop: &mut Desktop, version: u32) {
    for id in desktop.monitors().map(|monitor| monitor.id).collect::<Vec<_>>() {
        desktop.measure(id);
        if version == WITHOUT_WORK_AREA {
            desktop.arrange(id, &mut Applied::default());
        }
    }
    drop(desktop.rollback.take());
}

#[derive(Serialize)]
struct EntryWritten<'a> {
    frame: &'a Frame,
    content: &'a WindowContent,
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    known_as: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    style: Option<&'a BTreeMap<String, StyleValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    home: Option<WindowBounds>,
    serial: u64,
    revision: u64,
    rank: u64,
}

#[derive(Deserialize)]
struct EntryRead {
    frame: Frame,
    content: WindowContent,
    made_by: Option<String>,
    #[serde(default)]
    known_as: Option<String>,
    style: Option<BTreeMap<String, StyleValue>>,
    home: Option<WindowBounds>,
    serial: Option<u64>,
    revision: u64,
    rank: u64,
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Window { frame, content, made_by, revision } = &self.window;
        let (made_by, style, home) = (made_by.as_deref(), self.style.as_ref(), self.home);
        let known_as = self.known_as.as_deref();
        let (serial, revision, rank) = (self.serial, *revision, self.rank);
        EntryWritten { frame, content, made_by, known_as, style, home, serial, revision, rank }.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let EntryRead { mut frame, content, made_by, known_as, style, home, serial, revision, rank } =
            EntryRead::deserialize(deserializer)?;
        // The set of allowed styles may have changed since.
        frame.window_style = style.as_ref().map_or_else(BTreeMap::new, crate::safe::style);
        let key = format!("{}/{}", frame.monitor_id, frame.id).into();
        let bytes = content::length(&content);
        let window = Window { frame, content, made_by: made_by.map(Arc::from), revision };
        // An older file lacks it: use an unused number.
        let serial = serial.unwrap_or(revision);
        Ok(Self { window, serial, key, known_as: known_as.map(Arc::from), style, bytes, home, rank })
    }
}
