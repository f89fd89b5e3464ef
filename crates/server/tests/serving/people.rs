//! People's answers, and how they reach the agent that asked.

use serde_json::{Value, json};

use crate::rig::{Rig, window};

fn dialog(id: &str, tool: Option<&str>) -> Value {
    let mut dialog = json!({ "type": "dialog.confirm", "id": id, "title": "May I?", "message": "Really?" });
    if let Some(tool) = tool {
        dialog["permissionOptions"] = json!({ "showRememberChoice": true, "toolName": tool, "context": "c" });
    }
    dialog
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dialog_is_answered_once_and_the_asker_hears_of_it() {
    let rig = Rig::start().await;
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    assert_eq!(rig.act(&a, &dialog("d", None)).await.status, 200);
    let open = rig.with(&a, "GET", "/api/dialogs/d", "").await;
    assert_eq!(open.json(), json!({ "id": "d", "answered": false }));
    assert_eq!(rig.with(&b, "GET", "/api/dialogs/d", "").await.status, 404, "it is none of its business");
    let (mut one, mut two) = (rig.page("client=one").await, rig.page("client=two").await);
    let answer = json!({ "type": "DIALOG_FEEDBACK", "id": "d", "confirmed": true });
    let (waited, reply) =
        tokio::join!(rig.with(&a, "GET", "/api/dialogs/d?wait_ms=60000", ""), one.say(answer.clone()));
    assert_eq!(reply["type"], "RESULT", "{reply}");
    assert_eq!(waited.json(), json!({ "id": "d", "answered": true, "confirmed": true, "remembered": false }));
    let late = two.say(answer).await;
    assert_eq!(
        (&late["type"], &late["errors"][0]["code"]),
        (&json!("ERROR"), &json!("unknown_id")),
        "the first counts"
    );
    let told = rig.stream(&a, "/api/agents/me/events", |text| text.contains("DIALOG_FEEDBACK")).await;
    assert!(told.contains(r#"{"type":"DIALOG_FEEDBACK","id":"d","confirmed":true,"remembered":false}"#), "{told}");
    assert_eq!(rig.with(&a, "GET", "/api/dialogs/none", "").await.status, 404);
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_remembered_choice_answers_the_next_dialog_without_showing_it() {
    let rig = Rig::start().await;
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    rig.act(&a, &dialog("d1", Some("mail"))).await;
    let mut page = rig.page("client=p").await;
    let yes = json!({ "type": "DIALOG_FEEDBACK", "id": "d1", "confirmed": true, "remember": true });
    assert_eq!(page.say(yes).await["type"], "RESULT");
    let batch = json!({ "agentId": "a", "actions": [window("w"), dialog("d2", Some("mail")), { "type": "window.close", "windowId": "w" }] });
    let reply = rig.act(&a, &batch).await.json();
    assert_eq!(
        reply["results"][1],
        json!({ "index": 1, "ok": true, "feedback": { "confirmed": true, "remembered": true } })
    );
    assert_eq!(rig.view().await["dialogs"], json!({}));
    let asked = rig.with(&a, "GET", "/api/dialogs/d2", "").await.json();
    assert_eq!((&asked["confirmed"], &asked["remembered"]), (&json!(true), &json!(true)));
    let refused =
        json!({ "agentId": "a", "actions": [dialog("d3", Some("mail")), { "type": "window.close", "windowId": "w" }] });
    let reply = rig.act(&a, &refused).await;
    assert_eq!((reply.status, &reply.json()["results"][1]["error"]["code"]), (422, &json!("unknown_id")), "{reply:?}");
    rig.act(&b, &dialog("d4", Some("mail"))).await;
    assert!(rig.view().await["dialogs"]["d4"].is_object(), "another agent is asked for");
    rig.act(&a, &dialog("d5", Some("shell"))).await;
    assert!(rig.view().await["dialogs"]["d5"].is_object(), "another tool is asked for");
    rig.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn toasts_messages_and_buttons_reach_their_agent() {
    let rig = Rig::start().await;
    let (a, b) = (rig.agent("a").await, rig.agent("b").await);
    let toast =
        json!({ "type": "toast.show", "id": "t", "message": "Sent", "action": { "label": "Undo", "eventId": "undo" } });
    let mut form = window("form");
    form["content"] = json!({ "renderer": "component", "data": { "components": [
        { "type": "input", "name": "who", "formId": "f" },
        { "type": "button", "label": "Go", "action": "go", "submitForm": "f", "parallel": false },
        { "type": "button", "label": "No", "action": "no", "disabled": true },
    ] } });
    let shortcut = json!({ "type": "desktop.createShortcut", "shortcut": { "id": "s", "label": "Report", "icon": "x",
        "type": "action", "target": "report", "createdAt": 1 } });
    assert_eq!(rig.act(&a, &json!({ "agentId": "a", "actions": [toast, form, shortcut] })).await.status, 200);
    let mut page = rig.page("client=p").await;
    assert_eq!(page.say(json!({ "type": "TOAST_ACTION", "id": "t", "eventId": "undo" })).await["type"], "RESULT");
    let pressed = page.say(json!({ "type": "SHORTCUT_ACTION", "id": "s", "action": "report" })).await;
    assert_eq!((&pressed["type"], &pressed["heard"]), (&json!("RESULT"), &json!([])), "{pressed}");
    let refusals = [
        json!({ "type": "TOAST_ACTION", "id": "t", "eventId": "other" }),
        json!({ "type": "TOAST_ACTION", "id": "none", "eventId": "undo" }),
        json!({ "type": "SHORTCUT_ACTION", "id": "none", "action": "report" }),
        json!({ "type": "SHORTCUT_ACTION", "id": "s", "action": "changed" }),
        json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/none", "index": 0, "action": "go" }),
        json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/form", "index": 0, "action": "go" }),
        json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/form", "index": 1, "action": "changed" }),
        json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/form", "index": 2, "action": "no" }),
        json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/form", "index": 99, "action": "go" }),
        json!({ "type": "HUMAN_ANSWER", "id": "q", "answer": { "kind": "reject" } }),
    ];
    for refused in refusals {
        assert_eq!(page.say(refused.clone()).await["type"], "ERROR", "{refused}");
    }
    let press = |who: &str| json!({ "type": "COMPONENT_ACTION", "key": "monitor-0/form", "index": 1, "action": "go", "form": { "who": who } });
    assert_eq!(page.say(press("Sam")).await["type"], "RESULT");
    assert_eq!(page.say(press("Kim")).await["type"], "RESULT", "it waits for its turn");
    assert_eq!(page.say(json!({ "type": "USER_MESSAGE", "text": "hello all" })).await["type"], "RESULT");
    let told = rig.stream(&a, "/api/agents/me/events", |text| text.contains("hello all")).await;
    assert!(told.contains(r#""eventId":"undo""#) && told.contains(r#""form":{"who":"Sam"}"#), "{told}");
    assert!(told.contains(r#"{"type":"SHORTCUT_ACTION","id":"s","action":"report"}"#), "{told}");
    assert!(!told.contains("Kim"), "the first press is still worked on: {told}");
    assert_eq!(rig.with(&b, "POST", "/api/components/done", r#"{"key":"monitor-0/form"}"#).await.status, 403);
    assert_eq!(rig.with(&a, "POST", "/api/components/done", r#"{"key":"monitor-0/form"}"#).await.status, 204);
    let told = rig.stream(&a, "/api/agents/me/events", |text| text.contains("Kim")).await;
    assert!(!told.contains("Sam"), "what was handed over does not come again: {told}");
    let told = rig.stream(&b, "/api/agents/me/events", |text| text.contains("hello all")).await;
    assert!(
        !told.contains("Sam") && !told.contains("undo") && !told.contains("SHORTCUT_ACTION"),
        "another's answers are not for it: {told}"
    );
    rig.stop().await;
}
