//! Turns marks into changes: looks up the new value of everything a command touched, sanitised for a page.
//!
//! The hub calls it with the marks of one command, and for snapshots. However often a command touched an item, a page
//! receives it once, with its last value. The cost follows the size of the change, not of the desktop.

mod cache;
mod gather;
mod prepared;
mod stack;
#[cfg(test)]
mod tests;

use action::os::WindowVariant;

pub use self::cache::Cache;
use self::gather::{Gathered, Showing, Touched};
pub use self::prepared::Prepared;
use crate::safe::{self, Update};
use crate::state::{Desktop, Mark, Window};
use crate::wire::{Change, SafeFrame, SafeState, SafeWindow};

/// Returns the changes that a page must apply, in this order, after a command that left these marks.
pub fn changes(desktop: &Desktop, marks: &[Mark], cache: &mut Cache) -> Vec<Change> {
    let gathered = Gathered::of(marks, |slot| desktop.key(slot));
    let mut changes = Vec::with_capacity(marks.len());
    if !gathered.monitors.is_empty() {
        let monitors = desktop.monitors().filter(|monitor| gathered.monitors.contains(&monitor.id));
        changes.extend(monitors.map(|monitor| Change::Monitor { monitor: desktop.safe_monitor(monitor) }));
    }
    if gathered.active {
        changes.push(Change::Active { monitor_id: desktop.active_monitor() });
    }
    windows(desktop, &gathered, cache, &mut changes);
    if gathered.focused {
        changes.push(Change::Focused { key: desktop.focused().map(str::to_owned) });
    }
    notices(desktop, &gathered, &mut changes);
    shortcuts(desktop, &gathered, &mut changes);
    if gathered.apps {
        changes.push(Change::Apps { version: desktop.apps_version() });
    }
    changes
}

/// Returns everything, for a page that has no state.
pub fn snapshot(desktop: &Desktop, seq: u64, epoch: &str, cache: &mut Cache) -> SafeState {
    let shown = |(key, window): (&str, &Window)| {
        let content = cache.now(key, window);
        (
            key.to_owned(),
            SafeWindow { frame: window.frame.clone(), content, agent: window.made_by.as_deref().map(str::to_owned) },
        )
    };
    SafeState {
        seq,
        epoch: epoch.to_owned(),
        monitors: desktop.monitors().map(|monitor| desktop.safe_monitor(monitor)).collect(),
        active_monitor: desktop.active_monitor(),
        windows: desktop.windows().map(shown).collect(),
        z_order: desktop.z_order().map(str::to_owned).collect(),
        focused: desktop.focused().map(str::to_owned),
        notifications: desktop.notifications().map(|one| (one.show.id.clone(), one.clone())).collect(),
        toasts: desktop.toasts().map(|one| (one.show.id.clone(), one.clone())).collect(),
        dialogs: desktop.dialogs().map(|one| (one.confirm.id.clone(), one.clone())).collect(),
        questions: desktop.questions().map(|one| (one.id.clone(), one.clone())).collect(),
        badges: desktop.badges().map(|(app, count)| (app.to_owned(), count)).collect(),
        shortcuts: desktop.shortcuts().iter().map(|each| safe::shortcut(&each.shortcut)).collect(),
        history: desktop.history().cloned().collect(),
        apps_version: desktop.apps_version(),
    }
}

/// Adds the removed windows first, then the existing ones, then their order: a place names the window below, which must
/// exist by then.
fn windows(desktop: &Desktop, gathered: &Gathered<'_>, cache: &mut Cache, changes: &mut Vec<Change>) {
    let mut there = Vec::with_capacity(gathered.windows.len());
    for (key, touched) in &gathered.windows {
        match desktop.window(key) {
            None => {
                cache.forget(key);
                changes.push(Change::Closed { key: (*key).to_owned() });
            }
            Some(window) => {
                // Under the same key there may have been another kind of window: a panel leaves the z-order.
                if touched.made && window.frame.variant == WindowVariant::Panel {
                    changes.push(Change::Closed { key: (*key).to_owned() });
                }
                there.push((*key, touched, window));
            }
        }
    }
    for (key, touched, window) in &there {
        window_changes(key, touched, window, cache, changes);
    }
    let stacked = there.iter().filter(|(_, touched, window)| {
        (touched.stacked || touched.made) && window.frame.variant != WindowVariant::Panel
    });
    let placed = stack::in_order(stacked.map(|(key, ..)| *key), |key| desktop.below(key));
    changes.extend(placed.into_iter().map(Change::Stack));
}

