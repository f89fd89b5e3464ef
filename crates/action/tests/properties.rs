//! Properties for any input: reading never panics and is repeatable, strict is a subset of lenient, and a dialect
//! understands everything that it can write.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

use action::dialect::{self, DialectName, Grid, MAX_ACTIONS, ReplyContext, Size, Step};
use action::json::Json;
use action::phone::{
    self, AskUser, Capability, ClearText, Confirm, DoubleTap, Drag, Fail, Finish, KeyCombination, Keyevent, LaunchApp,
    LongPress, McpCall, Note, Observe, OpenApp, OpenUrl, RequestHumanAuth, RunScript, Shell, Swipe, Tap, Type, Wait,
};
use action::{AgentAction, Finite};
use proptest::prelude::*;
use serde_json::Value;

const SCREEN: Size = Size { w: 1080, h: 2400 };

fn finite(value: f64) -> Finite {
    Finite::new(value).unwrap()
}

fn x() -> impl Strategy<Value = Finite> {
    (0_u32..SCREEN.w).prop_map(Finite::from)
}

fn y() -> impl Strategy<Value = Finite> {
    (0_u32..SCREEN.h).prop_map(Finite::from)
}

fn millis() -> impl Strategy<Value = Finite> {
    (1_u32..600).prop_map(|tenths| finite(f64::from(tenths) * 100.0))
}

fn seconds() -> impl Strategy<Value = Finite> {
    (1_u32..600).prop_map(Finite::from)
}

/// Text with every character that trips up markup, quoting and code.
fn text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => "[a-zA-Z0-9 ]{1,8}",
        2 => prop::sample::select(vec![
            "\"", "'", "\\", "\n", "\t", ")", "\")", "', x='", "\", message=\"", "%s", "`", "```", "{", "}", "[", "]", "<", ">",
            "</answer>", "<think>", "</think>", "</tool_call>", "<tool_call>", "Action: tap(1)", "do(action=\"Back\")", "\\n",
            "你好", "：", "，", "“", "”", "😀", "👩‍👩‍👧", "é", "שלום", "\u{0}", "; rm -rf /", "$(id)", "finish(message=\"x\")",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ];
    prop::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
}

fn keycode() -> impl Strategy<Value = String> {
    prop::sample::select(vec![
        "KEYCODE_BACK",
        "KEYCODE_HOME",
        "KEYCODE_APP_SWITCH",
        "KEYCODE_ENTER",
        "KEYCODE_A",
        "KEYCODE_7",
        "KEYCODE_DEL",
        "KEYCODE_FORWARD_DEL",
        "KEYCODE_CTRL_LEFT",
        "KEYCODE_SHIFT_LEFT",
        "KEYCODE_VOLUME_UP",
        "KEYCODE_MOVE_END",
    ])
    .prop_map(str::to_owned)
}

