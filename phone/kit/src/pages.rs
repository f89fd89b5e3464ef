//! Pagination of very long lists: a screen is rebuilt on every request, so invisible rows must cost nothing.

use std::ops::Range;

use super::widgets::Row;
use toolkit::{Event, Icon, View};

/// The number of rows on a page: more would slow the screen down, and no user scrolls that far.
pub const ON_A_PAGE: usize = 400;

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The number, from 0.
    pub number: usize,
    /// The number of pages, at least one.
    pub pages: usize,
    of: usize,
}

impl Page {
    /// Returns the wanted page of a list with this many rows, or its last.
    pub fn of(rows: usize, wanted: usize) -> Self {
        let pages = rows.div_ceil(ON_A_PAGE).max(1);
        Self { number: wanted.min(pages - 1), pages, of: rows }
    }

    /// Returns the range of rows on the page.
    pub fn range(&self) -> Range<usize> {
        let start = self.number * ON_A_PAGE;
        start..(start + ON_A_PAGE).min(self.of)
    }

    /// Returns the range of rows if pages count from the end, as in a conversation; rows stay in list order.
    pub fn range_from_end(&self) -> Range<usize> {
        let range = self.range();
        self.of - range.end..self.of - range.start
    }

    /// Returns a list id that differs per page, so that every page starts at its top.
    pub fn list_id(&self, id: &str) -> String {
        if self.number == 0 { id.to_owned() } else { format!("{id}_{}", self.number) }
    }

    /// Adds the rows `Show earlier …` and `Show more …` that switch pages; they send `page` with a number.
    pub fn turns(&self, rows: &mut Vec<View>, what: &str) {
        if let Some(before) = self.number.checked_sub(1) {
            rows.insert(0, turn(&format!("Show earlier {what}"), before));
        }
        if self.number + 1 < self.pages {
            rows.push(turn(&format!("Show more {what}"), self.number + 1));
        }
    }

    /// Like [`Self::turns`] for pages that count from the end: `Show earlier …` above and `Show later …` below.
    pub fn turns_from_end(&self, rows: &mut Vec<View>, what: &str) {
        if self.number + 1 < self.pages {
            rows.insert(0, turn(&format!("Show earlier {what}"), self.number + 1));
        }
        if let Some(after) = self.number.checked_sub(1) {
            rows.push(turn(&format!("Show later {what}"), after));
        }
    }
}

fn turn(text: &str, to: usize) -> View {
    Row::new(text).icon(Icon::ChevronRight).on(Event::with("page", to.to_string())).view()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_hold_everything_once() {
        for rows in [0, 1, ON_A_PAGE, ON_A_PAGE + 1, 5 * ON_A_PAGE - 1] {
            let pages = Page::of(rows, 0).pages;
            let (mut forward, mut backward) = (0, rows);
            for number in 0..pages {
                let page = Page::of(rows, number);
                assert_eq!(page.range().start, forward);
                assert_eq!(page.range_from_end().end, backward);
                (forward, backward) = (page.range().end, page.range_from_end().start);
            }
            assert_eq!((forward, backward), (rows, 0));
            assert_eq!(Page::of(rows, usize::MAX).number, pages - 1);
        }
    }
}
