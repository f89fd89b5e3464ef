//! The charger and the state of the battery, besides its level.

use serde::{Deserialize, Serialize};

/// The power state, with the constants of `android.os.BatteryManager`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Power {
    /// Whether a wall charger is plugged in.
    pub ac: bool,
    /// Whether it is connected to a computer.
    pub usb: bool,
    /// Whether it is on a wireless charger.
    pub wireless: bool,
    /// 2 charging, 3 discharging, 4 not charging, 5 full; derived from the other fields unless set.
    pub status: Option<u8>,
    /// 1 unknown, 2 good, 3 overheat, 4 dead, 5 over voltage, 6 failure.
    pub health: u8,
    /// Whether there is a battery.
    pub present: bool,
    /// In tenths of a degree Celsius.
    pub temperature: i32,
}

impl Default for Power {
    fn default() -> Self {
        Self { ac: false, usb: true, wireless: false, status: None, health: 2, present: true, temperature: 250 }
    }
}

impl Power {
    /// Whether anything is plugged in.
    pub fn plugged(&self) -> bool {
        self.ac || self.usb || self.wireless
    }

    /// Returns the status at this level.
    pub fn status(&self, level: u8) -> u8 {
        self.status.unwrap_or(match (self.plugged(), level) {
            (true, 100..) => 5,
            (true, _) => 2,
            (false, _) => 3,
        })
    }
}
