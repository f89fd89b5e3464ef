//! Messages between an app in a window and its agent, both ways, over their sockets.

use serde_json::{Value, json};

use crate::rig::Rig;

/// Installs an app of this name in the data folder; `agent` is the agent it names as its own.
fn install(rig: &Rig, id: &str, agent: Option<&str>) {
    let folder = rig.folder.path().join("apps").join(id);
    std::fs::create_dir_all(&folder).unwrap();
    let about = json!({ "name": id, "agent": agent });
    let about = match agent {
        Some(_) => about,
        None => json!({ "name": id }),
    };
    std::fs::write(folder.join("app.json"), about.to_string()).unwrap();
    std::fs::write(folder.join("index.html"), "<p>hello").unwrap();
}

fn shows(window: &str, app: &str) -> Value {
    json!({
        "type": "window.create", "windowId": window, "title": app,
        "bounds": { "x": 10, "y": 10, "w": 400, "h": 300 },
        "content": { "renderer": "iframe", "data": format!("/apps/{app}/index.html") },
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_and_its_agent_hear_each_other_and_nobody_else_does() {
    let rig = Rig::start().await;
    install(&rig, "notes", None);
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    let made = rig.act(&a, &shows("w", "notes")).await;
    assert_eq!(made.status, 200, "{made:?}");
    let key = "monitor-0/w";
    let mut page = rig.page("client=p").await;
    page.until("SNAPSHOT").await;

    // From the app to its agent.
    let said = page.say(json!({ "type": "APP_MESSAGE", "key": key, "data": "{\"saved\":3}" })).await;
    assert_eq!(said["type"], "RESULT", "{said}");
    let told = rig.stream(&a, "/api/agents/me/events", |text| text.contains("APP_MESSAGE")).await;
    assert!(told.contains(r#""data":"{\"saved\":3}""#) && told.contains(r#""appId":"notes""#), "{told}");

    // From the agent to its app.
    let mail = json!({ "data": "[1,2]" }).to_string();
    assert_eq!(rig.with(&a, "POST", "/api/apps/notes/messages", &mail).await.status, 202);
    let heard = page.until("APP_MESSAGE").await;
    assert_eq!((&heard["appId"], &heard["key"], &heard["data"]), (&json!("notes"), &json!(key), &json!("[1,2]")));

    // Invalid messages, and messages to somebody else's app.
    let rows = [
        (&a, "notes", json!({ "data": "no json" }), 400),
        (&a, "notes", json!({ "data": "\"".to_owned() + &"x".repeat(65 << 10) + "\"" }), 400),
        (&a, "notes", json!({ "data": "1", "more": 1 }), 400),
        (&a, "notes", json!({}), 400),
        (&a, "notes", json!({ "data": "1", "key": "monitor-0/none" }), 404),
        (&a, "other", json!({ "data": "1" }), 404),
        (&b, "notes", json!({ "data": "1" }), 404),
    ];
    for (token, app, mail, status) in rows {
        let reply = rig.with(token, "POST", &format!("/api/apps/{app}/messages"), &mail.to_string()).await;
        assert_eq!(reply.status, status, "{app}: {reply:?}");
    }
    for (key, data, code) in [(key, "no json", "out_of_range"), ("monitor-0/none", "1", "unknown_id")] {
        let said = page.say(json!({ "type": "APP_MESSAGE", "key": key, "data": data })).await;
        assert_eq!(said["errors"][0]["code"], code, "{said}");
    }
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_waits_for_an_answer_is_connected() {
    let rig = Rig::start().await;
    let a = rig.agent("a").await;
    let connected = async || rig.owner("GET", "/api/agents", "").await.json()["agents"][0]["connected"].clone();
    assert_eq!(connected().await, json!(false));
    let dialog = json!({ "type": "dialog.confirm", "id": "d", "title": "May I?", "message": "Really?" });
    assert_eq!(rig.act(&a, &dialog).await.status, 200);
    let mut page = rig.page("client=p").await;
    let look = async {
        while connected().await != json!(true) {
            tokio::task::yield_now().await;
        }
        page.say(json!({ "type": "DIALOG_FEEDBACK", "id": "d", "confirmed": true })).await
    };
    let (waited, _) = tokio::join!(rig.with(&a, "GET", "/api/dialogs/d?wait_ms=60000", ""), look);
    assert_eq!(waited.json()["answered"], json!(true));
    assert_eq!(connected().await, json!(false));
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_is_opened_under_its_own_title() {
    let rig = Rig::start().await;
    let rows = [
        ("timer-2", json!({ "name": "Kitchen timer" }).to_string(), "Kitchen timer".to_owned()),
        ("lines", json!({ "name": "  Two\n lines\u{7}" }).to_string(), "Two lines".to_owned()),
        ("long", json!({ "name": "é".repeat(5000) }).to_string(), "é".repeat(120)),
        ("blank", json!({ "name": " \n" }).to_string(), "blank".to_owned()),
        ("broken", "{".to_owned(), "broken".to_owned()),
    ];
    for (id, about, _) in &rows {
        install(&rig, id, None);
        std::fs::write(rig.folder.path().join("apps").join(id).join("app.json"), about).unwrap();
    }
    let mut page = rig.page("client=p").await;
    for (id, _, title) in &rows {
        let open = json!({ "type": "USER_ACTION", "actions": [{ "type": "desktop.open", "what": "app", "id": id }] });
        let said = page.say(open).await;
        assert_eq!(said["type"], "RESULT", "{id}: {said}");
        let view = rig.view().await;
        assert_eq!(view["windows"][format!("monitor-0/app-{id}")]["title"], *title, "{id}");
    }
    // A title that a page sends is ignored.
    let open = json!({ "type": "desktop.open", "what": "app", "id": "none", "title": "Settings" });
    page.say(json!({ "type": "USER_ACTION", "actions": [open] })).await;
    assert_eq!(rig.view().await["windows"]["monitor-0/app-none"]["title"], "none");
    rig.stop().await;
}
