//! Any JSON as a plan: what is accepted is written and read back the same.
#![no_main]

use action::json::Json;
use action::plan;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(parsed) = Json::loose(text) else { return };
    let Ok(accepted) = plan::read(&parsed.value) else { return };
    let written = serde_json::to_string(&accepted).expect("a plan can be written");
    let again = Json::strict(&written).expect("what we write is JSON");
    assert_eq!(plan::read(&again.value), Ok(accepted));
});
