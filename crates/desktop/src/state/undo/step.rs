//! One step of an undo entry: a change with its old and new value, so that it can be played in both directions. A step
//! is played only if its target is still as the entry left it; otherwise somebody else's change would be lost.

use action::os::{DesktopShortcut, MonitorId};
use serde::{Deserialize, Serialize};

use super::UndoDirection;
use super::names::{named, short};
use crate::state::act::ActorRef;
use crate::state::placement::{RequestedPlacement, WindowPlacement};
use crate::state::rollback::Inverse;
use crate::state::slots::{Entry, Slot};
use crate::state::timed::Timed;
use crate::state::{Applied, Desktop, Mark, Shortcut, limits};
use crate::wire::{Notification, Toast};

/// A shortcut and its index.
type Placed = (usize, Box<Shortcut>);

/// A change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) enum Step {
    /// A window was opened or closed.
    Window {
        serial: u64,
        opened: bool,
        title: String,
        /// The window, while it is closed.
        gone: Option<Box<Entry>>,
        /// Whether it was focused when it was closed.
        focused: bool,
    },
    /// A window was moved, resized, maximised or restored.
    Place { serial: u64, before: RequestedPlacement, after: RequestedPlacement },
    /// A window was moved to another workspace.
    Workspace { serial: u64, before: MonitorId, after: MonitorId },
    /// A window was minimised or restored.
    Minimized {
        serial: u64,
        minimized: bool,
        /// Whether it was focused when it was minimised.
        focused: bool,
    },
    /// A shortcut was added, removed, changed or moved.
    Shortcut { id: String, before: Option<Placed>, after: Option<Placed> },
    /// A notification was dismissed.
    Notification(Box<Timed<Notification>>),
    /// A toast was dismissed.
    Toast(Box<Timed<Toast>>),
}

impl Step {
    /// Estimates its size in bytes.
    pub(super) fn bytes(&self) -> usize {
        let icon = |placed: &Option<Placed>| {
            placed.as_ref().map_or(0, |(_, icon)| {
                let DesktopShortcut { label, icon, target, .. } = &icon.shortcut;
                label.len() + icon.len() + target.len()
            })
        };
        let kept = match self {
            Self::Window { title, gone, .. } => {
                title.len() + gone.as_ref().map_or(0, |entry| entry.bytes + size_of::<Entry>())
            }
            Self::Shortcut { id, before, after } => id.len() + icon(before) + icon(after),
            Self::Notification(timed) => timed.shown.show.title.len() + timed.shown.show.body.len(),
            Self::Toast(timed) => timed.shown.show.message.len(),
            Self::Place { .. } | Self::Workspace { .. } | Self::Minimized { .. } => 0,
        };
        kept + size_of::<Self>()
    }
}

/// The slot for items that are not windows.
const NOWHERE: Slot = Slot::MAX;

/// Derives the steps of a command from its inverses.
pub(super) struct Steps<'a> {
    desktop: &'a Desktop,
    /// Windows created by this very command have higher serials.
    first: u64,
    /// Each with the slot of its window, so that no search is needed, however many windows there are.
    steps: Vec<(Slot, Step)>,
    /// The slot of the window that was last closed or minimised.
    last: Option<Slot>,
}

impl<'a> Steps<'a> {
    /// Returns the steps of a command that a person can undo.
    pub(super) fn of(desktop: &'a Desktop, inverses: impl Iterator<Item = Inverse>, first: u64) -> Vec<Step> {
        let mut gathering = Self { desktop, first, steps: Vec::new(), last: None };
        inverses.for_each(|inverse| gathering.add(inverse));
        gathering.finish()
    }

