//! Connected devices: Bluetooth, paired devices and devices in range.

use serde::{Deserialize, Serialize};

use super::page::{Page, page, sub};
use super::{Settings, keys};
use kit::widgets::{self, Row};
use state::app::Cx;
use state::shared::Shared;
use toolkit::{Event, Icon, View};

pub(super) const CONNECTED: Page =
    page("connected", "Connected devices", ".Settings$ConnectedDeviceDashboardActivity", &[], connected_rows);
pub(super) const BLUETOOTH: Page = page(
    "bluetooth",
    "Bluetooth",
    ".Settings$BluetoothSettingsActivity",
    &["android.settings.BLUETOOTH_SETTINGS"],
    bluetooth_rows,
);
pub(super) const NFC: Page =
    page("nfc", "NFC", ".Settings$NfcSettingsActivity", &["android.settings.NFC_SETTINGS"], nfc_rows);
pub(super) const PAIR: Page = sub("pair", "Pair new device", pair_rows);

/// The devices in range.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Devices {
    reach: Vec<Device>,
}

/// A Bluetooth device.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
struct Device {
    name: String,
    paired: bool,
    connected: bool,
}

impl Default for Devices {
    fn default() -> Self {
        let device = |name: &str, paired| Device { name: name.to_owned(), paired, connected: false };
        Self { reach: vec![device("Pixel Buds Pro", true), device("Car Audio", true), device("JBL Flip 6", false)] }
    }
}

fn connected_rows(state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows = vec![
        keys::BLUETOOTH.icon_row(Icon::Bluetooth, "Bluetooth", shared),
        Row::new("Pair new device").icon(Icon::Add).opens("pair").enabled(keys::BLUETOOTH.is_on(shared)).view(),
    ];
    rows.extend(saved(state, shared));
    let preferences = Row::new("Connection preferences").summary("Bluetooth").icon(Icon::Settings);
    rows.push(preferences.opens("bluetooth").view());
    rows.push(Row::new("NFC").summary(keys::NFC.word(shared)).opens("nfc").view());
    rows
}

fn bluetooth_rows(state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows = vec![keys::BLUETOOTH.main("Use Bluetooth", shared)];
    if keys::BLUETOOTH.is_on(shared) {
        rows.push(Row::new("Pair new device").icon(Icon::Add).opens("pair").view());
        rows.extend(saved(state, shared));
    } else {
        rows.push(widgets::section("When Bluetooth is turned on, your device can communicate with nearby devices."));
    }
    rows
}

fn nfc_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        keys::NFC.main("Use NFC", shared),
        widgets::section("Allow data exchange when the phone touches another device, and contactless payments."),
    ]
}

/// Builds the rows of paired devices.
fn saved(state: &Settings, shared: &Shared) -> Vec<View> {
    let on = keys::BLUETOOTH.is_on(shared);
    let rows = state.devices.reach.iter().filter(|device| device.paired).map(|device| {
        let summary = if device.connected && on { "Connected" } else { "Saved" };
        let row = Row::new(&device.name).summary(summary).icon(Icon::Bluetooth).enabled(on);
        row.on(Event::with("device", device.name.as_str())).hold(Event::with("unpair_ask", device.name.as_str())).view()
    });
    std::iter::once(widgets::section("Saved devices")).chain(rows).collect()
}

fn pair_rows(state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let name = shared.settings.secure.get("bluetooth_name").map_or("", String::as_str);
    let mut rows = vec![Row::new("Device name").summary(name).view(), widgets::section("Available devices")];
    let free = state.devices.reach.iter().filter(|device| !device.paired);
    rows.extend(free.map(|device| {
        Row::new(&device.name).icon(Icon::Bluetooth).on(Event::with("pair", device.name.as_str())).view()
    }));
    rows
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(state: &mut Settings, event: &Event, cx: &mut Cx<'_>) -> bool {
    let device = state.devices.reach.iter_mut().find(|device| device.name == event.value);
    match (event.name.as_ref(), device) {
        ("device", Some(device)) => device.connected = !device.connected,
        ("pair", Some(device)) => {
            (device.paired, device.connected) = (true, true);
            cx.pop();
        }
        ("unpair_ask", Some(device)) => {
            let title = format!("Forget {}?", device.name);
            let message = "Your phone will no longer be paired with it.";
            widgets::ask(cx, &title, message, "Forget device", Event::with("unpair", device.name.as_str()));
        }
        ("unpair", Some(device)) => (device.paired, device.connected) = (false, false),
        _ => return false,
    }
    true
}
