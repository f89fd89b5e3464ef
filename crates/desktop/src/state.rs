//! The pure, authoritative machine: what agents and people do to the desktop, and what comes of it.
//!
//! One door, [`Desktop::apply`]: a deed is carried out whole, or refused and nothing changed. What it
//! returns are *marks*, which name what changed without copying it; whoever shows the desktop looks the
//! new values up. No clock, no I/O, nothing about pages.

use std::collections::BTreeMap;

use action::Finding;
use action::os::{Batch, MonitorId, WindowContent};
use serde::{Deserialize, Serialize};

use crate::wire::{Actor, Dialog, Frame, HistoryEntry, Monitor, Notification, PersonAction, Question, Toast, Viewport};

/// Something that happens to the desktop. The journal keeps these, and playing them again in order, with
/// the same times, gives the same desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "deed", rename_all = "snake_case")]
pub enum Deed {
    /// Actions of an agent: all of them or none.
    Batch(Batch),
    /// What a person did with their own hand: all of it or nothing.
    Person {
        /// What, in order.
        actions: Vec<PersonAction>,
    },
    /// Whatever is due by now goes: toasts, notifications.
    Expire,
    /// The agent is gone: its locks fall.
    Release {
        /// The agent.
        agent: String,
    },
    /// A dialog was answered, or answered itself from a remembered choice.
    Answer {
        /// The dialog.
        id: String,
        /// Yes or no.
        confirmed: bool,
    },
    /// A task asks people something.
    Ask(Box<Question>),
    /// A question needs no answer any more. The answer itself is nowhere in the state.
    Settle {
        /// The question.
        id: String,
    },
}

/// What changed, by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A monitor is new or has another size.
    Monitor(MonitorId),
    /// Another monitor is active.
    Active,
    /// A window is new, or another one under an old key.
    Window(String),
    /// Something about a window, not its content.
    Frame(String),
    /// A window is gone.
    Closed(String),
    /// A window stands elsewhere in the stacking order.
    Stack(String),
    /// Another window is focused, or none.
    Focused,
    /// A window shows something else.
    Content(String),
    /// A window's text goes on behind its first `from` bytes.
    Appended {
        /// Its key.
        key: String,
        /// How long the text was before.
        from: usize,
    },
    /// A notification is new, another or gone.
    Notification(String),
    /// A toast is new, another or gone.
    Toast(String),
    /// A dialog is new, another or gone.
    Dialog(String),
    /// A question is new, another or gone.
    Question(String),
    /// This many entries were added to the history.
    History(usize),
    /// A badge.
    Badge(String),
    /// A shortcut is new, another or gone.
    Shortcut(String),
    /// The list of apps is to be read again.
    Apps,
}

/// What has to happen outside because of a deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Follow {
    /// A page is to draw a window, after the batch.
    Capture {
        /// The window.
        key: String,
        /// What the agent calls its request.
        request_id: Option<String>,
        /// Which action of the batch it was.
        index: usize,
    },
    /// A page reports how a frame loaded.
    FrameLoad {
        /// The window.
        key: String,
        /// What the agent calls its request.
        request_id: String,
        /// Which action of the batch it was.
        index: usize,
    },
    /// A dialog is open: its answer goes to who asked.
    DialogOpened {
        /// The dialog.
        id: String,
        /// Which action of the batch it was.
        index: usize,
    },
}

/// What came of a deed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Applied {
    /// What changed, in order. Empty when nothing did: then there is no number for it.
    pub marks: Vec<Mark>,
    /// What has to happen outside.
    pub follow: Vec<Follow>,
}

/// Why a deed was refused: for each action that is at fault, which one and why. Nothing changed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}", .0.first().map_or_else(|| "refused".to_owned(), |(_, finding)| finding.to_string()))]
pub struct Refused(pub Vec<(usize, Finding)>);

/// A window, as agents sent it.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// Everything but the content. Its `window_style` is already cut down to what is allowed.
    pub frame: Frame,
    /// What it shows, as it was sent.
    pub content: WindowContent,
    /// Goes up when the content changes other than by growing at its end.
    pub revision: u64,
}

/// The desktop.
#[derive(Clone, Debug, Default)]
pub struct Desktop {
    windows: BTreeMap<String, Window>,
}

