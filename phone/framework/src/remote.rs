//! Changes from outside the phone: location, orientation, charging.

use super::Phone;
use state::shared::{Position, Power};

impl Phone {
    /// Sets the location.
    pub fn set_position(&mut self, position: Position) {
        self.shared.position = position;
    }

    /// Rotates the phone left by quarter turns.
    pub fn turn(&mut self, quarters: u8) {
        self.hold(self.shared.held.wrapping_add(quarters));
    }

    /// Sets the physical orientation in quarter turns.
    pub fn hold(&mut self, quarters: u8) {
        self.shared.held = quarters % 4;
    }

    /// Changes the power source and the battery level.
    pub fn change_power(&mut self, change: impl FnOnce(&mut Power, &mut u8)) {
        change(&mut self.shared.power, &mut self.shared.battery);
    }
}
