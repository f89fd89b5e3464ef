//! About phone: the model, and the build number that enables developer options.

use super::Settings;
use super::page::{Page, page, sub};
use kit::widgets::{self, Row};
use state::app::Cx;
use state::shared::Shared;
use toolkit::{Event, View};

pub(super) const ABOUT: Page = page(
    "about",
    "About phone",
    ".Settings$MyDeviceInfoActivity",
    &["android.settings.DEVICE_INFO_SETTINGS"],
    about_rows,
);
pub(super) const ANDROID_VERSION: Page = sub("android_version", "Android version", version_rows);

/// The number of taps on the build number that enables developer options.
const TAPS: u32 = 7;

/// Returns the phone's model.
pub(super) fn model(shared: &Shared) -> &str {
    &shared.identity.model
}

fn about_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let row = |title: &str, summary: &str| Row::new(title).summary(summary).view();
    let identity = &shared.identity;
    let ip = if shared.settings.on("wifi_on") { identity.address.as_str() } else { "Unavailable" };
    let name = shared.settings.global.get("device_name").map_or(identity.model.as_str(), String::as_str);
    vec![
        row("Device name", name),
        widgets::section("Basic info"),
        row("Phone number", &identity.number),
        widgets::section("Device details"),
        row("Model", model(shared)),
        row("IMEI", &identity.imei),
        Row::new("Android version").summary(release(shared)).opens("android_version").view(),
        widgets::section("Device identifiers"),
        row("IP address", ip),
        row("Wi-Fi MAC address", &identity.mac),
        Row::new("Build number").summary(identity.display_id()).on(Event::new("build_number")).view(),
    ]
}

fn release(shared: &Shared) -> &str {
    &shared.identity.build.release
}

fn version_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let row = |title: &str, summary: &str| Row::new(title).summary(summary).view();
    vec![
        row("Android version", release(shared)),
        row("Android security update", &shared.identity.build.security_patch),
        row("Kernel version", shared.identity.kernel_release()),
        row("Build number", &shared.identity.display_id()),
    ]
}

/// Handles an event of these pages. Returns whether it was one.
pub(super) fn event(state: &mut Settings, event: &Event, cx: &mut Cx<'_>) -> bool {
    if event.name != "build_number" {
        return false;
    }
    if cx.shared.settings.on("development_settings_enabled") {
        cx.toast("No need, you are already a developer.");
        return true;
    }
    state.build_taps = state.build_taps.saturating_add(1);
    match TAPS.saturating_sub(state.build_taps) {
        0 => {
            state.build_taps = 0;
            cx.shared.settings.switch("development_settings_enabled", true);
            cx.toast("You are now a developer!");
        }
        1 => cx.toast("You are now 1 step away from being a developer."),
        left @ 2..=4 => cx.toast(format!("You are now {left} steps away from being a developer.")),
        _ => {}
    }
    true
}
