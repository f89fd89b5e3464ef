//! `fingertip plan` and `fingertip eval nlu` as a person or a script runs them.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "harness/binary.rs"]
mod binary;

use std::io::Write;
use std::path::PathBuf;
use std::process::Stdio;

use serde_json::{Value, json};

/// Runs the binary and returns exit code, stdout and stderr.
fn run(arguments: &[&str], input: &[u8]) -> (i32, String, String) {
    let mut child = binary::alone(binary::PATH)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// Writes a file for this test process.
fn file(name: &str, content: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    std::fs::write(&path, content).unwrap();
    path
}

#[test]
fn one_utterance_is_one_plan() {
    let (code, out, err) = run(&["plan", "text Sam on WhatsApp I'll be there in ten minutes"], b"");
    assert_eq!(code, 0, "{err}");
    let plan: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(plan["intent"], "send_message");
    assert_eq!(
        plan["slots"],
        json!({"recipient": "Sam", "app": "WhatsApp", "content": "I'll be there in ten minutes"})
    );
    assert_eq!(plan["confirm"], false);
    let (_, out, _) = run(&["plan", "turn wifi off", "--always-confirm"], b"");
    assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["confirm"], true);
}

#[test]
fn times_are_reckoned_from_now() {
    for now in ["2026-03-05T10:07:00Z", "2026-03-05T10:07:00+01:00", "2026-03-05T10:07:00.5-08:00"] {
        let (_, out, err) = run(&["plan", "set an alarm in an hour and a quarter", "--now", now], b"");
        assert_eq!(serde_json::from_str::<Value>(&out).unwrap()["slots"]["time"], "11:22", "{err}");
    }
    let (code, _, err) = run(&["plan", "call mom", "--now", "noon"], b"");
    assert_eq!(code, 2);
    assert!(err.contains("`noon` is not an RFC 3339 time"), "{err}");
}

#[test]
fn a_phone_resolves_names() {
    let phone = json!({"contacts": [{"name": "Sam Carter"}, {"name": "Sam Okafor"}, {"name": "Ann", "lastContacted": "2026-03-01T00:00:00Z"}]});
    let phone = file("phone.json", &phone.to_string());
    let phone = phone.to_str().unwrap();
    let (_, out, err) = run(&["plan", "call sam", "--phone", phone], b"");
    let plan: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(plan["ask"]["choices"], json!(["Sam Carter", "Sam Okafor"]), "{err}");
    let (code, _, err) = run(&["plan", "call sam", "--phone", "/does/not/exist"], b"");
    assert_eq!(code, 2);
    assert!(err.contains("/does/not/exist"), "{err}");
}

#[test]
fn bad_lines_do_not_stop_the_others() {
    let mut input = b"call mom\n\xff\xfe\n".to_vec();
    input.extend(format!("{}\n", "a ".repeat(50_000)).bytes());
    input.extend(b"turn wifi off\n");
    let (code, out, _) = run(&["plan", "-"], &input);
    let lines: Vec<Value> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(code, 2);
    assert_eq!(lines[0]["intent"], "call_contact");
    assert_eq!(lines[1]["error"]["code"], "not_utf8");
    assert_eq!(lines[2]["intent"], "unknown");
    assert_eq!(lines[3]["intent"], "toggle_setting");
}

#[test]
fn nlu_is_measured() {
    let lines = [
        json!({"utterance": "call mom", "intent": "make_call"}),
        json!({"utterance": "what is the meaning of life", "intent": "meaning_of_life"}),
        json!({"utterance": "set an alarm for ten pm", "intent": "alarm_set", "slots": {"time": "ten pm"}}),
        json!({"utterance": "what is love", "intent": "set_timer"}),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    let path = file("nlu.jsonl", &text.join("\n"));
    let (code, out, err) = run(&["eval", "nlu", path.to_str().unwrap(), "--json"], b"");
    assert_eq!(code, 0, "{err}");
    let report: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(report["intents"]["call_contact"], json!({"meant": 1, "right": 1, "complete": 1, "unasked": 1}));
    assert_eq!(report["outside"], json!({"utterances": 1, "unasked": 0}));
    assert_eq!(report["slots"]["time"], json!({"expected": 1, "right": 1}));
    assert_eq!(report["confusions"], json!([{"meant": "set_timer", "understood": "unknown", "count": 1}]));
    let (code, out, _) = run(&["eval", "nlu", path.to_str().unwrap()], b"");
    assert_eq!(code, 0);
    assert!(out.contains("outside the catalogue: 1, of these run without a question: 0"), "{out}");
}