fn window_changes(key: &str, touched: &Touched, window: &Window, cache: &mut Cache, changes: &mut Vec<Change>) {
    let key = key.to_owned();
    if touched.made {
        let content = cache.whole(&key, window);
        let window = Box::new(SafeWindow {
            frame: window.frame.clone(),
            content,
            agent: window.made_by.as_deref().map(str::to_owned),
        });
        changes.push(Change::Window { key, window });
        return;
    }
    if touched.framed {
        let (frame, agent) = (window.frame.clone(), window.made_by.as_deref().map(str::to_owned));
        changes.push(Change::Frame { key: key.clone(), frame: Box::new(SafeFrame { frame, agent }) });
    }
    let told = match touched.showing {
        Showing::Same => return,
        Showing::Other => Update::Whole(cache.whole(&key, window)),
        Showing::Grown { from } => cache.grown(&key, window, from),
    };
    changes.push(match told {
        Update::Whole(content) => Change::Content { key, content },
        Update::Blocks { keep, blocks } => Change::Blocks { key, keep, blocks },
        Update::Text(text) => Change::TextAppended { key, text },
    });
}

fn notices(desktop: &Desktop, gathered: &Gathered<'_>, changes: &mut Vec<Change>) {
    changes.extend(gathered.notifications.iter().map(|id| match desktop.notification(id) {
        Some(one) => Change::Notification { notification: Box::new(one.clone()) },
        None => Change::NotificationGone { id: (*id).to_owned() },
    }));
    changes.extend(gathered.toasts.iter().map(|id| match desktop.toast(id) {
        Some(one) => Change::Toast { toast: Box::new(one.clone()) },
        None => Change::ToastGone { id: (*id).to_owned() },
    }));
    changes.extend(gathered.dialogs.iter().map(|id| match desktop.dialog(id) {
        Some(one) => Change::Dialog { dialog: Box::new(one.clone()) },
        None => Change::DialogGone { id: (*id).to_owned() },
    }));
    changes.extend(gathered.questions.iter().map(|id| match desktop.question(id) {
        Some(one) => Change::Question { question: Box::new(one.clone()) },
        None => Change::QuestionGone { id: (*id).to_owned() },
    }));
    // Newest last. Entries that came and went past the bound within one command are left out.
    let history = desktop.history();
    let before = history.len().saturating_sub(gathered.history);
    changes.extend(history.skip(before).map(|entry| Change::History { entry: entry.clone() }));
    changes.extend(gathered.badges.iter().map(|app| {
        let count = desktop.badge(app);
        Change::Badge { app_id: (*app).to_owned(), count }
    }));
}

/// Adds the removed shortcuts first, then the others from the front, so that each index is right when it is applied. A
/// shortcut that was touched twice may have moved: it is removed first.
fn shortcuts(desktop: &Desktop, gathered: &Gathered<'_>, changes: &mut Vec<Change>) {
    let mut there = Vec::with_capacity(gathered.shortcuts.len());
    for (id, times) in &gathered.shortcuts {
        let shortcut = desktop.shortcut(id);
        if shortcut.is_none() || *times > 1 {
            changes.push(Change::ShortcutGone { id: (*id).to_owned() });
        }
        there.extend(shortcut);
    }
    there.sort_unstable_by_key(|(place, _)| *place);
    changes.extend(there.into_iter().map(|(place, shortcut)| {
        let shortcut = Box::new(safe::shortcut(&shortcut.shortcut));
        Change::Shortcut { shortcut, at: place as u64 }
    }));
}
