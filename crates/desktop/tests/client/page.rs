//! A minimal page: it reads messages and applies their changes.
//!
//! The page in `web/` does the same in TypeScript; this one is the reference.
#![expect(clippy::expect_used, reason = "a test says what it expects")]

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use desktop::hub::Subscription;
use desktop::wire::{Change, Placed, SafeContent, SafeState, SafeWindow, ServerEvent};

/// The length of the history, as on the server.
const MOST_HISTORY: usize = 200;

/// A page.
#[derive(Debug, Default)]
pub(crate) struct Page {
    /// Its state, once it has one.
    pub(crate) state: Option<SafeState>,
    /// The announcements it received.
    pub(crate) heard: Vec<u64>,
    /// How many snapshots it got.
    pub(crate) snapshots: usize,
}

/// Returns everything available now, without waiting.
pub(crate) fn ready(subscription: &mut Subscription) -> Vec<Bytes> {
    let mut all = Vec::new();
    let mut context = Context::from_waker(Waker::noop());
    while let Poll::Ready(Some(messages)) = pin!(subscription.next()).poll(&mut context) {
        assert!(!messages.is_empty(), "woken for nothing");
        all.extend(messages);
    }
    all
}

impl Page {
    /// Applies messages.
    pub(crate) fn read(&mut self, messages: &[Bytes]) {
        for message in messages {
            match serde_json::from_slice(message).expect("a message of the wire") {
                ServerEvent::Snapshot { seq, state } => {
                    assert_eq!(seq, state.seq);
                    self.snapshots += 1;
                    self.state = Some(*state);
                }
                ServerEvent::Actions { seq, changes, .. } => {
                    let state = self.state.as_mut().expect("a snapshot first");
                    assert_eq!(seq, state.seq + 1, "nothing missed, nothing doubled");
                    state.seq = seq;
                    for change in changes {
                        apply(state, change);
                    }
                }
                ServerEvent::Capture { request_id, .. } => self.heard.push(request_id.parse().expect("a number")),
                other => panic!("{other:?}"),
            }
        }
    }
}

/// Applies one change to the page's copy.
fn apply(state: &mut SafeState, change: Change) {
    match change {
        Change::Monitor { monitor } => {
            state.monitors.retain(|other| other.id != monitor.id);
            state.monitors.push(monitor);
            state.monitors.sort_by_key(|monitor| monitor.id);
        }
        Change::Active { monitor_id } => state.active_monitor = monitor_id,
        Change::Window { key, window } => drop(state.windows.insert(key, *window)),
        Change::Frame { key, frame } => {
            let shown = window(state, &key);
            (shown.frame, shown.agent) = (frame.frame, frame.agent);
        }
        Change::Closed { key } => {
            state.windows.remove(&key);
            state.z_order.retain(|other| *other != key);
        }
        Change::Stack(placed) => place(state, placed),
        Change::Focused { key } => state.focused = key,
        Change::Content { key, content } => window(state, &key).content = content,
        Change::Blocks { key, keep, blocks } => match &mut window(state, &key).content {
            SafeContent::Markup { blocks: shown, .. } => {
                let keep = usize::try_from(keep).expect("a place");
                assert!(keep <= shown.len());
                shown.truncate(keep);
                shown.extend(blocks);
            }
            other => panic!("blocks for {other:?}"),
        },
        Change::TextAppended { key, text } => match &mut window(state, &key).content {
            SafeContent::Text { text: shown } => shown.push_str(&text),
            other => panic!("text for {other:?}"),
        },
        Change::Notification { notification } => {
            drop(state.notifications.insert(notification.show.id.clone(), *notification));
        }
        Change::NotificationGone { id } => drop(state.notifications.remove(&id)),
        Change::Toast { toast } => drop(state.toasts.insert(toast.show.id.clone(), *toast)),
        Change::ToastGone { id } => drop(state.toasts.remove(&id)),
        Change::Dialog { dialog } => drop(state.dialogs.insert(dialog.confirm.id.clone(), *dialog)),
        Change::DialogGone { id } => drop(state.dialogs.remove(&id)),
        Change::Question { question } => drop(state.questions.insert(question.id.clone(), *question)),
        Change::QuestionGone { id } => drop(state.questions.remove(&id)),
        Change::History { entry } => {
            state.history.push(entry);
            if state.history.len() > MOST_HISTORY {
                state.history.remove(0);
            }
        }
        Change::Badge { app_id, count: 0 } => drop(state.badges.remove(&app_id)),
        Change::Badge { app_id, count } => drop(state.badges.insert(app_id, count)),
        Change::Shortcut { shortcut, at } => match state.shortcuts.iter_mut().find(|other| other.id == shortcut.id) {
            Some(known) => *known = *shortcut,
            None => state.shortcuts.insert(usize::try_from(at).expect("a place"), *shortcut),
        },
        Change::ShortcutGone { id } => state.shortcuts.retain(|shortcut| shortcut.id != id),
        Change::Apps { version } => state.apps_version = version,
    }
}

fn window<'a>(state: &'a mut SafeState, key: &str) -> &'a mut SafeWindow {
    state.windows.get_mut(key).expect("a window that is there")
}

/// Removes the window and inserts it right above another, or at the bottom of its monitor.
fn place(state: &mut SafeState, Placed { key, above }: Placed) {
    assert!(state.windows.contains_key(&key), "a place for a window that is not there");
    state.z_order.retain(|other| *other != key);
    let number =
        |key: &str| key.split_once('/').and_then(|(monitor, _)| monitor.rsplit_once('-')?.1.parse::<u8>().ok());
    let at = match above {
        Some(above) => state.z_order.iter().position(|other| *other == above).expect("a window below") + 1,
        None => state.z_order.iter().position(|other| number(other) >= number(&key)).unwrap_or(state.z_order.len()),
    };
    state.z_order.insert(at, key);
}
