//! Bytes that are not MCP, too many of them, and well-formed nonsense: each gets an answer, and the server survives and
//! stays small.

use std::io::Write;

use serde_json::{Value, json};

use crate::door::{NEWEST, OLDER, initialize, newest, post};
use crate::piped::Piped;
use crate::rig::{Answered, World};

/// How much the memory may grow, in kilobytes.
const MOST_GROWTH: u64 = 200_000;

/// A session of the older version.
struct Session<'w> {
    world: &'w World,
    token: String,
    id: String,
}

impl<'w> Session<'w> {
    fn new(world: &'w World, token: &str) -> Self {
        let begun = post(world, token, &[], &initialize(OLDER));
        let id = format!("Mcp-Session-Id: {}", begun.header("mcp-session-id").unwrap());
        let session = Self { world, token: token.to_owned(), id };
        session.send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }).to_string().as_bytes());
        session
    }

    fn send(&self, body: &[u8]) -> Answered {
        let bearer = format!("Authorization: Bearer {}", self.token);
        let version = format!("MCP-Protocol-Version: {OLDER}");
        let accept = "Accept: application/json, text/event-stream";
        let headers = ["Content-Type: application/json", accept, &bearer, &self.id, &version];
        self.world.send("POST", "/mcp", &headers, body)
    }
}

/// Returns the messages in an answer, on either transport.
fn messages(answered: &Answered) -> Vec<Value> {
    let lines = answered.body.lines().map(|line| line.strip_prefix("data:").unwrap_or(line).trim());
    lines.filter_map(|line| serde_json::from_str(line).ok()).collect()
}

fn lives(world: &World) {
    assert_eq!(world.send("GET", "/healthz", &[], b"").status, 200);
}

/// JSON-RPC's codes for text that is not JSON, and for JSON that is not a message.
const PARSE_ERROR: i32 = -32700;
const INVALID_REQUEST: i32 = -32600;

