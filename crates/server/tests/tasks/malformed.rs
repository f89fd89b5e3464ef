//! Every route of the API document, called in every wrong way that the document knows: rejected with 4xx and a message,
//! one log line each, nothing changed, and the server continues.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::desktop::until;
use crate::fits::fits;
use crate::log::Log;
use crate::rig::Rig;
use crate::spoil::{nonsense, replaced, spoilt};

/// One wrong request.
struct Wrong {
    method: String,
    path: String,
    headers: String,
    body: Vec<u8>,
    /// The expected status, if it is known.
    status: Option<u16>,
}

impl Wrong {
    fn new(method: &str, path: &str, body: impl Into<Vec<u8>>) -> Self {
        let (method, path) = (method.to_uppercase(), path.to_owned());
        Self { method, path, headers: String::new(), body: body.into(), status: None }
    }

    fn with(mut self, header: &str) -> Self {
        self.headers += header;
        self.headers += "\r\n";
        self
    }

    fn is(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }
}

/// A valid body for every operation that takes one, according to the document.
fn bodies() -> BTreeMap<&'static str, Vec<Value>> {
    let window = json!({ "type": "window.create", "windowId": "w", "title": "t", "bounds": { "x": 1, "y": 2, "w": 300, "h": 200 },
        "content": { "renderer": "table", "data": { "headers": ["a"], "rows": [["1"]] } }, "variant": "widget", "requestId": "r" });
    let reply = vec![
        json!({ "kind": "approve", "text": "x", "remember": false }),
        json!({ "kind": "reject", "why": "no" }),
        json!({ "kind": "cancel" }),
    ];
    let model = json!({ "baseUrl": "http://127.0.0.1:1/v1", "model": "m", "dialect": "openpocket", "key": "k" });
    BTreeMap::from([
        ("post_api_apps_id_messages", vec![json!({ "key": "monitor-0/w", "data": "{}" })]),
        ("post_api_models_try", vec![model.clone()]),
        ("put_api_models_name", vec![model]),
        ("post_api_phones", vec![json!({ "address": "127.0.0.1:1" })]),
        ("post_api_phones_try", vec![json!({ "address": "127.0.0.1:1" })]),
        ("patch_api_settings", vec![json!({ "alwaysConfirm": true, "defaultModel": "m", "webhook": "" })]),
        (
            "post_api_actions",
            vec![json!({ "agentId": "a", "monitorId": "monitor-0", "actions": [window] }), window.clone()],
        ),
        ("post_api_agents", vec![json!({ "name": "newcomer" })]),
        ("post_api_components_done", vec![json!({ "key": "monitor-0/w" })]),
        ("post_api_devices_id_input", vec![json!({ "type": "tap", "x": 5, "y": 5, "reason": "r" })]),
        ("post_api_questions_by_link_token", reply.clone()),
        ("post_api_questions_id_answer", reply),
        ("post_api_session", vec![json!({ "token": "x" })]),
        (
            "post_api_tasks",
            vec![
                json!({ "goal": "x", "model": "done", "device": "one", "dialect": null, "max_steps": 3, "yes": false }),
            ],
        ),
    ])
}

#[tokio::test]
async fn whatever_is_wrong_with_a_request_is_refused_and_changes_nothing() {
    let (log, _listening) = Log::listen();
    let rig = Rig::start().await;
    let task = rig.task("asks").await;
    let question = rig.question(&task).await;
    let link = question["link"]["url"].as_str().unwrap().strip_prefix("/q/").unwrap().to_owned();
    let question = question["id"].as_str().unwrap().to_owned();
    let named = |path: &str| {
        let id = if path.contains("questions") {
            &question
        } else if path.contains("devices") {
            "one"
        } else {
            &*task
        };
        path.replace("{id}", id)
            .replace("{token}", &link)
            .replace("{number}", "1")
            .replace("{name}", "nobody")
            .replace("{address}", "nowhere")
    };
    let document = server::openapi();
    let mut all = Vec::new();
    let mut bodies = bodies();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let place = named(path);
        for method in ["get", "put", "post", "patch", "delete", "propfind"] {
            if operations.get(method).is_none() {
                all.push(Wrong::new(method, &place, "").is(405));
            }
        }
        for (method, operation) in operations.as_object().unwrap() {
            all.extend(wrong_parameters(method, path, &place, operation));
            let Some(content) = operation.get("requestBody") else { continue };
            let schema = &content["content"]["application/json"]["schema"];
            let name = operation["operationId"].as_str().unwrap();
            let samples = bodies.remove(name).unwrap_or_else(|| panic!("`{name}` takes a body: add a good one"));
            for good in &samples {
                assert!(fits(&document, schema, good), "the sample of {name} does not fit its schema: {good}");
                all.extend(wrong_bodies(method, &place, good));
                for (path, bad) in spoilt(good) {
                    // Null in an optional field is as good as absent.
                    let absent = || replaced(good, &path.split('.').map(str::to_owned).collect::<Vec<_>>(), None);
                    let nothing = bad.pointer(&format!("/{}", path.replace('.', "/"))) == Some(&Value::Null);
                    let fine = fits(&document, schema, &bad) || (nothing && fits(&document, schema, &absent()));
                    if !fine {
                        all.push(Wrong::new(method, &place, bad.to_string()));
                    }
                }
            }
        }
    }
    assert!(bodies.is_empty(), "no operation takes {bodies:?}");
    all.extend(no_requests());

    // Nothing else must happen meanwhile: the task has reported its state.
    until(&rig, |now| now["notifications"].to_string().contains("waits for your answer")).await;
    let before = state(&rig).await;
    log.take();
    let count = all.len();
    for wrong in all {
        check(&rig, &log, &wrong).await;
    }
    assert!(count > 700, "{count} requests were tried");
    assert_eq!(state(&rig).await, before);
    let answer = format!("/api/questions/{question}/answer");
    assert_eq!(rig.post(&answer, &json!({ "kind": "approve", "text": "blue" })).await, 204, "the question still waits");
    assert_eq!(rig.end(&task).await["state"], "success");
}

