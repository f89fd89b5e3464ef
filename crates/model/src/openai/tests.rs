//! Addresses as people write them, and malformed streams.

use action::dialect::{self, DialectName, ReplyContext, Size};
use proptest::prelude::*;
use serde_json::json;

use super::address::Address;
use super::refusal::Speaker;
use super::reply::Reply;
use crate::{ModelConfig, Prompt};

#[test]
fn addresses_are_taken_as_people_write_them() {
    let cases = [
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/v1/chat/completions", "http://127.0.0.1:8080/v1/models"),
        ("http://h:1/", "http://h:1/v1/chat/completions", "http://h:1/v1/models"),
        (" https://h/v1/ ", "https://h/v1/chat/completions", "https://h/v1/models"),
        ("https://h/api/v3", "https://h/api/v3/chat/completions", "https://h/api/v3/models"),
        ("https://h/v1/chat/completions", "https://h/v1/chat/completions", "https://h/v1/models"),
        (
            "https://h/d/x?api-version=1",
            "https://h/d/x/chat/completions?api-version=1",
            "https://h/d/x/models?api-version=1",
        ),
    ];
    for (written, completions, models) in cases {
        let address = Address::read(written).unwrap();
        assert_eq!((address.completions.as_str(), address.models.as_str()), (completions, models), "{written}");
        assert!(!address.shown.contains('?'), "{}", address.shown);
    }
}

fn reply(dialect: DialectName) -> Reply<'static> {
    Reply::new(dialect, Speaker { url: "http://x", model: "m", key_env: None, secrets: &[] })
}

/// A piece of a call, as a confused server might send it.
fn piece() -> impl Strategy<Value = serde_json::Value> {
    let index = prop_oneof![Just(json!(null)), Just(json!(0)), Just(json!(1))];
    let id = prop_oneof![Just(json!(null)), Just(json!("")), Just(json!("a")), Just(json!("b"))];
    let name = prop_oneof![Just(json!(null)), Just(json!("mobile_use")), Just(json!("\"<tool_call>"))];
    let arguments = prop_oneof![
        Just(json!(null)),
        Just(json!("{\"action\":")),
        Just(json!("\"wait\"}")),
        Just(json!({"a": [1]})),
        Just(json!("</tool_call>")),
    ];
    (index, id, name, arguments).prop_map(|(index, id, name, arguments)| {
        json!({"index": index, "id": id, "function": {"name": name, "arguments": arguments}})
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_pieces_of_calls_become_a_text_that_can_be_read_or_refused(pieces in prop::collection::vec(piece(), 1..12)) {
        let screen = Some(Size { w: 1000, h: 1000 });
        for dialect in DialectName::all() {
            let mut reply = reply(dialect);
            for piece in &pieces {
                reply.event(&json!({"choices": [{"delta": {"tool_calls": [piece]}}]}).to_string()).unwrap();
            }
            reply.event("[DONE]").unwrap();
            let answer = reply.finish(&Prompt::default(), &ModelConfig::at("http://x"), false).unwrap();
            drop(dialect::read(dialect, &answer.raw, &ReplyContext { screen, ..ReplyContext::default() }));
            if matches!(dialect.as_str(), "claude" | "gemini" | "openai") {
                prop_assert!(serde_json::from_str::<serde_json::Value>(&answer.raw).is_ok(), "{}", answer.raw);
            }
        }
    }

    #[test]
    fn any_event_is_taken_or_refused(event in any::<String>(), json in "[\\[\\]{}:,\"a-z0-9]{0,40}") {
        let mut reply = reply(DialectName::AUTO);
        for event in [event, json.clone(), format!("{{\"choices\":{json}}}"), format!("{{\"error\":{json}}}")] {
            drop(reply.event(&event));
        }
        drop(reply.finish(&Prompt::default(), &ModelConfig::at("http://x"), true));
    }
}
