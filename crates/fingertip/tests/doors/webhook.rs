//! The webhook: called once per question, without the question's text, and harmless if it never answers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::rig::{PATIENCE, Serving, listener, until};

/// The webhooks of these tests are on this machine.
const PRIVATE: &str = "[server]\nwebhook_private = true\n";

/// Starts a task that asks a question and waits; returns its id.
fn asks(serving: &Serving, question: &str) -> String {
    let script = serving.data.path().join("script.jsonl");
    let line = |action: Value| json!({ "raw": { "thought": "next", "action": action } }).to_string();
    let ask = line(json!({ "type": "ask_user", "question": question }));
    let end = line(json!({ "type": "finish", "message": "done" }));
    std::fs::write(&script, format!("{ask}\n{end}\n")).unwrap();
    let body = json!({ "goal": "Ask me", "model": format!("script:{}", script.display()) });
    let (status, made) = serving.ask("POST", "/api/tasks", &body);
    assert_eq!(status, 201, "{made}");
    made["task_id"].as_str().unwrap().to_owned()
}

/// Waits for the question of the task and answers it.
fn answer(serving: &Serving, words: &str) -> String {
    let mut id = String::new();
    until("a question", || {
        let open = serving.get("/api/questions");
        id = open["questions"][0]["id"].as_str().unwrap_or_default().to_owned();
        !id.is_empty()
    });
    let path = format!("/api/questions/{id}/answer");
    let (status, said) = serving.ask("POST", &path, &json!({ "kind": "approve", "text": words }));
    assert_eq!(status, 204, "{said}");
    id
}

fn ended(serving: &Serving, task: &str) {
    let path = format!("/api/tasks/{task}");
    until("the end of the task", || serving.get(&path)["state"] == "success");
}

#[test]
fn each_question_is_told_once_and_no_secret_is_in_it() {
    let serving = Serving::configured(PRIVATE, &[]);
    let (address, came) = listener("204 No Content", "");
    let url = format!("http://{address}/hook?key=sesame");
    assert_eq!(serving.ask("PATCH", "/api/settings", &json!({ "webhook": url })).0, 200);
    let task = asks(&serving, "What is the code for the safe 4711?");
    let told = came.recv_timeout(PATIENCE).unwrap();
    let id = answer(&serving, "0815-geheim");
    ended(&serving, &task);
    let (head, body) = told.split_once("\r\n\r\n").unwrap_or((&told, ""));
    assert!(head.starts_with("POST /hook?key=sesame HTTP/1.1"), "{head}");
    let body: Value = serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {told}"));
    assert_eq!((&body["event"], &body["id"], &body["task"]), (&json!("question"), &json!(id), &json!(task)));
    assert!(!told.contains("4711") && !told.contains("geheim"), "{told}");

    let again = asks(&serving, "And now?");
    let second = came.recv_timeout(PATIENCE).unwrap();
    assert!(second.contains(&again), "{second}");
    answer(&serving, "nothing");
    ended(&serving, &again);
    assert!(came.try_recv().is_err(), "called more than once for a question");
}

#[test]
fn one_that_is_dead_holds_nothing_up() {
    let serving = Serving::configured(PRIVATE, &[]);
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string();
    // A listener that accepts the call and never answers.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    for address in [nobody, silent.local_addr().unwrap().to_string()] {
        let url = format!("http://{address}/hook");
        assert_eq!(serving.ask("PATCH", "/api/settings", &json!({ "webhook": url })).0, 200);
        let began = std::time::Instant::now();
        let task = asks(&serving, "Which one?");
        answer(&serving, "this");
        ended(&serving, &task);
        // A call may take ten seconds and is tried three times; the task waits for none of that.
        assert!(began.elapsed() < Duration::from_secs(25), "{:?}", began.elapsed());
    }
}

#[test]
fn this_machine_and_its_network_are_not_called_unless_that_is_allowed() {
    let (address, came) = listener("204 No Content", "");
    let port = address.rsplit(':').next().unwrap_or_default();
    // By a name the address is only known when it is called.
    let settings = format!("[server]\nwebhook = \"http://localhost:{port}/hook\"\n");
    let serving = Serving::configured(&settings, &[]);
    let (status, refused) =
        serving.ask("PATCH", "/api/settings", &json!({ "webhook": format!("http://{address}/hook") }));
    assert_eq!(status, 400, "{refused}");
    assert!(refused.to_string().contains("webhook_private"), "{refused}");
    let task = asks(&serving, "Which one?");
    assert!(came.recv_timeout(Duration::from_millis(500)).is_err(), "it was called");
    answer(&serving, "this");
    ended(&serving, &task);
}