/// Any canonical action, without a reason: only the canonical JSON has a field for it.
fn any_action() -> impl Strategy<Value = AgentAction> {
    let reason = None::<String>;
    prop_oneof![
        (x(), y()).prop_map(|(x, y)| AgentAction::Tap(Tap { x, y, reason: None })),
        (x(), y()).prop_map(|(x, y)| AgentAction::DoubleTap(DoubleTap { x, y, reason: None })),
        (x(), y(), millis()).prop_map(|(x, y, duration_ms)| AgentAction::LongPress(LongPress {
            x,
            y,
            duration_ms,
            reason: None
        })),
        (x(), y(), x(), y(), millis()).prop_map(|(x1, y1, x2, y2, duration_ms)| AgentAction::Swipe(Swipe {
            x1,
            y1,
            x2,
            y2,
            duration_ms,
            reason: None
        })),
        (x(), y(), x(), y(), millis()).prop_map(|(x1, y1, x2, y2, duration_ms)| AgentAction::Drag(Drag {
            x1,
            y1,
            x2,
            y2,
            duration_ms,
            reason: None
        })),
        text().prop_map(|text| AgentAction::Type(Type { text, reason: None })),
        Just(AgentAction::ClearText(ClearText { reason: reason.clone() })),
        keycode().prop_map(|keycode| AgentAction::Keyevent(Keyevent { keycode, reason: None })),
        keycode().prop_map(|key| AgentAction::KeyCombination(KeyCombination {
            keys: vec!["KEYCODE_CTRL_LEFT".into(), key],
            reason: None
        })),
        "[a-z]{2,5}\\.[a-z]{2,8}"
            .prop_map(|package_name| AgentAction::LaunchApp(LaunchApp { package_name, reason: None })),
        "[A-Za-z][a-z ]{0,8}[a-z]".prop_map(|name| AgentAction::OpenApp(OpenApp { name, reason: None })),
        "https://[a-z]{2,8}\\.org/[a-z?=&']{0,6}".prop_map(|url| AgentAction::OpenUrl(OpenUrl { url, reason: None })),
        "[a-z][a-z '\"$;]{0,10}[a-z]".prop_map(|command| AgentAction::Shell(Shell { command, reason: None })),
        ("[a-z][a-z '\"\n]{0,10}[a-z]", seconds())
            .prop_map(|(script, timeout_sec)| AgentAction::RunScript(RunScript { script, timeout_sec, reason: None })),
        ("tool_[a-z]{1,6}", "[a-z]{1,5}", text(), seconds()).prop_map(|(tool, name, value, timeout_sec)| {
            let args = std::iter::once((name, Value::from(value))).collect();
            AgentAction::McpCall(McpCall { tool, args, timeout_sec, reason: None })
        }),
        (line(), seconds()).prop_map(|(instruction, timeout_sec)| AgentAction::RequestHumanAuth(RequestHumanAuth {
            capability: Capability::Unknown,
            instruction,
            timeout_sec,
            reason: None,
        })),
        (line(), seconds()).prop_map(|(question, timeout_sec)| AgentAction::AskUser(AskUser {
            question,
            timeout_sec,
            reason: None
        })),
        (line(), seconds()).prop_map(|(message, timeout_sec)| AgentAction::Confirm(Confirm {
            message,
            timeout_sec,
            reason: None
        })),
        millis().prop_map(|duration_ms| AgentAction::Wait(Wait { duration_ms, reason: None })),
        Just(AgentAction::Observe(Observe { reason })),
        text().prop_map(|text| AgentAction::Note(Note { text, reason: None })),
        line().prop_map(|message| AgentAction::Finish(Finish { message, reason: None })),
        line().prop_map(|message| AgentAction::Fail(Fail { message, reason: None })),
    ]
}

/// A message to a person: no blanks at either end.
fn line() -> impl Strategy<Value = String> {
    text().prop_map(|text| format!("m{}.", text))
}

