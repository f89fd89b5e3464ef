//! Messages to people about undo and redo.

use super::UndoDirection;
use super::names::{named, short};
use super::step::Step;
use crate::state::Desktop;

/// Describes an entry.
pub(super) fn describe(desktop: &Desktop, steps: &[Step]) -> String {
    let Some(first) = steps.first() else { return "nothing".to_owned() };
    let first = step(desktop, first);
    match steps.len() {
        1 => first,
        more => format!("{first}, and {} more", more - 1),
    }
}

/// The message after an undo or redo, with the entry that had to be skipped, if any.
pub(super) fn note(direction: UndoDirection, what: &str, passed_over: Option<&str>) -> String {
    let how = if direction == UndoDirection::Undo { "Undone" } else { "Redone" };
    passed_over.map_or_else(|| format!("{how}: {what}"), |other| format!("{how}: {what} ({other})"))
}

/// The message about an entry that cannot be undone or redone.
pub(super) fn not_possible(direction: UndoDirection, what: &str, why: &str) -> String {
    let how = if direction == UndoDirection::Undo { "undone" } else { "redone" };
    format!("“{what}” cannot be {how}: {why}")
}

fn step(desktop: &Desktop, step: &Step) -> String {
    let window = |serial: &u64| {
        let entry = desktop.by_serial(*serial).and_then(|slot| desktop.slots.get(slot));
        entry.map_or_else(|| "a window".to_owned(), named)
    };
    match step {
        Step::Window { opened, title, .. } => {
            let verb = if *opened { "opened" } else { "closed" };
            if title.trim().is_empty() {
                format!("{verb} a window")
            } else {
                format!("{verb} the window “{title}”")
            }
        }
        Step::Place { serial, before, after } => {
            let verb = match (before.maximized, after.maximized) {
                (false, true) => "maximised",
                (true, false) => "restored",
                _ if (before.bounds.w, before.bounds.h) != (after.bounds.w, after.bounds.h) => "resized",
                _ => "moved",
            };
            format!("{verb} {}", window(serial))
        }
        Step::Workspace { serial, after, .. } => {
            format!("moved {} to workspace {}", window(serial), after.number() + 1)
        }
        Step::Minimized { serial, minimized, .. } => {
            format!("{} {}", if *minimized { "minimised" } else { "restored" }, window(serial))
        }
        Step::Shortcut { before, after, .. } => {
            let (verb, icon) = match (before, after) {
                (None, Some((_, icon))) => ("added", Some(icon)),
                (Some((_, icon)), None) => ("removed", Some(icon)),
                (Some((_, old)), Some((_, new))) if old == new => ("moved", Some(new)),
                (_, icon) => ("changed", icon.as_ref().map(|(_, icon)| icon)),
            };
            let label = icon.map(|icon| short(&icon.shortcut.label)).unwrap_or_default();
            format!("{verb} the shortcut “{label}”")
        }
        Step::Notification(timed) => format!("dismissed the notification “{}”", short(&timed.shown.show.title)),
        Step::Toast(timed) => format!("dismissed the message “{}”", short(&timed.shown.show.message)),
    }
}
