//! Battery, storage, and System: languages, date and time, resetting, developer options.

use super::page::{Page, page, sub};
use super::{Settings, keys};
use kit::clock;
use kit::widgets::{self, Row};
use state::app::Cx;
use state::documents;
use state::shared::Shared;
use toolkit::languages;
use toolkit::{Color, Event, Icon, Kind, Size, View};

pub(super) const BATTERY: Page = page(
    "battery",
    "Battery",
    ".Settings$PowerUsageSummaryActivity",
    &["android.intent.action.POWER_USAGE_SUMMARY"],
    battery_rows,
);
pub(super) const BATTERY_SAVER: Page = page(
    "battery_saver",
    "Battery Saver",
    ".Settings$BatterySaverSettingsActivity",
    &["android.settings.BATTERY_SAVER_SETTINGS"],
    saver_rows,
);
pub(super) const STORAGE: Page = page(
    "storage",
    "Storage",
    ".Settings$StorageDashboardActivity",
    &["android.settings.INTERNAL_STORAGE_SETTINGS"],
    storage_rows,
);
pub(super) const SYSTEM: Page = page("system", "System", ".Settings$SystemDashboardActivity", &[], system_rows);
pub(super) const LANGUAGES: Page = page(
    "languages",
    "Languages",
    ".Settings$LocalePickerActivity",
    &["android.settings.LOCALE_SETTINGS", "android.settings.LANGUAGE_SETTINGS"],
    language_rows,
);
pub(super) const ADD_LANGUAGE: Page = sub("add_language", "Add a language", choice_rows);
pub(super) const DATE_TIME: Page = page(
    "date_time",
    "Date & time",
    ".Settings$DateTimeSettingsActivity",
    &["android.settings.DATE_SETTINGS"],
    date_rows,
);
pub(super) const RESET: Page = sub("reset", "Reset options", reset_rows);
pub(super) const ERASE: Page = page(
    "erase",
    "Erase all data (factory reset)",
    ".Settings$FactoryResetActivity",
    &["com.android.settings.action.FACTORY_RESET"],
    erase_rows,
);
pub(super) const DEVELOPER: Page = page(
    "developer",
    "Developer options",
    ".Settings$DevelopmentSettingsDashboardActivity",
    &["android.settings.APPLICATION_DEVELOPMENT_SETTINGS"],
    developer_rows,
);

fn battery_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        Row::new(format!("{}%", shared.hardware.battery)).icon(Icon::Battery).ids("battery_percent", "").view(),
        View::new(Kind::Progress(shared.hardware.battery.min(100))).width(Size::Fill).padding(16.0, 8.0),
        Row::new("Battery Saver").summary(keys::LOW_POWER.word(shared)).opens("battery_saver").view(),
    ]
}

fn saver_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        keys::LOW_POWER.main("Use Battery Saver", shared),
        widgets::section(
            "Extends battery life by turning on Dark theme and limiting or turning off background activity.",
        ),
    ]
}

/// Returns the used and free storage and the used percentage, as `df` reports them.
pub(super) fn storage(shared: &Shared) -> (u64, u64, u8) {
    let (used, capacity) = (shared.files.used(), shared.files.capacity());
    let percent = u128::from(used) * 100 / u128::from(capacity.max(1));
    (used, capacity.saturating_sub(used), u8::try_from(percent).unwrap_or(100).min(100))
}

fn storage_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let (used, free, percent) = storage(shared);
    let total = format!("{} total", documents::size(used + free));
    vec![
        Row::new(format!("{} used", documents::size(used))).summary(total).icon(Icon::Storage).view(),
        View::new(Kind::Progress(percent)).width(Size::Fill).padding(16.0, 8.0),
        Row::new("Free").summary(documents::size(free)).view(),
        Row::new("Apps").opens("all_apps").view(),
    ]
}

fn system_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows = vec![
        Row::new("Languages").summary(languages::name_of(&shared.locale)).icon(Icon::Web).opens("languages").view(),
        Row::new("Date & time")
            .summary(clock::date(shared.clock.now_ms, shared))
            .icon(Icon::Clock)
            .opens("date_time")
            .view(),
        Row::new("Reset options").icon(Icon::Delete).opens("reset").view(),
    ];
    if shared.settings.on("development_settings_enabled") {
        rows.insert(2, Row::new("Developer options").icon(Icon::Gear).opens("developer").view());
    }
    rows
}

