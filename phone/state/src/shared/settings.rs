//! The settings provider's tables, the flags of `device_config`, and the settings with a meaning of their own: radios,
//! torch, dark theme.
//!
//! It stores and interprets text. It does not know the factory values; the commands' `defaults` list those.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The tables of the settings provider.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `settings … system`
    pub system: BTreeMap<String, String>,
    /// `settings … secure`
    pub secure: BTreeMap<String, String>,
    /// `settings … global`
    pub global: BTreeMap<String, String>,
    /// `device_config …`: flags by `NAMESPACE/KEY`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub config: BTreeMap<String, String>,
}

impl Settings {
    /// Whether a setting of the `global` table is on.
    pub fn on(&self, key: &str) -> bool {
        self.global.get(key).is_some_and(|value| value != "0")
    }

    /// Switches a setting of the `global` table.
    pub fn switch(&mut self, key: &str, on: bool) {
        self.global.insert(key.to_owned(), if on { "1" } else { "0" }.to_owned());
    }

    /// Whether the flashlight is on; Android keeps that in `secure/flashlight_enabled`.
    pub fn torch(&self) -> bool {
        self.secure.get("flashlight_enabled").is_some_and(|on| on != "0")
    }

    /// Switches aeroplane mode. It turns the radios off and later restores those that were on, which `wifi_saved_state`
    /// and `bluetooth_saved_state` record. As on Android, mobile data keeps its setting although its radio is off.
    pub fn set_airplane(&mut self, on: bool) {
        if on == self.on("airplane_mode_on") {
            return;
        }
        self.switch("airplane_mode_on", on);
        for (radio, saved) in [("wifi_on", "wifi_saved_state"), ("bluetooth_on", "bluetooth_saved_state")] {
            if on {
                self.switch(saved, self.on(radio));
                self.switch(radio, false);
            } else if self.global.remove(saved).is_some_and(|was| was != "0") {
                self.switch(radio, true);
            }
        }
    }

    /// Whether the internet is reachable: over Wi-Fi, or over mobile data with the radio on.
    pub fn is_online(&self) -> bool {
        self.on("wifi_on") || (self.on("mobile_data") && !self.on("airplane_mode_on"))
    }

    /// Returns a number from the `system` table.
    pub fn system_number(&self, key: &str, default: i64) -> i64 {
        self.system.get(key).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    /// Whether the dark theme is on (`secure/ui_night_mode` is 2).
    pub fn is_dark(&self) -> bool {
        self.secure.get("ui_night_mode").is_some_and(|mode| mode == "2")
    }

    /// Whether the user prefers the 24-hour format.
    pub fn is_24_hours(&self) -> bool {
        self.system.get("time_12_24").is_some_and(|hours| hours == "24")
    }
}
