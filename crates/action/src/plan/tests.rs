//! Plans from outside: accepted ones, refused ones with their paths, and when the person is asked.

mod policy;
mod random;

use serde_json::json;

use super::*;
use crate::Finding;
use crate::json::Json;

/// The sample of the specification, word for word.
const SPECIFIED: &str = r#"{
  "intent": "send_message",
  "confidence": 0.92,
  "metadata": { "app": "WhatsApp", "context": "follow_up" },
  "slots": { "recipient": "Sam", "content": "I'll be there in ten minutes." },
  "steps": [
    { "op": "open_app", "args": { "name": "WhatsApp" } },
    { "op": "find_contact", "args": { "name": "Sam" } },
    { "op": "open_conversation" },
    { "op": "type_text", "args": { "text": "I'll be there in ten minutes." } },
    { "op": "send" }
  ],
  "confirm": false,
  "follow_up": { "expected": true, "prompt": "Message sent. Anything else?" }
}"#;

fn read_text(text: &str) -> Result<ActionPlan, Vec<Finding>> {
    read(&Json::strict(text).unwrap().value)
}

/// Reads `text` and compares the findings, in order, as `code path`.
#[track_caller]
fn check(text: &str, expected: &[&str]) {
    let found = read_text(text).err().unwrap_or_default();
    let found: Vec<String> =
        found.iter().map(|finding| format!("{} {}", finding.code.as_str(), finding.path)).collect();
    assert_eq!(found, expected, "{text}");
}

/// A harmless plan with fields replaced, added or (with `null`) removed.
fn plan_with(fields: Value) -> String {
    let mut plan =
        json!({"intent": "go_home", "confidence": 0.9, "metadata": {}, "slots": {}, "steps": [], "confirm": false});
    for (name, value) in fields.as_object().unwrap() {
        plan[name] = value.clone();
    }
    plan.as_object_mut().unwrap().retain(|_, value| !value.is_null());
    plan.to_string()
}

#[test]
fn the_specified_sample_is_read_and_written_back() {
    let plan = read_text(SPECIFIED).unwrap();
    assert_eq!(plan, samples()[0]);
    assert_eq!(serde_json::to_value(&plan).unwrap(), serde_json::from_str::<Value>(SPECIFIED).unwrap());
    assert_eq!(needs_confirmation(&plan, false), None);
}

#[test]
fn plans_as_a_whole() {
    let many = vec![json!({"op": "go_back"}); 65];
    let rows: &[(Value, &[&str])] = &[
        (json!({}), &[]),
        (json!({"confirm": null}), &[]),
        (json!({"confirm": "no"}), &["wrong_type confirm"]),
        (json!({"intent": null}), &["missing intent"]),
        (json!({"intent": 3}), &["wrong_type intent"]),
        (json!({"intent": " "}), &["blank intent"]),
        (json!({"intent": "send_mesage"}), &["unknown_value intent"]),
        (json!({"intent": "send_message"}), &[]),
        (json!({"intent": "Go_Home"}), &["unknown_value intent"]),
        (json!({"confidence": null}), &["missing confidence"]),
        (json!({"confidence": 0}), &[]),
        (json!({"confidence": 1}), &[]),
        (json!({"confidence": 1.01}), &["out_of_range confidence"]),
        (json!({"confidence": -0.1}), &["out_of_range confidence"]),
        (json!({"confidence": "0.9"}), &["wrong_type confidence"]),
        (json!({"metadata": null}), &["missing metadata"]),
        (json!({"metadata": []}), &["wrong_type metadata"]),
        (json!({"metadata": {"app": 5}}), &["wrong_type metadata.app"]),
        (json!({"metadata": {"device": ""}}), &["blank metadata.device"]),
        (json!({"metadata": {"language": "en", "speed": {"of": ["speech", 2]}}}), &[]),
        (json!({"slots": null}), &["missing slots"]),
        (json!({"slots": "none"}), &["wrong_type slots"]),
        (json!({"slots": {"date": "next week", "level": null, "days": ["monday"]}}), &[]),
        (json!({"steps": null}), &["missing steps"]),
        (json!({"steps": {}}), &["wrong_type steps"]),
        (json!({"steps": ["go_back"]}), &["wrong_type steps[0]"]),
        (json!({"steps": many[..64]}), &[]),
        (json!({"steps": many}), &["out_of_range steps"]),
        (json!({"step": []}), &["unknown_field step"]),
        (json!({"follow_up": {"expected": false, "prompt": "Done."}}), &[]),
        (json!({"follow_up": {}}), &["missing follow_up.expected", "missing follow_up.prompt"]),
        (json!({"follow_up": "Done."}), &["wrong_type follow_up"]),
        (json!({"ask": {"slot": "content", "question": "What?", "choices": ["a", "b"]}}), &[]),
        (json!({"ask": {"question": "What?"}}), &[]),
        (
            json!({"ask": {"slot": 1, "choices": [2]}}),
            &["wrong_type ask.slot", "missing ask.question", "wrong_type ask.choices[0]"],
        ),
        (json!({"ask": {"slot": null, "question": "", "why": "x"}}), &["blank ask.question", "unknown_field ask.why"]),
        (json!({"intent": "unknown", "ask": {"slot": null, "question": "What?"}}), &[]),
        (json!({"intent": "unknown"}), &["missing ask"]),
        (json!({"intent": "unknown", "ask": 1}), &["wrong_type ask"]),
        (json!({"intent": "unknown", "steps": [{"op": "go_home"}]}), &["not_allowed steps", "missing ask"]),
        (json!({"intent": "unknown", "ask": {"slot": "app", "question": "What?"}}), &["not_allowed ask.slot"]),
        (json!({"requests": [{"intent": "go_home", "slots": {}}, {"intent": "pay", "slots": {"amount": 3}}]}), &[]),
        (
            json!({"requests": [{"intent": "go_back", "slots": {"a": 1}}]}),
            &["not_allowed requests[0].intent", "not_allowed requests[0].slots"],
        ),
        (json!({"requests": [{"intent": "go_home"}, 4]}), &["missing requests[0].slots", "wrong_type requests[1]"]),
        (
            json!({"requests": [{"intent": "go_home", "slots": {}}, {"intent": "fly", "slots": {}}]}),
            &["unknown_value requests[1].intent"],
        ),
    ];
    for (fields, expected) in rows {
        check(&plan_with(fields.clone()), expected);
    }
    check("[]", &["wrong_type "]);
    check("{}", &["missing intent", "missing confidence", "missing metadata", "missing slots", "missing steps"]);
    check(&plan_with(json!({"confidence": 0.5})).replace("0.5", "1e999"), &["out_of_range confidence"]);
}