/// Compares an action after a round trip. It allows for the grid's coarseness, and for values that the dialect cannot
/// express, which then have their defaults. Our own two dialects, `whole`, can express everything.
fn survives(sent: &AgentAction, read: &AgentAction, cell: f64, whole: bool) -> bool {
    let (sent_json, read_json) = (serde_json::to_value(sent).unwrap(), serde_json::to_value(read).unwrap());
    let default = phone::normalize(&Json::strict(&format!(r#"{{"type":"{}"}}"#, sent.name())).unwrap().value).action;
    let default = serde_json::to_value(default).unwrap();
    sent_json.as_object().unwrap().iter().all(|(name, value)| match (name.as_str(), &read_json[name]) {
        ("x" | "y" | "x1" | "y1" | "x2" | "y2", found) => {
            found.as_f64().is_some_and(|found| (found - value.as_f64().unwrap()).abs() <= cell)
        }
        (_, found) => found == value || (!whole && found == &default[name]),
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_a_dialect_can_say_it_understands(action in any_action()) {
        let tools: Vec<String> = match &action {
            AgentAction::McpCall(call) => vec![call.tool.clone()],
            _ => Vec::new(),
        };
        let context = ReplyContext { screen: Some(SCREEN), tools: &tools, ..ReplyContext::default() };
        for name in DialectName::all() {
            let Some(reply) = dialect::write_reply(name, "I know what to do.", std::slice::from_ref(&action), &context) else { continue };
            let parsed = dialect::read(name, &reply, &context);
            let cell = match name.grid() {
                Some(Grid::Per(n)) => f64::from(SCREEN.h) / f64::from(n) + 0.02,
                Some(Grid::Screen) => 0.02,
                _ => 1.0,
            };
            let whole = matches!(name.as_str(), "executor" | "openpocket");
            let understood = parsed.as_ref().is_ok_and(|parsed| {
                // A dialect whose typing replaces the field expresses that with a clear before it.
                let steps: Vec<&Step> = parsed.steps.iter().filter(|step| !matches!(step, Step::Act(AgentAction::ClearText(_))) || parsed.steps.len() == 1).collect();
                matches!(steps.as_slice(), [Step::Act(read)] if survives(&action, read, cell, whole))
            });
            prop_assert!(understood, "{name:?}: {action:?}\n  written {reply}\n  read {parsed:?}");
        }
    }

    #[test]
    fn a_canonical_action_needs_no_repair(action in any_action()) {
        let json = serde_json::to_string(&action).unwrap();
        let parsed = Json::strict(&json).unwrap();
        prop_assert_eq!(phone::strict(&parsed.value), Ok(action.clone()));
        let again: AgentAction = serde_json::from_str(&json).unwrap();
        prop_assert_eq!(again, action);
    }

    #[test]
    fn normalising_twice_changes_nothing(json in loose_object()) {
        let parsed = Json::strict(&json).unwrap();
        let once = phone::normalize(&parsed.value);
        let canonical = serde_json::to_string(&once.action).unwrap();
        let parsed_again = Json::strict(&canonical).unwrap();
        let twice = phone::normalize(&parsed_again.value);
        prop_assert!(twice.repairs.is_empty(), "{canonical} was repaired: {:?}", twice.repairs);
        prop_assert_eq!(&twice.action, &once.action);
        // Strict accepts exactly the values that lenient leaves unchanged.
        match phone::strict(&parsed.value) {
            Ok(action) => {
                prop_assert!(once.repairs.is_empty());
                prop_assert_eq!(action, once.action);
            }
            Err(findings) => prop_assert_eq!(findings.len(), once.repairs.into_vec().len()),
        }
    }

    #[test]
    fn any_reply_is_read_or_refused(reply in any_reply()) {
        let context = ReplyContext { screen: Some(SCREEN), ..ReplyContext::default() };
        for name in DialectName::all().chain([DialectName::AUTO]) {
            let parsed = dialect::read(name, &reply, &context);
            prop_assert_eq!(&parsed, &dialect::read(name, &reply, &context));
            if let Ok(parsed) = &parsed {
                prop_assert!(!parsed.steps.is_empty() && parsed.steps.len() <= MAX_ACTIONS);
                let ends = parsed.steps.iter().position(|step| matches!(step, Step::Act(action) if action.ends_task()));
                prop_assert!(ends.is_none_or(|end| end + 1 == parsed.steps.len()));
                // Lenient reads every value that strict accepts, with the same result.
                if let Ok(strict) = dialect::read_strict(name, &reply, &context) {
                    prop_assert_eq!(parsed, &strict);
                }
            }
        }
    }

    #[test]
    fn any_text_is_json_or_not(text in any_reply()) {
        if let Ok(strict) = Json::strict(&text) {
            let loose = Json::loose(&text).unwrap();
            prop_assert_eq!(strict.value, loose.value);
        }
    }

    #[test]
    fn the_strict_reader_agrees_with_serde(text in any_json()) {
        let ours = Json::strict(&text).unwrap();
        let theirs: Value = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(ours.value.to_value(), theirs);
        // The loose reader repairs nothing in well-formed text.
        let loose = Json::loose(&text).unwrap();
        prop_assert_eq!(loose.value, ours.value);
        prop_assert!(loose.repairs.is_empty(), "{:?}", loose.repairs);
    }
}

fn any_json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        any::<bool>().prop_map(|value| value.to_string()),
        any::<i64>().prop_map(|value| value.to_string()),
        (-1e9_f64..1e9).prop_map(|value| Value::from(value).to_string()),
        text().prop_map(|text| Value::from(text).to_string()),
    ];
    leaf.prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(|items| format!("[{}]", items.join(" , "))),
            prop::collection::btree_map(text(), inner, 0..5).prop_map(|fields| {
                let fields: Vec<String> =
                    fields.iter().map(|(name, value)| format!("{} :\n{value}", Value::from(name.as_str()))).collect();
                format!("{{{}}}", fields.join(","))
            }),
        ]
    })
}

