//! A fleet as people run it: a server, a worker on one machine, a desktop on another, each its own process.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::absent;
use crate::rig::{Phone, Rig, Running};

/// Starts a NATS server on a free port; `None` if it is not installed.
fn nats(store: &std::path::Path) -> Option<(Running, String)> {
    let Ok(program) = std::env::var("FINGERTIP_NATS_SERVER") else {
        absent::skipped("nats-server");
        return None;
    };
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let mut command = Command::new(program);
    command.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(store);
    let running = Running(command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap());
    until("the server listens", || TcpStream::connect(("127.0.0.1", port)).ok());
    Some((running, format!("nats://127.0.0.1:{port}")))
}

/// Polls until there is an answer.
fn until<T>(what: &str, mut asked: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(answer) = asked() {
            return answer;
        }
        assert!(began.elapsed() < Duration::from_secs(60), "it never came: {what}");
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// A desktop on its own machine.
struct Desktop {
    _running: Running,
    host: String,
    token: String,
}

impl Desktop {
    fn start(rig: &Rig, nats: &str) -> Self {
        let args = ["serve", "--listen", "127.0.0.1:0", "--log", "error", "--nats", nats];
        let mut running = Running(rig.command(&args).spawn().unwrap());
        let line = running.first_line();
        let (host, token) = line.trim().strip_prefix("Desktop: http://").unwrap().split_once("/#token=").unwrap();
        let (host, token) = (host.to_owned(), token.to_owned());
        Self { _running: running, host, token }
    }

    /// Sends a request and returns status and body.
    fn ask(&self, method: &str, path: &str, body: &str) -> (u16, Value) {
        let mut stream = TcpStream::connect(&self.host).unwrap();
        let (host, token, length) = (&self.host, &self.token, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, serde_json::from_str(body).unwrap_or(Value::Null))
    }

    /// Returns the waiting question that is not this one.
    fn question(&self, but: &str) -> Value {
        until("a question on the desktop", || {
            let questions = self.ask("GET", "/api/questions", "").1["questions"].take();
            questions.as_array()?.iter().find(|question| question["id"] != but).cloned()
        })
    }
}

#[test]
fn a_question_of_a_worker_is_answered_on_a_desktop_elsewhere_also_after_a_restart_of_both() {
    let (here, there) = (Rig::new(), Rig::new());
    [&here, &there].iter().for_each(|rig| rig.config("[fleet]\nlease = 3\n"));
    let Some((_server, url)) = nats(&here.beside("store")) else { return };
    let phone = Phone::start(&here.beside(""));
    let start = || {
        let args = ["worker", "--nats", &url, "--device", &phone.address, "--name", "rack-1", "--log", "error"];
        let mut running = Running(here.command(&args).spawn().unwrap());
        assert!(running.first_line().starts_with("Worker: rack-1"));
        running
    };
    let worker = start();
    let asks = json!({"type": "ask_user", "question": "Which colour?", "timeoutSec": 600});
    let model = here.script(&[asks, json!({"type": "finish", "message": "it is done"})]);
    let submitted = there.said(&["submit", "paint it", "--nats", &url, "--model", &model]);
    let task = submitted.out.trim().to_owned();
    assert_eq!(submitted.code, Some(0), "{submitted:?}");

    let desktop = Desktop::start(&there, &url);
    let first = desktop.question("");
    assert_eq!((&first["message"], &first["task"]), (&json!("Which colour?"), &json!(task)), "{first}");
    let (_, shown) = desktop.ask("GET", &format!("/api/tasks/{task}"), "");
    assert_eq!((&shown["goal"], &shown["state"]), (&json!("paint it"), &json!("running")), "{shown}");
    let phones = until("the phone on the desktop", || {
        let text = desktop.ask("GET", "/api/devices", "").1.to_string();
        text.contains("rack-1").then_some(text)
    });
    assert!(phones.contains(&phone.address), "{phones}");

    // Only the worker: the desktop drops questions that nobody waits for, and shows new ones.
    drop(worker);
    let worker = start();
    let second = desktop.question(first["id"].as_str().unwrap());
    until("the first question is gone", || {
        let listed = desktop.ask("GET", "/api/questions", "").1["questions"].take();
        (listed.as_array().map(Vec::len) == Some(1)).then_some(())
    });

    // Both.
    drop((worker, desktop));
    let _worker = start();
    let desktop = Desktop::start(&there, &url);
    let third = desktop.question(second["id"].as_str().unwrap());
    assert_eq!(third["message"], "Which colour?");
    let answer = format!("/api/questions/{}/answer", third["id"].as_str().unwrap());
    let approve = json!({"kind": "approve", "text": "red"}).to_string();
    assert_eq!(desktop.ask("POST", &answer, &approve).0, 204);
    let ended = until("its end on the desktop", || {
        let (_, shown) = desktop.ask("GET", &format!("/api/tasks/{task}"), "");
        (shown["state"] == "success").then_some(shown)
    });
    assert_eq!(ended["message"], "it is done", "{ended}");
    assert_eq!(desktop.ask("POST", &answer, &approve).0, 409, "the first answer counts");
}

/// As a supervisor starts it: without a name, and again right after it died.
#[test]
fn a_worker_that_is_killed_and_started_again_at_once_stays_and_has_its_phone_back() {
    let rig = Rig::new();
    rig.config("[fleet]\nlease = 3\n");
    let Some((_server, url)) = nats(&rig.beside("store")) else { return };
    let phone = Phone::start(&rig.beside(""));
    let start = || {
        let args = ["worker", "--nats", &url, "--device", &phone.address, "--log", "error"];
        let mut running = Running(rig.command(&args).spawn().unwrap());
        let line = running.first_line();
        assert!(line.starts_with("Worker: "), "{line}");
        running
    };
    drop(start());
    let mut again = start();
    let said = again.until("has not been heard of for 3 s");
    assert!(said.contains(&format!("{}` belongs to the worker", phone.address)), "{said}");
    let model = rig.script(&[json!({"type": "finish", "message": "it is done"})]);
    let done = rig.said(&["submit", "paint it", "--wait", "--nats", &url, "--model", &model]);
    assert_eq!(done.code, Some(0), "{done:?}");
}