#[test]
fn steps_and_their_arguments() {
    let rows: &[(Value, &[&str])] = &[
        (json!({}), &["missing op"]),
        (json!({"op": 7}), &["wrong_type op"]),
        (json!({"op": ""}), &["blank op"]),
        (json!({"op": "open_ap", "args": {"whatever": 1}}), &["unknown_type op"]),
        (json!({"op": " Open_App"}), &["respelled op"]),
        (json!({"op": "send", "then": 1}), &["unknown_field then"]),
        (json!({"op": "send", "args": {}}), &[]),
        (json!({"op": "send", "args": {"to": "Sam"}}), &["unknown_field args.to"]),
        (json!({"op": "send", "args": ["Sam"]}), &["wrong_type args"]),
        (json!({"op": "open_app"}), &["missing args"]),
        (json!({"op": "open_app", "args": {"package": "com.whatsapp"}}), &[]),
        (json!({"op": "open_app", "args": {"name": "WhatsApp", "url": "whatsapp://send?phone=1"}}), &[]),
        (json!({"op": "open_app", "args": {"title": "WhatsApp"}}), &["missing args", "unknown_field args.title"]),
        (json!({"op": "find_contact"}), &["missing args.name"]),
        (json!({"op": "find_contact", "args": {"name": "  "}}), &["blank args.name"]),
        (json!({"op": "type_text", "args": {"text": 12}}), &["wrong_type args.text"]),
        (json!({"op": "toggle_setting", "args": {"setting": "wifi", "state": "on"}}), &[]),
        (
            json!({"op": "toggle_setting", "args": {"setting": "wi-fi", "state": true}}),
            &["unknown_value args.setting", "wrong_type args.state"],
        ),
        (
            json!({"op": "toggle_setting", "args": {"setting": "NFC"}}),
            &["respelled args.setting", "missing args.state"],
        ),
        (json!({"op": "set_alarm", "args": {"time": "07:30", "days": ["monday", "sunday"], "date": "tomorrow"}}), &[]),
        (json!({"op": "set_alarm", "args": {"time": "7:30"}}), &["out_of_range args.time"]),
        (
            json!({"op": "set_alarm", "args": {"time": "24:00", "days": []}}),
            &["out_of_range args.time", "out_of_range args.days"],
        ),
        (
            json!({"op": "set_alarm", "args": {"time": "00:00", "days": ["monday", "monday", "mon", 3]}}),
            &["out_of_range args.days[1]", "unknown_value args.days[2]", "wrong_type args.days[3]"],
        ),
        (json!({"op": "set_alarm", "args": {"time": "23:59", "days": "monday"}}), &["wrong_type args.days"]),
        (json!({"op": "create_event", "args": {"title": "Dentist", "date": "2028-02-29"}}), &[]),
        (
            json!({"op": "create_event", "args": {"title": "Dentist", "date": "2027-02-29"}}),
            &["out_of_range args.date"],
        ),
        (json!({"op": "create_event", "args": {"title": "Dentist", "date": "02-29"}}), &[]),
        (json!({"op": "create_event", "args": {"title": "Dentist", "date": "13-01"}}), &["out_of_range args.date"]),
        (
            json!({"op": "create_event", "args": {"title": "Dentist", "date": "next friday"}}),
            &["out_of_range args.date"],
        ),
        (json!({"op": "set_timer", "args": {"duration_s": 330}}), &[]),
        (json!({"op": "set_timer", "args": {"duration_s": 0}}), &["out_of_range args.duration_s"]),
        (json!({"op": "set_timer", "args": {"duration_s": 1.5}}), &["out_of_range args.duration_s"]),
        (json!({"op": "set_timer", "args": {"duration_s": "330"}}), &["wrong_type args.duration_s"]),
        (json!({"op": "set_volume", "args": {"level": 101}}), &["out_of_range args.level"]),
        (json!({"op": "set_volume", "args": {"change": -10}}), &[]),
        (json!({"op": "set_volume", "args": {"level": 1, "change": 1}}), &["not_allowed args"]),
        (json!({"op": "open_url", "args": {"url": "https://example.com/a?b=c"}}), &[]),
        (json!({"op": "open_url", "args": {"url": "example.com"}}), &["out_of_range args.url"]),
        (json!({"op": "open_url", "args": {"url": "example.com:8080/"}}), &["out_of_range args.url"]),
        (json!({"op": "open_url", "args": {"url": "JavaScript:alert(1)"}}), &["out_of_range args.url"]),
        (json!({"op": "open_url", "args": {"url": "https://exa mple.com"}}), &["out_of_range args.url"]),
        (json!({"op": "scroll", "args": {"direction": "down", "times": 3, "to_end": false}}), &[]),
        (
            json!({"op": "scroll", "args": {"direction": "downwards", "times": 0, "to_end": 1}}),
            &["unknown_value args.direction", "out_of_range args.times", "wrong_type args.to_end"],
        ),
        (json!({"op": "tap_label", "args": {"position": 3}}), &[]),
        (json!({"op": "pay", "args": {"recipient": "Sam"}}), &["missing args.amount"]),
    ];
    for (step, expected) in rows {
        let expected: Vec<String> = expected
            .iter()
            .map(|row| row.split_once(' ').unwrap())
            .map(|(code, path)| format!("{code} steps[1].{path}"))
            .collect();
        let text = plan_with(json!({"steps": [{"op": "go_back"}, step]}));
        check(&text, &expected.iter().map(String::as_str).collect::<Vec<_>>());
    }
}

