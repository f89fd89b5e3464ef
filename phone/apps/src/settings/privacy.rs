//! Notifications and Do Not Disturb, location, security.

use super::page::{Page, page};
use super::{Settings, keys};
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::{Event, Icon, View};

pub(super) const NOTIFICATIONS: Page = page(
    "notifications",
    "Notifications",
    ".Settings$ConfigureNotificationSettingsActivity",
    &["android.settings.NOTIFICATION_SETTINGS", "android.settings.ALL_APPS_NOTIFICATION_SETTINGS"],
    notifications_rows,
);
pub(super) const DO_NOT_DISTURB: Page = page(
    "do_not_disturb",
    "Do Not Disturb",
    ".Settings$ZenModeSettingsActivity",
    &["android.settings.ZEN_MODE_SETTINGS", "android.settings.ZEN_MODE_PRIORITY_SETTINGS"],
    zen_rows,
);
pub(super) const SECURITY: Page = page(
    "security",
    "Security & privacy",
    ".Settings$SecurityDashboardActivity",
    &["android.settings.SECURITY_SETTINGS", "android.settings.PRIVACY_SETTINGS"],
    security_rows,
);
pub(super) const LOCATION: Page = page(
    "location",
    "Location",
    ".Settings$LocationSettingsActivity",
    &["android.settings.LOCATION_SOURCE_SETTINGS"],
    location_rows,
);

fn notifications_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        widgets::section("General"),
        Row::new("Do Not Disturb").summary(keys::ZEN.word(shared)).opens("do_not_disturb").view(),
        keys::LOCK_NOTIFICATIONS.row("Notifications on lock screen", "Show conversations, default, and silent", shared),
        keys::HEADS_UP.row("Pop on screen", "Show important notifications on top", shared),
        keys::NOTIFICATION_DOTS.row("Notification dot on app icon", "", shared),
    ]
}

fn zen_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let (text, id) = match keys::ZEN.is_on(shared) {
        true => ("Turn off now", "zen_mode_settings_turn_off_button"),
        false => ("Turn on now", "zen_mode_settings_turn_on_button"),
    };
    vec![
        Row::new("Do Not Disturb").summary(keys::ZEN.word(shared)).icon(Icon::Notifications).view(),
        View::row(vec![View::button(text, keys::ZEN.flip(shared)).id(id)]).padding(16.0, 8.0),
        widgets::section("What can interrupt Do Not Disturb"),
        Row::new("People").summary("Starred contacts can call").view(),
        Row::new("Alarms & other interruptions").summary("Alarms and media").view(),
    ]
}

fn security_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        Row::new("App security").summary("No harmful apps found").icon(Icon::Check).view(),
        Row::new("Device unlock")
            .summary(format!("Screen lock: {}", super::screen_lock::current(shared)))
            .icon(Icon::Lock)
            .opens("screen_lock")
            .view(),
        Row::new("Location access").summary(keys::LOCATION.word(shared)).icon(Icon::Location).opens("location").view(),
        Row::new("Permission manager")
            .summary("Control app access to your data")
            .icon(Icon::Apps)
            .opens("all_apps")
            .view(),
    ]
}

fn location_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let mut rows = vec![keys::LOCATION.main("Use location", shared)];
    let asks = |(_, package): &(&String, &state::shared::Package)| {
        package.permissions.iter().any(|(name, granted)| *granted && name.contains("_LOCATION"))
    };
    let apps: Vec<_> = shared.packages.installed.iter().filter(asks).collect();
    rows.push(widgets::section("Apps with access"));
    if apps.is_empty() {
        rows.push(Row::new("No apps have access to location").enabled(false).view());
    }
    rows.extend(apps.into_iter().map(|(package, _)| {
        Row::new(widgets::label(package, shared)).summary("Allowed").on(Event::with("app", package.as_str())).view()
    }));
    rows.push(Row::new("App location permissions").opens("all_apps").view());
    rows
}
