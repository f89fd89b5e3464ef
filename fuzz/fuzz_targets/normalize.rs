//! Any JSON as a phone action: normalising twice changes nothing, strict is a part of lenient.
#![no_main]

use action::json::Json;
use action::phone;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(parsed) = Json::loose(text) else { return };
    let once = phone::normalize(&parsed.value);
    let canonical = serde_json::to_string(&once.action).expect("an action can be written");
    let again = Json::strict(&canonical).expect("what we write is JSON");
    let twice = phone::normalize(&again.value);
    assert!(twice.repairs.is_empty(), "{canonical}: {:?}", twice.repairs);
    assert_eq!(twice.action, once.action);
    if let Ok(action) = phone::strict(&parsed.value) {
        assert!(once.repairs.is_empty());
        assert_eq!(action, once.action);
    }
});
