//! Lists that may be very long, by pages: a screen is made whenever anybody looks, and must not cost what it does not
//! show.

use std::ops::Range;

use super::widgets::Row;
use toolkit::{Event, Icon, View};

/// How many rows stand on one page: more make a screen slow, and nobody scrolls that far.
pub const ON_A_PAGE: usize = 400;

/// One page of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its number, from 0.
    pub number: usize,
    /// How many there are, one at least.
    pub pages: usize,
    of: usize,
}

impl Page {
    /// The page that is wanted of a list of so many, or its last.
    pub fn of(rows: usize, wanted: usize) -> Self {
        let pages = rows.div_ceil(ON_A_PAGE).max(1);
        Self { number: wanted.min(pages - 1), pages, of: rows }
    }

    /// What is on it.
    pub fn range(&self) -> Range<usize> {
        let start = self.number * ON_A_PAGE;
        start..(start + ON_A_PAGE).min(self.of)
    }

    /// What is on it where the last ones come first, as in a conversation; still in the order of the list.
    pub fn range_from_end(&self) -> Range<usize> {
        let range = self.range();
        self.of - range.end..self.of - range.start
    }

    /// The id of a list that begins at its top on every page.
    pub fn list_id(&self, id: &str) -> String {
        if self.number == 0 { id.to_owned() } else { format!("{id}_{}", self.number) }
    }

    /// Puts the rows that turn to the pages before and after around those of this one; the app hears `page` with a
    /// number. They are called `Show earlier …` and `Show more …`.
    pub fn turns(&self, rows: &mut Vec<View>, what: &str) {
        if let Some(before) = self.number.checked_sub(1) {
            rows.insert(0, turn(&format!("Show earlier {what}"), before));
        }
        if self.number + 1 < self.pages {
            rows.push(turn(&format!("Show more {what}"), self.number + 1));
        }
    }

    /// The same where the last ones come first: `Show earlier …` above and `Show later …` below.
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
