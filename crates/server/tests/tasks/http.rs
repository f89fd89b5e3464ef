//! The API: what it accepts, what it rejects, and from whom.

use std::sync::atomic::Ordering;

use action::phone::ScreenSnapshot;
use base64::Engine;
use serde_json::{Value, json};

use crate::rig::Rig;
use crate::snackbar::Snackbar;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_is_started_watched_answered_and_looked_at() {
    let rig = Rig::start().await;
    let id = rig.task("asks").await;
    let question = rig.question(&id).await;
    assert_eq!((&question["kind"], &question["message"]), (&json!("ask"), &json!("Which one?")));
    assert_eq!(rig.get(&format!("/api/tasks/{id}")).await["state"], "running");
    let answer = format!("/api/questions/{}/answer", question["id"].as_str().unwrap());
    assert_eq!(rig.post(&answer, &json!({"kind": "approve", "text": "blue"})).await, 204);
    let (status, again) = rig.ask("POST", &answer, &json!({"kind": "approve", "text": "red"})).await;
    assert_eq!((status, &again["error"]["code"]), (409, &json!("settled")));
    let view = rig.end(&id).await;
    assert_eq!(
        (&view["state"], &view["message"], &view["resumable"]),
        (&json!("success"), &json!("done"), &json!(false))
    );
    // It is kept for good, until that is taken back.
    let keep = format!("/api/tasks/{id}/keep");
    for (path, kept) in [(keep.clone(), json!(true)), (format!("{keep}?off=true"), Value::Null)] {
        assert_eq!(rig.post(&path, &json!({})).await, 204);
        assert_eq!(rig.get(&format!("/api/tasks/{id}")).await["kept"], kept);
    }
    let page = rig.get("/api/tasks?limit=5").await;
    assert_eq!(page["tasks"][0]["id"], json!(id));
    assert_eq!(rig.get(&format!("/api/tasks?before={id}")).await["tasks"], json!([]));
    assert_eq!(rig.get("/api/questions").await["questions"], json!([]));
    let (status, trajectory) = rig.bytes(Some(&rig.token), "GET", &format!("/api/tasks/{id}/trajectory"), "").await;
    assert_eq!(status, 200);
    assert!(serde_json::from_slice::<Value>(&trajectory).unwrap().is_object());
    let (status, picture) = rig.bytes(Some(&rig.token), "GET", &format!("/api/tasks/{id}/screenshots/1"), "").await;
    assert_eq!((status, &picture[1..4]), (200, &b"PNG"[..]));
    // A returning client continues after its last number, to the end.
    let path = format!("/api/tasks/{id}/events");
    let all = rig.stream(&path, None, |text| text.contains("\"event\":\"ended\"")).await;
    let numbers: Vec<u64> = all.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
    let rest = rig.stream(&path, Some(numbers[2]), |text| text.contains("\"event\":\"ended\"")).await;
    let later: Vec<u64> = rest.lines().filter_map(|line| line.strip_prefix("id: ")?.parse().ok()).collect();
    assert_eq!(later, numbers[3..]);
    // The next process finds it.
    assert_eq!(rig.next_process().list(10, None).await.unwrap().tasks[0].id, id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_makes_no_sense_is_refused_in_words() {
    let rig = Rig::start().await;
    let long = "x".repeat(65_537);
    let rows = [
        ("POST", "/api/tasks", "", 400, "syntax", ""),
        ("POST", "/api/tasks", "{\"goal\":", 400, "syntax", ""),
        ("POST", "/api/tasks", "{}", 400, "wrong_type", ""),
        ("POST", "/api/tasks", "{\"goal\":7}", 400, "wrong_type", ""),
        ("POST", "/api/tasks", "{\"goal\":\"x\",\"modle\":\"done\"}", 400, "wrong_type", ""),
        ("POST", "/api/tasks", "{\"goal\":\" \"}", 400, "out_of_range", "goal"),
        ("POST", "/api/tasks", "{\"goal\":\"x\",\"max_steps\":0}", 400, "out_of_range", "max_steps"),
        ("POST", "/api/tasks", "{\"goal\":\"x\",\"dialect\":\"klingon\"}", 400, "out_of_range", "dialect"),
        ("POST", "/api/tasks", "{\"goal\":\"x\",\"model\":\"gpt\"}", 400, "unknown_id", "model"),
        ("POST", "/api/tasks", "{\"goal\":\"x\",\"device\":\"three\"}", 502, "phone", ""),
        ("POST", "/api/tasks", &format!("{{\"goal\":\"{long}\"}}"), 413, "too_large", ""),
        ("POST", "/api/tasks", &format!("{{\"goal\":\"{}\"}}", "x".repeat(600_000)), 413, "too_large", ""),
        ("GET", "/api/tasks?limit=x", "", 400, "wrong_type", "limit"),
        ("GET", "/api/tasks/none", "", 404, "not_found", ""),
        ("GET", "/api/tasks/..%2F..%2Fconfig", "", 404, "not_found", ""),
        ("GET", "/api/tasks/none/events", "", 404, "not_found", ""),
        ("GET", "/api/tasks/..%2Fconfig/trajectory", "", 404, "not_found", ""),
        ("GET", "/api/tasks/none/screenshots/first", "", 404, "not_found", ""),
        ("POST", "/api/tasks/none/cancel", "", 404, "not_found", ""),
        ("POST", "/api/tasks/none/resume", "", 404, "not_found", ""),
        ("POST", "/api/tasks/none/keep", "", 404, "not_found", ""),
        ("POST", "/api/tasks/..%2Fconfig/keep", "", 404, "not_found", ""),
        ("POST", "/api/tasks/none/keep?off=maybe", "", 400, "wrong_type", "off"),
        ("POST", "/api/questions/q0/answer", "{\"kind\":\"cancel\"}", 404, "not_found", ""),
        ("POST", "/api/questions/q0/answer", "{\"kind\":\"maybe\"}", 400, "wrong_type", ""),
        ("POST", "/api/questions/by-link/00", "{\"kind\":\"cancel\"}", 404, "not_found", ""),
        ("GET", "/api/devices/three/screen", "", 404, "not_found", ""),
        ("GET", "/api/devices/three/snapshot", "", 404, "not_found", ""),
        ("POST", "/api/devices/one/input", "{\"type\":\"tap\"}", 400, "missing", "x"),
        ("POST", "/api/devices/one/input", "{\"type\":\"shell\",\"command\":\"\"}", 403, "refused", ""),
        ("POST", "/api/devices/one/input", "{\"type\":\"finish\",\"message\":\"x\"}", 400, "not_allowed", ""),
        ("POST", "/api/devices/two/release", "", 400, "out_of_range", "device"),
        ("DELETE", "/api/permissions/none", "", 404, "not_found", ""),
    ];
    for (method, path, body, status, code, place) in rows {
        let (got, bytes) = rig.bytes(Some(&rig.token), method, path, body).await;
        let answer: Value = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        let error = &answer["error"];
        let shown = &body[..body.len().min(80)];
        assert_eq!(
            (got, &error["code"], &error["path"]),
            (status, &json!(code), &json!(place)),
            "{path} {shown}: {answer}"
        );
        assert!(!error["message"].as_str().unwrap().is_empty());
    }
    assert_eq!(rig.get("/api/tasks").await["tasks"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_may() {
    let rig = Rig::start().await;
    let (_, made) = rig.ask("POST", "/api/agents", &json!({"name": "scout"})).await;
    let agent = made["token"].as_str().unwrap().to_owned();
    let id = rig.task("asks").await;
    let question = rig.question(&id).await;
    let answer = format!("/api/questions/{}/answer", question["id"].as_str().unwrap());
    let rows = [
        ("POST", "/api/tasks".to_owned()),
        ("GET", "/api/tasks".to_owned()),
        ("GET", format!("/api/tasks/{id}")),
        ("GET", format!("/api/tasks/{id}/events")),
        ("GET", "/api/events".to_owned()),
        ("POST", format!("/api/tasks/{id}/cancel")),
        ("POST", format!("/api/tasks/{id}/resume")),
        ("POST", format!("/api/tasks/{id}/keep")),
        ("POST", "/api/history/prune".to_owned()),
        ("GET", format!("/api/tasks/{id}/trajectory")),
        ("GET", format!("/api/tasks/{id}/report")),
        ("GET", format!("/api/tasks/{id}/diff/{id}/report")),
        ("GET", format!("/api/tasks/{id}/screenshots/1")),
        ("GET", "/api/questions".to_owned()),
        ("POST", answer),
        ("GET", "/api/devices".to_owned()),
        ("GET", "/api/devices/one/screen".to_owned()),
        ("GET", "/api/devices/one/snapshot".to_owned()),
        ("GET", "/api/devices/one/tree".to_owned()),
        ("POST", "/api/devices/one/input".to_owned()),
        ("POST", "/api/devices/one/take".to_owned()),
        ("POST", "/api/devices/one/release".to_owned()),
        ("GET", "/api/permissions".to_owned()),
        ("DELETE", "/api/permissions/x".to_owned()),
    ];
    for (method, path) in rows {
        for (token, expected) in [(None, 401), (Some("wrong"), 401), (Some(agent.as_str()), 403)] {
            let (status, _) = rig.bytes(token, method, &path, "{\"kind\":\"cancel\"}").await;
            assert_eq!(status, expected, "{method} {path} {token:?}");
        }
    }
    assert_eq!(rig.get(&format!("/api/tasks/{id}")).await["state"], "running");
    // The holder of a link can answer its question, once, and do nothing else.
    let token = question["link"]["url"].as_str().unwrap().strip_prefix("/q/").unwrap();
    assert!(question["link"]["note"].as_str().unwrap().contains("this machine only"));
    let link = format!("/api/questions/by-link/{token}");
    let (status, shown) = rig.bytes(None, "GET", &link, "").await;
    let shown: Value = serde_json::from_slice(&shown).unwrap();
    assert_eq!((status, &shown["message"]), (200, &json!("Which one?")));
    let reply = "{\"kind\":\"approve\",\"text\":\"from afar\"}";
    assert_eq!(rig.bytes(None, "POST", &link, reply).await.0, 204);
    assert_ne!(rig.bytes(None, "POST", &link, reply).await.0, 204);
    assert_eq!(rig.end(&id).await["state"], "success");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_uses_the_phone_over_http() {
    let rig = Rig::start().await;
    let first = rig.task("asks").await;
    rig.question(&first).await;
    let second = rig.task("done").await;
    let devices = rig.get("/api/devices").await;
    assert_eq!(devices["devices"][0]["holder"], json!({"kind": "task", "name": first}));
    assert_eq!(devices["devices"][0]["waiting"], 1);
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let (status, held) = rig.ask("POST", "/api/devices/one/input", &home).await;
    assert_eq!((status, &held["error"]["code"]), (409, &json!("held")));
    assert_eq!(rig.post("/api/devices/one/take", &Value::Null).await, 204);
    let task = |id: &str, what: &str| format!("/api/tasks/{id}{what}");
    assert_eq!(rig.get(&task(&first, "")).await["state"], "paused");
    // It continues when the phone is given back, and not before.
    assert_eq!(rig.post(&task(&first, "/continue"), &Value::Null).await, 409);
    let (status, acted) = rig.ask("POST", "/api/devices/one/input", &home).await;
    assert_eq!((status, acted), (200, json!({"acted": {"did": "touched"}})));
    let (status, picture) = rig.bytes(Some(&rig.token), "GET", "/api/devices/one/screen", "").await;
    assert_eq!((status, &picture[1..4]), (200, &b"PNG"[..]));
    let snapshot: ScreenSnapshot = serde_json::from_value(rig.get("/api/devices/one/snapshot").await).unwrap();
    let png = base64::engine::general_purpose::STANDARD.decode(&snapshot.screenshot_base64).unwrap();
    // A PNG has its size in its first chunk, at bytes 16 to 24.
    let side = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((snapshot.device_id.as_str(), snapshot.width, snapshot.height), ("one", side(16), side(20)));
    assert!(snapshot.current_app.contains("launcher"), "{}", snapshot.current_app);
    let at = &snapshot.captured_at;
    assert!(at.get(10..11) == Some("T") && at.ends_with('Z'), "{at}");
    assert!(!rig.get("/api/devices/one/tree").await["elements"].as_array().unwrap().is_empty());
    assert_eq!(rig.get(&format!("/api/tasks/{second}")).await["state"], "queued");
    assert_eq!(rig.post("/api/devices/one/release", &Value::Null).await, 204);
    assert_eq!(rig.end(&first).await["state"], "success");
    assert_eq!(rig.end(&second).await["state"], "success");
    let told = |text: &str| text.contains("\"event\":\"paused\"") && text.contains("\"event\":\"continued\"");
    rig.stream(&task(&first, "/events"), None, told).await;
    for what in ["/cancel", "/resume", "/pause", "/continue"] {
        assert_eq!(rig.post(&task(&second, what), &Value::Null).await, 409, "{what}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_is_paused_continued_and_resumed_over_http() {
    let rig = Rig::start().await;
    let id = rig.task("asks").await;
    rig.question(&id).await;
    let task = |what: &str| format!("/api/tasks/{id}{what}");
    assert_eq!(rig.post(&task("/continue"), &Value::Null).await, 409);
    assert_eq!(rig.post(&task("/pause"), &Value::Null).await, 202);
    let paused = |text: &str| text.contains("\"event\":\"paused\"");
    rig.stream(&task("/events"), None, paused).await;
    assert_eq!(rig.get(&task("")).await["state"], "paused");
    assert_eq!(rig.post(&task("/cancel"), &Value::Null).await, 202);
    assert_eq!(rig.end(&id).await["state"], "interrupted");
    rig.world.script("asks", &[json!({"type": "finish", "message": "after all"})]);
    assert_eq!(rig.post(&task("/resume"), &Value::Null).await, 202);
    let again = |text: &str| text.contains("after all") && text.matches("\"event\":\"ended\"").count() == 2;
    rig.stream(&task("/events"), None, again).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_gates_question_is_whole_over_http_and_the_phone_is_handed_over_and_back() {
    let rig = Rig::start().await;
    let shell = json!({"type": "shell", "command": "input tap 5 5; rm -r /sdcard/x"});
    rig.world.script("deletes", &[shell, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("deletes").await;
    let question = rig.question(&id).await;
    let consent = &question["consent"];
    assert_eq!(consent["summary"], "Run the command “input tap 5 5; rm -r /sdcard/x” on the phone");
    assert_eq!((&consent["goal"], &consent["thought"]), (&json!("Find the thing"), &json!("next")));
    let picture = format!("/api/tasks/{id}/screenshots/{}", consent["picture"]["number"]);
    assert_eq!(rig.bytes(Some(&rig.token), "GET", &picture, "").await.0, 200);
    let answer = format!("/api/questions/{}/answer", question["id"].as_str().unwrap());
    for wrong in
        [json!({"kind": "approve", "remember": true}), json!({"kind": "myself", "x": 1}), json!({"kind": "me"})]
    {
        assert_eq!(rig.post(&answer, &wrong).await, 400, "{wrong}");
    }
    assert_eq!(rig.post(&answer, &json!({"kind": "myself"})).await, 204);
    let paused = |text: &str| text.contains("\"event\":\"paused\"") && text.contains("\"how\":\"taken_over\"");
    rig.stream(&format!("/api/tasks/{id}/events"), None, paused).await;
    assert_eq!(rig.post(&format!("/api/tasks/{id}/continue"), &Value::Null).await, 202);
    assert_eq!(rig.end(&id).await["state"], "success");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_app_lets_be_taken_back_is_taken_over_http() {
    let rig = Rig::start().await;
    let phone = rig.world.wrap("one", Snackbar::over);
    let open = json!({"type": "open_app", "name": "Settings"});
    rig.world.script("opens", &[open, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("opens").await;
    let ended = rig.end(&id).await;
    assert_eq!((&ended["undo"]["label"], &ended["undo"]["pressable"]), (&json!("Rückgängig"), &json!(true)), "{ended}");
    let undo = format!("/api/tasks/{id}/undo");
    assert_eq!(rig.bytes(None, "POST", &undo, "").await.0, 401);
    assert_eq!(rig.post(&undo, &Value::Null).await, 204);
    assert_eq!(phone.pressed.load(Ordering::Relaxed), 1);
    let (status, gone) = rig.ask("POST", &undo, &Value::Null).await;
    assert_eq!(status, 409);
    assert!(gone["error"]["message"].as_str().unwrap().contains("is no longer on the screen"), "{gone}");
    phone.goes();
    assert_eq!(rig.post("/api/tasks/nonsense/undo", &Value::Null).await, 404);
    // The desktop offers it too, and an agent's toast with that id is just a toast.
    let desktop = rig.get("/api/desktop").await;
    let toast = &desktop["toasts"][format!("undo-{id}")];
    assert_eq!(toast["action"]["eventId"], "undo", "{desktop}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_allowed_for_good_is_listed_and_revoked() {
    let rig = Rig::start().await;
    let shell = json!({"type": "shell", "command": "getprop ro.product.model"});
    rig.world.script("shell", &[shell, json!({"type": "finish", "message": "done"})]);
    let id = rig.task("shell").await;
    let question = rig.question(&id).await;
    assert_eq!(question["canRemember"], true);
    let answer = format!("/api/questions/{}/answer", question["id"].as_str().unwrap());
    assert_eq!(rig.post(&answer, &json!({"kind": "approve", "remember": true})).await, 204);
    assert_eq!(rig.end(&id).await["state"], "success");
    let choices = rig.get("/api/permissions").await;
    assert_eq!((&choices["choices"][0]["who"], &choices["choices"][0]["allow"]), (&json!("gate"), &json!(true)));
    let path = format!("/api/permissions/{}", choices["choices"][0]["id"].as_str().unwrap());
    assert_eq!(rig.ask("DELETE", &path, &Value::Null).await.0, 204);
    assert_eq!(rig.ask("DELETE", &path, &Value::Null).await.0, 404);
    assert_eq!(rig.get("/api/permissions").await, json!({"choices": []}));
}
