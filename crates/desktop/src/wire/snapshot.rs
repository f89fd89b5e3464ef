//! The desktop as a page gets it: complete, and sanitised.

use std::collections::BTreeMap;

use action::consent::ConsentRequest;
use action::os::{
    DesktopShortcut, DialogConfirm, DockEdge, MonitorId, NotificationShow, ToastShow, ToastVariant, WindowBounds,
    WindowVariant,
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
    /// The epoch of that number: a page that reconnects sends both, because after a restart the numbers
    /// may mean something else.
    pub epoch: String,
    /// The monitors, in the order of their numbers.
    pub monitors: Vec<SafeMonitor>,
    /// The monitor for actions that name none.
    pub active_monitor: MonitorId,
    /// The windows, by `monitorId/windowId`.
    pub windows: BTreeMap<String, SafeWindow>,
    /// Keys, monitor by monitor, each bottom to top; without panels.
    pub z_order: Vec<String>,
    /// The window that is focused for the agents; the caret is the person's.
    pub focused: Option<String>,
    /// Current notifications, by id.
    pub notifications: BTreeMap<String, Notification>,
    /// Current toasts, by id.
    pub toasts: BTreeMap<String, Toast>,
    /// Dialogs that wait for an answer, by id.
    pub dialogs: BTreeMap<String, Dialog>,
    /// Questions of tasks that wait for an answer, by id.
    pub questions: BTreeMap<String, Question>,
    /// Counts on app icons, by app.
    pub badges: BTreeMap<String, u64>,
    /// The shortcuts, in the order in which they were made.
    pub shortcuts: Vec<DesktopShortcut>,
    /// Past notices, oldest first; bounded.
    pub history: Vec<HistoryEntry>,
    /// Increases when the list of apps must be read again.
    pub apps_version: u64,
}

/// The size of the visible part of a monitor.
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
    /// The visible part.
    pub viewport: Viewport,
}

/// A monitor as a page gets it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SafeMonitor {
    /// Its name.
    pub id: MonitorId,
    /// The visible part.
    pub viewport: Viewport,
    /// The part that no panel occupies, for windows.
    pub work_area: WindowBounds,
}

/// A window: its frame and its content.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeWindow {
    /// Everything but the content.
    #[serde(flatten)]
    pub frame: Frame,
    /// The content.
    pub content: SafeContent,
    /// The agent that set the content last; absent if a person opened it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub agent: Option<String>,
}

/// Everything about a window but its content, as a page gets it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SafeFrame {
    /// The frame.
    #[serde(flatten)]
    pub frame: Frame,
    /// The agent that set the content last; absent if a person opened it.
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
    /// The title, as plain text.
    pub title: String,
    /// Its bounds.
    pub bounds: WindowBounds,
    /// Its layer.
    pub variant: WindowVariant,
    /// The edge of a panel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dock_edge: Option<DockEdge>,
    /// Whether the title bar is hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub frameless: Option<bool>,
    /// CSS properties and values, only those that are allowed, in CSS spelling (`background-color`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub window_style: BTreeMap<String, String>,
    /// Whether it is minimised.
    pub minimized: bool,
    /// Whether it is maximised.
    pub maximized: bool,
    /// The bounds to restore.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous_bounds: Option<WindowBounds>,
    /// The agent that holds its lock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub locked_by: Option<String>,
    /// The agent that owns it and lets other agents change it too; absent if it is not shared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_by: Option<String>,
    /// The id for the page's `RENDERING_FEEDBACK` about loading its frame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}

/// A current notification.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Notification {
    /// What the agent sent.
    #[serde(flatten)]
    pub show: NotificationShow,
    /// When it came, in milliseconds since 1970.
    pub shown_at: u64,
    /// The sender.
    pub from: String,
}

/// A current toast.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Toast {
    /// What the agent sent.
    #[serde(flatten)]
    pub show: ToastShow,
    /// When it came, in milliseconds since 1970.
    pub shown_at: u64,
    /// The sender.
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
    /// The agent that asks.
    pub from: String,
}

/// A task's question to people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// Its id.
    pub id: String,
    /// The kind of answer it takes.
    pub kind: QuestionKind,
    /// The task that asks.
    pub from: String,
    /// A short title.
    pub title: String,
    /// The question.
    pub message: String,
    /// What is needed and how it is used, in the runtime's own words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
    /// The ways to answer it, the most common first.
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
    /// The gate's full request for consent; absent for other questions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub consent: Option<Box<ConsentRequest>>,
    /// When it times out, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
}

/// The kind of a past notice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum HistoryKind {
    /// A toast.
    Toast,
    /// A notification.
    Notification,
    /// An answered dialog.
    Dialog,
    /// A settled question of a task.
    Question,
}

/// A notice that was shown and is gone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HistoryEntry {
    /// Its kind.
    pub kind: HistoryKind,
    /// Its id.
    pub id: String,
    /// Its title, or a toast's message.
    pub title: String,
    /// The rest of its text; for a dialog, the answer; for a question, how it was settled: `approved`, `rejected`,
    /// `taken_over`, `timeout` or `cancelled`.
    pub body: String,
    /// The sender; for a question, the task.
    pub from: String,
    /// When it came, in milliseconds since 1970.
    pub at: u64,
    /// The tone of a toast: how what it tells went.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub variant: Option<ToastVariant>,
}
