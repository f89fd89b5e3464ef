//! Macros as data: what is wrong with each, and what values make of it.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::*;
use crate::phone::AgentAction;

/// A macro of one parameter and two steps, changed by `change`.
fn sample(change: Value) -> Macro {
    let mut value = json!({
        "version": 1,
        "name": "note",
        "goal": "take a note: {text}",
        "parameter": [{"name": "text"}],
        "step": [
            {"do": {"type": "tap"}, "on": {"id": "app:id/new", "name": "New note", "role": "button"}},
            {"do": {"type": "type", "text": "{text}"}, "on": {"id": "app:id/body", "role": "field"}},
        ],
    });
    if let (Value::Object(fields), Value::Object(change)) = (&mut value, change) {
        fields.extend(change);
    }
    serde_json::from_value(value).unwrap()
}

fn check(change: Value, expected: &[(&str, &str)]) {
    let findings = sample(change.clone()).check();
    let found: Vec<(&str, &str)> = findings.iter().map(|one| (one.path.as_str(), one.message.as_str())).collect();
    assert_eq!(found.len(), expected.len(), "{change}: {found:?}");
    for ((path, message), (wanted, part)) in found.iter().zip(expected) {
        assert!(path == wanted && message.contains(part), "{change}: {path}: {message}");
    }
}

#[test]
fn every_problem_of_a_macro_is_named_with_its_place() {
    let step = |step: Value| json!({"parameter": [], "goal": "", "step": [step]});
    check(json!({}), &[]);
    check(json!({"version": 2, "step": []}), &[("version", "update Fingertip")]);
    check(json!({"version": 0}), &[("version", "`version` is 1")]);
    for name in ["", "../x", "A", "a b", "-a", "a/b", "1st"] {
        check(json!({ "name": name }), &[("name", "is not a name")]);
    }
    check(json!({"step": [], "parameter": []}), &[("step", "no steps"), ("goal", "`{text}` is not a parameter")]);
    check(json!({"parameter": []}), &[("goal", "not a parameter"), ("step[1].do.text", "not a parameter")]);
    check(json!({"parameter": [{"name": "text"}, {"name": "text"}]}), &[("parameter[1].name", "two parameters")]);
    check(json!({"parameter": [{"name": "text"}, {"name": "more"}]}), &[("parameter[1]", "no step uses")]);
    check(json!({"parameter": [{"name": "text", "kind": "choice"}]}), &[("parameter[0]", "lists its possible")]);
    check(json!({"parameter": [{"name": "text", "values": ["a"]}]}), &[("parameter[0]", "only a choice")]);
    let wrong = json!([{"name": "text", "kind": "number", "default": "ten"}]);
    check(json!({ "parameter": wrong }), &[("parameter[0]", "`default`: `ten` is not a number")]);
    check(step(json!({"do": {"type": "fly"}})), &[("step[0].do.type", "`fly` is not a known type")]);
    check(step(json!({"do": {}})), &[("step[0].do.type", "`type` is missing")]);
    check(
        step(json!({"do": {"type": "finish", "message": "ok"}})),
        &[("step[0].do.type", "does not act on the phone")],
    );
    check(step(json!({"do": {"type": "run_macro", "name": "note"}})), &[("step[0].do", "runs itself")]);
    check(step(json!({"do": {"type": "run_macro", "name": "other"}})), &[("step[0].do.type", "cannot run a macro")]);
    check(step(json!({"do": {"type": "tap"}})), &[("step[0].do", "add `on`")]);
    check(step(json!({"do": {"type": "tap", "x": 3, "y": 0}, "on": {"name": "a"}})), &[("step[0].do", "not pixels")]);
    check(step(json!({"do": {"type": "tap"}, "on": {"role": "button"}})), &[("step[0].on", "by its place alone")]);
    check(step(json!({"do": {"type": "swipe", "direction": "north"}})), &[("step[0].do.direction", "`up`")]);
    check(step(json!({"do": {"type": "type", "text": "a } b"}})), &[("step[0].do.text", "single brace")]);
    check(step(json!({"do": {"type": "type", "text": "{A}"}})), &[("step[0].do.text", "not the name of a parameter")]);
    let command = json!({"type": "shell", "command": "input text {text}"});
    check(json!({"step": [{ "do": command }]}), &[("step[0].do.command", "no placeholders")]);
    let expects = |expect: Value| step(json!({"do": {"type": "clear_text"}, "expect": [expect]}));
    check(expects(json!({"appeared": {"role": "button"}})), &[("step[0].expect", "by its `id` or its `text`")]);
    check(expects(json!({"setting": {"name": "x; reboot", "value": "1"}})), &[("step[0].expect", "its table")]);
    check(expects(json!({"setting": {"name": "global/wifi_on", "value": "1"}})), &[]);
}

