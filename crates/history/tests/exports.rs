//! Exports of a small run, read back by something that is not ours where that exists.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "../../adb/tests/wire/absent.rs"]
mod absent;

use std::io::Write;
use std::process::{Command, Stdio};

use action::json::Json;
use agent::record::{Folder, embedded_trajectory, screenshot_file};
use agent::{Journal as _, JournalEntry};
use history::{ExportError, Run, animation, maestro, script, training};
use serde_json::{Value, json};

const PNG_SIDE: u32 = 200;

/// A run of actions, each sent and carried out: the action, and the element that it touched.
fn run(actions: &[(Value, Value)]) -> Run {
    Run::from_entries(entries(actions))
}

fn entries(actions: &[(Value, Value)]) -> Vec<JournalEntry> {
    let at = "2026-03-05T10:00:00Z";
    let mut entries =
        vec![json!({"line": "started", "at": at, "step": 0, "taskId": "t1", "goal": "order \"soup\"\nnow",
        "device": "sim", "model": "m", "dialect": "d", "settings": {}})];
    for (number, (action, touched)) in (1..).zip(actions) {
        let mark = |line: &str, rest: Value| {
            let mut entry = json!({"line": line, "at": at, "step": number});
            entry.as_object_mut().unwrap().extend(rest.as_object().unwrap().clone());
            entry
        };
        let touched = if touched.is_null() { json!([]) } else { touched.clone() };
        entries.push(mark(
            "observation",
            json!({"screenshot": {"number": number, "width": PNG_SIDE, "height": PNG_SIDE},
            "fingerprint": "0", "app": "com.example", "screen": [PNG_SIDE, PNG_SIDE]}),
        ));
        entries.push(mark(
            "prediction",
            json!({"thought": "go", "raw": "reply", "actions": [action], "usage": {"input_tokens": 3, "output_tokens": 2},
            "attempts": 1, "screenshot": number, "prompt": {"number": number, "characters": 9, "pictures": 1}}),
        ));
        entries.push(mark(
            "intent",
            json!({"number": number, "action": action, "before": "0", "outward": false, "touched": touched}),
        ));
        entries.push(mark("effect", json!({"number": number, "action": action, "effect": {"change": "changed"}})));
    }
    entries.into_iter().map(|entry| serde_json::from_value(entry).unwrap()).collect()
}

fn element(id: &str, text: &str, place: [u32; 2]) -> Value {
    json!([{"id": id, "text": text, "name": text, "role": "button", "bounds": [0.0, 0.0, 1.0, 1.0], "point": [0.5, 0.25], "place": place}])
}

fn sample() -> Run {
    run(&actions())
}

fn actions() -> Vec<(Value, Value)> {
    vec![
        (json!({"type": "launch_app", "packageName": "com.example"}), Value::Null),
        (json!({"type": "tap", "x": 20, "y": 10}), element("com.example:id/go", "Order (1)", [1, 1])),
        (json!({"type": "tap", "x": 20, "y": 10}), element("com.example:id/row", "It's $5.00: \"hot\" # 1", [2, 3])),
        (json!({"type": "type", "text": "- soup: 'x' \"y\" \\ é 🎉"}), element("com.example:id/name", "", [1, 1])),
        (json!({"type": "type", "text": "[secret]"}), element("com.example:id/pin", "", [1, 1])),
        (json!({"type": "keyevent", "keycode": "KEYCODE_BACK"}), Value::Null),
        (json!({"type": "open_url", "url": "https://example.com/?a=1&b=$(id)"}), Value::Null),
    ]
}

fn picture(_: u64) -> std::io::Result<Vec<u8>> {
    let mut png = Vec::new();
    let mut encoder = png::Encoder::new(&mut png, PNG_SIDE, PNG_SIDE);
    encoder.set_color(png::ColorType::Rgb);
    let pixels: Vec<u8> = (0..PNG_SIDE * PNG_SIDE).flat_map(|at| [u8::try_from(at % 256).unwrap(), 0, 200]).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    Ok(png)
}

