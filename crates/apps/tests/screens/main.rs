//! Every app, by whoever does not know it: opened, tapped wherever something can be tapped, a few screens deep, on phones
//! that are held sideways, dark, with large letters, in another language. Every screen that comes up is looked over.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod crawl;

use crawl::{Crawl, check};

#[test]
fn upright() {
    check(&Crawl { steps: 60, ..Crawl::default() });
}

#[test]
fn dark_with_large_letters() {
    check(&Crawl { commands: &["cmd uimode night yes", "settings put system font_scale 1.3"], ..Crawl::default() });
}
