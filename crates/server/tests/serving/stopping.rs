//! The shutdown: every client is notified, and all changes survive the restart.

use serde_json::json;
use server::Config;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::rig::{Rig, window};

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_told_and_who_waits_is_answered() {
    let mut rig = Rig::start().await;
    let a = rig.agent("a").await;
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;
    rig.act(&a, &json!({ "type": "dialog.confirm", "id": "d", "title": "t", "message": "m" })).await;
    page.until_seq(1).await;
    let address = rig.address;
    let head =
        format!("GET /api/dialogs/d?wait_ms=60000 HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {a}\r\n\r\n");
    let mut waiting = tokio::net::TcpStream::connect(address).await.unwrap();
    waiting.write_all(head.as_bytes()).await.unwrap();
    // One waits, and one asks: then the request has been received.
    while !rig.owner("GET", "/metrics", "").await.body.contains("fingertip_connections 2") {}
    rig.tell_to_stop();
    while page.next().await.is_some() {}
    assert_eq!(page.seen().last().unwrap()["close"], 1001, "come back later");
    let mut answer = Vec::new();
    _ = waiting.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer);
    assert!(answer.is_empty() || answer.contains(r#""answered":false"#), "no answer is made up: {answer}");
    rig.ended().await;
    assert!(tokio::net::TcpStream::connect(address).await.is_err(), "nobody is let in any more");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_shows_the_same_desktop() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let mut form = window("w");
    form["content"] = json!({ "renderer": "component", "data": { "components": [{ "type": "button", "label": "Go", "action": "go" }] } });
    rig.act(&a, &form).await;
    let before = rig.view().await;
    let folder = rig.stop().await;
    let again = Rig::start_with(folder, Config::default()).await;
    assert_eq!(again.view().await, before);
    assert_eq!(again.act(&a, &window("v")).await.json()["seq"], 2, "numbers go on");
    let mut page = again.page("client=p").await;
    let press = json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/w", "index": 0, "action": "go" });
    assert_eq!(page.say(press).await["type"], "RESULT", "the button still knows its agent");
    again.stop().await;
}
