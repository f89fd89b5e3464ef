//! The fourteen tasks of Settings (4.1): radios and brightness.

use super::host::Host;
use super::person::Person;
use super::task::{Drawn, Random, Task};

/// Wi-Fi or Bluetooth on or off.
struct Radio {
    wifi: bool,
    on: bool,
    /// Whether it begins done.
    verify: bool,
}

impl Drawn for Radio {
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
        person.open("Settings");
        if self.wifi {
            person.tap("Network & internet");
            person.tap("Internet");
        } else {
            person.tap("Connected devices");
            person.tap("Connection preferences");
            person.tap("Bluetooth");
        }
        let label = if self.wifi { "Wi-Fi" } else { "Use Bluetooth" };
        let switch = |person: &Person<'_>| {
            let seen = person.look();
            seen.into_iter().find(|element| element.class.ends_with("Switch") && element.description == label)
        };
        let found = switch(person).unwrap_or_else(|| panic!("no switch: {:?}", person.texts()));
        if found.checked != self.on {
            person.tap_on(&found);
        }
        None
    }

    fn score(&self, host: &Host, _answer: Option<&str>) -> f64 {
        let name = if self.wifi { "wifi_on" } else { "bluetooth_on" };
        let on = host.shell(&format!("settings get global {name}"));
        f64::from(u8::from((on.trim() != "0") == self.on))
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
];