    fn add(&mut self, inverse: Inverse) {
        match inverse {
            Inverse::Opened { slot, replaced: false, .. } => {
                if let Some(entry) = self.desktop.slots.get(slot) {
                    let (serial, title) = (entry.serial, short(&entry.window.frame.title));
                    self.steps.push((slot, Step::Window { serial, opened: true, title, gone: None, focused: false }));
                }
            }
            Inverse::Closed { slot, entry, .. } if entry.serial <= self.first => {
                self.last = Some(slot);
                let (serial, title) = (entry.serial, short(&entry.window.frame.title));
                let gone = Some(entry);
                self.steps.push((slot, Step::Window { serial, opened: false, title, gone, focused: false }));
            }
            Inverse::Moved { slot, placement, fitted: false } => {
                if let Some(serial) = self.old(slot) {
                    let same = |step: &Step| matches!(step, Step::Place { serial: other, .. } if *other == serial);
                    if !self.has(same) {
                        let before = placement.requested();
                        self.steps.push((slot, Step::Place { serial, before, after: before }));
                    }
                }
            }
            Inverse::Rehomed { slot, monitor, .. } => {
                if let Some(serial) = self.old(slot) {
                    let same = |step: &Step| matches!(step, Step::Workspace { serial: other, .. } if *other == serial);
                    if !self.has(same) {
                        self.steps.push((slot, Step::Workspace { serial, before: monitor, after: monitor }));
                    }
                }
            }
            Inverse::Minimized { slot, minimized } => {
                if let Some(serial) = self.old(slot) {
                    self.last = (!minimized).then_some(slot);
                    let same = |step: &Step| matches!(step, Step::Minimized { serial: other, .. } if *other == serial);
                    if !self.has(same) {
                        self.steps.push((slot, Step::Minimized { serial, minimized: !minimized, focused: false }));
                    }
                }
            }
            Inverse::Focus(Some(slot)) if self.last == Some(slot) => {
                let of_last = self.steps.iter_mut().rev().find_map(|(_, step)| match step {
                    Step::Window { focused, opened: false, .. } | Step::Minimized { focused, .. } => Some(focused),
                    _ => None,
                });
                of_last.into_iter().for_each(|focused| *focused = true);
            }
            Inverse::NewShortcut { id } => self.shortcut(id, None),
            Inverse::OldShortcut { at, shortcut } => self.shortcut(shortcut.shortcut.id.clone(), Some((at, shortcut))),
            Inverse::Shortcut { shortcut } => {
                let at = self.desktop.shortcut_place(&shortcut.shortcut.id).unwrap_or_default();
                self.shortcut(shortcut.shortcut.id.clone(), Some((at, shortcut)));
            }
            Inverse::Notification { old: Some(old), .. } => self.steps.push((NOWHERE, Step::Notification(old))),
            Inverse::Toast { old: Some(old), .. } => self.steps.push((NOWHERE, Step::Toast(old))),
            _ => {}
        }
    }

    fn has(&self, same: impl Fn(&Step) -> bool) -> bool {
        self.steps.iter().any(|(_, step)| same(step))
    }

    /// Returns the serial of the window in a slot, if it existed before the command.
    fn old(&self, slot: Slot) -> Option<u64> {
        Some(self.desktop.slots.get(slot)?.serial).filter(|serial| *serial <= self.first)
    }

    fn shortcut(&mut self, id: String, before: Option<Placed>) {
        if !self.has(|step| matches!(step, Step::Shortcut { id: other, .. } if *other == id)) {
            self.steps.push((NOWHERE, Step::Shortcut { id, before, after: None }));
        }
    }

    /// Completes the steps with the final values; drops those without an effect.
    fn finish(self) -> Vec<Step> {
        let Self { desktop, steps, .. } = self;
        let at = |slot, serial| desktop.slots.get(slot).filter(|entry| entry.serial == serial);
        let finished = steps.into_iter().filter_map(|(slot, step)| match step {
            Step::Window { opened: true, serial, .. } => at(slot, serial).map(|_| step),
            Step::Place { serial, before, .. } => {
                let after = WindowPlacement::of(at(slot, serial)?).requested();
                (before != after).then_some(Step::Place { serial, before, after })
            }
            Step::Workspace { serial, before, .. } => {
                let after = at(slot, serial)?.monitor();
                (before != after).then_some(Step::Workspace { serial, before, after })
            }
            Step::Minimized { serial, minimized, .. } => {
                (at(slot, serial)?.window.frame.minimized == minimized).then_some(step)
            }
            Step::Shortcut { id, before, .. } => {
                let after = desktop.shortcut(&id).map(|(at, shortcut)| (at, Box::new(shortcut.clone())));
                (before != after).then_some(Step::Shortcut { id, before, after })
            }
            other => Some(other),
        });
        finished.collect()
    }
}

