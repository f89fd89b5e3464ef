//! About phone: what it is, and the build number that makes developers.

use super::Settings;
use super::pages::{Page, page, sub};
use crate::app::Cx;
use crate::apps::widgets::{self, Row};
use crate::shared::Shared;
use crate::ui::{Event, View};

pub(super) const ABOUT: Page = page(
    "about",
    "About phone",
    ".Settings$MyDeviceInfoActivity",
    &["android.settings.DEVICE_INFO_SETTINGS"],
    about_rows,
);
pub(super) const ANDROID_VERSION: Page = sub("android_version", "Android version", version_rows);

/// How often the build number is touched by somebody who wants to be a developer.
const TAPS: u32 = 7;

/// A property, or what a phone of this kind has.
fn prop<'a>(name: &str, default: &'a str, shared: &'a Shared) -> &'a str {
    shared.props.get(name).map(String::as_str).filter(|value| !value.is_empty()).unwrap_or(default)
}

/// What the phone is.
pub(super) fn model(shared: &Shared) -> &str {
    prop("ro.product.model", "Pixel 8", shared)
}

fn about_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let row = |title: &str, summary: &str| Row::new(title).summary(summary).view();
    let ip = if shared.on("wifi_on") { "10.0.2.16" } else { "Unavailable" };
    vec![
        row("Device name", model(shared)),
        widgets::section("Basic info"),
        row("Phone number", prop("gsm.sim.line1.number", "(650) 555-1212", shared)),
        widgets::section("Device details"),
        row("Model", model(shared)),
        row("IMEI", prop("ro.ril.oem.imei", "358240051111110", shared)),
        Row::new("Android version").summary(release(shared)).opens("android_version").view(),
        widgets::section("Device identifiers"),
        row("IP address", ip),
        row("Wi-Fi MAC address", "02:00:00:44:55:66"),
        Row::new("Build number").summary(build(shared)).on(Event::new("build_number")).view(),
    ]
}

fn release(shared: &Shared) -> &str {
    prop("ro.build.version.release", "14", shared)
}

fn build(shared: &Shared) -> &str {
    prop("ro.build.display.id", "UQ1A.240205.002", shared)
}

fn version_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let row = |title: &str, summary: &str| Row::new(title).summary(summary).view();
    vec![
        row("Android version", release(shared)),
        row("Android security update", prop("ro.build.version.security_patch", "2024-02-05", shared)),
        row("Kernel version", "6.1.43-android14"),
        row("Build number", build(shared)),
    ]
}

/// Whether it was an event of these pages.
pub(super) fn event(state: &mut Settings, event: &Event, cx: &mut Cx<'_>) -> bool {
    if event.name != "build_number" {
        return false;
    }
    if cx.shared.on("development_settings_enabled") {
        cx.toast("No need, you are already a developer.");
        return true;
    }
    state.build_taps = state.build_taps.saturating_add(1);
    match TAPS.saturating_sub(state.build_taps) {
        0 => {
            state.build_taps = 0;
            cx.shared.switch("development_settings_enabled", true);
            cx.toast("You are now a developer!");
        }
        1 => cx.toast("You are now 1 step away from being a developer."),
        left @ 2..=4 => cx.toast(format!("You are now {left} steps away from being a developer.")),
        _ => {}
    }
    true
}
