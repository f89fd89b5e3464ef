//! Access to `/mcp`: which credentials and origins are accepted.

use serde_json::{Value, json};

use crate::rig::{Answered, World};

pub(crate) const OLDER: &str = "2025-11-25";
pub(crate) const NEWEST: &str = "2026-07-28";

pub(crate) fn initialize(version: &str) -> Value {
    let params =
        json!({ "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "t", "version": "1" } });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params })
}

/// A request in the newest protocol version, which has no sessions.
pub(crate) fn newest(id: u64, method: &str, mut params: Value) -> Value {
    params["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": NEWEST,
        "io.modelcontextprotocol/clientInfo": { "name": "t", "version": "1" },
        "io.modelcontextprotocol/clientCapabilities": {} });
    json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params })
}

/// Sends a message with these headers in addition to the usual ones.
pub(crate) fn post(world: &World, token: &str, more: &[&str], message: &Value) -> Answered {
    let bearer = format!("Authorization: Bearer {token}");
    let mut headers =
        vec!["Content-Type: application/json", "Accept: application/json, text/event-stream", bearer.as_str()];
    headers.extend(more);
    world.send("POST", "/mcp", &headers, message.to_string().as_bytes())
}

#[test]
fn only_who_has_a_credential_is_let_in() {
    let world = World::new();
    let token = world.agent("door");
    let hello = initialize(OLDER);
    let check = |token: &str, more: &[&str], status: u16| {
        let answered = post(&world, token, more, &hello);
        assert_eq!(answered.status, status, "{more:?}: {answered:?}");
    };
    check(&token, &[], 200);
    check("wrong", &[], 401);
    check("", &[], 401);
    check(&token, &["Origin: http://evil.example"], 403);
    check(&token, &["Origin: null"], 403);
    let own = format!("Origin: http://{}", world.host);
    check(&token, &[&own], 200);
    check(&token, &["Host: evil.example"], 421);
    let port = world.host.rsplit(':').next().unwrap();
    check(&token, &[&format!("Host: evil.example:{port}")], 421);
    let nobody = world.send("POST", "/mcp", &["Content-Type: application/json"], hello.to_string().as_bytes());
    assert_eq!(nobody.status, 401, "{nobody:?}");
    assert!(!nobody.body.contains(&world.owner) && !nobody.body.contains(&token));
    // The owner may act in another name; an agent is who its credential says.
    let owner = world.owner.clone();
    check(&owner, &["Fingertip-Agent: helper"], 200);
    check(&owner, &[&format!("Fingertip-Agent: {}", "x".repeat(129))], 400);
    check(&owner, &["Fingertip-Agent: no name/at all"], 400);
    check(&owner, &["Fingertip-Agent: person"], 400);
    // A revoked credential is worthless.
    assert_eq!(world.ask("DELETE", "/api/agents/door", &[], b"").status, 204);
    check(&token, &[], 401);
}

#[test]
fn a_session_that_is_lost_is_said_to_be_lost() {
    let mut world = World::new();
    let token = world.agent("door");
    let begun = post(&world, &token, &[], &initialize(OLDER));
    let session = format!("Mcp-Session-Id: {}", begun.header("mcp-session-id").unwrap());
    let version = format!("MCP-Protocol-Version: {OLDER}");
    let ready = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
    assert_eq!(post(&world, &token, &[&session, &version], &ready).status, 202);
    let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
    let listed = post(&world, &token, &[&session, &version], &list);
    assert!(listed.status == 200 && listed.body.contains("phone_observe"), "{listed:?}");
    world.restart();
    let lost = post(&world, &token, &[&session, &version], &list);
    assert_eq!(lost.status, 404, "the client begins a new one: {lost:?}");
    assert_eq!(post(&world, &token, &[], &initialize(OLDER)).status, 200);
    // The newest version has no sessions to lose.
    let version = format!("MCP-Protocol-Version: {NEWEST}");
    let listed = post(&world, &token, &[&version, "Mcp-Method: tools/list"], &newest(3, "tools/list", json!({})));
    assert!(listed.status == 200 && listed.body.contains("phone_observe"), "{listed:?}");
}
