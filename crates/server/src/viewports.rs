//! Remembers the sizes of the connected pages: the desktop is as large as the largest of them, so that a second, smaller
//! page does not move the windows of the first.
//!
//! A page that leaves changes nothing by itself, since most come back at once; the next report of another page counts
//! without it.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use desktop::wire::{PersonAction, PersonCommand};

/// The largest side that the desktop accepts; a larger one is refused there, and must not count here.
const LARGEST_SIDE: u32 = 65_535;

/// The connected pages by their ids.
#[derive(Debug, Default)]
pub(crate) struct Viewports(Mutex<HashMap<String, PageSize>>);

#[derive(Debug, Default)]
struct PageSize {
    /// How many connections it has. It has two for a while if it reconnects before its old connection has timed out.
    connections: usize,
    /// Its size in CSS pixels, once it has reported one.
    size: Option<(u32, u32)>,
}

impl Viewports {
    /// Notes the size that a page reports, and replaces it by that of the largest page.
    pub(crate) fn enlarge(&self, page: &str, actions: &mut [PersonAction]) {
        for action in actions {
            if let PersonAction::Command(PersonCommand::Viewport { w, h, .. }) = action {
                (*w, *h) = self.largest(page, (*w, *h));
            }
        }
    }

    /// Counts a connection of a page.
    pub(crate) fn enter(&self, page: &str) {
        self.pages().entry(page.to_owned()).or_default().connections += 1;
    }

    /// Forgets a page whose last connection has ended.
    pub(crate) fn leave(&self, page: &str) {
        let mut pages = self.pages();
        let Some(known) = pages.get_mut(page) else { return };
        known.connections = known.connections.saturating_sub(1);
        if known.connections == 0 {
            pages.remove(page);
        }
    }

    fn largest(&self, page: &str, size: (u32, u32)) -> (u32, u32) {
        if size.0 == 0 || size.1 == 0 || size.0.max(size.1) > LARGEST_SIDE {
            return size;
        }
        let mut pages = self.pages();
        if let Some(known) = pages.get_mut(page) {
            known.size = Some(size);
        }
        let area = |(w, h): &(u32, u32)| u64::from(*w) * u64::from(*h);
        // Of two pages with the same area the one that reports wins: it is the one that is used.
        let sizes = pages.values().filter_map(|known| known.size);
        sizes.max_by_key(area).filter(|most| area(most) > area(&size)).unwrap_or(size)
    }

    fn pages(&self) -> MutexGuard<'_, HashMap<String, PageSize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use action::os::MonitorId;

    use super::*;

    /// Reports sizes one after the other; `None` ends a connection of the page, `Some((0, 0))` begins one more. Returns
    /// the size of the desktop after the last report.
    fn check(reports: &[(&str, Option<(u32, u32)>)], expected: (u32, u32)) {
        let (viewports, mut desktop) = (Viewports::default(), (0, 0));
        for (page, size) in reports {
            let Some((w, h)) = *size else {
                viewports.leave(page);
                continue;
            };
            if (w, h) == (0, 0) || !viewports.pages().contains_key(*page) {
                viewports.enter(page);
            }
            if (w, h) == (0, 0) {
                continue;
            }
            let monitor_id = MonitorId::default();
            let mut actions = [PersonAction::Command(PersonCommand::Viewport { monitor_id, w, h })];
            viewports.enlarge(page, &mut actions);
            let [PersonAction::Command(PersonCommand::Viewport { w, h, .. })] = actions else { panic!("{actions:?}") };
            desktop = (w, h);
        }
        assert_eq!(desktop, expected, "{reports:?}");
    }

    #[test]
    fn the_desktop_is_as_large_as_the_largest_page() {
        let (large, small, tall) = (Some((1440, 800)), Some((800, 600)), Some((600, 800)));
        check(&[("a", small)], (800, 600));
        check(&[("a", large), ("b", small)], (1440, 800));
        check(&[("a", small), ("b", large), ("a", small)], (1440, 800));
        check(&[("a", large), ("a", small)], (800, 600));
        check(&[("a", large), ("b", small), ("a", None), ("b", small)], (800, 600));
        check(&[("a", small), ("b", tall)], (600, 800));
        // A page reconnects before its old connection times out: it still counts.
        check(&[("a", large), ("a", Some((0, 0))), ("a", None), ("b", small)], (1440, 800));
        // A size that the desktop refuses is dropped.
        check(&[("a", Some((u32::MAX, u32::MAX))), ("b", small)], (800, 600));
    }
}
