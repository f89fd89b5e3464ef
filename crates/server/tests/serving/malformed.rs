//! Every message malformed in every way that its schema knows: refused with a code, nothing changes, nobody
//! hangs up.

use serde_json::{Map, Value, json};

use crate::rig::{Rig, window};

/// One good message of each kind, from which bad ones are made by the schema.
fn page_messages() -> Vec<Value> {
    vec![
        json!({ "type": "DIALOG_FEEDBACK", "n": 1, "id": "d", "confirmed": true, "remember": false }),
        json!({ "type": "TOAST_ACTION", "n": 1, "id": "t", "eventId": "e" }),
        json!({ "type": "RENDERING_FEEDBACK", "n": 1, "requestId": "r", "key": "k", "ok": true, "error": "e", "png": "iVBORw0KGgo=", "partial": true }),
        json!({ "type": "COMPONENT_ACTION", "n": 1, "key": "k", "index": 0, "action": "a", "form": { "f": "x" } }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "toast.hold", "id": "t", "held": true }] }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "desktop.viewport", "monitorId": "monitor-0", "w": 10, "h": 10 }] }),
        json!({ "type": "USER_ACTION", "n": 1, "actions": [{ "type": "desktop.activate", "monitorId": "monitor-0" }] }),
        json!({ "type": "HUMAN_ANSWER", "n": 1, "id": "q", "answer": { "kind": "approve", "text": "x", "remember": true } }),
        json!({ "type": "USER_MESSAGE", "n": 1, "text": "hi" }),
    ]
}

/// Whatever stands at the border of a value of this kind and the next.
fn wrong_for(value: &Value) -> Vec<Value> {
    let all = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!("\u{0}"),
        json!([]),
        json!({}),
        json!([[[]]]),
    ];
    let same = |other: &Value| std::mem::discriminant(other) == std::mem::discriminant(value);
    all.into_iter().filter(|other| !same(other)).collect()
}

/// Every way to spoil one field, at any depth: each with the path of what was spoilt.
fn spoilt(whole: &Value) -> Vec<(String, Value)> {
    let mut out = Vec::new();
    walk(whole, &mut Vec::new(), &mut |path, value| {
        for wrong in wrong_for(value) {
            out.push((path.join("."), replaced(whole, path, Some(wrong))));
        }
        out.push((format!("-{}", path.join(".")), replaced(whole, path, None)));
    });
    out
}

fn walk(value: &Value, path: &mut Vec<String>, visit: &mut impl FnMut(&[String], &Value)) {
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(object) => object.iter().map(|(name, value)| (name.clone(), value)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => return,
    };
    for (name, value) in inner {
        path.push(name);
        visit(path, value);
        walk(value, path, visit);
        path.pop();
    }
}

fn replaced(whole: &Value, path: &[String], with: Option<Value>) -> Value {
    let mut whole = whole.clone();
    let (last, parents) = path.split_last().unwrap();
    let mut at = &mut whole;
    for name in parents {
        at = match at {
            Value::Array(items) => &mut items[name.parse::<usize>().unwrap()],
            other => &mut other[name],
        };
    }
    match (at, with) {
        (Value::Array(items), Some(with)) => items[last.parse::<usize>().unwrap()] = with,
        (Value::Array(items), None) => _ = items.remove(last.parse().unwrap()),
        (Value::Object(object), Some(with)) => _ = object.insert(last.clone(), with),
        (Value::Object(object), None) => _ = object.remove(last),
        _ => unreachable!("the path leads through lists and objects"),
    }
    whole
}

/// The names of the fields that every message of this type must have, as the schema says.
fn required(schema: &Value, kind: &str) -> Vec<String> {
    let of = |choice: &&Value| choice["properties"]["type"]["const"] == kind;
    let choice =
        schema["oneOf"].as_array().unwrap().iter().find(of).unwrap_or_else(|| panic!("no {kind} in the schema"));
    choice["required"].as_array().unwrap().iter().map(|name| name.as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_talks_nonsense_is_told_and_stays() {
    let config = server::Config { messages_per_second: 1_000_000, ..server::Config::default() };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let before = rig.view().await;
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;
    let schema: Value = serde_json::from_str(include_str!("../../../../schema/client-event.json")).unwrap();
    let mut refused = 0;
    for good in page_messages() {
        let kind = good["type"].as_str().unwrap();
        let must = required(&schema, kind);
        for name in &must {
            assert!(good.get(name).is_some(), "the sample of {kind} lacks `{name}`");
        }
        for (path, bad) in spoilt(&good) {
            // What may be absent, and what is anybody's own, is not wrong.
            let top = path.trim_start_matches('-').split('.').next().unwrap_or_default();
            let fine = path.starts_with('-') && (path.contains('.') || !must.iter().any(|name| name == top));
            page.send_text(&bad.to_string()).await;
            let reply = page.next().await.unwrap_or_else(|| panic!("the server hung up at {bad}"));
            if !fine && path != "form" {
                assert_eq!(reply["type"], "ERROR", "{path}: {bad} was not refused: {reply}");
                assert!(reply["errors"][0]["message"].is_string(), "{reply}");
                refused += 1;
            }
        }
    }
    assert!(refused > 250, "{refused} messages were tried");
    for text in ["", " ", "null", "7", "\"x\"", "[]", "{", "{}", "{\"type\":\"USER_MESSAGE\"", &"[".repeat(5000)] {
        page.send_text(text).await;
        assert_eq!(page.next().await.unwrap()["type"], "ERROR", "{text}");
    }
    let mut after = rig.view().await;
    assert_eq!(after["seq"].as_u64().unwrap_or(9), before["seq"].as_u64().unwrap(), "{after}");
    after["seq"] = before["seq"].clone();
    assert_eq!(after, before);
    page.send_text(r#"{"type":"USER_MESSAGE","n":9999,"text":"still here"}"#).await;
    assert_eq!(page.next().await.unwrap()["re"], 9999);
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

/// The fields that an action of this type must have, its type included.
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