/// Bodies that are not messages, with the error code each must get.
fn nonsense() -> Vec<(Vec<u8>, i32)> {
    let deep = format!("{}1{}", "[".repeat(100_000), "]".repeat(100_000));
    let wide =
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{{"name":"plan","arguments":{deep}}}}}"#);
    vec![
        (b"".to_vec(), PARSE_ERROR),
        (b"not JSON".to_vec(), PARSE_ERROR),
        (b"{\"jsonrpc\":".to_vec(), PARSE_ERROR),
        (b"{\"jsonrpc\":\"2.0\",}".to_vec(), PARSE_ERROR),
        (vec![0xff, 0xfe, 0x00], PARSE_ERROR),
        (b"null".to_vec(), INVALID_REQUEST),
        (b"7".to_vec(), INVALID_REQUEST),
        (b"[]".to_vec(), INVALID_REQUEST),
        (
            br#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#.to_vec(),
            INVALID_REQUEST,
        ),
        (br#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#.to_vec(), INVALID_REQUEST),
        (br#"{"id":1,"method":"ping"}"#.to_vec(), INVALID_REQUEST),
        (br#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#.to_vec(), INVALID_REQUEST),
        (deep.into_bytes(), INVALID_REQUEST),
        (wide.into_bytes(), INVALID_REQUEST),
    ]
}

#[test]
fn what_is_no_message_is_refused_over_http() {
    let world = World::new();
    let token = world.agent("bytes");
    let session = Session::new(&world, &token);
    for (body, expected) in nonsense() {
        let answered = session.send(&body);
        let shown = String::from_utf8_lossy(body.get(..80).unwrap_or(&body)).into_owned();
        assert_eq!(answered.status, 400, "{shown}: {answered:?}");
        let told = answered.json();
        assert_eq!((&told["jsonrpc"], &told["error"]["code"]), (&json!("2.0"), &json!(expected)), "{shown}: {told}");
        assert!(told["error"]["message"].as_str().is_some_and(|why| !why.is_empty()), "{shown}: {told}");
    }
    // A wrong header gets another error than a wrong body.
    let bearer = format!("Authorization: Bearer {token}");
    let accept = "Accept: application/json, text/event-stream";
    let kind = world.send("POST", "/mcp", &["Content-Type: text/plain", accept, &bearer], b"{}");
    assert_eq!(kind.status, 415, "{kind:?}");
    // An unknown version is answered with a known one, or rejected with the list of known ones.
    for version in ["1999-01-01", "", "🦀", &"9".repeat(10_000)] {
        let answered = post(&world, &token, &[], &initialize(version));
        let known = messages(&answered).iter().any(|message| message["result"]["protocolVersion"].is_string());
        assert!(known || answered.status == 400, "{version}: {answered:?}");
    }
    let unknown = post(&world, &token, &["MCP-Protocol-Version: 1999-01-01"], &newest(1, "tools/list", json!({})));
    assert_eq!(unknown.status, 400, "{unknown:?}");
    // Well-formed but wrong calls get an explanation.
    let call = |name: &str, arguments: Value| {
        let params = json!({ "name": name, "arguments": arguments });
        let message = json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": params });
        let answered = session.send(message.to_string().as_bytes());
        messages(&answered).into_iter().find(|message| message["id"] == 9).unwrap_or_else(|| panic!("{answered:?}"))
    };
    assert_eq!(call("no_such_tool", json!({}))["error"]["code"], -32602);
    assert_eq!(call(&"x".repeat(100_000), json!({}))["error"]["code"], -32602);
    let nested = (0..100).fold(json!(1), |inner, _| json!({ "a": inner }));
    for (name, arguments) in [
        ("phone_act", json!({})),
        ("phone_act", json!({ "action": 7 })),
        ("phone_act", json!({ "action": { "type": "tap", "element": 1 }, "more": 1 })),
        ("phone_act", json!({ "action": nested })),
        ("phone_wait", json!({ "timeout_s": -1 })),
        ("phone_wait", json!({ "timeout_s": 1e300 })),
        ("phone_find", json!({ "text": "" })),
        ("phone_files", json!({ "what": "read", "path": "../etc/passwd" })),
        ("phone_files", json!({ "what": "burn", "path": "/sdcard" })),
        ("plan", json!({ "utterance": ["no", "text"] })),
        ("do", json!({ "utterance": "" })),
        ("do", json!({ "utterance": "x".repeat(100_000) })),
        ("task_status", json!({ "task_id": "../../etc/passwd" })),
        ("task_answer", json!({ "task_id": "\u{0}", "answer": "yes" })),
        ("desktop_apply", json!({ "actions": "all" })),
        ("desktop_apply", json!({ "actions": [nested] })),
        ("desktop_wait_event", json!({ "timeout_s": "long" })),
    ] {
        let answer = call(name, arguments.clone());
        let text = answer["result"]["content"][0]["text"].as_str().unwrap_or_default();
        let refused = answer["result"]["isError"] == true && !text.is_empty() && text.len() < 4000;
        assert!(refused, "{name} {}: {answer}", arguments.to_string().get(..80).unwrap_or_default());
    }
    lives(&world);
}

#[test]
fn a_long_message_is_taken_or_refused_and_nothing_grows() {
    let world = World::new();
    let token = world.agent("bytes");
    let session = Session::new(&world, &token);
    let long = |bytes: usize| {
        let params = json!({ "name": "plan", "arguments": { "utterance": "x".repeat(bytes) } });
        json!({ "jsonrpc": "2.0", "id": 9, "method": "tools/call", "params": params }).to_string()
    };
    let before = world.memory();
    for _ in 0..5 {
        let answered = session.send(long(10 << 20).as_bytes());
        assert!(messages(&answered).iter().any(|message| message["result"]["isError"] == true), "{}", answered.head);
    }
    assert_eq!(session.send(long(40 << 20).as_bytes()).status, 413);
    let after = world.memory();
    assert!(after < before + MOST_GROWTH, "{before} kB became {after} kB");
    lives(&world);
}

#[test]
fn thousands_of_calls_at_once_are_all_answered_over_http() {
    const CALLERS: usize = 16;
    const CALLS: usize = 125;
    let world = World::new();
    let token = world.agent("bytes");
    let before = world.memory();
    std::thread::scope(|scope| {
        for caller in 0..CALLERS {
            let (world, token) = (&world, &token);
            scope.spawn(move || {
                let version = format!("MCP-Protocol-Version: {NEWEST}");
                let headers = [version.as_str(), "Mcp-Method: tools/call", "Mcp-Name: desktop_state"];
                for call in 0..CALLS {
                    let id = (caller * CALLS + call) as u64;
                    let message = newest(id, "tools/call", json!({ "name": "desktop_state", "arguments": {} }));
                    let answered = post(world, token, &headers, &message);
                    let fine = messages(&answered).iter().any(|m| m["id"] == id && m["result"].is_object());
                    assert!(fine || answered.status == 429, "{answered:?}");
                }
            });
        }
    });
    let after = world.memory();
    assert!(after < before + MOST_GROWTH, "{before} kB became {after} kB");
    lives(&world);
}

#[test]
fn what_is_no_message_is_refused_over_stdio_and_the_next_is_heard() {
    let world = World::new();
    let mut piped = Piped::new(&world);
    for (mut body, _) in nonsense() {
        body.retain(|byte| *byte != b'\n');
        if body.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        body.push(b'\n');
        piped.write(&body);
        let heard = piped.hear();
        assert!(
            heard["error"]["message"].is_string(),
            "{}: {heard}",
            String::from_utf8_lossy(&body[..body.len().min(80)])
        );
    }
    piped.say(&initialize(OLDER));
    let begun = piped.hear();
    assert_eq!(begun["result"]["protocolVersion"], OLDER, "{begun}");
    piped.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    piped.say(&json!({ "jsonrpc": "2.0", "id": "x", "method": "no/such/method" }));
    assert_eq!(piped.hear()["error"]["code"], -32601);
    piped.say(&json!({ "jsonrpc": "2.0", "id": "y", "method": "ping" }));
    assert_eq!(piped.hear(), json!({ "jsonrpc": "2.0", "id": "y", "result": {} }));
    lives(&world);
}

#[test]
fn thousands_of_calls_at_once_are_all_answered_over_stdio() {
    const CALLS: usize = 2000;
    let world = World::new();
    let before = world.memory();
    let mut piped = Piped::new(&world);
    piped.say(&initialize(OLDER));
    assert!(piped.hear()["result"].is_object());
    piped.say(&json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }));
    let mut stdin = piped.running.0.stdin.take().unwrap();
    let writing = std::thread::spawn(move || {
        for id in 0..CALLS {
            let params = json!({ "name": "desktop_state", "arguments": {} });
            let message = json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params });
            writeln!(stdin, "{message}").unwrap();
        }
        stdin
    });
    let mut answered: Vec<u64> = (0..CALLS).map(|_| piped.hear()["id"].as_u64().unwrap()).collect();
    answered.sort_unstable();
    assert!(answered.into_iter().eq(0..CALLS as u64));
    // If the client hangs up in the middle, the process ends.
    drop(writing.join().unwrap());
    assert!(piped.running.0.wait().unwrap().success());
    let after = world.memory();
    assert!(after < before + MOST_GROWTH, "{before} kB became {after} kB");
    lives(&world);
}