#[test]
fn values_of_the_wrong_kind_are_refused() {
    let check = |kind: &str, value: &str, expected: Option<&str>| {
        let parameter = json!([{"name": "text", "kind": kind, "values": if kind == "choice" { json!(["low", "high"]) } else { json!([]) }}]);
        let values = BTreeMap::from([("text".to_owned(), value.to_owned())]);
        let filled = sample(json!({ "parameter": parameter })).fill(&values);
        match (filled, expected) {
            (Ok(_), None) => {}
            (Err(findings), Some(part)) if findings[0].message.contains(part) => {}
            (filled, expected) => panic!("{kind} {value:?}: {filled:?}, expected {expected:?}"),
        }
    };
    check("text", "anything {at} all\n", None);
    check("text", "bell \u{7}", Some("control characters"));
    check("number", "2.5", None);
    check("number", "many", Some("is not a number"));
    check("number", "inf", Some("is not a number"));
    check("time", "7:05", None);
    for wrong in ["24:00", "7.30", "07:60", "7:5", "+7:05", ""] {
        check("time", wrong, Some("is not a time of day"));
    }
    check("contact", "Sam Rivera", None);
    check("contact", " ", Some("is not a name"));
    check("app", "a\nb", Some("is not a name"));
    check("choice", "high", None);
    check("choice", "hgih", Some("did you mean `high`?"));
}

#[test]
fn values_are_put_in_and_braces_stay() {
    let change = json!({
        "goal": "wake me at {text}",
        "parameter": [{"name": "text", "kind": "time", "default": "19:05"}],
        "step": [{"do": {"type": "type", "text": "{{{text.h12}:{text.mm} {text.ampm} = {text.hh}}}"}}],
    });
    let filled = sample(change).fill(&BTreeMap::new()).unwrap();
    assert_eq!(filled.goal, "wake me at 19:05");
    assert_eq!(filled.steps[0].action, AgentAction::text("{7:05 PM = 19}"));
}

#[test]
fn missing_and_unknown_values_are_named() {
    let values = BTreeMap::from([("txt".to_owned(), "x".to_owned())]);
    let findings = sample(json!({})).fill(&values).unwrap_err();
    let said: Vec<&str> = findings.iter().map(|one| one.message.as_str()).collect();
    assert!(said[0].contains("did you mean `text`?") && said[1].contains("the value of `text` is missing"), "{said:?}");
}

#[test]
fn any_text_can_be_escaped() {
    for text in ["", "{", "}}", "a{b}c", "{{x}", "plain"] {
        let steps = json!([{"do": {"type": "type", "text": escaped(text)}}]);
        let filled = sample(json!({"parameter": [], "goal": "", "step": steps})).fill(&BTreeMap::new()).unwrap();
        assert_eq!(filled.steps[0].action, AgentAction::text(text));
    }
}

#[test]
fn a_macro_survives_the_way_to_json_and_back() {
    let one = sample(json!({}));
    let text = serde_json::to_string(&one).unwrap();
    assert_eq!(serde_json::from_str::<Macro>(&text).unwrap(), one);
    let values = BTreeMap::from([("text".to_owned(), "milk".to_owned())]);
    let filled = one.fill(&values).unwrap();
    let text = serde_json::to_string(&filled).unwrap();
    assert_eq!(serde_json::from_str::<Filled>(&text).unwrap(), filled);
}
