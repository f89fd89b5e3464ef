//! Every message malformed in every way that its schema knows: rejected with a code, without a change and without
//! closing the connection.

use serde_json::{Map, Value, json};

use crate::log::Log;
use crate::rig::{Rig, window};
use crate::spoil::{nonsense, replaced, spoilt, wrong_for};

/// One valid message of each kind, from which invalid ones are made by the schema.
fn page_messages() -> Vec<Value> {
    vec![
        json!({ "type": "DIALOG_FEEDBACK", "n": 1, "id": "d", "confirmed": true, "remember": false }),
        json!({ "type": "TOAST_ACTION", "n": 1, "id": "t", "eventId": "e" }),
        json!({ "type": "SHORTCUT_ACTION", "n": 1, "id": "s", "action": "a" }),
        json!({ "type": "RENDERING_FEEDBACK", "n": 1, "requestId": "r", "key": "k", "ok": true, "error": "e", "png": "iVBORw0KGgo=", "partial": true }),
        json!({ "type": "COMPONENT_ACTION", "n": 1, "key": "k", "index": 0, "action": "a", "form": { "f": "x" } }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "toast.hold", "id": "t", "held": true }] }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "desktop.viewport", "monitorId": "monitor-0", "w": 10, "h": 10 }] }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "desktop.activate", "monitorId": "monitor-0" }] }),
        json!({ "type": "HUMAN_ANSWER", "n": 1, "id": "q", "answer": { "kind": "approve", "text": "x", "remember": true } }),
        json!({ "type": "USER_MESSAGE", "n": 1, "text": "hi" }),
    ]
}

