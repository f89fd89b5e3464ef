//! The phone's physical state: battery, location, orientation, and the scene in front of its camera.
//!
//! The world outside changes it: the emulator console, the control service, scheduled events and `dumpsys battery`.

use super::{CameraScene, Position, Power};

/// The physical state.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hardware {
    /// The battery level, in percent.
    pub battery: u8,
    /// The charger and the state of the battery.
    pub power: Power,
    /// The location.
    pub position: Position,
    /// The orientation in which it is held: quarter turns to the left, 0 to 3.
    pub orientation: u8,
    /// The scene in front of the camera.
    pub scene: CameraScene,
}

impl Hardware {
    /// Sets the battery level.
    pub fn set_battery(&mut self, percent: u8) {
        self.battery = percent.min(100);
    }

    /// Sets the orientation, in quarter turns to the left.
    pub fn hold(&mut self, quarters: u8) {
        self.orientation = quarters % 4;
    }

    /// Keeps a battery level from a file within 100 percent.
    pub(super) fn enforce_limits(&mut self) {
        self.set_battery(self.battery);
    }
}
