//! Limits how much text one judgement reads. A real screen has a few thousand bytes; a much longer one is an attack.

use std::cell::{Cell, RefCell};

/// How many bytes of the screen's text are read.
pub(super) const SCREEN: usize = 4 << 10;
/// How many bytes are read of the touched elements and the questions they answer.
pub(super) const TOUCHED: usize = 2 << 10;

/// The bytes left to read. Each element counts once, however often it is read.
pub(super) struct Budget {
    left: Cell<usize>,
    counted: RefCell<Vec<bool>>,
}

impl Budget {
    /// A budget of `bytes` for a screen of `elements` elements.
    pub(super) fn of(bytes: usize, elements: usize) -> Self {
        Self { left: Cell::new(bytes), counted: RefCell::new(vec![false; elements]) }
    }

    /// Whether so many bytes of an element may still be read.
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