impl Desktop {
    /// Plays a step. Returns the step for the opposite direction, or why it cannot be played.
    pub(super) fn play_step(
        &mut self,
        step: &Step,
        direction: UndoDirection,
        out: &mut Applied,
    ) -> Result<Step, String> {
        let back = direction == UndoDirection::Undo;
        match step {
            Step::Window { opened, title, .. } if *opened == back => {
                let (gone, focused) = self.close_again(step, title, out)?;
                Ok(match step.clone() {
                    Step::Window { serial, opened, title, .. } => {
                        Step::Window { serial, opened, title, gone: Some(gone), focused }
                    }
                    other => other,
                })
            }
            Step::Window { serial, opened, title, gone, focused } => {
                let gone = gone.as_ref().ok_or_else(|| format!("“{title}” already exists"))?;
                self.reopen(gone.clone(), *focused, out)?;
                let (serial, opened, title) = (*serial, *opened, title.clone());
                Ok(Step::Window { serial, opened, title, gone: None, focused: false })
            }
            Step::Place { serial, before, after } => {
                let (expected, target) = if back { (after, before) } else { (before, after) };
                let slot = self.there(*serial)?;
                self.is_at(slot, expected)?;
                self.want(slot, *target, out);
                Ok(step.clone())
            }
            Step::Workspace { serial, before, after } => {
                let (expected, target) = if back { (*after, *before) } else { (*before, *after) };
                let slot = self.there(*serial)?;
                if let Some(entry) = self.slots.get(slot).filter(|entry| entry.monitor() != expected) {
                    return Err(format!("{} was moved to another workspace since", named(entry)));
                }
                let taken = |_| "another window now has its name".to_owned();
                self.move_to_monitor(slot, target, out).map_err(taken)?;
                Ok(step.clone())
            }
            Step::Minimized { serial, minimized, focused } => {
                let slot = self.there(*serial)?;
                let hide = *minimized != back;
                let focused = self.hide_or_show(slot, hide, *focused, out)?;
                Ok(Step::Minimized { serial: *serial, minimized: *minimized, focused })
            }
            Step::Shortcut { id, before, after } => {
                let (expected, target) = if back { (after, before) } else { (before, after) };
                self.put_icon(id, expected.as_ref(), target.as_ref(), out)?;
                Ok(step.clone())
            }
            Step::Notification(timed) => {
                let id = &timed.shown.show.id;
                if !back {
                    let gone = |_| "it is already gone".to_owned();
                    self.dismiss_notification(id, ActorRef::Person, out).map_err(gone)?;
                } else if self.notifications.contains_key(id) || self.notifications.len() >= limits::EACH {
                    return Err("another one has taken its place".to_owned());
                } else {
                    self.set_notification(id, Some(timed.clone()), out);
                }
                Ok(step.clone())
            }
            Step::Toast(timed) => {
                let id = &timed.shown.show.id;
                if !back {
                    self.dismiss_toast(id, ActorRef::Person, out).map_err(|_| "it is already gone".to_owned())?;
                } else if self.toasts.contains_key(id) || self.toasts.len() >= limits::EACH {
                    return Err("another one has taken its place".to_owned());
                } else {
                    self.set_toast(id, Some(timed.clone()), out);
                }
                Ok(step.clone())
            }
        }
    }

    fn there(&self, serial: u64) -> Result<Slot, String> {
        self.by_serial(serial).ok_or_else(|| "the window no longer exists".to_owned())
    }