impl Desktop {
    /// An empty desktop with one monitor.
    pub fn new(viewport: Viewport) -> Self {
        let _ = viewport;
        Self::default()
    }

    /// Carries a deed out, or says why not; refused, it changed nothing.
    pub fn apply(&mut self, actor: &Actor, deed: &Deed, now_ms: u64) -> Result<Applied, Refused> {
        let _ = (actor, deed, now_ms);
        Ok(Applied::default())
    }

    /// The time at which something expires next.
    pub fn next_expiry(&self) -> Option<u64> {
        None
    }

    /// The window of this key.
    pub fn window(&self, key: &str) -> Option<&Window> {
        self.windows.get(key)
    }

    /// The windows, in no particular order.
    pub fn windows(&self) -> impl Iterator<Item = (&str, &Window)> {
        self.windows.iter().map(|(key, window)| (key.as_str(), window))
    }

    /// The monitors, in the order of their numbers.
    pub fn monitors(&self) -> impl Iterator<Item = Monitor> {
        std::iter::empty()
    }

    /// The monitor that actions go to which name none.
    pub fn active_monitor(&self) -> MonitorId {
        MonitorId::FIRST
    }

    /// The keys, monitor after monitor, each bottom to top.
    pub fn z_order(&self) -> impl Iterator<Item = &str> {
        self.windows.keys().map(String::as_str)
    }

    /// The window right below this one in its monitor's stacking order. In constant time.
    pub fn below(&self, key: &str) -> Option<&str> {
        let _ = key;
        None
    }

    /// The window in front.
    pub fn focused(&self) -> Option<&str> {
        None
    }

    /// A notification that is shown.
    pub fn notification(&self, id: &str) -> Option<&Notification> {
        let _ = id;
        None
    }

    /// A toast that is shown.
    pub fn toast(&self, id: &str) -> Option<&Toast> {
        let _ = id;
        None
    }

    /// A dialog that waits.
    pub fn dialog(&self, id: &str) -> Option<&Dialog> {
        let _ = id;
        None
    }

    /// A question that waits.
    pub fn question(&self, id: &str) -> Option<&Question> {
        let _ = id;
        None
    }

    /// The notifications that are shown.
    pub fn notifications(&self) -> impl Iterator<Item = &Notification> {
        std::iter::empty()
    }

    /// The toasts that are shown.
    pub fn toasts(&self) -> impl Iterator<Item = &Toast> {
        std::iter::empty()
    }

    /// The dialogs that wait.
    pub fn dialogs(&self) -> impl Iterator<Item = &Dialog> {
        std::iter::empty()
    }

    /// The questions that wait.
    pub fn questions(&self) -> impl Iterator<Item = &Question> {
        std::iter::empty()
    }

    /// The badges.
    pub fn badges(&self) -> impl Iterator<Item = (&str, u64)> {
        std::iter::empty()
    }

    /// The count on an app's icon.
    pub fn badge(&self, app: &str) -> u64 {
        let _ = app;
        0
    }

    /// The shortcuts.
    pub fn shortcuts(&self) -> &[action::os::DesktopShortcut] {
        &[]
    }

    /// A shortcut and its place.
    pub fn shortcut(&self, id: &str) -> Option<(usize, &action::os::DesktopShortcut)> {
        let _ = id;
        None
    }

    /// Goes up when the list of apps is to be read again.
    pub fn apps_version(&self) -> u64 {
        0
    }

    /// What went by, oldest first.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &HistoryEntry> + ExactSizeIterator {
        [].iter()
    }

    /// The desktop as `GET /api/desktop` and `fingertip desktop apply` print it, with what agents sent.
    pub fn view(&self, seq: u64) -> impl Serialize + '_ {
        serde_json::json!({ "seq": seq })
    }

    /// Everything, to be kept on disk; [`Desktop::load`] gives the same desktop.
    pub fn save(&self) -> impl Serialize + '_ {
        serde_json::json!({})
    }

    /// The desktop that [`Desktop::save`] wrote.
    pub fn load(saved: &[u8]) -> Result<Self, serde_json::Error> {
        let _: serde_json::Value = serde_json::from_slice(saved)?;
        Ok(Self::default())
    }
}
