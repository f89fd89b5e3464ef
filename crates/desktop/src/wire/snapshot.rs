//! The desktop as a page gets it: complete, and made safe.

use std::collections::BTreeMap;

use action::consent::ConsentRequest;
use action::os::{
    DesktopShortcut, DialogConfirm, DockEdge, MonitorId, NotificationShow, ToastShow, WindowBounds, WindowVariant,
};
use action::{AnswerForm, QuestionKind};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SafeContent;

/// Everything a page needs to show the desktop.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SafeState {
    /// The number of the last change in it.
    pub seq: u64,
    /// Whose number that is: a page that comes back says both, for after a restart the numbers may mean
    /// something else.
    pub epoch: String,
    /// The monitors, in the order of their numbers.
    pub monitors: Vec<SafeMonitor>,
    /// The one that actions go to which name none.
    pub active_monitor: MonitorId,
    /// The windows, by `monitorId/windowId`.
    pub windows: BTreeMap<String, SafeWindow>,
    /// Keys, monitor after monitor, each bottom to top; panels are not in it.
    pub z_order: Vec<String>,
    /// The window that is in front for the agents; the caret is the person's.
    pub focused: Option<String>,
    /// Notifications that are shown, by id.
    pub notifications: BTreeMap<String, Notification>,
    /// Toasts that are shown, by id.
    pub toasts: BTreeMap<String, Toast>,
    /// Dialogs that wait for an answer, by id.
    pub dialogs: BTreeMap<String, Dialog>,
    /// Questions of tasks that wait for an answer, by id.
    pub questions: BTreeMap<String, Question>,
    /// Counts on app icons, by app.
    pub badges: BTreeMap<String, u64>,
    /// The shortcuts, in the order in which they were made.
    pub shortcuts: Vec<DesktopShortcut>,
    /// What went by, oldest first; bounded.
    pub history: Vec<HistoryEntry>,
    /// Goes up when the list of apps is to be read again.
    pub apps_version: u64,
}

/// The size of what is seen of a monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Viewport {
    /// Width in CSS pixels.
    pub w: u32,
    /// Height.
    pub h: u32,
}

impl Default for Viewport {
    fn default() -> Self {
        Self { w: 1280, h: 720 }
    }
}

/// A monitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Monitor {
    /// Its name.
    pub id: MonitorId,
    /// What is seen of it.
    pub viewport: Viewport,
}

/// A monitor as a page gets it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SafeMonitor {
    /// Its name.
    pub id: MonitorId,
    /// What is seen of it.
    pub viewport: Viewport,
    /// The part of it that no panel occupies: where windows lie.
    pub work_area: WindowBounds,
}

/// A window: its frame and what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeWindow {
    /// Everything but the content.
    #[serde(flatten)]
    pub frame: Frame,
    /// What it shows.
    pub content: SafeContent,
    /// The agent that gave it its content last; nobody for what a person opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Everything about a window but its content, as a page gets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeFrame {
    /// The frame.
    #[serde(flatten)]
    pub frame: Frame,
    /// The agent that gave it its content last; nobody for what a person opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Everything about a window but its content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// Its id on its monitor.
    pub id: String,
    /// Its monitor.
    pub monitor_id: MonitorId,
    /// What stands in the title bar; text.
    pub title: String,
    /// Where it stands.
    pub bounds: WindowBounds,
    /// Its layer.
    pub variant: WindowVariant,
    /// The edge that a panel sits on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dock_edge: Option<DockEdge>,
    /// Whether the title bar is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frameless: Option<bool>,
    /// CSS properties and values, only those that are allowed, in CSS spelling (`background-color`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub window_style: BTreeMap<String, String>,
    /// Whether it is hidden.
    pub minimized: bool,
    /// Whether it fills its monitor.
    pub maximized: bool,
    /// Where it goes back to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_bounds: Option<WindowBounds>,
    /// The agent that holds its lock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_by: Option<String>,
    /// What the page's `RENDERING_FEEDBACK` about loading its frame refers to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// A notification that is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// What the agent sent.
    #[serde(flatten)]
    pub show: NotificationShow,
    /// When it came, in milliseconds since 1970.
    pub shown_at: u64,
    /// Who sent it.
    pub from: String,
}

/// A toast that is shown.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Toast {
    /// What the agent sent.
    #[serde(flatten)]
    pub show: ToastShow,
    /// When it came, in milliseconds since 1970.
    pub shown_at: u64,
    /// Who sent it.
    pub from: String,
    /// Whether somebody is reading it.
    pub held: bool,
}

/// A dialog that waits for an answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Dialog {
    /// What the agent sent.
    #[serde(flatten)]
    pub confirm: DialogConfirm,
    /// When it came, in milliseconds since 1970.
    pub shown_at: u64,
    /// Who asks.
    pub from: String,
}

/// A question of a task to people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Names it.
    pub id: String,
    /// What kind of answer it takes.
    pub kind: QuestionKind,
    /// Who asks: the task.
    pub from: String,
    /// What it is about, in a few words.
    pub title: String,
    /// The question.
    pub message: String,
    /// What is wanted and what becomes of it, in the runtime's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// How it can be answered, the usual way first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<AnswerForm>,
    /// Answers to choose from.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub choices: Vec<String>,
    /// Whether the answer is a secret: shown as dots.
    #[serde(default)]
    pub secret: bool,
    /// Whether a yes can be remembered.
    #[serde(default)]
    pub can_remember: bool,
    /// What the gate wants a yes to, whole; nothing for other questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Box<ConsentRequest>>,
    /// When it stops waiting, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// What kind of thing went by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    /// A toast.
    Toast,
    /// A notification.
    Notification,
    /// A dialog that was answered.
    Dialog,
}

/// Something that was shown and is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEntry {
    /// What it was.
    pub kind: HistoryKind,
    /// Its id.
    pub id: String,
    /// Its title, or a toast's message.
    pub title: String,
    /// What else it said; for a dialog, how it was answered.
    pub body: String,
    /// Who sent it.
    pub from: String,
    /// When it came, in milliseconds since 1970.
    pub at: u64,
}
