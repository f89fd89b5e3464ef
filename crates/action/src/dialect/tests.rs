//! Tests that concern all dialects: names, prompts, coordinates, keys, thoughts, limits.

use super::coordinates::{Point, stroke};
use super::text::{calls, tags};
use super::*;
use crate::phone::samples;

const SCENE: ReplyContext<'static> =
    ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), image: None, elements: &[], tools: &[] };

#[test]
fn a_dialect_is_found_by_its_name() {
    assert_eq!(DialectName::names().count(), 22);
    for name in DialectName::names() {
        assert_eq!(DialectName::find(name).unwrap().as_str(), name);
    }
    assert_eq!(DialectName::find("qwen3vl").unwrap_err().nearest.as_deref(), Some("qwen3-vl"));
    assert!(DialectName::find("klingon").unwrap_err().to_string().contains("`klingon`"));
}

/// Every action in a prompt must read back as itself.
#[test]
fn a_prompt_teaches_only_what_is_understood() {
    let tools = vec!["map_search".to_owned()];
    let context = ReplyContext { tools: &tools, ..SCENE };
    for name in DialectName::all() {
        let prompt = ask(name, &context);
        assert!(prompt.contains("map_search"), "{name:?} does not name the tools");
        let mut shown = 0;
        for action in samples() {
            let Some(written) = write(name, &action, &context) else { continue };
            shown += 1;
            let line = written.lines().map(str::trim).collect::<Vec<_>>().join(" ");
            // A tool appears in the prompt without arguments, because each tool has its own.
            let is_tool = matches!(action, AgentAction::McpCall(_));
            assert!(is_tool || prompt.contains(&format!("- `{line}`: ")), "{name:?} does not show {line}\n{prompt}");
            let reply = write_reply(name, "t", std::slice::from_ref(&action), &context).unwrap();
            let reading = read(name, &reply, &context).unwrap();
            assert!(
                reading.steps.iter().any(|step| matches!(step, Step::Act(read) if read.name() == action.name())),
                "{name:?}: {reply} is read as {:?}",
                reading.steps
            );
        }
        assert!(shown >= 2, "{name:?} shows {shown} actions");
        let dialect = ALL.iter().find(|dialect| dialect.name() == name.as_str()).unwrap();
        for direction in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
            let Some(written) = dialect.write_scroll(direction, &context) else { continue };
            let steps = read(name, &dialect.reply("t", &[written]), &context).unwrap().steps;
            let [Step::Act(AgentAction::Swipe(swipe))] = steps.as_slice() else { panic!("{name:?}: {steps:?}") };
            let (dx, dy) = (swipe.x2.get() - swipe.x1.get(), swipe.y2.get() - swipe.y1.get());
            let opposite = match direction {
                Direction::Up => dy > 0.0,
                Direction::Down => dy < 0.0,
                Direction::Left => dx > 0.0,
                Direction::Right => dx < 0.0,
            };
            assert!(opposite, "{name:?}: to see what lies {direction:?} the finger moves the other way: {swipe:?}");
        }
        for kind in [TouchKind::Tap, TouchKind::DoubleTap, TouchKind::LongPress, TouchKind::Swipe] {
            let direction = (kind == TouchKind::Swipe).then_some(Direction::Left);
            let touch = Touch { kind, element: 7, direction, duration_ms: None };
            let Some(written) = write_touch(name, &touch) else { continue };
            let reply = dialect.reply("t", &[written]);
            let steps = read(name, &reply, &context).unwrap().steps;
            let understood = matches!(steps.as_slice(), [Step::Touch(read)] if (read.kind, read.element, read.direction) == (kind, 7, direction));
            assert!(understood, "{name:?}: {reply} is read as {steps:?}");
        }
    }
    assert!(ask(DialectName::AUTO, &SCENE).contains("\"coordinate\":[0.5,0.5]"));
}

#[test]
fn a_picture_is_resized_as_the_model_does_it() {
    let rows = [
        ((1080, 2400), (1092, 2408)),
        ((1092, 2408), (1092, 2408)),
        ((540, 1200), (532, 1204)),
        ((1440, 3120), (1428, 3108)),
        ((100, 100), (280, 280)),
        ((1, 1), (280, 280)),
        ((10_000, 8_000), (4004, 3192)),
    ];
    for ((w, h), (to_w, to_h)) in rows {
        assert_eq!(smart_resize(Size { w, h }), Size { w: to_w, h: to_h }, "{w}x{h}");
    }
}

