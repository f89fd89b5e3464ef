use super::*;
fn loose(text: &str) -> String {
    match Json::loose(text) {
        Ok(p) => p.value.to_value().to_string(),
        Err(e) => e.to_string(),
    }
}
#[test]
fn smoke() {
    assert_eq!(loose("{'a': 'it's', b: True,}"), r#"{"a":"it's","b":true}"#);
}
