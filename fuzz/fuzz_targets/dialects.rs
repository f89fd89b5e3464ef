//! Any text as a reply in every dialect: read or refused, bounded, nothing after the end.
#![no_main]

use action::dialect::{self, DialectName, MAX_ACTIONS, ReplyContext, Size, Step};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let context = ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), ..ReplyContext::default() };
    for name in DialectName::all().chain([DialectName::AUTO]) {
        let Ok(parsed) = dialect::read(name, text, &context) else { continue };
        assert!(!parsed.steps.is_empty() && parsed.steps.len() <= MAX_ACTIONS);
        let end = parsed.steps.iter().position(|step| matches!(step, Step::Act(action) if action.ends_task()));
        assert!(end.is_none_or(|end| end + 1 == parsed.steps.len()));
        serde_json::to_string(&parsed.steps).expect("steps can be written");
    }
});