/// An object with the fields of actions, filled with wrong values.
fn loose_object() -> impl Strategy<Value = String> {
    let kinds: Vec<String> = phone::verbs().iter().map(|verb| verb.name.clone()).collect();
    let names: Vec<String> =
        phone::verbs().iter().flat_map(|verb| verb.fields.iter().map(|field| field.name.clone())).collect();
    let kind = prop_oneof![4 => prop::sample::select(kinds), 1 => "[a-zA-Z ]{0,8}"];
    let value = prop_oneof![
        3 => any_json(),
        1 => prop::sample::select(vec!["1e999", "-5", "\" 12 \"", "\"\"", "[1,2]", "[1,2,3,4]", "\"1e3\"", "0"]).prop_map(str::to_owned),
    ];
    let fields = prop::collection::vec((prop::sample::select(names), value), 0..6);
    (kind, fields).prop_map(|(kind, fields)| {
        let mut object = format!("{{\"type\":{}", Value::from(kind));
        for (name, value) in fields {
            object.push_str(&format!(",\"{name}\":{value}"));
        }
        object + "}"
    })
}

/// Pieces of real replies of every dialect, in any order, with noise between them.
fn any_reply() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        3 => prop::sample::select(vec![
            "<think>", "</think>", "<answer>", "</answer>", "do(action=\"Tap\", element=[500,500])", "do(action=", "finish(message=\"",
            "Thought: ", "\nAction: ", "Action：", "click(start_box='(100,200)')", "type(content='", "')", "<tool_call>", "</tool_call>",
            "{\"name\": \"mobile_use\", \"arguments\": {\"action\": \"click\", \"coordinate\": [447, 81]}}", "{\"action\":\"tap\",\"coordinate\":[0.5,0.3]}",
            "### Action ###\n", "explain:e\taction:CLICK\tpoint:1,2", "{\"POINT\":[480,320]}", "Actions:\nCLICK <point>[[1, 2]]</point>",
            "pyautogui.click(x=0.5, y=0.25)\n", "{\"action_type\": \"click\", \"index\": 3}", "Observation: x\nThought: y\nAction: tap(3)\nSummary: z",
            "<function_calls>\n", "<invoke name=\"click\">", "<parameter name=\"index\">1</parameter>", "</invoke>", "</function_calls>",
            "{\"type\":\"tool_use\",\"name\":\"computer\",\"input\":{\"action\":\"screenshot\"}}", "{\"functionCall\":{\"name\":\"click_at\",\"args\":{\"x\":1,\"y\":2}}}",
            "{\"type\":\"computer_call\",\"action\":{\"type\":\"wait\"}}", "{\"thought\":\"t\",\"action\":{\"type\":\"tap\",\"x\":1,\"y\":2}}", "```json\n", "```",
        ]).prop_map(str::to_owned),
        1 => text(),
        1 => "\\PC{0,12}",
        1 => prop::sample::select(vec!["[", "{", "(", "\"", "'", "<", "\\", "：", "，", "\u{feff}", "\n", "\t"]).prop_map(|piece| piece.repeat(20)),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}
