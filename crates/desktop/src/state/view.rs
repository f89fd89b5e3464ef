//! The desktop as printed and served: everything, with what agents sent, under stable names.

use std::collections::BTreeMap;

use action::os::{
    DialogConfirm, DockEdge, MonitorId, StyleValue, ToastShow, WindowBounds, WindowContent, WindowVariant,
};
use serde::{Serialize, Serializer};

use super::slots::Entry;
use super::{Desktop, Shortcut};
use crate::wire::{Audience, Dialog, HistoryEntry, Monitor, Notification, Question, Toast};

/// The desktop, for serialisation as JSON.
#[derive(Debug)]
pub(super) struct View<'a> {
    pub(super) desktop: &'a Desktop,
    pub(super) seq: u64,
    /// The audience.
    pub(super) audience: Audience,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Whole<'a> {
    seq: u64,
    monitors: Vec<Monitor>,
    active_monitor: MonitorId,
    windows: BTreeMap<&'a str, WindowView<'a>>,
    z_order: Vec<&'a str>,
    focused: Option<&'a str>,
    notifications: BTreeMap<&'a str, &'a Notification>,
    toasts: BTreeMap<&'a str, Toast>,
    dialogs: BTreeMap<&'a str, Dialog>,
    questions: BTreeMap<&'a str, &'a Question>,
    badges: &'a BTreeMap<String, u64>,
    shortcuts: &'a [Shortcut],
    history: Vec<&'a HistoryEntry>,
    apps_version: u64,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct WindowView<'a> {
    id: &'a str,
    monitor_id: MonitorId,
    title: &'a str,
    bounds: WindowBounds,
    content: &'a WindowContent,
    variant: WindowVariant,
    #[serde(skip_serializing_if = "Option::is_none")]
    dock_edge: Option<DockEdge>,
    #[serde(skip_serializing_if = "Option::is_none")]
    frameless: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    window_style: Option<&'a BTreeMap<String, StyleValue>>,
    minimized: bool,
    maximized: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_bounds: Option<WindowBounds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    locked_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shared_by: Option<&'a str>,
    /// The agent that set the content last; absent if a person opened it.
    #[serde(skip_serializing_if = "Option::is_none")]
    agent: Option<&'a str>,
}

impl<'a> WindowView<'a> {
    fn of(entry: &'a Entry) -> Self {
        let frame = &entry.window.frame;
        Self {
            id: &frame.id,
            monitor_id: frame.monitor_id,
            title: &frame.title,
            bounds: frame.bounds,
            content: &entry.window.content,
            variant: frame.variant,
            dock_edge: frame.dock_edge,
            frameless: frame.frameless,
            window_style: entry.style.as_ref(),
            minimized: frame.minimized,
            maximized: frame.maximized,
            previous_bounds: frame.previous_bounds,
            locked_by: frame.locked_by.as_deref(),
            shared_by: frame.shared_by.as_deref(),
            agent: entry.window.made_by.as_deref(),
        }
    }
}

/// Fills in the default appearance of a toast.
fn toast(toast: &Toast) -> Toast {
    let show = ToastShow { variant: Some(toast.show.variant()), ..toast.show.clone() };
    Toast { show, ..toast.clone() }
}

/// Fills in the default buttons of a dialog.
fn dialog(dialog: &Dialog) -> Dialog {
    let (yes, no) = (dialog.confirm.confirm_text().to_owned(), dialog.confirm.cancel_text().to_owned());
    let confirm = DialogConfirm { confirm_text: Some(yes), cancel_text: Some(no), ..dialog.confirm.clone() };
    Dialog { confirm, ..dialog.clone() }
}

impl Serialize for View<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { desktop, seq, audience } = *self;
        let questions = desktop.questions().filter(|_| audience.sees_questions());
        let notifications = desktop.notifications().filter(|shown| audience.sees(&shown.from));
        let toasts = desktop.toasts().filter(|shown| audience.sees(&shown.from));
        Whole {
            seq,
            monitors: desktop.monitors().collect(),
            active_monitor: desktop.active_monitor(),
            windows: desktop.slots.iter().map(|(_, entry)| (&*entry.key, WindowView::of(entry))).collect(),
            z_order: desktop.z_order().collect(),
            focused: desktop.focused(),
            notifications: notifications.map(|shown| (shown.show.id.as_str(), shown)).collect(),
            toasts: toasts.map(|shown| (shown.show.id.as_str(), toast(shown))).collect(),
            dialogs: desktop.dialogs().map(|shown| (shown.confirm.id.as_str(), dialog(shown))).collect(),
            questions: questions.map(|question| (question.id.as_str(), question)).collect(),
            badges: &desktop.badges,
            shortcuts: &desktop.shortcuts,
            history: desktop.history().filter(|entry| audience.sees_entry(entry)).collect(),
            apps_version: desktop.apps_version,
        }
        .serialize(serializer)
    }
}
