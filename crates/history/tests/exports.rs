//! Exports of a small run, read back by something that is not ours where that exists.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "../../adb/tests/wire/absent.rs"]
mod absent;

use std::io::Write;
use std::process::{Command, Stdio};

use action::json::Json;
use agent::JournalEntry;
use history::{ExportError, Run, animation, maestro, script, training};
use serde_json::{Value, json};

const PNG_SIDE: u32 = 200;

/// A run of actions, each sent and carried out: the action, and the element that it touched.
fn run(actions: &[(Value, Value)]) -> Run {
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
    let entries = entries.into_iter().map(|entry| serde_json::from_value::<JournalEntry>(entry).unwrap());
    Run::from_entries(entries)
}

fn element(id: &str, text: &str, place: [u32; 2]) -> Value {
    json!([{"id": id, "text": text, "name": text, "role": "button", "bounds": [0.0, 0.0, 1.0, 1.0], "point": [0.5, 0.25], "place": place}])
}

fn sample() -> Run {
    run(&[
        (json!({"type": "launch_app", "packageName": "com.example"}), Value::Null),
        (json!({"type": "tap", "x": 20, "y": 10}), element("com.example:id/go", "Order (1)", [1, 1])),
        (json!({"type": "tap", "x": 20, "y": 10}), element("com.example:id/row", "It's $5.00: \"hot\" # 1", [2, 3])),
        (json!({"type": "type", "text": "- soup: 'x' \"y\" \\ é 🎉"}), element("com.example:id/name", "", [1, 1])),
        (json!({"type": "type", "text": "[secret]"}), element("com.example:id/pin", "", [1, 1])),
        (json!({"type": "keyevent", "keycode": "KEYCODE_BACK"}), Value::Null),
        (json!({"type": "open_url", "url": "https://example.com/?a=1&b=$(id)"}), Value::Null),
    ])
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
