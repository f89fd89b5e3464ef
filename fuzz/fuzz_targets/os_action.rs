//! Any JSON as a desktop action or batch: what is accepted is written and read back the same.
#![no_main]

use action::json::Json;
use action::os;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(parsed) = Json::loose(text) else { return };
    let _ = os::read_batch(&parsed.value);
    let Ok(checked) = os::read(&parsed.value) else { return };
    let written = serde_json::to_string(&checked.value).expect("an action can be written");
    let again = Json::strict(&written).expect("what we write is JSON");
    let read = os::read(&again.value).expect("what we write is accepted");
    assert_eq!(read.value, checked.value);
    assert!(read.ignored.is_empty());
});
