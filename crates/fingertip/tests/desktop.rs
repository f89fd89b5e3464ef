//! `fingertip desktop apply` as a person or a script runs it: the real binary, its streams, its exit code.
#![expect(clippy::unwrap_used, reason = "a test stops at the first surprise")]

#[path = "harness/binary.rs"]
mod binary;

use std::io::Write;
use std::path::Path;
use std::process::Stdio;

use serde_json::{Value, json};

struct Ran {
    code: i32,
    out: String,
    err: String,
}

impl Ran {
    fn state(&self) -> Value {
        serde_json::from_str(&self.out).unwrap()
    }

    fn refusals(&self) -> Vec<Value> {
        self.err.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

fn run(arguments: &[&str], input: Vec<u8>) -> Ran {
    let mut child = binary::alone(binary::PATH)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // From another thread: many refusals fill their pipe before all of the input is read.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    _ = writer.join();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    Ran { code: output.status.code().unwrap(), out: text(output.stdout), err: text(output.stderr) }
}

/// Whether `found` contains everything in `expected`.
fn agrees(expected: &Value, found: &Value) -> bool {
    match (expected, found) {
        (Value::Object(fields), Value::Object(there)) => {
            fields.iter().all(|(name, value)| agrees(value, there.get(name).unwrap_or(&Value::Null)))
        }
        (Value::Array(a), Value::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| agrees(a, b)),
        (Value::Number(a), Value::Number(b)) => a.as_f64() == b.as_f64(),
        _ => expected == found,
    }
}

#[test]
fn the_binary_does_what_the_scenarios_say() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scenarios/desktop.jsonl");
    let text = std::fs::read_to_string(file).unwrap();
    // The rules are tested in their own crate; a few of each kind test the wiring.
    for line in text.lines().step_by(8) {
        let case: Value = serde_json::from_str(line).unwrap();
        let lines = case["lines"].as_array().unwrap().iter();
        let input: Vec<String> =
            lines.map(|line| line.as_str().map_or_else(|| line.to_string(), str::to_owned)).collect();
        let viewport = format!("{}x{}", case["viewport"][0], case["viewport"][1]);
        let ran = run(&["desktop", "apply", "--viewport", &viewport], input.join("\n").into_bytes());
        assert_eq!(ran.code, 0, "{}: {}", case["name"], ran.err);
        // Taking a picture is allowed by the rules; the missing page is reported separately.
        let refused = ran.refusals().iter().filter(|refusal| refusal["code"] != "no_page").count();
        assert_eq!(Some(refused as u64), case["refused"].as_u64(), "{}: {}", case["name"], ran.err);
        assert!(agrees(&case["expect"], &ran.state()), "{}: {}", case["name"], ran.out);
    }
}

#[test]
fn a_refusal_names_line_code_and_path() {
    let input = [
        String::new(),
        "{\"type\":\"window.close\",\"windowId\":\"a\"}".to_owned(),
        "not JSON".to_owned(),
        json!({"agentId": "x", "actions": [
            {"type": "desktop.refreshApps"},
            {"type": "window.create", "windowId": "a", "title": "t", "bounds": {"x": 0, "y": 0, "w": "1", "h": 1},
             "content": {"renderer": "text", "data": ""}},
        ]})
        .to_string(),
        json!({"agentId": "x", "actions": [{"type": "desktop.refreshApps"}, {"type": "toast.dismiss", "id": "t"}]})
            .to_string(),
    ];
    let ran = run(&["desktop", "apply"], input.join("\n").into_bytes());
    assert_eq!(ran.code, 0);
    let told: Vec<Value> =
        ran.refusals().iter().map(|refusal| json!([refusal["line"], refusal["code"], refusal["path"]])).collect();
    let expected = json!([
        [2, "unknown_id", "windowId"],
        [3, "not_json", ""],
        [4, "wrong_type", "actions[1].bounds.w"],
        [5, "unknown_id", "actions[1].id"],
    ]);
    assert_eq!(Value::Array(told), expected);
    assert_eq!((&ran.state()["seq"], &ran.state()["appsVersion"]), (&json!(0), &json!(0)));
}

#[test]
fn a_picture_is_refused_where_there_is_no_page_and_the_rest_is_done() {
    let batch = json!({"agentId": "x", "actions": [
        {"type": "window.create", "windowId": "a", "title": "t", "bounds": {"x": 0, "y": 0, "w": 200, "h": 100},
         "content": {"renderer": "text", "data": ""}},
        {"type": "window.capture", "windowId": "a"},
    ]});
    // With the byte order mark that some editors write.
    let ran = run(&["desktop", "apply"], format!("\u{feff}{batch}").into_bytes());
    let told: Vec<Value> = ran.refusals().iter().map(|refusal| json!([refusal["line"], refusal["code"]])).collect();
    assert_eq!(told, [json!([1, "no_page"])]);
    assert_eq!(ran.state()["focused"], "monitor-0/a");
}

#[test]
fn a_line_beyond_the_bound_is_refused_and_passed_over() {
    let mut input = vec![b'x'; (32 << 20) + 10];
    input.extend(b"\n{\"type\":\"desktop.refreshApps\"}\n\xff\n");
    let ran = run(&["desktop", "apply"], input);
    let codes: Vec<_> = ran.refusals().iter().map(|refusal| refusal["code"].clone()).collect();
    assert_eq!((codes, &ran.state()["appsVersion"]), (vec![json!("too_long"), json!("not_utf8")], &json!(1)));
}

#[test]
fn a_viewport_that_is_none_is_wrong_usage() {
    let ran = run(&["desktop", "apply", "--viewport", "wide"], Vec::new());
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("wide"), "{}", ran.err);
}