/// A stroke with only a direction stays on the screen and moves that way, wherever it starts.
#[test]
fn a_stroke_stays_on_the_screen() {
    for direction in [Direction::Up, Direction::Down, Direction::Left, Direction::Right] {
        for start in [None, Some((0.0, 0.0)), Some((1079.0, 2399.0)), Some((540.0, 1200.0))] {
            let start = start.map(|(x, y)| Point::new(x, y));
            let (from, to) = stroke(direction, start, 0.4, &SCENE).unwrap();
            let (dx, dy) = (to.x.get() - from.x.get(), to.y.get() - from.y.get());
            let moved = match direction {
                Direction::Up => dy < -400.0,
                Direction::Down => dy > 400.0,
                Direction::Left => dx < -200.0,
                Direction::Right => dx > 200.0,
            };
            assert!(moved, "{direction:?} from {start:?}: {from:?} to {to:?}");
            for point in [from, to] {
                assert!(
                    (0.0..=1080.0).contains(&point.x.get()) && (0.0..=2400.0).contains(&point.y.get()),
                    "{point:?}"
                );
            }
        }
    }
    assert_eq!(stroke(Direction::Up, None, 0.4, &ReplyContext::default()).unwrap_err().code, RefusalCode::NoScreen);
}

#[test]
fn keys_have_many_names() {
    let rows = [
        ("Return", "ENTER"),
        ("volume_up", "VOLUME_UP"),
        ("KEYCODE_BACK", "BACK"),
        ("ctrl", "CTRL_LEFT"),
        ("ArrowDown", "DPAD_DOWN"),
        ("Page Up", "PAGE_UP"),
        ("BackSpace", "DEL"),
        ("a", "A"),
        ("7", "7"),
        ("-", "MINUS"),
        ("XF86AudioPlay", "MEDIA_PLAY_PAUSE"),
    ];
    for (name, code) in rows {
        assert_eq!(keys::android_key(name), Some(format!("KEYCODE_{code}")), "{name}");
    }
    for name in ["", "NoSuchKeyName", "; reboot", "KEYCODE_RETURN", &"a".repeat(1000)] {
        assert_eq!(keys::android_key(name), None, "{name}");
    }
}

#[test]
fn thoughts_are_taken_off_the_front() {
    let rows = [
        ("<think>a</think>b", "a", "b", false),
        ("<THINK> a </THINK>\nb", "a", "b", false),
        ("<TINK>a</TINK>b", "a", "b", false),
        ("<think_never_used_51bce>a</think_never_used_51bce>b", "a", "b", false),
        ("<think>a</thinking>b", "a", "b", true),
        ("a</think>b", "a", "b", true),
        ("<think>a</think><think>b</think>c", "a\nb", "c", false),
        ("<think>a [b", "a", "[b", true),
        ("<think>a b", "a b", "", true),
        ("no thought", "", "no thought", false),
        // After the marker, a tag is part of the answer.
        ("[type '<think>']", "", "[type '<think>']", false),
    ];
    for (reply, thought, body, mended) in rows {
        let split = tags::split_thought(reply, &["["]);
        assert_eq!((split.thought.as_str(), split.body, split.mended), (thought, body, mended), "{reply}");
    }
}

