//! The settings behind switches, choices and sliders, by path: `global/wifi_on`.

use kit::widgets;
use state::shared::Shared;
use toolkit::{Event, Icon, View};

/// A setting with two values.
pub(super) struct Key {
    path: &'static str,
    on: &'static str,
    off: &'static str,
}

/// Creates a setting that is 1 or 0.
const fn key(path: &'static str) -> Key {
    Key { path, on: "1", off: "0" }
}

pub(super) const WIFI: Key = key("global/wifi_on");
pub(super) const BLUETOOTH: Key = key("global/bluetooth_on");
pub(super) const AIRPLANE: Key = key("global/airplane_mode_on");
pub(super) const NFC: Key = key("global/nfc_on");
pub(super) const MOBILE_DATA: Key = key("global/mobile_data");
pub(super) const ROAMING: Key = key("global/data_roaming");
pub(super) const ZEN: Key = key("global/zen_mode");
pub(super) const LOW_POWER: Key = key("global/low_power");
pub(super) const AUTO_TIME: Key = key("global/auto_time");
pub(super) const AUTO_TIME_ZONE: Key = key("global/auto_time_zone");
pub(super) const ADB: Key = key("global/adb_enabled");
pub(super) const STAY_ON: Key = Key { path: "global/stay_on_while_plugged_in", on: "7", off: "0" };
pub(super) const HEADS_UP: Key = key("global/heads_up_notifications_enabled");
pub(super) const LOCATION: Key = Key { path: "secure/location_mode", on: "3", off: "0" };
pub(super) const DARK: Key = Key { path: "secure/ui_night_mode", on: "2", off: "1" };
pub(super) const LOCK_NOTIFICATIONS: Key = key("secure/lock_screen_show_notifications");
pub(super) const NIGHT_LIGHT: Key = key("secure/night_display_activated");
pub(super) const NOTIFICATION_DOTS: Key = key("secure/notification_badging");
pub(super) const INVERSION: Key = key("secure/accessibility_display_inversion_enabled");
pub(super) const AUTO_BRIGHTNESS: Key = key("system/screen_brightness_mode");
pub(super) const AUTO_ROTATE: Key = key("system/accelerometer_rotation");
pub(super) const VIBRATE: Key = key("system/vibrate_when_ringing");
pub(super) const DIAL_TONES: Key = key("system/dtmf_tone");
pub(super) const TOUCH_SOUNDS: Key = key("system/sound_effects_enabled");
pub(super) const HOURS_24: Key = Key { path: "system/time_12_24", on: "24", off: "12" };

impl Key {
    /// Whether it is on. A missing setting is off.
    pub(super) fn is_on(&self, shared: &Shared) -> bool {
        match get(self.path, shared) {
            Some(value) if self.off == "0" => value != "0",
            value => value == Some(self.on),
        }
    }

    /// Returns the event that toggles it.
    pub(super) fn flip(&self, shared: &Shared) -> Event {
        let to = if self.is_on(shared) { self.off } else { self.on };
        Event::with("set", format!("{}={to}", self.path))
    }

    /// Builds a row with its switch.
    pub(super) fn row(&self, title: &str, summary: &str, shared: &Shared) -> View {
        widgets::switch_row(title, summary, self.is_on(shared), self.flip(shared)).view()
    }

    /// Builds a row with its switch and an icon.
    pub(super) fn icon_row(&self, icon: Icon, title: &str, shared: &Shared) -> View {
        widgets::switch_row(title, "", self.is_on(shared), self.flip(shared)).icon(icon).view()
    }

    /// Builds the large switch at the top of its own page.
    pub(super) fn main(&self, title: &str, shared: &Shared) -> View {
        widgets::main_switch(title, self.is_on(shared), self.flip(shared))
    }

    /// Returns `On` or `Off`.
    pub(super) fn word(&self, shared: &Shared) -> &'static str {
        if self.is_on(shared) { "On" } else { "Off" }
    }
}

/// Builds a row for one of several values of a setting.
pub(super) fn choice(title: &str, path: &str, value: &str, shared: &Shared) -> View {
    let event = Event::with("set", format!("{path}={value}"));
    widgets::radio_row(title, get(path, shared) == Some(value), event)
}

/// Returns the value of a setting.
pub(super) fn get<'a>(path: &str, shared: &'a Shared) -> Option<&'a str> {
    let (table, name) = path.split_once('/')?;
    let table = match table {
        "system" => &shared.settings.system,
        "secure" => &shared.settings.secure,
        "global" => &shared.settings.global,
        _ => return None,
    };
    table.get(name).map(String::as_str)
}

/// Applies an assignment such as `global/wifi_on=1`.
pub(super) fn set(assignment: &str, shared: &mut Shared) {
    let Some((path, value)) = assignment.split_once('=') else { return };
    if path == AIRPLANE.path {
        return shared.settings.set_airplane(value != "0");
    }
    let Some((table, name)) = path.split_once('/') else { return };
    let table = match table {
        "system" => &mut shared.settings.system,
        "secure" => &mut shared.settings.secure,
        "global" => &mut shared.settings.global,
        _ => return,
    };
    table.insert(name.to_owned(), value.to_owned());
}