fn language_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        Row::new(languages::name_of(&shared.locale)).summary("System language").view(),
        Row::new("Add a language").icon(Icon::Add).opens("add_language").view(),
    ]
}

fn choice_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let choices = languages::CHOICES.iter();
    let rows = choices
        .map(|(locale, name)| widgets::radio_row(name, shared.locale == *locale, Event::with("language", *locale)));
    rows.collect()
}

fn date_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let (now, offset) = (shared.clock.now_ms, shared.clock.utc_offset_min);
    let sign = if offset < 0 { '-' } else { '+' };
    let zone = format!("GMT{sign}{:02}:{:02}", offset.unsigned_abs() / 60, offset.unsigned_abs() % 60);
    vec![
        keys::AUTO_TIME.row("Set time automatically", "", shared),
        Row::new("Date").summary(clock::full_date(now, shared)).enabled(!keys::AUTO_TIME.is_on(shared)).view(),
        Row::new("Time").summary(clock::time(now, shared)).enabled(!keys::AUTO_TIME.is_on(shared)).view(),
        keys::AUTO_TIME_ZONE.row("Set time zone automatically", "", shared),
        Row::new("Time zone").summary(zone).enabled(!keys::AUTO_TIME_ZONE.is_on(shared)).view(),
        keys::HOURS_24.row("Use 24-hour format", "", shared),
    ]
}

fn reset_rows(_state: &Settings, _shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        Row::new("Reset Bluetooth & Wi-Fi").on(Event::new("reset_network_ask")).view(),
        Row::new("Reset app preferences").on(Event::with("toast", "App preferences have been reset")).view(),
        Row::new("Erase all data (factory reset)").opens("erase").view(),
    ]
}

fn erase_rows(_state: &Settings, _shared: &Shared, _subject: &str) -> Vec<View> {
    let text = "This will erase all data from your phone's internal storage, including your Google Account, \
                system and app data, settings, downloaded apps, music, photos, and other user data.";
    let button =
        View::new(Kind::Button { primary: true }).on_click(Event::new("erase_ask")).id("initiate_master_clear");
    let mut button = button.color(Color::OnPrimary).background(Color::Error, 20.0);
    button.text = "Erase all data".to_owned();
    vec![View::text(text).padding(16.0, 12.0), View::row(vec![button]).padding(16.0, 12.0)]
}

fn developer_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let on = shared.settings.on("development_settings_enabled");
    let event = Event::with("set", format!("global/development_settings_enabled={}", u8::from(!on)));
    let mut rows = vec![widgets::main_switch("Use developer options", on, event)];
    if on {
        rows.push(keys::STAY_ON.row("Stay awake", "Screen will never sleep while charging", shared));
        rows.push(keys::ADB.row("USB debugging", "Debug mode when USB is connected", shared));
    }
    rows
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(event: &Event, cx: &mut Cx<'_>) -> bool {
    match event.name.as_ref() {
        "language" => {
            if languages::CHOICES.iter().any(|(locale, _)| *locale == event.value) {
                cx.shared.set_locale(&event.value);
                cx.pop();
            }
        }
        "erase_ask" => {
            let message = "All of your personal information and downloaded apps will be deleted. You can't undo \
                           this action.";
            widgets::ask(cx, "Erase all data?", message, "Erase all data", Event::new("erase"));
        }
        // A phone that erased itself would be lost to its client; only the test harness resets it.
        "erase" => cx.toast("Factory reset is not available on this device"),
        "reset_network_ask" => {
            let message = "This will reset all network settings, including Wi-Fi and Bluetooth.";
            widgets::ask(cx, "Reset settings?", message, "Reset settings", Event::new("reset_network"));
        }
        "reset_network" => {
            cx.shared.settings.set_airplane(false);
            for radio in ["wifi_on", "bluetooth_on", "mobile_data"] {
                cx.shared.settings.switch(radio, true);
            }
            cx.toast("Bluetooth & Wi-Fi have been reset");
        }
        _ => return false,
    }
    true
}