#[test]
fn calls_are_read_as_programs_write_them() {
    let rows = [
        (r#"f(a="b", c=[1,2])"#, r#"f {"a":"b","c":[1,2]} []"#),
        (r#"f(1, "two", x=True)"#, r#"f {"x":true} [1,"two"]"#),
        (r#"f(m="say "hi" now")"#, r#"f {"m":"say \"hi\" now"} []"#),
        (r"f(m='it\'s\n')", r#"f {"m":"it's\n"} []"#),
        ("f(a=ok)", r#"f {"a":"ok"} []"#),
        (r#"f(a="b""#, r#"f {"a":"b"} []"#),
        ("f（a=“b”，c=1）", r#"f {"a":"b","c":1} []"#),
        ("f(a='b'')", r#"f {"a":"b"} []"#),
        // Cut off or broken.
        (r#"f(a="b"#, "cut"),
        ("f(a=1", "cut"),
        ("f(a=[1", "cut"),
        ("f a", "cut"),
    ];
    for (text, expected) in rows {
        let found = match calls::read_call(text, 0) {
            Ok(call) => {
                let positional: serde_json::Value = call.positional.iter().map(crate::json::Json::to_value).collect();
                format!("{} {} {positional}", call.name, serde_json::Value::Object(call.named.to_map()))
            }
            Err(_) => "cut".to_owned(),
        };
        assert_eq!(found, expected, "{text}");
    }
}

/// Replies over a limit are refused at once.
#[test]
fn a_reply_is_bounded() {
    let check = |name: &str, reply: &str, code: RefusalCode| {
        let name = DialectName::find(name).unwrap();
        assert_eq!(read(name, reply, &SCENE).unwrap_err().code, code, "{name:?}");
    };
    check("auto", &"x".repeat(MAX_REPLY + 1), RefusalCode::TooLong);
    check("auto", " \n", RefusalCode::NoAction);
    check("autoglm", &"do(action=\"Back\")\n".repeat(40_000), RefusalCode::TooManyActions);
    check("aguvis", &"mobile.back()\n".repeat(50_000), RefusalCode::TooManyActions);
    let invokes = "<invoke name=\"click\"><parameter name=\"index\">1</parameter></invoke>".repeat(10_000);
    check("mobilerun", &invokes, RefusalCode::TooManyActions);
    let actions = vec!["{\"type\":\"wait\"}"; 50_000].join(",");
    check("openpocket", &format!("{{\"thought\":\"\",\"actions\":[{actions}]}}"), RefusalCode::TooManyActions);
    check("openai", &format!("{{\"type\":\"computer_call\",\"actions\":[{actions}]}}"), RefusalCode::TooManyActions);
    check("executor", &"{\"action\":".repeat(90_000), RefusalCode::Unreadable);
}

/// A refusal names the allowed values and the closest one.
#[test]
fn a_refusal_can_be_acted_upon() {
    let executor = DialectName::find("executor").unwrap();
    let refusal = read(executor, r#"{"action":"swype"}"#, &SCENE).unwrap_err();
    assert_eq!((refusal.code, refusal.nearest.as_deref()), (RefusalCode::UnknownVerb, Some("swipe")));
    assert!(refusal.message.contains("tap, double_tap"), "{refusal}");
    let refusal = read(executor, r#"{"action":"swipe","start":[0.1,0.2]}"#, &SCENE).unwrap_err();
    assert_eq!((refusal.code, refusal.field.as_deref()), (RefusalCode::MissingArgument, Some("end")));
    let refusal = read_strict(executor, r#"{'action':'home'}"#, &SCENE).unwrap_err();
    assert_eq!(refusal.code, RefusalCode::Repaired);
    assert!(read_strict(executor, r#"{"action":"home"}"#, &SCENE).is_ok());
}

#[test]
fn a_step_keeps_the_exact_text_and_waits_for_its_elements() {
    let raw = "Reason: r\nAction: {\"action_type\": \"click\",   \"index\": 3}";
    let name = DialectName::find("android-world").unwrap();
    assert_eq!(read(name, raw, &SCENE).unwrap().into_output(raw), None, "an unresolved touch is never carried out");
    let corner = |x: i32| crate::Finite::from(x);
    let elements = [Element { index: 3, bounds: [corner(100), corner(200), corner(300), corner(400)] }];
    let context = ReplyContext { elements: &elements, ..SCENE };
    let output = read(name, raw, &context).unwrap().into_output(raw).unwrap();
    assert_eq!((output.thought.as_str(), output.raw.as_str()), ("r", raw));
    assert_eq!(output.action, AgentAction::tap(corner(200), corner(300)));
    assert_eq!(output.actions.len(), 1);
    let missing = raw.replace('3', "4");
    assert_eq!(read(name, &missing, &context).unwrap_err().code, RefusalCode::NoSuchElement);
}

/// Whether the reply counts as plain text: no action at all, or prose taken as the closing message.
fn is_mere_text(name: DialectName, raw: &str) -> bool {
    let context = ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), ..ReplyContext::default() };
    match read(name, raw, &context) {
        Err(refusal) => refusal.code == RefusalCode::NoAction,
        Ok(reading) => reading.repairs.iter().any(|repair| repair.code == crate::Code::TextOnly),
    }
}

/// An unreadable call is an invalid action, and the model gets an error, whatever the expected dialect.
#[test]
fn a_call_that_cannot_be_read_is_not_mere_text() {
    let calls = [
        "<tool_call>\n{\"name\": \"maps_search\", \"arguments\": {\"q\": \"coffee\"}}\n</tool_call>",
        "I look for it.\n<tool_call>\n{\"name\": \"maps_search\", \"arguments\": \"{\\\"q\\\": \"}\n</tool_call>",
        "<tool_call>{\"name\": \"mobile_use\", \"argum",
        "<tool_call>",
        "I tap it. {\"action\":\"tap\",\"coordinate\":[0.5,",
        "{\"thought\":\"It is in the middle\",\"action\":{\"type\":\"ta",
        "```json\n{\"action\": \"type\", \"text\": \"half a sen",
        "Now: {\"type\":\"tool_use\",\"name\":\"computer\",\"input\":{\"action\":\"left_cl",
        "[{\"functionCall\":{\"name\":\"click_at\",\"args\":{\"x\":",
        "{\"tool_calls\":[{\"function\":{\"name\":\"tap\",\"arguments\":\"{}\"}}]}",
        "{\"type\":\"function\"}",
        "<function_calls><invoke name=\"no_such_tool\">",
        "<function=no_such_tool><parameter=q>coffee</parameter></function>",
    ];
    for name in DialectName::all().chain([DialectName::AUTO]) {
        for raw in calls {
            assert!(!is_mere_text(name, raw), "{name:?}: {raw}");
        }
    }
}

#[test]
fn prose_is_mere_text_whatever_stands_in_it() {
    for name in ["auto", "claude", "openai", "gemini", "ui-tars", "autoglm"] {
        let name = DialectName::find(name).unwrap();
        assert!(is_mere_text(name, "The set {1, 2} has two members; {x} has one."), "{name:?}");
    }
    for name in ["auto", "claude", "openai", "gemini", "executor", "openpocket", "ui-tars", "autoglm"] {
        for raw in [
            "The message has been sent.",
            "I would tap the button, but there is none.",
            "The file reads {\"colour\": \"red\"}.",
            "<think>I could answer {\"action\":\"tap\"}</think>It is done.",
        ] {
            let name = DialectName::find(name).unwrap();
            assert!(is_mere_text(name, raw), "{name:?}: {raw}");
        }
    }
}

/// Truncated arguments never count as no arguments.
#[test]
fn a_tool_is_not_called_with_half_of_its_arguments() {
    let tools = ["maps".to_owned()];
    let context = ReplyContext { screen: Some(Size { w: 1080, h: 2400 }), tools: &tools, ..ReplyContext::default() };
    for (name, raw) in [
        ("claude", r#"[{"type":"tool_use","id":"1","name":"maps","input":"{\"q\": \"cof"}]"#),
        ("claude", r#"[{"type":"tool_use","id":"1","name":"maps","input":["coffee"]}]"#),
        ("openai", r#"{"type":"function_call","name":"maps","arguments":["coffee"]}"#),
        ("openai", r#"{"type":"function_call","name":"maps","arguments":"{\"q\": \"cof"}"#),
        ("gemini", r#"{"functionCall":{"name":"maps","args":"{\"q\": \"cof"}}"#),
        (
            "mobile-agent",
            "### Thought ###\nx\n### Action ###\n{\"name\":\"maps\",\"arguments\":\"{\\\"q\\\"\"}\n### Description ###\nx",
        ),
        ("executor", r#"{"action":"mcp_call","tool":"maps","args":"{\"q\": \"cof"}"#),
        ("qwen3-vl", r#"<tool_call>{"name":"maps","arguments":"{\"q\": \"cof"}</tool_call>"#),
    ] {
        let read = read(DialectName::find(name).unwrap(), raw, &context);
        assert!(read.is_err(), "{name}: {raw}: {read:?}");
    }
}
