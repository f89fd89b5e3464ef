//! Any text as a reply in every dialect: read or refused, bounded, nothing after the end.
#![no_main]

use action::dialect::{self, DialectName, MAX_ACTIONS, Scene, Size, Step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let scene = Scene { screen: Some(Size { w: 1080, h: 2400 }), ..Scene::default() };
    for name in DialectName::all().chain([DialectName::AUTO]) {
        let Ok(reading) = dialect::read(name, text, &scene) else { continue };
        assert!(!reading.steps.is_empty() && reading.steps.len() <= MAX_ACTIONS);
        let end = reading.steps.iter().position(|step| matches!(step, Step::Act(action) if action.ends_task()));
        assert!(end.is_none_or(|end| end + 1 == reading.steps.len()));
        serde_json::to_string(&reading.steps).expect("steps can be written");
    }
});
