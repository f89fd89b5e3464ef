//! Display: brightness, dark theme, rotation, font size, screen timeout. Also the accessibility settings that concern
//! the display.

use super::page::{Page, page};
use super::{Settings, keys};
use kit::widgets::{self, Row};
use state::shared::Shared;
use toolkit::View;

pub(super) const DISPLAY: Page = page(
    "display",
    "Display",
    ".Settings$DisplaySettingsActivity",
    &["android.settings.DISPLAY_SETTINGS", "android.settings.DARK_THEME_SETTINGS"],
    display_rows,
);
pub(super) const TIMEOUT: Page = page(
    "timeout",
    "Screen timeout",
    ".Settings$ScreenTimeoutActivity",
    &["android.settings.SCREEN_TIMEOUT_SETTINGS"],
    timeout_rows,
);
pub(super) const TEXT_SIZE: Page = page(
    "text_size",
    "Display size and text",
    ".Settings$TextReadingSettingsActivity",
    &["android.settings.TEXT_READING_SETTINGS"],
    text_rows,
);
pub(super) const ACCESSIBILITY: Page = page(
    "accessibility",
    "Accessibility",
    ".Settings$AccessibilitySettingsActivity",
    &["android.settings.ACCESSIBILITY_SETTINGS"],
    accessibility_rows,
);

/// The steps of the font size slider, as in Android 14.
pub(super) const FONT_SCALES: [&str; 7] = ["0.85", "1.0", "1.15", "1.3", "1.5", "1.8", "2.0"];
const TIMEOUTS: [(&str, &str); 7] = [
    ("15000", "15 seconds"),
    ("30000", "30 seconds"),
    ("60000", "1 minute"),
    ("120000", "2 minutes"),
    ("300000", "5 minutes"),
    ("600000", "10 minutes"),
    ("1800000", "30 minutes"),
];

/// Returns the brightness as a number and in percent.
fn brightness(shared: &Shared) -> (u32, String) {
    let at = u32::try_from(shared.settings.system_number("screen_brightness", 102)).unwrap_or(102).clamp(1, 255);
    (at, format!("{}%", (at * 100 + 127) / 255))
}

fn timeout(shared: &Shared) -> String {
    let value = keys::get("system/screen_off_timeout", shared).unwrap_or("30000");
    match TIMEOUTS.iter().find(|(millis, _)| *millis == value) {
        Some((_, words)) => format!("After {words} of inactivity"),
        None => format!("After {value} ms of inactivity"),
    }
}

fn scale(shared: &Shared) -> usize {
    let scale: f32 = keys::get("system/font_scale", shared).and_then(|value| value.parse().ok()).unwrap_or(1.0);
    let near = |step: &str| step.parse::<f32>().map_or(f32::MAX, |step| (step - scale).abs());
    (0..FONT_SCALES.len()).min_by(|&a, &b| near(FONT_SCALES[a]).total_cmp(&near(FONT_SCALES[b]))).unwrap_or(1)
}

fn display_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let (at, percent) = brightness(shared);
    let dark = if keys::DARK.is_on(shared) {
        "On / Will never turn off automatically"
    } else {
        "Off / Will never turn on automatically"
    };
    vec![
        widgets::section("Brightness"),
        widgets::slider_row("Brightness level", &percent, "brightness_slider", (at, 255), "system/screen_brightness"),
        keys::AUTO_BRIGHTNESS.row("Adaptive brightness", keys::AUTO_BRIGHTNESS.word(shared), shared),
        widgets::section("Lock display"),
        Row::new("Screen timeout").summary(timeout(shared)).opens("timeout").view(),
        widgets::section("Appearance"),
        keys::DARK.row("Dark theme", dark, shared),
        Row::new("Display size and text").opens("text_size").view(),
        widgets::section("Color"),
        keys::NIGHT_LIGHT.row("Night Light", keys::NIGHT_LIGHT.word(shared), shared),
        widgets::section("Other display controls"),
        keys::AUTO_ROTATE.row("Auto-rotate screen", keys::AUTO_ROTATE.word(shared), shared),
    ]
}

fn timeout_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    TIMEOUTS.iter().map(|(millis, words)| keys::choice(words, "system/screen_off_timeout", millis, shared)).collect()
}

fn text_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    let at = scale(shared);
    let percent = format!("{}%", (FONT_SCALES[at].parse::<f32>().unwrap_or(1.0) * 100.0).round());
    let position = u32::try_from(at).unwrap_or(1);
    vec![
        View::text("Sample text: Even with eyes protected by the green spectacles").padding(16.0, 24.0),
        widgets::slider_row("Font size", &percent, "font_size_slider", (position, 6), "system/font_scale"),
        widgets::section("Make the text on screen smaller or larger."),
    ]
}

fn accessibility_rows(_state: &Settings, shared: &Shared, _subject: &str) -> Vec<View> {
    vec![
        Row::new("Display size and text").opens("text_size").view(),
        keys::DARK.row("Dark theme", keys::DARK.word(shared), shared),
        keys::INVERSION.row("Color inversion", keys::INVERSION.word(shared), shared),
        keys::AUTO_ROTATE.row("Auto-rotate screen", keys::AUTO_ROTATE.word(shared), shared),
    ]
}