#[test]
fn every_line_of_a_script_is_an_action_that_act_takes_and_a_shell_reads() {
    let text = script(&sample());
    // The shell splits the lines; each action is then read as `fingertip act` reads it.
    let mut shell = Command::new("sh").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let printing = format!("fingertip() {{ printf '%s\\n' \"$2\"; }}\n{text}");
    shell.stdin.take().unwrap().write_all(printing.as_bytes()).unwrap();
    let output = shell.wait_with_output().unwrap();
    assert!(output.status.success());
    let printed = String::from_utf8(output.stdout).unwrap();
    let actions: Vec<_> =
        printed.lines().map(|line| action::phone::strict(&Json::strict(line).unwrap().value).unwrap()).collect();
    let names: Vec<&str> = actions.iter().map(|action| action.name()).collect();
    assert_eq!(names, ["launch_app", "tap", "tap", "type", "keyevent", "open_url"]);
    let typed = serde_json::to_value(&actions[3]).unwrap();
    assert_eq!(typed["text"], "- soup: 'x' \"y\" \\ é 🎉");
    assert!(text.contains("# the value is hidden, fill it in:\n# fingertip act"), "{text}");
    assert!(text.starts_with("#!/bin/sh\n# Task t1: order \"soup\" now\n"), "{text}");
}

/// Reads an export by a program of others, which prints what it read as JSON. `None` where that is not installed.
fn read_back(program: &str, bytes: &[u8]) -> Option<Value> {
    let Ok(python) = std::env::var("FINGERTIP_CLIENTS_PYTHON") else {
        absent::skipped("Python with PyYAML and Pillow");
        return None;
    };
    let mut python =
        Command::new(python).args(["-c", program]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    python.stdin.take().unwrap().write_all(bytes).unwrap();
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(bytes));
    Some(serde_json::from_slice(&output.stdout).unwrap())
}

#[test]
fn a_maestro_flow_is_yaml_that_says_what_was_meant() {
    let text = maestro(&sample());
    let reads = "import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(sys.stdin.read()))))";
    let Some(read) = read_back(reads, text.as_bytes()) else { return };
    let expected = json!([
        {"appId": "com.example"},
        [
            {"launchApp": {"appId": "com.example", "stopApp": false}},
            {"tapOn": {"id": "com\\.example:id/go"}},
            {"tapOn": {"id": "com\\.example:id/row", "text": "It's \\$5\\.00: \"hot\" # 1", "index": 1}},
            {"inputText": "- soup: 'x' \"y\" \\ é 🎉"},
            {"inputText": "${SECRET}"},
            "back",
            {"openLink": "https://example.com/?a=1&b=$(id)"},
        ],
    ]);
    assert_eq!(read, expected, "{text}");
}

/// The chat form of fine-tuning tools, and the executor specification's trajectory, as JSON Schemas.
const CONVERSATION: &str = include_str!("formats/conversation.schema.json");
const TRAJECTORY: &str = include_str!("formats/trajectory.schema.json");

/// Checks documents against a schema, and opens their pictures; prints the errors, and the sizes of the pictures.
const CHECKS: &str = "import base64, io, json, sys, jsonschema\n\
    from PIL import Image\n\
    given = json.load(sys.stdin)\n\
    check = jsonschema.Draft202012Validator(json.loads(given['schema']))\n\
    documents = [json.loads(text) for text in given['documents']]\n\
    def pictures(value):\n \
    if isinstance(value, dict): return [size for one in value.values() for size in pictures(one)]\n \
    if isinstance(value, list): return [size for one in value for size in pictures(one)]\n \
    if not isinstance(value, str): return []\n \
    value = value.removeprefix('data:image/png;base64,')\n \
    if not value.startswith('iVBOR'): return []\n \
    picture = Image.open(io.BytesIO(base64.b64decode(value, validate=True)))\n \
    picture.load()\n \
    return [list(picture.size)]\n\
    errors = [error.message for one in documents for error in check.iter_errors(one)]\n\
    print(json.dumps({'errors': errors, 'pictures': pictures(documents)}))";

