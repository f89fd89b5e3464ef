//! Panels: each occupies the full width of its edge; panels of one edge are ordered by creation, and the space they
//! leave free is the work area of their monitor.

use action::Finite;
use action::os::{DockEdge, MonitorId, WindowBounds};

use super::insets::Insets;
use super::ownership::Owner;
use super::placement::WindowPlacement;
use super::rollback::Inverse;
use super::slots::{Entry, Slot};
use super::{Applied, Desktop, Mark};

/// The most of the viewport's height that one panel gets.
const MOST_OF_ONE: f64 = 1.0 / 3.0;
/// The most that all panels together get: a third is left for windows. Beyond it, all shrink in proportion.
const MOST_OF_ALL: f64 = 2.0 / 3.0;

impl Desktop {
    /// Returns the part of a monitor that no panel occupies.
    pub(super) fn work_area(&self, id: MonitorId) -> WindowBounds {
        let viewport = self.viewport(id);
        let Insets { top, bottom } = self.screen(id).map(|screen| screen.insets).unwrap_or_default();
        let height = Finite::new(f64::from(viewport.h) - top.get() - bottom.get()).unwrap_or_default();
        WindowBounds { x: Finite::ZERO, y: top, w: viewport.w.into(), h: height }
    }

    /// Arranges the panels of a monitor, and fits the windows into the rest.
    pub(super) fn arrange(&mut self, id: MonitorId, out: &mut Applied) {
        let Some(screen) = self.screen(id) else { return };
        let (viewport, panels) = (screen.viewport, screen.panels.clone());
        let room = f64::from(viewport.h);
        let asked = |slot: &Slot| {
            let entry = self.slots.get(*slot)?;
            let asked = WindowPlacement::of(entry).requested().bounds;
            let height = asked.h.get().clamp(0.0, (room * MOST_OF_ONE).floor());
            Some((*slot, entry.window.frame.dock_edge, asked, height))
        };
        let asked: Vec<_> = panels.iter().filter_map(asked).collect();
        let all: f64 = asked.iter().map(|(.., height)| height).sum();
        let share = (room * MOST_OF_ALL / all).min(1.0);
        let (mut top, mut bottom) = (0.0, 0.0);
        for (slot, edge, asked, height) in asked {
            let height = if share < 1.0 { (height * share).floor() } else { height };
            let y = if edge == Some(DockEdge::Top) {
                let y = top;
                top += height;
                y
            } else {
                bottom += height;
                room - bottom
            };
            let bounds = WindowBounds { x: Finite::ZERO, y: finite(y), w: viewport.w.into(), h: finite(height) };
            let home = (asked.h != bounds.h).then(|| Box::new(asked));
            self.put_placement(slot, WindowPlacement { bounds, previous: None, maximized: false, home }, true, out);
        }
        self.set_insets(id, Insets { top: finite(top), bottom: finite(bottom) }, out);
    }

    /// Changes the work area and fits the windows into it. A person's window stays where it is, because panels are
    /// agents'; a page draws it over the panel.
    fn set_insets(&mut self, id: MonitorId, insets: Insets, out: &mut Applied) {
        let Some(screen) = self.screen_mut(id).filter(|screen| screen.insets != insets) else { return };
        let old = std::mem::replace(&mut screen.insets, insets);
        self.rollback.push(Inverse::Insets(id, old));
        out.marks.push(Mark::Monitor(id));
        self.fit_all(id, out, |entry| entry.owner() != Owner::Person || entry.window.frame.maximized);
    }

    /// Fits these windows of a monitor into its work area. A window that would be pushed over a part of the desktop
    /// goes below it.
    pub(super) fn fit_all(&mut self, id: MonitorId, out: &mut Applied, these: impl Fn(&Entry) -> bool) {
        let before = self.covering(id);
        for slot in self.stacked_on(id) {
            if self.slots.get(slot).is_some_and(&these) {
                self.fit(slot, out);
            }
        }
        for slot in self.covering(id) {
            let agents = self.slots.get(slot).is_some_and(|entry| entry.owner() != Owner::Person);
            if agents && !before.contains(&slot) {
                self.sink(slot, out);
            }
        }
    }

    /// Measures the space that the panels currently occupy.
    pub(super) fn measure(&mut self, id: MonitorId) {
        let Some(screen) = self.screen(id) else { return };
        let (mut top, mut bottom) = (0.0, 0.0);
        for frame in screen.panels.iter().filter_map(|slot| Some(&self.slots.get(*slot)?.window.frame)) {
            if frame.dock_edge == Some(DockEdge::Top) {
                top += frame.bounds.h.get();
            } else {
                bottom += frame.bounds.h.get();
            }
        }
        let insets = Insets { top: finite(top), bottom: finite(bottom) };
        if let Some(screen) = self.screen_mut(id) {
            screen.insets = insets;
        }
    }
}

fn finite(value: f64) -> Finite {
    Finite::new(value).unwrap_or_default()
}
