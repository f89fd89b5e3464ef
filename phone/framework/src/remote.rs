//! Changes from outside the phone: location, orientation, charging.

use super::Phone;
use state::shared::{Position, Power};

impl Phone {
    /// Sets the location.
    pub fn set_position(&mut self, position: Position) {
        self.shared.hardware.position = position;
    }

    /// Rotates the phone left by quarter turns.
    pub fn turn(&mut self, quarters: u8) {
        self.hold(self.shared.hardware.orientation.wrapping_add(quarters));
    }

    /// Sets the physical orientation in quarter turns.
    pub fn hold(&mut self, quarters: u8) {
        self.shared.hardware.hold(quarters);
    }

    /// Changes the power source and the battery level.
    pub fn change_power(&mut self, change: impl FnOnce(&mut Power, &mut u8)) {
        let hardware = &mut self.shared.hardware;
        change(&mut hardware.power, &mut hardware.battery);
    }
}