fn checked(schema: &str, documents: &[String]) -> Option<Value> {
    read_back(CHECKS, json!({"schema": schema, "documents": documents}).to_string().as_bytes())
}

#[test]
fn training_data_and_the_json_export_are_read_by_others_with_their_pictures() {
    let mut lines = Vec::new();
    let prompt = |_: u64| Ok(Some("=== system\nrules\n=== user\n[picture 40x40]\n# Goal\nsoup\n".to_owned()));
    training(&sample(), &prompt, &picture, &mut |line| {
        lines.push(line.to_owned());
        Ok(())
    })
    .unwrap();
    let Some(read) = checked(CONVERSATION, &lines) else { return };
    let sizes = |count: usize| json!(vec![[PNG_SIDE, PNG_SIDE]; count]);
    assert_eq!(read, json!({"errors": [], "pictures": sizes(7)}));
    // The schema is one: a turn without its content is none.
    let wrong = json!({"messages": [{"role": "user"}]}).to_string();
    assert_ne!(checked(CONVERSATION, &[wrong]).unwrap()["errors"], json!([]));

    let folder = tempfile::tempdir().unwrap();
    let mut record = Folder::create(folder.path()).unwrap();
    entries(&actions()).iter().for_each(|entry| record.write(entry).unwrap());
    drop(record);
    for number in 1..=7 {
        std::fs::write(screenshot_file(folder.path(), number), picture(number).unwrap()).unwrap();
    }
    let json = String::from_utf8(embedded_trajectory(folder.path()).unwrap()).unwrap();
    let read = checked(TRAJECTORY, std::slice::from_ref(&json)).unwrap();
    assert_eq!(read, json!({"errors": [], "pictures": sizes(7)}), "{json}");
    let wrong = json.replacen("\"task_goal\"", "\"gaol\"", 1);
    assert_ne!(checked(TRAJECTORY, &[wrong]).unwrap()["errors"], json!([]));
}

#[test]
fn a_training_line_is_a_conversation_with_its_picture() {
    let mut lines: Vec<Value> = Vec::new();
    let prompt = |_: u64| Ok(Some("=== system\nrules\n=== user\n[picture 40x40]\n# Goal\nsoup\n".to_owned()));
    training(&sample(), &prompt, &picture, &mut |line| {
        lines.push(serde_json::from_str(line).unwrap());
        Ok(())
    })
    .unwrap();
    assert_eq!(lines.len(), 7);
    let messages = lines[0]["messages"].as_array().unwrap();
    assert_eq!(messages[0], json!({"role": "system", "content": "rules"}));
    assert_eq!(messages[1]["content"][0], json!({"type": "text", "text": "# Goal\nsoup"}));
    let url = messages[1]["content"][1]["image_url"]["url"].as_str().unwrap();
    assert!(url.starts_with("data:image/png;base64,iVBOR"), "{url}");
    assert_eq!(messages[2], json!({"role": "assistant", "content": "reply"}));
    let nothing = training(&run(&[]), &prompt, &picture, &mut |_| Ok(()));
    assert!(matches!(nothing, Err(ExportError::Nothing(_))));
}

/// Maestro's documented commands, as far as flows are made of them: https://docs.maestro.dev
const FLOW: &str = include_str!("maestro/flow.schema.json");

