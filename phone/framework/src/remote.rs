//! What happens to a phone from outside: where it is, how it is held, what charges it.

use super::Phone;
use state::shared::{Position, Power};

impl Phone {
    /// Where it is.
    pub fn set_position(&mut self, position: Position) {
        self.shared.position = position;
    }

    /// Turns it by quarters, to the left.
    pub fn turn(&mut self, quarters: u8) {
        self.hold(self.shared.held.wrapping_add(quarters));
    }

    /// Holds it turned by so many quarters.
    pub fn hold(&mut self, quarters: u8) {
        self.shared.held = quarters % 4;
    }

    /// Changes what charges it, and how full it is.
    pub fn change_power(&mut self, change: impl FnOnce(&mut Power, &mut u8)) {
        change(&mut self.shared.power, &mut self.shared.battery);
    }
}
