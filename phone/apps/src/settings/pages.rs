//! The pages of Settings: the table behind routes, activities, intents and search, and the main list.

use super::page::{Page, page};
use super::{Settings, about, apps, connected, display, keys, network, privacy, screen_lock, sound, system};
use kit::widgets::Row;
use state::documents;
use state::shared::Shared;
use toolkit::{Icon, View};

/// The route of the main list.
pub(super) const MAIN: &str = "main";

/// Every page.
pub(super) const PAGES: &[Page] = &[
    page(MAIN, "Settings", ".Settings", &["android.settings.SETTINGS"], main_rows),
    network::NETWORK,
    network::INTERNET,
    network::WIFI_DETAILS,
    network::WIFI_PASSWORD,
    network::MOBILE,
    network::AIRPLANE,
    network::HOTSPOT,
    connected::CONNECTED,
    connected::BLUETOOTH,
    connected::NFC,
    connected::PAIR,
    apps::APPS,
    apps::ALL_APPS,
    apps::APP,
    apps::PERMISSIONS,
    apps::PERMISSION,
    privacy::NOTIFICATIONS,
    privacy::DO_NOT_DISTURB,
    system::BATTERY,
    system::BATTERY_SAVER,
    system::STORAGE,
    sound::SOUND,
    display::DISPLAY,
    display::TIMEOUT,
    display::TEXT_SIZE,
    display::ACCESSIBILITY,
    privacy::SECURITY,
    screen_lock::SCREEN_LOCK,
    screen_lock::CONFIRM_PIN,
    screen_lock::SET_PIN,
    screen_lock::REPEAT_PIN,
    privacy::LOCATION,
    system::SYSTEM,
    system::LANGUAGES,
    system::ADD_LANGUAGE,
    system::DATE_TIME,
    system::RESET,
    system::ERASE,
    system::DEVELOPER,
    about::ABOUT,
    about::ANDROID_VERSION,
];

/// Returns the page with a route.
pub(super) fn find(route: &str) -> Option<&'static Page> {
    PAGES.iter().find(|page| page.activity.route == route)
}

fn main_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let battery = format!("{}%", shared.hardware.battery);
    let location = match keys::LOCATION.is_on(shared) {
        true => "On",
        false => "Off",
    };
    let (_, free, percent) = system::storage(shared);
    let storage = format!("{percent}% used - {} free", documents::size(free));
    let rows = [
        ("Network & internet", "Mobile, Wi-Fi, hotspot", Icon::Wifi, "network"),
        ("Connected devices", "Bluetooth, pairing", Icon::Bluetooth, "connected"),
        ("Apps", "Recent apps, default apps", Icon::Apps, "apps"),
        ("Notifications", "Notification history, conversations", Icon::Notifications, "notifications"),
        ("Battery", battery.as_str(), Icon::Battery, "battery"),
        ("Storage", storage.as_str(), Icon::Storage, "storage"),
        ("Sound & vibration", "Volume, haptics, Do Not Disturb", Icon::Volume, "sound"),
        ("Display", "Dark theme, font size, brightness", Icon::Brightness, "display"),
        ("Accessibility", "Display, interaction, audio", Icon::Person, "accessibility"),
        ("Security & privacy", "App security, device lock, permissions", Icon::Lock, "security"),
        ("Location", location, Icon::Location, "location"),
        ("System", "Languages, gestures, time, backup", Icon::Info, "system"),
        ("About phone", about::model(shared), Icon::Phone, "about"),
    ];
    let rows =
        rows.map(|(title, summary, icon, route)| Row::new(title).summary(summary).icon(icon).opens(route).view());
    rows.into()
}
