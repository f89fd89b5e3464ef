//! Any text as JSON: strict agrees with serde_json, loose never loses what strict accepts.
#![no_main]

use action::json::Json;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let loose = Json::loose(text);
    match (Json::strict(text), serde_json::from_str::<serde_json::Value>(text)) {
        (Ok(ours), Ok(theirs)) => {
            let loose = loose.expect("strict accepts what loose refuses");
            assert_eq!(loose.value, ours.value, "loose reads well-formed text otherwise");
            assert_eq!(ours.value.to_value(), theirs);
        }
        // Numbers beyond f64 and deeper nesting are the only differences.
        (Ok(ours), Err(_)) => assert!(!ours.repairs.is_empty()),
        (Err(error), Ok(_)) => assert!(error.message.contains("levels"), "{error}"),
        (Err(error), Err(_)) => assert!(error.offset <= text.len()),
    }
});
