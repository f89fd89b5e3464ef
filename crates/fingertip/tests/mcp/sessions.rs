//! The limit of sessions per agent: a new session ends the one that has been idle longest.

use std::io::{Read, Write};
use std::net::TcpStream;

use serde_json::{Value, json};

use crate::door::{OLDER, initialize, post};
use crate::rig::{PATIENCE, World};

/// The limit per agent (docs/mcp.md, Limits).
const MOST: usize = 32;

/// An agent with many sessions.
struct Many<'w> {
    world: &'w World,
    token: String,
}

impl Many<'_> {
    /// Opens a session and returns its id.
    fn open(&self) -> String {
        let begun = post(self.world, &self.token, &[], &initialize(OLDER));
        let id = begun.header("mcp-session-id").unwrap_or_else(|| panic!("{begun:?}")).to_owned();
        assert_eq!(self.say(&id, &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })), 202);
        id
    }

    /// Sends a message in a session and returns the status.
    fn say(&self, id: &str, message: &Value) -> u16 {
        let session = format!("Mcp-Session-Id: {id}");
        let version = format!("MCP-Protocol-Version: {OLDER}");
        post(self.world, &self.token, &[&session, &version], message).status
    }

    /// Makes a call that waits for people, and returns once the server has begun to answer.
    fn wait_in(&self, id: &str) -> TcpStream {
        let params = json!({ "name": "desktop_wait_event", "arguments": { "timeout_s": 3600 } });
        let call = json!({ "jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params }).to_string();
        let mut stream = TcpStream::connect(&self.world.host).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        write!(
            stream,
            "POST /mcp HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: {OLDER}\r\nMcp-Session-Id: {id}\r\n\
             Content-Length: {}\r\n\r\n{call}",
            self.world.host,
            self.token,
            call.len()
        )
        .unwrap();
        let mut head = [0; 12];
        stream.read_exact(&mut head).unwrap();
        assert_eq!(&head, b"HTTP/1.1 200");
        stream
    }
}

#[test]
fn the_session_that_is_idle_longest_ends_for_a_new_one() {
    let world = World::new();
    let many = Many { world: &world, token: world.agent("many") };
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" });
    let ids: Vec<String> = (0..MOST).map(|_| many.open()).collect();
    let _busy = many.wait_in(&ids[0]);
    let next = many.open();
    // The first has a call under way, so the second has been idle longest.
    assert_eq!(many.say(&ids[1], &ping), 404);
    for id in [&ids[0], &ids[2], &ids[MOST - 1], &next] {
        assert_eq!(many.say(id, &ping), 200);
    }
    // Another agent has its own limit.
    let other = Many { world: &world, token: world.agent("other") };
    let theirs = other.open();
    many.open();
    assert_eq!(other.say(&theirs, &ping), 200);
}

#[test]
fn a_session_is_refused_where_all_are_busy() {
    let world = World::new();
    let many = Many { world: &world, token: world.agent("many") };
    let ids: Vec<String> = (0..MOST).map(|_| many.open()).collect();
    let mut busy: Vec<TcpStream> = ids.iter().map(|id| many.wait_in(id)).collect();
    let refused = post(&world, &many.token, &[], &initialize(OLDER));
    assert_eq!((refused.status, refused.header("retry-after")), (503, Some("5")), "{refused:?}");
    let error = refused.json();
    assert!(error["id"] == 1 && error["error"]["message"].as_str().unwrap().contains("32 sessions"), "{error}");
    // An ended session makes room.
    busy.clear();
    let ends = format!("Mcp-Session-Id: {}", ids[5]);
    let bearer = format!("Authorization: Bearer {}", many.token);
    assert_eq!(world.send("DELETE", "/mcp", &[&bearer, &ends], b"").status, 204);
    many.open();
}