    fn close_again(&mut self, step: &Step, title: &str, out: &mut Applied) -> Result<(Box<Entry>, bool), String> {
        let Step::Window { serial, .. } = step else { return Err(String::new()) };
        let slot = self.by_serial(*serial).ok_or_else(|| format!("“{title}” no longer exists"))?;
        let focused = self.focused == Some(slot);
        let gone = self.slots.get(slot).cloned().map(Box::new).ok_or_else(String::new)?;
        self.close(slot, out);
        Ok((gone, focused))
    }

    /// Reopens a closed window: at its old place, as far as there is room.
    fn reopen(&mut self, mut entry: Box<Entry>, focused: bool, out: &mut Applied) -> Result<(), String> {
        if self.slots.find(&entry.key).is_some() {
            return Err("another window now has its name".to_owned());
        }
        let no_room = |_| "there is no room for it".to_owned();
        limits::room(self.slots.len(), limits::WINDOWS, "windows", "").map_err(no_room)?;
        self.room_for_content(0, entry.bytes, "").map_err(no_room)?;
        // Its agent may be gone, and pages have certainly dropped it.
        entry.window.frame.locked_by = None;
        entry.window.revision = self.next_revision();
        let (monitor, is_panel) = (entry.monitor(), !entry.stacks());
        let slot = self.put_in(None, entry);
        self.stack_by_rank(slot);
        out.marks.push(Mark::Window(slot));
        out.stacked.push(slot);
        if is_panel {
            self.arrange(monitor, out);
        } else {
            self.fit(slot, out);
        }
        if focused {
            self.focus(slot, ActorRef::Person, out);
        }
        Ok(())
    }

    /// Returns whether a window is where the step put it.
    fn is_at(&self, slot: Slot, expected: &RequestedPlacement) -> Result<(), String> {
        let Some(entry) = self.slots.get(slot) else { return Ok(()) };
        let now = WindowPlacement::of(entry).requested();
        let same = if entry.stacks() { now == *expected } else { now.bounds.h == expected.bounds.h };
        if same { Ok(()) } else { Err(format!("{} was moved or resized since", named(entry))) }
    }

    /// Minimises or restores a window. Returns whether it was focused.
    fn hide_or_show(&mut self, slot: Slot, hide: bool, focus: bool, out: &mut Applied) -> Result<bool, String> {
        let Some(entry) = self.slots.get(slot) else { return Ok(false) };
        if entry.window.frame.minimized == hide {
            let how = if hide { "hidden" } else { "shown" };
            return Err(format!("{} was {how} since", named(entry)));
        }
        let focused = self.focused == Some(slot);
        if hide {
            self.minimize(slot, out);
        } else {
            self.show(slot, out);
            if focus {
                self.focus(slot, ActorRef::Person, out);
            }
        }
        Ok(focused)
    }

    /// Restores a shortcut's index and content.
    fn put_icon(
        &mut self,
        id: &str,
        expected: Option<&Placed>,
        target: Option<&Placed>,
        out: &mut Applied,
    ) -> Result<(), String> {
        let now = self.shortcut(id);
        if now.map(|(_, icon)| icon) != expected.map(|(_, icon)| &**icon) {
            return Err("the shortcut was changed since".to_owned());
        }
        if now.is_none() && self.shortcuts.len() >= limits::EACH {
            return Err("there is no room for it".to_owned());
        }
        let from = now.map(|(at, _)| at);
        let moves = expected.map(|(at, _)| at) != target.map(|(at, _)| at);
        match (from, target) {
            (Some(at), Some((_, icon))) if !moves => self.change_shortcut(at, (**icon).clone(), out),
            _ => {
                if let Some(at) = from {
                    self.take_shortcut(at, out);
                }
                if let Some((at, icon)) = target {
                    self.put_shortcut(*at, (**icon).clone(), out);
                }
            }
        }
        Ok(())
    }
}
