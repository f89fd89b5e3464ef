//! How a tool's name is resolved, and which servers a call waits for.

use std::time::Duration;

use mcp::client::ServerState;
use serde_json::{Value, json};
use task::agent::{ToolError, Tools};

use crate::rig::{LONG, call, offered, servers, until};

fn hostile(mode: &str) -> Value {
    json!({ "command": env!("CARGO_BIN_EXE_hostile-server"), "args": [mode] })
}

#[tokio::test]
async fn a_bare_name_means_the_one_tool_that_has_it() {
    let one = servers(&json!({ "words": hostile("plain"), "numbers": hostile("appears") }));
    offered(&one).await;
    let (bare, whole) = (one.find("look").unwrap(), one.find("words__look").unwrap());
    assert_eq!((bare.server.as_str(), &bare.fingerprint), ("words", &whole.fingerprint));
    assert_eq!(call(&one, "look", json!({ "word": "x" })).await, Ok("called with {\"word\":\"x\"}".to_owned()));
    assert!(one.find("loo").is_none() && one.find("__look").is_none() && one.find("").is_none());

    let two = servers(&json!({ "words": hostile("plain"), "numbers": hostile("plain") }));
    offered(&two).await;
    assert!(two.find("look").is_none(), "it may mean either");
    assert_eq!(call(&two, "look", json!({})).await, Err(ToolError::Unknown("look".to_owned())));
    let why = two.missing("look");
    assert!(why.contains("numbers__look") && why.contains("words__look"), "{why}");
}

#[tokio::test]
async fn a_bare_name_never_comes_to_mean_another_tool() {
    let both = servers(&json!({ "words": hostile("removes"), "numbers": hostile("appears") }));
    offered(&both).await;
    assert_eq!(both.find("look").unwrap().server, "words");
    // The tool that the gate judged disappears, and another server offers one of the same name.
    call(&both, "look", json!({})).await.unwrap();
    until("its tool is gone", || both.find("words__look").is_none()).await;
    call(&both, "numbers__other", json!({})).await.unwrap();
    until("another has one", || both.find("numbers__look").is_some()).await;
    assert!(both.find("look").is_none());
    assert_eq!(call(&both, "look", json!({})).await, Err(ToolError::Unknown("look".to_owned())));
}

#[tokio::test]
async fn a_call_waits_for_its_own_server_and_names_the_one_that_is_late() {
    let slow = json!({ "command": "sleep", "args": ["1000"] });
    let both = servers(&json!({ "words": hostile("plain"), "slow": slow }));
    both.settled_for("words__look", LONG).await;
    assert!(call(&both, "words__look", json!({})).await.is_ok());
    let state = |name: &str| both.list().into_iter().find(|server| server.name == name).unwrap().state;
    assert_eq!(state("slow"), ServerState::Idle, "nobody needs it");
    both.settled_for("slow__fetch", Duration::ZERO).await;
    for name in ["slow__fetch", "fetch"] {
        let why = both.missing(name);
        assert!(why.contains("`slow` has not answered yet") && !why.contains("none"), "{why}");
    }
    let why = both.missing("words__lok");
    assert!(why.contains("words__look") && !why.contains("slow"), "{why}");
    both.close().await;
}
