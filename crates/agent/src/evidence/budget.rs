//! How much text one judgement reads. A real screen has a few thousand bytes; what is longer was made to be long.

use std::cell::{Cell, RefCell};

/// Bytes of what the screen shows that are read.
pub(super) const SCREEN: usize = 6 << 10;
/// Bytes that are read of what is touched and of the questions that it answers.
pub(super) const TOUCHED: usize = 4 << 10;

/// What is left to be read. Each element counts once, however often it is met.
pub(super) struct Budget {
    left: Cell<usize>,
    counted: RefCell<Vec<bool>>,
}

impl Budget {
    /// So many bytes, for a screen of so many elements.
    pub(super) fn of(bytes: usize, elements: usize) -> Self {
        Self { left: Cell::new(bytes), counted: RefCell::new(vec![false; elements]) }
    }

    /// Whether so much of an element may still be read.
    pub(super) fn allows(&self, place: usize, bytes: usize) -> bool {
        let mut counted = self.counted.borrow_mut();
        let Some(counted) = counted.get_mut(place) else { return false };
        if *counted {
            return true;
        }
        let Some(left) = self.left.get().checked_sub(bytes) else { return false };
        self.left.set(left);
        *counted = true;
        true
    }
}
