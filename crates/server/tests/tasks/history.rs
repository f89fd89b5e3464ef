//! Looking back over HTTP, a row for each door: why, steps and their files, comparisons, filtered lists, pruning.

use serde_json::{Value, json};

use crate::rig::Rig;

/// Replaces `A` and `B` as parts of a path by the ids of the two tasks.
fn path(text: &str, a: &str, b: &str) -> String {
    let named = |part: &str| match part {
        "A" => a.to_owned(),
        "B" => b.to_owned(),
        part => part.to_owned(),
    };
    text.split('/').map(named).collect::<Vec<_>>().join("/")
}

/// A task that goes home, and one that looks for an app that is not there.
async fn two_tasks(rig: &Rig) -> [String; 2] {
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let zebra = json!({"type": "open_app", "name": "Zebra Notes"});
    rig.world.script("good", &[home, json!({"type": "finish", "message": "there"})]);
    rig.world.script("bad", &[zebra, json!({"type": "fail", "message": "no such app"})]);
    let (a, b) = (rig.task("good").await, rig.task("bad").await);
    assert_eq!(rig.end(&a).await["state"], "success");
    assert_eq!(rig.end(&b).await["state"], "failed");
    [a, b]
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_way_of_looking_back_says_what_happened() {
    let rig = Rig::start().await;
    let [a, b] = two_tasks(&rig).await;
    // The path, the status, and what the answer says at a place.
    let rows: &[(&str, u16, &str, Value)] = &[
        ("/api/tasks/A/why", 200, "/cause", json!("none")),
        ("/api/tasks/B/why", 200, "/cause", json!("missing_app")),
        ("/api/tasks/B/why", 200, "/first/step", json!(1)),
        ("/api/tasks/none/why", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/steps/1", 200, "/decisions/0/actions/0/type", json!("keyevent")),
        ("/api/tasks/B/steps/1", 200, "/acts/0/effect/effect/failure/reason", json!("no_such_app")),
        ("/api/tasks/A/steps/9", 404, "/error/message", json!("there is no such step")),
        ("/api/tasks/A/steps/x", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/steps/-1", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/steps/1/tree", 200, "/elements/0/number", json!(1)),
        ("/api/tasks/A/steps/1/tree", 200, "/cut", json!(false)),
        ("/api/tasks/A/steps/9/tree", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/steps/1/prompt", 200, "/1", Value::Null),
        ("/api/tasks/none/steps/1/prompt", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/steps/1/gate", 404, "/error/code", json!("not_found")),
        ("/api/tasks/A/diff/A", 200, "/divergence", Value::Null),
        ("/api/tasks/A/diff/B", 200, "/divergence/pair", json!(0)),
        ("/api/tasks/A/diff/none", 404, "/error/code", json!("not_found")),
        ("/api/tasks?status=failed", 200, "/tasks/0/state", json!("failed")),
        ("/api/tasks?status=failed", 200, "/tasks/1", Value::Null),
        ("/api/tasks?status=failed,success", 200, "/tasks/1/state", json!("success")),
        ("/api/tasks?status=lost", 400, "/error/path", json!("status")),
        ("/api/tasks?since=2000-01-01T00%3A00%3A00Z", 200, "/tasks/1/state", json!("success")),
        ("/api/tasks?since=2099-01-01T00%3A00%3A00Z", 200, "/tasks", json!([])),
        ("/api/tasks?since=soon", 400, "/error/path", json!("since")),
        ("/api/tasks?grep=ZEBRA%20notes", 200, "/tasks/0/state", json!("failed")),
        ("/api/tasks?grep=ZEBRA%20notes", 200, "/tasks/1", Value::Null),
        ("/api/tasks?grep=zebra&status=success", 200, "/tasks", json!([])),
    ];
    for (text, status, place, expected) in rows {
        let (got, answer) = rig.ask("GET", &path(text, &a, &b), &Value::Null).await;
        assert_eq!(got, *status, "{text}: {answer:#}");
        assert_eq!(answer.pointer(place).unwrap_or(&Value::Null), expected, "{text} {place}: {answer:#}");
    }
    let prompts = rig.get(&format!("/api/tasks/{a}/steps/1/prompt")).await;
    assert!(prompts[0].as_str().unwrap().contains("Find the thing"), "{prompts}");
    let (status, picture) = rig.bytes(Some(&rig.token), "GET", &format!("/api/tasks/{a}/steps/1/picture"), "").await;
    assert_eq!((status, &picture[..4]), (200, &b"\x89PNG"[..]));
    // A step says so if its file is gone.
    let folder = rig.service.task_folder(&a).unwrap();
    for (part, files) in [("tree", "trees"), ("picture", "screenshots"), ("prompt", "prompts")] {
        std::fs::remove_dir_all(folder.join(files)).unwrap();
        let (status, answer) = rig.ask("GET", &format!("/api/tasks/{a}/steps/1/{part}"), &Value::Null).await;
        assert_eq!(status, 404, "{part}: {answer}");
        assert!(answer["error"]["message"].as_str().unwrap().contains("is not in this folder"), "{part}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_goes_is_said_first_and_a_pin_or_a_limit_keeps_the_rest() {
    let rig = Rig::start().await;
    let [a, b] = two_tasks(&rig).await;
    // The query, the status, what it says, and which tasks are left.
    let rows: &[(&str, u16, &str, Value, usize)] = &[
        ("keep_runs=x", 400, "/error/path", json!("keep_runs"), 2),
        ("dry_run=maybe", 400, "/error/path", json!("dry_run"), 2),
        ("", 200, "/runs", json!([]), 2),
        ("keep_runs=1&dry_run=true", 200, "/runs/0/id", json!(a), 2),
        ("max_bytes=1&unfinished=true&dry_run=true", 200, "/runs/1/id", json!(b), 2),
        ("max_bytes=1&dry_run=true", 200, "/unfinishedRuns", json!(1), 2),
        ("keep_runs=1", 200, "/runs/0/why", json!("there are more than 1 runs"), 1),
        ("keep_runs=1", 200, "/runs", json!([]), 1),
    ];
    for (query, status, place, expected, left) in rows {
        let (got, answer) = rig.ask("POST", &format!("/api/history/prune?{query}"), &Value::Null).await;
        assert_eq!(got, *status, "{query}: {answer}");
        assert_eq!(answer.pointer(place).unwrap_or(&Value::Null), expected, "{query} {place}: {answer}");
        assert_eq!(rig.get("/api/tasks").await["tasks"].as_array().unwrap().len(), *left, "{query}");
    }
    assert_eq!(rig.ask("GET", &format!("/api/tasks/{a}/why"), &Value::Null).await.0, 404);
    assert_eq!(rig.post(&format!("/api/tasks/{b}/keep"), &Value::Null).await, 204);
    let (_, answer) = rig.ask("POST", "/api/history/prune?max_bytes=1&unfinished=true", &Value::Null).await;
    assert_eq!(answer["runs"], json!([]), "{answer}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_the_owner_looks_back() {
    let rig = Rig::start().await;
    let [a, b] = two_tasks(&rig).await;
    let (_, made) = rig.ask("POST", "/api/agents", &json!({"name": "scout"})).await;
    let agent = made["token"].as_str().unwrap().to_owned();
    for text in [
        "GET /api/tasks/A/why",
        "GET /api/tasks/A/steps/1",
        "GET /api/tasks/A/steps/1/tree",
        "GET /api/tasks/A/steps/1/picture",
        "GET /api/tasks/A/steps/1/prompt",
        "GET /api/tasks/A/diff/B",
        "POST /api/tasks/A/keep",
        "POST /api/history/prune",
    ] {
        let (method, text) = text.split_once(' ').unwrap();
        let address = path(text, &a, &b);
        assert_eq!(rig.bytes(Some(&agent), method, &address, "").await.0, 403, "{text}");
        assert_eq!(rig.bytes(None, method, &address, "").await.0, 401, "{text}");
    }
}
