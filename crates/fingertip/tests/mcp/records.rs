//! What is on record about an agent's tasks, as resources: a row for each address, and nothing of another agent's tasks.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::time::Instant;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use crate::door::{NEWEST, newest, post};
use crate::rig::{PATIENCE, World};

/// Sends a request of the newest version, which has no sessions; returns the answer.
fn ask(world: &World, token: &str, method: &str, name: &str, params: Value) -> Value {
    let headers = [
        format!("MCP-Protocol-Version: {NEWEST}"),
        format!("Mcp-Method: {method}"),
        if name.is_empty() { "X-None: 1".to_owned() } else { format!("Mcp-Name: {name}") },
    ];
    let headers: Vec<&str> = headers.iter().map(String::as_str).collect();
    let answered = post(world, token, &headers, &newest(5, method, params));
    let lines = answered.body.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim());
    let mut messages = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.find(|message| message["id"] == 5).unwrap_or_else(|| panic!("{answered:?}"))
}

fn call(world: &World, token: &str, tool: &str, arguments: Value) -> Value {
    let answer = ask(world, token, "tools/call", tool, json!({"name": tool, "arguments": arguments}));
    assert_ne!(answer["result"]["isError"], json!(true), "{answer}");
    answer["result"]["structuredContent"].clone()
}

fn read(world: &World, token: &str, uri: &str) -> Value {
    ask(world, token, "resources/read", uri, json!({ "uri": uri }))
}

/// Starts a model that answers each request with the next action; returns its address.
fn model(actions: &[Value]) -> String {
    let listening = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}/v1", listening.local_addr().unwrap());
    let actions = actions.to_vec();
    std::thread::spawn(move || {
        for action in actions {
            let (mut stream, _) = listening.accept().unwrap();
            let mut request = BufReader::new(&stream);
            let mut length = 0;
            let mut line = String::new();
            while request.read_line(&mut line).unwrap() > 2 {
                if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                    length = value.trim().parse().unwrap();
                }
                line.clear();
            }
            request.take(length).read_to_end(&mut Vec::new()).unwrap();
            let said = json!({"thought": "next", "action": action}).to_string();
            let message = json!({"role": "assistant", "content": said});
            let body = json!({"choices": [{"index": 0, "message": message, "finish_reason": "stop"}]}).to_string();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close\r\n";
            write!(stream, "{head}content-length: {}\r\n\r\n{body}", body.len()).unwrap();
        }
    });
    address
}

/// Runs a task of the agent with these actions of a model, which the owner has configured under this name.
fn run(world: &World, token: &str, name: &str, actions: &[Value]) -> String {
    let entry = json!({"baseUrl": model(actions), "model": "m"});
    let kept = world.ask("PUT", &format!("/api/models/{name}"), &[], entry.to_string().as_bytes());
    assert_eq!(kept.status, 200, "{kept:?}");
    let started = call(world, token, "task_start", json!({"utterance": "Look for the thing", "model": name}));
    let task = started["task_id"].as_str().unwrap_or_else(|| panic!("{started}")).to_owned();
    let began = Instant::now();
    loop {
        let standing = call(world, token, "task_status", json!({"task_id": task, "wait_s": 20}));
        if matches!(standing["status"].as_str(), Some("success" | "failed")) {
            return task;
        }
        assert!(began.elapsed() < PATIENCE, "{standing}");
    }
}

#[test]
fn every_address_of_a_record_says_what_happened_to_its_own_agent_only() {
    let world = World::new();
    let (token, other) = (world.agent("reader"), world.agent("stranger"));
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let finish = json!({"type": "finish", "message": "there"});
    let zebra = json!({"type": "open_app", "name": "Zebra Notes"});
    let a = run(&world, &token, "a", &[home.clone(), home, finish]);
    let b = run(&world, &token, "b", &[zebra, json!({"type": "fail", "message": "no such app"})]);
    // The address, what its JSON says at a place, or a part of its text.
    let rows: &[(&str, &str, Value)] = &[
        ("task/A/why", "/cause", json!("none")),
        ("task/B/why", "/cause", json!("missing_app")),
        ("task/A/step/1", "/decisions/0/actions/0/type", json!("keyevent")),
        ("task/B/step/1", "/acts/0/effect/effect/failure/reason", json!("no_such_app")),
        ("task/A/step/2/tree", "", json!("Phone")),
        ("task/A/step/1/prompt", "", json!("Look for the thing")),
        ("task/A/diff/B", "/divergence/pair", json!(0)),
        ("task/A/diff/A", "/divergence", Value::Null),
        ("tasks", "/1/id", json!(a)),
        ("tasks?status=failed", "/0/id", json!(b)),
        ("tasks?status=failed", "/1", Value::Null),
        ("tasks?grep=zebra%20NOTES", "/0/id", json!(b)),
        ("tasks?grep=zebra&status=success", "/0", Value::Null),
        ("tasks?since=2099-01-01T00%3A00%3A00Z", "/0", Value::Null),
    ];
    let uri = |text: &str| {
        let named = |part: &str| match part {
            "A" => a.clone(),
            "B" => b.clone(),
            part => part.to_owned(),
        };
        format!("fingertip://{}", text.split('/').map(named).collect::<Vec<_>>().join("/"))
    };
    for (text, place, expected) in rows {
        let answer = read(&world, &token, &uri(text));
        let said = answer["result"]["contents"][0]["text"].as_str().unwrap_or_else(|| panic!("{text}: {answer}"));
        if place.is_empty() {
            assert!(said.contains(expected.as_str().unwrap()), "{text}: {said}");
        } else {
            let value: Value = serde_json::from_str(said).unwrap();
            assert_eq!(value.pointer(place).unwrap_or(&Value::Null), expected, "{text} {place}: {value:#}");
        }
        // Another agent finds neither the tasks nor anything in a list of them.
        let theirs = read(&world, &other, &uri(text));
        match text.starts_with("tasks") {
            true => assert_eq!(theirs["result"]["contents"][0]["text"], "[]", "{text}: {theirs}"),
            false => assert!(theirs["error"]["message"].as_str().unwrap().contains("there is no task"), "{theirs}"),
        }
    }
    let picture = read(&world, &token, &uri("task/A/step/1/picture"));
    let content = &picture["result"]["contents"][0];
    assert_eq!(content["mimeType"], "image/png", "{content}");
    assert!(STANDARD.decode(content["blob"].as_str().unwrap()).unwrap().starts_with(b"\x89PNG"));
    for nothing in ["task/A/step/9", "task/A/step/1/gate", "task/A/diff/none", "tasks?status=lost", "task/none/why"] {
        let answer = read(&world, &token, &uri(nothing));
        assert!(answer["error"]["message"].is_string(), "{nothing}: {answer}");
    }
    let templates = ask(&world, &token, "resources/templates/list", "", json!({}));
    let templates = templates["result"]["resourceTemplates"].as_array().unwrap();
    let listed: Vec<&str> = templates.iter().map(|one| one["uriTemplate"].as_str().unwrap()).collect();
    for template in ["task/{task_id}/step/{number}/tree", "task/{task_id}/diff/{other}", "tasks{?status,since,grep}"] {
        assert!(listed.contains(&format!("fingertip://{template}").as_str()), "{listed:?}");
    }
}
