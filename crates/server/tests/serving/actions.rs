//! Agents' requests, and their answers.

use serde_json::{Value, json};

use crate::rig::{Rig, window};

#[tokio::test(flavor = "multi_thread")]
async fn one_result_an_action_and_all_or_none() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let reply = rig.act(&a, &window("one")).await;
    assert_eq!(reply.status, 200, "{reply:?}");
    assert_eq!(reply.json(), json!({ "seq": 1, "results": [{ "index": 0, "ok": true }] }));
    let mut first = window("two");
    first["requestId"] = "r1".into();
    let batch =
        json!({ "agentId": "a", "actions": [first, { "type": "window.close", "windowId": "none" }, window("three")] });
    let reply = rig.act(&a, &batch).await;
    assert_eq!(reply.status, 422, "{reply:?}");
    let results = reply.json()["results"].clone();
    let codes: Vec<&str> =
        results.as_array().unwrap().iter().map(|each| each["error"]["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["refused_with_batch", "unknown_id", "refused_with_batch"]);
    assert_eq!((&results[0]["requestId"], &results[1]["ok"]), (&json!("r1"), &json!(false)));
    let view = rig.view().await;
    assert_eq!(view["seq"], 1);
    assert_eq!(view["windows"].as_object().unwrap().len(), 1);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_malformed_is_400_with_the_place() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let mut untitled = window("w");
    untitled.as_object_mut().unwrap().remove("title");
    let cases: &[(Value, usize, &str, &str)] = &[
        (untitled.clone(), 0, "missing", "title"),
        (json!({ "agentId": "a", "actions": [window("x"), untitled] }), 1, "missing", "actions[1].title"),
        (json!({ "type": "window.explode" }), 0, "unknown_type", "type"),
        (json!({ "agentId": "a", "actions": 7 }), 0, "wrong_type", "actions"),
        (json!([]), 0, "wrong_type", ""),
        (json!(null), 0, "wrong_type", ""),
    ];
    for (sent, at, code, path) in cases {
        let reply = rig.act(&a, sent).await;
        assert_eq!(reply.status, 400, "{sent}: {reply:?}");
        let error = reply.json()["results"][*at]["error"].clone();
        assert_eq!((error["code"].as_str(), error["path"].as_str()), (Some(*code), Some(*path)), "{sent}: {reply:?}");
    }
    for text in ["", "{", "\u{0}", "{\"type\":\"window.close\",}", "NaN", &"[".repeat(100_000)] {
        let reply = rig.with(&a, "POST", "/api/actions", text).await;
        assert_eq!((reply.status, reply.json()["results"][0]["error"]["code"].as_str()), (400, Some("syntax")));
    }
    let head = format!(
        "POST /api/actions HTTP/1.1\r\nHost: {}\r\nAuthorization: Bearer {a}\r\nConnection: close\r\n",
        rig.address
    );
    let mut bytes = format!("{head}Content-Length: 2\r\n\r\n").into_bytes();
    bytes.extend([0xff, 0xfe]);
    assert_eq!(rig.raw(&bytes).await.status, 400);
    let unknown = json!({ "type": "desktop.refreshApps", "colour": "red" });
    let reply = rig.act(&a, &unknown).await;
    assert_eq!((reply.status, &reply.json()["warnings"][0]["code"]), (200, &json!("unknown_field")));
    for query in ["timeout_ms=x", "timeout_ms=-1", "timeout_ms=1&timeout_ms=2"] {
        assert_eq!(rig.with(&a, "POST", &format!("/api/actions?{query}"), "{}").await.status, 400);
    }
    assert_eq!(rig.view().await["seq"], 1, "only the one that made sense");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_is_who_its_credential_says() {
    let rig = Rig::start().await;
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    let as_b = json!({ "agentId": "b", "actions": [window("w")] });
    let reply = rig.act(&a, &as_b).await;
    assert_eq!((reply.status, reply.json()["error"]["code"].as_str()), (403, Some("wrong_agent")));
    let mut own = window("w");
    own["agentId"] = "b".into();
    assert_eq!(rig.act(&a, &own).await.status, 403);
    assert_eq!(rig.act(&a, &json!({ "agentId": "a", "actions": [own] })).await.status, 403);
    let lock = json!({ "type": "window.lock", "windowId": "w", "agentId": "b" });
    assert_eq!(rig.act(&a, &lock).await.status, 403);
    assert_eq!(rig.view().await["seq"], 0);
    assert_eq!(rig.act(&b, &as_b).await.status, 200);
    assert_eq!(rig.act(&b, &lock).await.status, 200);
    let set = json!({ "type": "window.setTitle", "windowId": "w", "title": "mine" });
    let refused = rig.act(&a, &set).await;
    assert_eq!((refused.status, &refused.json()["results"][0]["error"]["code"]), (422, &json!("locked")));
    let owner = json!({ "agentId": "b", "actions": [set.clone()] });
    assert_eq!(rig.act(&rig.token, &owner).await.status, 200, "the owner may speak for anybody");
    assert_eq!(rig.act(&rig.token, &set).await.status, 422, "and is nobody's lock's holder");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_sent_again_is_carried_out_once() {
    let rig = Rig::start().await;
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    let body = json!({ "type": "window.create", "windowId": "w", "title": "t", "bounds": { "x": 0, "y": 0, "w": 300, "h": 200 },
        "content": { "renderer": "text", "data": "" } });
    let send = async |token: &str, key: &str, body: &Value| {
        let bearer = format!("Bearer {token}");
        rig.ask("POST", "/api/actions", &[("Authorization", &bearer), ("Idempotency-Key", key)], &body.to_string())
            .await
    };
    let (first, again) = tokio::join!(send(&a, "k", &body), send(&a, "k", &body));
    assert_eq!((first.status, &first.body), (200, &again.body), "also while the first is on its way");
    assert_eq!(send(&a, "k", &body).await.body, first.body);
    assert_eq!(rig.view().await["seq"], 1);
    let other = send(&a, "k", &json!({ "type": "desktop.refreshApps" })).await;
    assert_eq!((other.status, other.json()["error"]["code"].as_str()), (422, Some("key_reused")));
    assert_eq!(send(&b, "k", &body).await.status, 422, "another's key is another: the window is there already");
    assert_eq!(send(&b, "k", &body).await.json()["results"][0]["error"]["code"], "exists", "refusals come again too");
    assert_eq!(send(&a, &"x".repeat(300), &body).await.status, 400);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_only_a_page_can_do_fails_at_once_without_one() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    rig.act(&a, &window("w")).await;
    let capture = json!({ "type": "window.capture", "windowId": "w", "requestId": "c" });
    let result = rig.act(&a, &capture).await.json()["results"][0].clone();
    assert_eq!((&result["ok"], &result["error"]["code"]), (&json!(false), &json!("no_page")));
    let mut frame = window("f");
    frame["content"] = json!({ "renderer": "iframe", "data": "https://example.org/" });
    frame["requestId"] = "f".into();
    let result = rig.act(&a, &frame).await.json()["results"][0].clone();
    assert_eq!((&result["error"]["code"], &result["applied"]), (&json!("no_page"), &json!(true)));
    assert!(rig.view().await["windows"]["monitor-0/f"].is_object(), "the window is there all the same");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_draws_a_window_for_an_agent() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    rig.act(&a, &window("w")).await;
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;
    let capture = json!({ "type": "window.capture", "windowId": "w", "requestId": "mine" });
    let (reply, ()) = tokio::join!(rig.act(&a, &capture), async {
        let asked = page.until("CAPTURE").await;
        let name = asked["request_id"].clone();
        let wrong =
            json!({ "type": "RENDERING_FEEDBACK", "requestId": name, "key": asked["key"], "ok": true, "png": "<svg>" });
        assert_eq!(page.say(wrong).await["errors"][0]["path"], "png");
        let drawn = json!({ "type": "RENDERING_FEEDBACK", "requestId": name, "key": asked["key"], "ok": true, "png": "iVBORw0KGgo=" });
        assert_eq!(page.say(drawn.clone()).await["type"], "RESULT");
        assert_eq!(page.say(drawn).await["type"], "RESULT", "who comes late is told nothing bad");
    });
    let result = reply.json()["results"][0].clone();
    assert_eq!(result["feedback"], json!({ "ok": true, "png": "iVBORw0KGgo=" }), "{result}");
    assert_eq!(result["requestId"], "mine");
    let late = rig.with(&a, "POST", "/api/actions?timeout_ms=20", &capture.to_string()).await;
    assert_eq!(late.json()["results"][0]["error"]["code"], "timeout", "a time-out is an error: {late:?}");
    let asked = page.until("CAPTURE").await;
    let failed = json!({ "type": "RENDERING_FEEDBACK", "requestId": asked["request_id"], "key": asked["key"], "ok": false, "error": "no" });
    page.say(failed).await;
    let told = rig.stream(&a, "/api/agents/me/events", |text| text.contains("\"error\":\"no\"")).await;
    assert!(
        told.contains("\"requestId\":\"mine\",\"key\":\"monitor-0/w\",\"ok\":true}"),
        "handed over without the picture: {told}"
    );
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_as_it_is_generated() {
    let rig = Rig::start().await;
    assert_eq!(rig.owner("GET", "/api/openapi.json", "").await.json(), server::openapi());
    let metrics = rig.owner("GET", "/metrics", "").await.body;
    assert!(metrics.contains("fingertip_seq 0") && metrics.contains("fingertip_requests_total 2"), "{metrics}");
    rig.stop().await;
}