#[test]
fn a_maestro_flow_has_only_commands_that_maestro_documents() {
    // One of every kind, with elements that are named in every way.
    let key = |name: &str| (json!({"type": "keyevent", "keycode": format!("KEYCODE_{name}")}), Value::Null);
    let tap = |kind: &str| json!({"type": kind, "x": 20, "y": 10});
    let swipe = json!({"type": "swipe", "x1": 1, "y1": 1, "x2": 1, "y2": 9});
    let ends = json!([element("", "", [1, 1])[0], element("", "", [1, 1])[0]]);
    let mut actions = vec![
        (json!({"type": "launch_app", "packageName": "com.example"}), Value::Null),
        (tap("tap"), element("com.example:id/go", "Order (1)", [1, 1])),
        (tap("double_tap"), element("", "Order ${1}", [1, 1])),
        (tap("long_press"), element("com.example:id/row", "One: [x]", [2, 3])),
        (tap("tap"), element("", "", [1, 1])),
        (json!({"type": "type", "text": "multi\nline: - x"}), element("com.example:id/name", "", [1, 1])),
        (json!({"type": "clear_text"}), element("com.example:id/name", "", [1, 1])),
        (json!({"type": "open_url", "url": "https://example.com"}), Value::Null),
        (swipe, ends),
    ];
    actions.extend(["BACK", "HOME", "ENTER", "DEL", "POWER", "VOLUME_UP", "VOLUME_DOWN", "F1"].map(key));
    let reads = format!(
        "import json, sys, yaml, jsonschema\n\
         schema = json.loads({})\n\
         jsonschema.Draft202012Validator.check_schema(schema)\n\
         def told(text):\n \
         flow = list(yaml.safe_load_all(text))\n \
         return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(flow)]\n\
         print(json.dumps([told(text) for text in json.load(sys.stdin)]))",
        serde_json::to_string(FLOW).unwrap(),
    );
    // What is no flow is told, so the schema is one.
    let flows = json!([
        maestro(&run(&actions)),
        maestro(&run(&[])),
        maestro(&sample()),
        "appId: a\n---\n- tapp: x\n",
        "appId: a\n---\n- swipe:\n    start: \"5,5\"\n",
        "appId: a\n---\n",
        "- back\n",
    ]);
    let Some(told) = read_back(&reads, flows.to_string().as_bytes()) else { return };
    let told: Vec<&Vec<Value>> = told.as_array().unwrap().iter().map(|one| one.as_array().unwrap()).collect();
    assert!(told[..3].iter().all(|errors| errors.is_empty()), "{told:?}\n{}", flows[0].as_str().unwrap());
    assert!(told[3..].iter().all(|errors| !errors.is_empty()), "{told:?}");
    // Every command is there, not a comment.
    let text = maestro(&run(&actions));
    assert_eq!(
        (text.matches("\n- ").count(), text.matches("Maestro has no").count()),
        (actions.len() - 1, 1),
        "{text}"
    );
}

#[test]
fn an_animation_shows_every_step_and_where_it_touched() {
    let mut bytes = Vec::new();
    animation(&sample(), &picture, &mut bytes).unwrap();
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes.as_slice()).unwrap();
    let mut red = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        assert_eq!((frame.width, frame.height), (200, 200));
        let is_red = |pixel: &[u8]| pixel[0] > 150 && pixel[2] < 130;
        red.push(frame.buffer.chunks_exact(4).any(is_red));
    }
    // Seven steps and the last screen; the touches are in the second to fifth.
    assert_eq!(red, [false, true, true, true, true, false, false, false]);
    let reads = "import io, json, sys\n\
                 from PIL import Image, ImageSequence\n\
                 def red(data): return any(data[at] > 150 and data[at + 2] < 130 for at in range(0, len(data), 3))\n\
                 frames = ImageSequence.Iterator(Image.open(io.BytesIO(sys.stdin.buffer.read())))\n\
                 print(json.dumps([[*frame.size, red(frame.convert('RGB').tobytes())] for frame in frames]))";
    if let Some(read) = read_back(reads, &bytes) {
        assert_eq!(read, Value::from_iter(red.iter().map(|red| json!([200, 200, red]))));
    }
    assert!(matches!(animation(&run(&[]), &picture, &mut Vec::new()), Err(ExportError::Nothing(_))));
    let broken = |_: u64| Ok(b"not a picture".to_vec());
    assert!(matches!(animation(&sample(), &broken, &mut Vec::new()), Err(ExportError::Picture { number: 1, .. })));
    let missing = |_: u64| Err(std::io::Error::from(std::io::ErrorKind::NotFound));
    assert!(matches!(animation(&sample(), &missing, &mut Vec::new()), Err(ExportError::Nothing(_))));
}
