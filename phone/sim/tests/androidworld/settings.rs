//! The tasks of Settings: radios, brightness, and both combined with opening an app; and the task that only opens an
//! app.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

/// Wi-Fi or Bluetooth on or off.
struct Radio {
    wifi: bool,
    on: bool,
    /// Whether the goal is already reached at the start.
    verify: bool,
}

/// Switches Wi-Fi or Bluetooth on or off in Settings.
fn set_radio(person: &Person<'_>, wifi: bool, on: bool) {
    person.open("Settings");
    if wifi {
        person.tap("Network & internet");
        person.tap("Internet");
    } else {
        person.tap("Connected devices");
        person.tap("Connection preferences");
        person.tap("Bluetooth");
    }
    let label = if wifi { "Wi-Fi" } else { "Use Bluetooth" };
    let seen = person.look();
    let switch = seen.into_iter().find(|element| element.class.ends_with("Switch") && element.description == label);
    let switch = switch.unwrap_or_else(|| panic!("no switch: {:?}", person.texts()));
    if switch.checked != on {
        person.tap_on(&switch);
    }
    // Settings reopens on its last screen.
    (0..3).for_each(|_| person.back());
}

fn is_on(host: &Host, name: &str) -> bool {
    host.shell(&format!("settings get global {name}")).trim() != "0"
}

impl Drawn for Radio {
    fn goal(&self) -> String {
        let (name, state) = (if self.wifi { "wifi" } else { "bluetooth" }, if self.on { "on" } else { "off" });
        format!("Turn {name} {state}.")
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        let service = if self.wifi { "wifi" } else { "bluetooth" };
        let begins = if self.on == self.verify { "enable" } else { "disable" };
        host.shell(&format!("svc {service} {begins}"));
    }

    fn untouched(&self) -> f64 {
        f64::from(u8::from(self.verify))
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        set_radio(person, self.wifi, self.on);
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let name = if self.wifi { "wifi_on" } else { "bluetooth_on" };
        f64::from(u8::from(is_on(host, name) == self.on))
    }
}

/// The brightness at its minimum or maximum.
struct Brightness {
    max: bool,
    /// Whether the goal is already reached at the start.
    verify: bool,
    /// Whether the slider of the quick settings is used instead of Settings.
    quick: bool,
}

impl Drawn for Brightness {
    fn goal(&self) -> String {
        format!("Turn brightness to the {} value.", if self.max { "max" } else { "min" })
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        let begins = if self.max == self.verify { 255 } else { 1 };
        host.shell(&format!("settings put system screen_brightness {begins}"));
    }

    fn untouched(&self) -> f64 {
        f64::from(u8::from(self.verify))
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        if self.quick {
            person.swipe((540, 10), (540, 1200), 300);
        } else {
            person.open("Settings");
            person.scroll_and_tap("Display");
        }
        let seen = person.look();
        let slider = seen.iter().find(|element| element.class.ends_with("SeekBar") && element.id.contains("slider"));
        let slider = slider.unwrap_or_else(|| panic!("no slider: {:?}", person.texts()));
        let [left, _, right, _] = slider.bounds;
        let (x, y) = slider.middle();
        person.swipe((x, y), (if self.max { right - 2 } else { left + 2 }, y), 400);
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let level = host.shell("settings get system screen_brightness");
        f64::from(u8::from(level.trim() == if self.max { "255" } else { "1" }))
    }
}

/// Wi-Fi off and Bluetooth on: half a point each.
struct Both;

impl Drawn for Both {
    fn goal(&self) -> String {
        "Turn off WiFi, then enable bluetooth".to_owned()
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        host.shell("svc wifi enable");
        host.shell("svc bluetooth disable");
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        set_radio(person, true, false);
        set_radio(person, false, true);
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let half = |done: bool| f64::from(u8::from(done)) / 2.0;
        half(!is_on(host, "wifi_on")) + half(is_on(host, "bluetooth_on"))
    }
}

/// The apps to open: labels, packages, and what the goal calls them.
const OPENED: &[(&str, &str, &str)] = &[
    ("Camera", "com.android.camera2", "camera"),
    ("Clock", "com.google.android.deskclock", "clock"),
    ("Contacts", "com.google.android.contacts", "contacts"),
    ("Settings", "com.android.settings", "settings"),
    ("Phone", "com.google.android.dialer", "dialer"),
];

/// Opens an app; before that, Wi-Fi may have to be switched on.
struct OpenApp {
    app: (&'static str, &'static str, &'static str),
    wifi: bool,
}

impl Drawn for OpenApp {
    fn goal(&self) -> String {
        let app = self.app.2;
        if self.wifi {
            return format!("Turn on Wifi, then open the {app} app");
        }
        format!("Open the {app} app. Clear any pop-ups that may appear by granting all permissions that are required.")
    }

    fn set_up(&self, host: &Host) {
        host.set_clock();
        if self.wifi {
            host.shell("svc wifi disable");
        }
        host.shell(&format!("am force-stop {}", self.app.1));
    }

    fn solve(&self, person: &Person<'_>) -> Option<String> {
        if self.wifi {
            set_radio(person, true, true);
        }
        person.open(self.app.0);
        if person.sees("While using the app") {
            person.tap("While using the app");
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let opened = f64::from(u8::from(host.front().split('/').next() == Some(self.app.1)));
        if self.wifi { (opened + f64::from(u8::from(is_on(host, "wifi_on")))) / 2.0 } else { opened }
    }
}

fn radio(wifi: bool, on: bool, verify: bool) -> Box<dyn Drawn> {
    Box::new(Radio { wifi, on, verify })
}

pub(crate) const TASKS: &[Task] = &[
    Task { name: "SystemWifiTurnOn", draw: |_: &mut Random| radio(true, true, false) },
    Task { name: "SystemWifiTurnOnVerify", draw: |_| radio(true, true, true) },
    Task { name: "SystemWifiTurnOff", draw: |_| radio(true, false, false) },
    Task { name: "SystemWifiTurnOffVerify", draw: |_| radio(true, false, true) },
    Task { name: "SystemBluetoothTurnOn", draw: |_| radio(false, true, false) },
    Task { name: "SystemBluetoothTurnOnVerify", draw: |_| radio(false, true, true) },
    Task { name: "SystemBluetoothTurnOff", draw: |_| radio(false, false, false) },
    Task { name: "SystemBluetoothTurnOffVerify", draw: |_| radio(false, false, true) },
    Task { name: "SystemBrightnessMax", draw: |_| Box::new(Brightness { max: true, verify: false, quick: false }) },
    Task { name: "SystemBrightnessMaxVerify", draw: |_| Box::new(Brightness { max: true, verify: true, quick: true }) },
    Task { name: "SystemBrightnessMin", draw: |_| Box::new(Brightness { max: false, verify: false, quick: true }) },
    Task {
        name: "SystemBrightnessMinVerify",
        draw: |_| Box::new(Brightness { max: false, verify: true, quick: false }),
    },
    Task { name: "TurnOffWifiAndTurnOnBluetooth", draw: |_| Box::new(Both) },
    Task { name: "TurnOnWifiAndOpenApp", draw: |random| Box::new(OpenApp { app: *random.one(OPENED), wifi: true }) },
    Task { name: "OpenAppTaskEval", draw: |random| Box::new(OpenApp { app: *random.one(OPENED), wifi: false }) },
];