/// Returns the fields that every message of this type must have, according to the schema.
fn required(schema: &Value, kind: &str) -> Vec<String> {
    let of = |choice: &&Value| choice["properties"]["type"]["const"] == kind;
    let choice =
        schema["oneOf"].as_array().unwrap().iter().find(of).unwrap_or_else(|| panic!("no {kind} in the schema"));
    choice["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_page_that_talks_nonsense_is_told_and_stays() {
    let (log, _listening) = Log::listen();
    let config = server::Config { messages_per_second: 1_000_000, ..server::Config::default() };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let before = rig.view().await;
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;
    let schema: Value = serde_json::from_str(include_str!("../../../../schema/client-event.json")).unwrap();
    let mut refused = 0;
    log.take();
    for good in page_messages() {
        let kind = good["type"].as_str().unwrap();
        let must = required(&schema, kind);
        for name in &must {
            assert!(good.get(name).is_some(), "the sample of {kind} lacks `{name}`");
        }
        for (path, bad) in spoilt(&good) {
            // Optional and free-form fields are not wrong.
            let top = path.trim_start_matches('-').split('.').next().unwrap_or_default();
            let fine = path.starts_with('-') && (path.contains('.') || !must.iter().any(|name| name == top));
            page.send_text(&bad.to_string()).await;
            let reply = page.next().await.unwrap_or_else(|| panic!("the server hung up at {bad}"));
            let lines = log.take();
            if !fine && path != "form" {
                assert_eq!(reply["type"], "ERROR", "{path}: {bad} was not refused: {reply}");
                assert!(reply["errors"][0]["message"].is_string(), "{reply}");
                assert_eq!(lines.len(), 1, "{bad}: {lines:?}");
                refused += 1;
            }
        }
        for text in nonsense(&good) {
            page.send_text(&text).await;
            let shown: String = text.chars().take(200).collect();
            let reply = page.next().await.unwrap_or_else(|| panic!("the server hung up at {shown}"));
            assert_eq!(reply["type"], "ERROR", "{shown}: {reply}");
            assert_eq!(log.take().len(), 1, "{shown}");
            refused += 1;
        }
    }
    // A person's actions are those of agents too: every error in one of them is an error here.
    let os: Value = serde_json::from_str(include_str!("../../../../schema/os-action.json")).unwrap();
    for good in action::os::samples().into_iter().map(|sample| serde_json::to_value(sample).unwrap()) {
        for name in required_of_action(&os, good["type"].as_str().unwrap()) {
            for wrong in std::iter::once(None).chain(wrong_for(&good[&name]).into_iter().map(Some)) {
                let bad = replaced(&good, std::slice::from_ref(&name), wrong);
                page.send_text(&json!({ "type": "USER_ACTION", "n": 1, "actions": [bad] }).to_string()).await;
                let reply = page.next().await.unwrap_or_else(|| panic!("the server hung up at {bad}"));
                assert_eq!(reply["type"], "ERROR", "{bad}: {reply}");
                assert_eq!(log.take().len(), 1, "{bad}");
                refused += 1;
            }
        }
    }
    let many = json!({ "type": "USER_ACTION", "n": 1, "actions": vec![json!({ "type": "desktop.undo" }); 1001] });
    let long = json!({ "type": "USER_MESSAGE", "n": 1, "text": "x".repeat(2 << 20) });
    for text in [many.to_string(), long.to_string(), "x".repeat(2 << 20)] {
        page.send_text(&text).await;
        assert_eq!(page.next().await.unwrap()["type"], "ERROR");
        assert_eq!(log.take().len(), 1);
    }
    page.send_bytes(b"{\"type\":\"USER_MESSAGE\"}".to_vec()).await;
    assert_eq!(page.next().await.unwrap()["type"], "ERROR");
    assert_eq!(log.take().len(), 1);
    assert!(refused > 600, "{refused} messages were tried");
    let mut after = rig.view().await;
    assert_eq!(after["seq"].as_u64().unwrap_or(9), before["seq"].as_u64().unwrap(), "{after}");
    after["seq"] = before["seq"].clone();
    assert_eq!(after, before);
    page.send_text(r#"{"type":"USER_MESSAGE","n":9999,"text":"still here"}"#).await;
    assert_eq!(page.next().await.unwrap()["re"], 9999);
    rig.stop().await;
}

#[tokio::test]
async fn who_breaks_the_protocol_is_told_with_a_code_and_the_others_go_on() {
    let (log, _listening) = Log::listen();
    let config = server::Config { picture_bytes: 1000, ..server::Config::default() };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let mut other = rig.page("client=other").await;
    other.until("SNAPSHOT").await;
    let before = rig.view().await;
    // Each is masked with zeros, so that the bytes here are the bytes sent.
    let masked = |first: u8, length: u8, body: &[u8]| [&[first, 0x80 | length, 0, 0, 0, 0], body].concat();
    let rows: &[(&str, Vec<u8>, u16)] = &[
        ("a text that is not UTF-8", masked(0x81, 2, b"\xff\xfe"), 1007),
        ("a frame that is not masked", b"\x81\x02{}".to_vec(), 1002),
        ("an opcode that is none", masked(0x83, 2, b"{}"), 1002),
        ("reserved bits", masked(0xf1, 2, b"{}"), 1002),
        ("a piece of nothing", masked(0x80, 2, b"{}"), 1002),
        ("a ping in pieces", masked(0x09, 2, b"{}"), 1002),
        ("a text that claims 2^40 bytes", b"\x81\xff\0\0\x01\0\0\0\0\0\0\0\0\0".to_vec(), 1009),
        (
            "a text in pieces without an end",
            [masked(0x01, 120, &[b'x'; 120]), masked(0x00, 120, &[b'x'; 120]).repeat(9)].concat(),
            1009,
        ),
    ];
    for (what, bytes, code) in rows {
        log.take();
        let got = rig.frames(bytes).await;
        assert_eq!(got, Some(*code), "{what}");
        assert_eq!(log.take().len(), 1, "{what}");
    }
    assert_eq!(rig.view().await, before);
    assert_eq!(other.say(json!({ "type": "USER_MESSAGE", "text": "still here" })).await["type"], "RESULT");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_talks_nonsense_is_told_and_nothing_changes() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let samples: Vec<Value> =
        action::os::samples().into_iter().map(|sample| serde_json::to_value(sample).unwrap()).collect();
    assert!(samples.len() >= action::OsAction::NAMES.len());
    let os: Value = serde_json::from_str(include_str!("../../../../schema/os-action.json")).unwrap();
    let before = rig.view().await;
    let mut tried = 0;
    for good in &samples {
        let kind = good["type"].as_str().unwrap();
        for name in required_of_action(&os, kind) {
            for wrong in std::iter::once(None).chain(wrong_for(&good[&name]).into_iter().map(Some)) {
                let bad = replaced(good, std::slice::from_ref(&name), wrong.clone());
                let batch = json!({ "agentId": "a", "actions": [window("innocent"), bad] });
                let reply = rig.act(&a, &batch).await;
                assert!(matches!(reply.status, 400 | 403 | 422), "`{name}` of {kind} as {wrong:?}: {reply:?}");
                tried += 1;
            }
        }
    }
    assert!(tried > 300, "{tried} batches were tried");
    let batch = json!({ "agentId": "a", "monitorId": "monitor-0", "actions": [] });
    for name in ["agentId", "actions"] {
        for wrong in std::iter::once(None).chain(wrong_for(&batch[name]).into_iter().map(Some)) {
            let reply = rig.act(&a, &replaced(&batch, &[name.to_owned()], wrong)).await;
            assert!(matches!(reply.status, 400 | 403), "{reply:?}");
        }
    }
    assert_eq!(rig.view().await, before);
    rig.stop().await;
}

/// Returns the required fields of an action of this type, including its type.
fn required_of_action(schema: &Value, kind: &str) -> Vec<String> {
    let choices = schema["oneOf"].as_array().or(schema["anyOf"].as_array()).unwrap();
    let choice = choices.iter().find(|choice| choice["properties"]["type"]["const"] == kind);
    let choice = choice.unwrap_or_else(|| panic!("no {kind} in the schema"));
    let named = choice["$ref"].as_str().and_then(|to| to.strip_prefix("#/$defs/")).map(|name| &schema["$defs"][name]);
    let mut names = Map::new();
    for part in [Some(choice), named].into_iter().flatten() {
        let listed = part["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
        names.extend(listed.map(|name| (name.to_owned(), Value::Null)));
    }
    names.into_iter().map(|(name, _)| name).collect()
}
