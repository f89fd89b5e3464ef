//! Pages: in step with each other, back after an interruption, and never executed twice.

use std::time::Duration;

use serde_json::json;
use server::Config;

use crate::rig::{Rig, window};

#[tokio::test(flavor = "multi_thread")]
async fn two_pages_are_in_step_and_a_third_goes_on_where_it_was() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let (mut one, mut two) = (rig.page("client=one").await, rig.page("client=two").await);
    let snapshot = one.until("SNAPSHOT").await;
    // Both are there before anything happens; a page that comes later gets it in its snapshot.
    two.until("SNAPSHOT").await;
    let epoch = snapshot["state"]["epoch"].as_str().unwrap().to_owned();
    for n in 0..20 {
        rig.act(&a, &window(&format!("w{n}"))).await;
    }
    let done = one
        .say(json!({ "type": "USER_ACTION", "actions": [{ "type": "window.close", "windowId": "monitor-0/w3" }] }))
        .await;
    assert_eq!((&done["type"], &done["seq"]), (&json!("RESULT"), &json!(21)), "{done}");
    one.until_seq(21).await;
    two.until_seq(21).await;
    let numbers = |page: &crate::rig::Page| -> Vec<u64> {
        page.seen().iter().filter(|each| each["type"] == "ACTIONS").filter_map(|each| each["seq"].as_u64()).collect()
    };
    assert_eq!(numbers(&one), (1..=21).collect::<Vec<_>>());
    assert_eq!(numbers(&two), numbers(&one));
    drop(two);
    let mut back = rig.page(&format!("client=two&since=18&epoch={epoch}")).await;
    back.until_seq(21).await;
    assert_eq!(numbers(&back), [19, 20, 21]);
    let mut stranger = rig.page("client=x&since=18&epoch=another").await;
    assert_eq!(stranger.next().await.unwrap()["type"], "SNAPSHOT", "numbers of another desktop mean nothing");
    let stream = rig
        .stream(&a, &format!("/api/desktop/events?since=20&epoch={epoch}"), |text| text.contains("event: ACTIONS"))
        .await;
    assert!(stream.contains("id: 21\nevent: ACTIONS\ndata: {\"type\":\"ACTIONS\",\"seq\":21"), "{stream}");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_sent_again_is_carried_out_once() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    rig.act(&a, &window("w")).await;
    let cookie = rig.session().await;
    let close = r#"{"type":"USER_ACTION","n":1,"actions":[{"type":"window.close","windowId":"monitor-0/w"}]}"#;
    let mut page = rig.page_with(&cookie, "client=p").await;
    page.send_text(close).await;
    let first = page.until("RESULT").await;
    page.send_text(close).await;
    assert_eq!(page.until("RESULT").await, first);
    drop(page);
    let mut back = rig.page_with(&cookie, "client=p&since=2").await;
    back.send_text(close).await;
    assert_eq!(back.until("RESULT").await, first, "the same answer over another connection");
    let mut reloaded = rig.page_with(&cookie, "client=p").await;
    reloaded.send_text(close).await;
    assert_eq!(reloaded.until("ERROR").await["re"], 1, "a page without a past counts anew");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_sends_too_much_is_told_and_then_let_go() {
    let config = Config { messages_per_second: 5, message_bytes: 2000, picture_bytes: 4000, ..Config::default() };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let mut page = rig.page("client=p").await;
    let long = "x".repeat(2500);
    let reply = page.say(json!({ "type": "USER_MESSAGE", "text": long })).await;
    assert_eq!(reply["errors"][0]["code"], "out_of_range");
    let picture = json!({ "type": "RENDERING_FEEDBACK", "requestId": "r", "key": "k", "ok": false, "error": long });
    assert_eq!(page.say(picture).await["type"], "RESULT", "a picture may be larger");
    page.send_bytes(vec![1, 2, 3]).await;
    assert_eq!(page.until("ERROR").await["errors"][0]["code"], "wrong_type");
    let mut refused = 0;
    for _ in 0..400 {
        page.send_text(r#"{"type":"USER_MESSAGE","n":9,"text":"hi"}"#).await;
        match page.next().await {
            Some(reply) if reply["errors"][0]["code"] == "full" => refused += 1,
            Some(_) => {}
            None => break,
        }
    }
    assert_eq!(refused, 100, "it is patient for a while");
    assert_eq!(page.seen().last().unwrap()["close"], 1008);
    let mut huge = rig.page("client=q").await;
    huge.send_text(&"x".repeat(5000)).await;
    while huge.next().await.is_some() {}
    assert_eq!(rig.ask("GET", "/healthz", &[], "").await.status, 200);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_that_is_silent_is_let_go() {
    let config =
        Config { ping_every: Duration::from_millis(20), silence: Duration::from_millis(100), ..Config::default() };
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), config).await;
    let cookie = rig.session().await;
    let key = "dGhlIHNhbXBsZSBub25jZQ==";
    let head = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nOrigin: {}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n",
        rig.address,
        rig.origin()
    );
    // It never answers a ping; the rig reads until the server hangs up.
    assert_eq!(rig.raw(head.as_bytes()).await.status, 101);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_websocket_needs_a_good_name_and_number() {
    let rig = Rig::start().await;
    for query in ["since=x", "since=-1", "client=", "client=a%20b", "client=%ff", &format!("client={}", "x".repeat(65))]
    {
        assert_eq!(rig.owner("GET", &format!("/ws?{query}"), "").await.status, 400, "{query}");
    }
    assert_eq!(rig.owner("GET", "/ws", "").await.json()["error"]["code"], "no_websocket");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_due_goes_by_itself() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;
    rig.act(&a, &json!({ "type": "notification.show", "id": "n", "title": "t", "body": "b", "duration": 1 })).await;
    page.until_seq(2).await;
    assert_eq!(page.seen().last().unwrap()["actor"]["kind"], "system", "{:?}", page.seen().last());
    assert_eq!(rig.view().await["notifications"], json!({}));
    rig.stop().await;
}