/// Returns everything that a request could have changed.
async fn state(rig: &Rig) -> Vec<Value> {
    let mut all = Vec::new();
    for path in ["/api/desktop", "/api/agents", "/api/tasks", "/api/questions", "/api/permissions", "/api/devices"] {
        let mut answer = rig.get(path).await;
        // The clock advances in any case.
        answer.as_object_mut().unwrap().remove("now");
        all.push(answer);
    }
    all
}

async fn check(rig: &Rig, log: &Log, wrong: &Wrong) {
    let Wrong { method, path, headers, body, status } = wrong;
    let shown: String = String::from_utf8_lossy(body).chars().take(300).collect();
    let about = format!("{method} {path:.200} {headers:.200} {shown}");
    let (got, bytes) = rig.exactly(method, path, headers, body).await;
    assert!((400..500).contains(&got), "{got} for {about}");
    assert!(status.is_none_or(|status| status == got), "{got} instead of {status:?} for {about}");
    let lines = log.take();
    assert_eq!(lines.len(), 1, "{about}: {lines:?}");
    if method.starts_with('!') {
        return;
    }
    let answer: Value = serde_json::from_slice(&bytes).unwrap_or_else(|error| panic!("{error}: {bytes:?} for {about}"));
    let error = answer.get("error").unwrap_or(&answer["results"][0]["error"]);
    assert!(error["code"].is_string() && !error["message"].as_str().unwrap().is_empty(), "{answer} for {about}");
}

/// Returns wrong queries, headers and addresses, according to the document.
fn wrong_parameters(method: &str, path: &str, place: &str, operation: &Value) -> Vec<Wrong> {
    let mut all = Vec::new();
    for parameter in operation["parameters"].as_array().unwrap() {
        let (kind, name) = (parameter["in"].as_str().unwrap(), parameter["name"].as_str().unwrap());
        let number = parameter["schema"]["type"] == "integer";
        match kind {
            "query" => {
                let texts: &[&str] = if number { &["", "x", "-1", "1.5", "1e3", "99999999999999999999"] } else { &[] };
                let values = texts.iter().chain(&["%ff", "%", "%zz", "1&{name}=1"]);
                all.extend(values.map(|value| {
                    let value = value.replace("{name}", name);
                    Wrong::new(method, &format!("{place}?{name}={value}"), "{}").is(400)
                }));
            }
            "header" => {
                let long = "x".repeat(300);
                all.extend(
                    ["x\u{e9}", &long]
                        .map(|value| Wrong::new(method, place, "{}").with(&format!("{name}: {value}")).is(400)),
                );
            }
            _ => {
                let spoilt = ["%ff", "%", "%zz", "%c0%af"];
                all.extend(
                    spoilt.map(|value| Wrong::new(method, &path.replace(&format!("{{{name}}}"), value), "{}").is(400)),
                );
            }
        }
    }
    all
}

/// Returns wrong bodies.
fn wrong_bodies(method: &str, place: &str, good: &Value) -> Vec<Wrong> {
    let wrong = |body: &[u8]| Wrong::new(method, place, body);
    let text = good.to_string();
    let mut all: Vec<Wrong> = nonsense(good).iter().map(|text| wrong(text.as_bytes()).is(400)).collect();
    let bytes = text.as_bytes();
    all.push(wrong(&[&bytes[..1], b"\"\xff\":1,", &bytes[1..]].concat()).is(400));
    all.push(wrong(&[bytes, b"\0"].concat()).is(400));
    for kind in
        ["text/plain", "text/html", "multipart/form-data; boundary=x", "application/json; charset=utf-16", "\u{ff}"]
    {
        all.push(wrong(bytes).with(&format!("Content-Type: {kind}")).is(415));
    }
    all.push(wrong(bytes).with("Content-Encoding: gzip").is(415));
    // It claims to be larger than the limit, and need not be sent to be rejected.
    all.push(wrong(b"").with("Content-Length: 99999999999").is(413));
    // It claims to be longer than it is, and then ends.
    all.push(wrong(&bytes[..bytes.len() / 2]).with(&format!("Content-Length: {}", bytes.len())).is(400));
    all
}

/// Returns bytes that are no requests. The `!` means that the bytes are sent as they are.
fn no_requests() -> Vec<Wrong> {
    let long = "x".repeat(200_000);
    let all = [
        "\u{1}\u{2}\u{3}\r\n\r\n".to_owned(),
        "GET\r\n\r\n".to_owned(),
        "GET / HTTP/9.9\r\n\r\n".to_owned(),
        "GET / HTTP/1.1\r\nno colon\r\n\r\n".to_owned(),
        format!("GET /{long} HTTP/1.1\r\n\r\n"),
        format!("GET / HTTP/1.1\r\nX: {long}\r\n\r\n"),
        "POST /api/session HTTP/1.1\r\nContent-Length: -5\r\n\r\n".to_owned(),
    ];
    all.into_iter().map(|text| Wrong::new("!", "", text)).collect()
}