#[test]
fn messages_name_the_nearest() {
    let message = |fields| read_text(&plan_with(fields)).unwrap_err().remove(0).message;
    assert_eq!(
        message(json!({"steps": [{"op": "open_ap"}]})),
        "`open_ap` is not a known operation; did you mean `open_app`?"
    );
    assert!(message(json!({"intent": "call_contct"})).ends_with("did you mean `call_contact`?"));
    assert_eq!(
        message(json!({"steps": [{"op": "set_volume", "args": {"level": 101}}]})),
        "`level` must be a whole number from 0 to 100, not `101`"
    );
    assert_eq!(message(json!({"steps": [{"op": "open_app"}]})), "`open_app` needs one of `name`, `package`, `url`");
}

#[test]
fn whole_numbers_become_integers() {
    let text = plan_with(json!({"steps": [{"op": "set_timer", "args": {"duration_s": 330}}]})).replace("330", "3.3e2");
    assert_eq!(read_text(&text).unwrap().steps[0].args["duration_s"], json!(330));
}

#[test]
fn samples_survive_the_round_trip() {
    for plan in samples() {
        let text = serde_json::to_string(&plan).unwrap();
        assert_eq!(read_text(&text), Ok(plan.clone()), "{text}");
        assert_eq!(serde_json::from_str::<ActionPlan>(&text).unwrap(), plan);
        let undecided = ActionPlan { confirm: false, ..plan.clone() };
        assert_eq!(undecided.with_confirmation(false), plan, "`confirm` is what the policy says");
    }
}

#[test]
fn absent_optionals_stay_absent() {
    let plan = ActionPlan::new("go_home", Finite::from(1));
    let expected =
        json!({"intent": "go_home", "confidence": 1, "metadata": {}, "slots": {}, "steps": [], "confirm": false});
    assert_eq!(serde_json::to_value(plan).unwrap(), expected);
    let unknown = serde_json::to_value(ActionPlan::unknown(Finite::ZERO, "What?")).unwrap();
    assert_eq!(unknown["ask"], json!({"slot": null, "question": "What?"}));
    let result = StepResult {
        step: 0,
        op: "open_app".to_owned(),
        status: StepStatus::RetryableError,
        code: "not_in_front".to_owned(),
        message: "WhatsApp did not open.".to_owned(),
        remediation: None,
    };
    let expected = json!({"step": 0, "op": "open_app", "status": "retryable_error", "code": "not_in_front", "message": "WhatsApp did not open."});
    assert_eq!(serde_json::to_value(result).unwrap(), expected);
}
