//! Merges the marks of one command, so that each item appears once.

use std::collections::HashMap;

use action::os::MonitorId;
use foldhash::fast::RandomState;

use crate::state::{Mark, Slot};

/// Everything a command touched. Lists are in the order of the first mark.
#[derive(Debug, Default)]
pub(super) struct Gathered<'a> {
    pub(super) monitors: Vec<MonitorId>,
    pub(super) active: bool,
    pub(super) windows: Vec<(&'a str, Touched)>,
    pub(super) focused: bool,
    pub(super) notifications: Vec<&'a str>,
    pub(super) toasts: Vec<&'a str>,
    pub(super) dialogs: Vec<&'a str>,
    pub(super) questions: Vec<&'a str>,
    pub(super) history: usize,
    pub(super) badges: Vec<&'a str>,
    /// Each with the number of times it was touched.
    pub(super) shortcuts: Vec<(&'a str, usize)>,
    pub(super) apps: bool,
}

/// What happened to one window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Touched {
    /// It is a different window than before the command.
    pub(super) made: bool,
    /// Something besides its content changed.
    pub(super) framed: bool,
    /// Its place in the z-order changed.
    pub(super) stacked: bool,
    /// The change of its content.
    pub(super) showing: Showing,
}

/// How a window's content changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Showing {
    /// Not at all.
    #[default]
    Same,
    /// It only grew beyond its first `from` bytes.
    Grown {
        /// Its length before the command.
        from: usize,
    },
    /// It was replaced.
    Other,
}

impl<'a> Gathered<'a> {
    /// Merges the marks; `key` returns the window that is in a slot now.
    pub(super) fn of(marks: &'a [Mark], key: impl Fn(Slot) -> Option<&'a str>) -> Self {
        let mut gathered = Self::default();
        let mut places = Places::default();
        for mark in marks {
            match mark {
                Mark::Monitor(id) => once(&mut gathered.monitors, *id),
                Mark::Active => gathered.active = true,
                // Closed and created again is a different window; if it was only closed, nothing else matters.
                Mark::Closed(key) => gathered.window(&mut places, key).made = true,
                Mark::Window(slot) => gathered.place(&mut places, key(*slot), |touched| touched.made = true),
                Mark::Frame(slot) => gathered.place(&mut places, key(*slot), |touched| touched.framed = true),
                Mark::Stack(slot) => gathered.place(&mut places, key(*slot), |touched| touched.stacked = true),
                Mark::Content(slot) => {
                    gathered.place(&mut places, key(*slot), |touched| touched.showing = Showing::Other);
                }
                Mark::Appended { slot, from } => gathered.place(&mut places, key(*slot), |touched| {
                    if touched.showing == Showing::Same {
                        touched.showing = Showing::Grown { from: *from };
                    }
                }),
                Mark::Focused => gathered.focused = true,
                Mark::Notification(id) => places.notifications.once(&mut gathered.notifications, id),
                Mark::Toast(id) => places.toasts.once(&mut gathered.toasts, id),
                Mark::Dialog(id) => places.dialogs.once(&mut gathered.dialogs, id),
                Mark::Question(id) => places.questions.once(&mut gathered.questions, id),
                Mark::History(count) => gathered.history += count,
                Mark::Badge(app) => places.badges.once(&mut gathered.badges, app),
                Mark::Shortcut(id) => {
                    let place = places.shortcuts.place(id, gathered.shortcuts.len());
                    if place == gathered.shortcuts.len() {
                        gathered.shortcuts.push((id, 0));
                    }
                    gathered.shortcuts[place].1 += 1;
                }
                Mark::Apps => gathered.apps = true,
            }
        }
        gathered
    }

    /// Records something about the window in a slot, if there is one.
    fn place(&mut self, places: &mut Places<'a>, key: Option<&'a str>, note: impl FnOnce(&mut Touched)) {
        if let Some(key) = key {
            note(self.window(places, key));
        }
    }

    fn window(&mut self, places: &mut Places<'a>, key: &'a str) -> &mut Touched {
        let place = places.windows.place(key, self.windows.len());
        if place == self.windows.len() {
            self.windows.push((key, Touched::default()));
        }
        &mut self.windows[place].1
    }
}

/// The index of each item in its list. A command may touch twenty thousand windows, so lists are not searched.
#[derive(Default)]
struct Places<'a> {
    windows: Index<'a>,
    notifications: Index<'a>,
    toasts: Index<'a>,
    dialogs: Index<'a>,
    questions: Index<'a>,
    badges: Index<'a>,
    shortcuts: Index<'a>,
}

#[derive(Default)]
struct Index<'a>(HashMap<&'a str, usize, RandomState>);

impl<'a> Index<'a> {
    /// Returns the item's index; `next` if it is new.
    fn place(&mut self, name: &'a str, next: usize) -> usize {
        *self.0.entry(name).or_insert(next)
    }

    fn once(&mut self, list: &mut Vec<&'a str>, name: &'a str) {
        if self.place(name, list.len()) == list.len() {
            list.push(name);
        }
    }
}

/// A linear search is fine: there are at most sixteen monitors.
fn once<T: Eq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
