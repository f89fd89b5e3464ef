//! Opens every app without prior knowledge and taps everything that can be tapped, a few screens deep, on phones in
//! landscape, in dark mode, with large text, in another language, small and large. Inspects every screen that comes up.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod crawl;

use crawl::{Crawl, check};

/// Rotates a phone to landscape, and keeps it there.
const SIDEWAYS: &str = "settings put system accelerometer_rotation 0; settings put system user_rotation 1";
const LARGE_LETTERS: &str = "settings put system font_scale 1.3";

#[test]
fn upright() {
    check(&Crawl { steps: 60, ..Crawl::default() });
}

#[test]
fn dark_with_large_letters() {
    check(&Crawl { commands: &["cmd uimode night yes", LARGE_LETTERS], ..Crawl::default() });
}

#[test]
fn sideways() {
    check(&Crawl { commands: &[SIDEWAYS], size: (2400, 1080), ..Crawl::default() });
}

#[test]
fn sideways_with_large_letters() {
    check(&Crawl { commands: &[SIDEWAYS, LARGE_LETTERS], size: (2400, 1080), ..Crawl::default() });
}

#[test]
fn right_to_left() {
    check(&Crawl { profile: "arabic", settings: "الإعدادات", ..Crawl::default() });
}

#[test]
fn right_to_left_and_sideways() {
    check(&Crawl {
        profile: "arabic",
        commands: &[SIDEWAYS],
        size: (2400, 1080),
        settings: "الإعدادات",
        ..Crawl::default()
    });
}

#[test]
fn in_spanish() {
    check(&Crawl { profile: "spanish", settings: "Ajustes", ..Crawl::default() });
}

#[test]
fn on_a_small_phone() {
    check(&Crawl { profile: "small", size: (720, 1280), ..Crawl::default() });
}

#[test]
fn on_a_tablet() {
    check(&Crawl { profile: "tablet", size: (1600, 2560), ..Crawl::default() });
}
