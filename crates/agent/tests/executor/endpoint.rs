//! The whole way with nothing in between: a model over HTTP, a phone on a socket, in real time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::dialect::DialectName;
use agent::{Control, EndReason, Executor, JournalEntry, ModelMind, NoTools, Nobody, RetryDelay, Settings, Status};
use device::AdbDevice;
use device::wire::Adb;
use model::{ModelConfig, OpenAi, System};
use serde_json::{Value, json};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::fakes::{Journal, task};
use crate::rig::MORNING_MS;

/// A small endpoint: each request is answered with the next text, or with a status; what it was asked is kept.
async fn endpoint(answers: Vec<Result<String, u16>>) -> (String, Arc<Mutex<Vec<Value>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    let asked = Arc::new(Mutex::new(Vec::new()));
    let kept = Arc::clone(&asked);
    tokio::spawn(async move {
        let mut answers = answers.into_iter();
        while let Ok((mut stream, _)) = listener.accept().await {
            let Some(body) = request(&mut stream).await else { continue };
            kept.lock().unwrap().push(body);
            let (status, body) = match answers.next().unwrap_or(Err(500)) {
                Ok(text) => {
                    let message = json!({"role": "assistant", "content": text});
                    let choice = json!({"index": 0, "message": message, "finish_reason": "stop"});
                    let usage = json!({"prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110});
                    (200, json!({"id": "1", "model": "tiny", "choices": [choice], "usage": usage}))
                }
                Err(status) => (status, json!({"error": {"message": "overloaded"}})),
            };
            let body = body.to_string();
            let head = format!(
                "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            _ = stream.write_all(format!("{head}{body}").as_bytes()).await;
        }
    });
    (url, asked)
}

async fn request(stream: &mut TcpStream) -> Option<Value> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end + 4;
        }
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let headers = String::from_utf8_lossy(&bytes[..head]).to_ascii_lowercase();
    let length: usize = headers.lines().find_map(|line| line.strip_prefix("content-length:"))?.trim().parse().ok()?;
    while bytes.len() < head + length {
        if stream.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    }
    serde_json::from_slice(&bytes[head..]).ok()
}

async fn phone() -> Arc<AdbDevice> {
    let screen = Screen { width: 360, height: 640, density: 160 };
    let profile = Profile { screen, clock_ms: Some(MORNING_MS), ..Profile::default() };
    let began = std::time::Instant::now();
    let now = move || MORNING_MS + i64::try_from(began.elapsed().as_millis()).unwrap();
    let adbd = Adbd::new(sim::phone::Phone::new(profile.running_ahead(), MORNING_MS), Arc::new(now));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(adbd.listen(listener));
    Arc::new(AdbDevice::adb(Adb::direct(address, adb::Options::default())))
}

fn client(url: &str, vision: bool) -> Arc<OpenAi> {
    let config = ModelConfig {
        model: "tiny".to_owned(),
        dialect: DialectName::find("executor").unwrap(),
        vision,
        max_retries: 0,
        ..ModelConfig::at(url)
    };
    Arc::new(OpenAi::new("tiny", config, |_| None, Arc::new(System)).unwrap())
}

fn settings() -> Settings {
    let retry_delay = RetryDelay::Constant(Duration::from_millis(1));
    Settings { retry_delay, ..Settings::default() }
}

fn call(action: &Value) -> Result<String, u16> {
    Ok(format!("<thinking>next</thinking>\n<tool_call>{action}</tool_call>"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_task_runs_over_real_sockets() {
    let (url, asked) = endpoint(vec![
        call(&json!({"action": "open_app", "name": "Settings"})),
        Err(503),
        call(&json!({"action": "teleport"})),
        call(&json!({"action": "back"})),
        call(&json!({"action": "FINISH", "reason": "opened and left"})),
    ])
    .await;
    let journal = Journal::default();
    let executor = Executor::new(
        phone().await,
        ModelMind::new(client(&url, true)),
        Arc::new(Nobody),
        Arc::new(NoTools),
        settings(),
    )
    .with_journal(journal.clone());
    let summary = executor.run(&task(), Control::none()).await;
    assert_eq!((summary.status, summary.steps, summary.tokens), (Status::Success, 4, 440), "{summary:?}");
    assert_eq!(summary.message, "opened and left");
    let asked = asked.lock().unwrap().clone();
    assert_eq!(asked.len(), 5);
    assert!(asked[0].to_string().contains("data:image/png;base64,"), "the model sees the picture");
    assert!(asked[0].to_string().contains("open the settings"), "and the goal");
    assert!(asked[3].to_string().contains("teleport"), "and what was wrong");
    let kinds: Vec<String> = journal.json().iter().map(|line| line["line"].as_str().unwrap().to_owned()).collect();
    let expected = [
        "started",
        "observation",
        "prediction",
        "gate",
        "intent",
        "observation",
        "effect", // open_app
        "retry",
        "prediction", // 503, then teleport
        "prediction",
        "gate",
        "intent",
        "observation",
        "effect", // back
        "prediction",
        "ended",
    ];
    assert_eq!(kinds, expected);
    let lines = journal.lines.lock().unwrap();
    let Some(JournalEntry::Prediction(said)) = lines.iter().find(|line| matches!(line, JournalEntry::Prediction(_)))
    else {
        panic!()
    };
    assert_eq!(said.raw, call(&json!({"action": "open_app", "name": "Settings"})).unwrap(), "the exact text");
    assert_eq!(said.thought, "next");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_without_eyes_gets_the_elements() {
    let (url, asked) = endpoint(vec![call(&json!({"action": "FINISH", "reason": "read"}))]).await;
    let settings = Settings { use_accessibility_tree: false, ..settings() };
    let executor = Executor::new(
        phone().await,
        ModelMind::new(client(&url, false)),
        Arc::new(Nobody),
        Arc::new(NoTools),
        settings,
    );
    let summary = executor.run(&task(), Control::none()).await;
    assert_eq!(summary.status, Status::Success);
    let asked = asked.lock().unwrap()[0].to_string();
    assert!(!asked.contains("data:image") && asked.contains("Chrome"), "{asked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_cannot_be_reached_fails_the_task() {
    let (url, asked) = endpoint(vec![Err(500), Err(500), Err(500)]).await;
    let executor = Executor::new(
        phone().await,
        ModelMind::new(client(&url, true)),
        Arc::new(Nobody),
        Arc::new(NoTools),
        settings(),
    );
    let summary = executor.run(&task(), Control::none()).await;
    assert_eq!((summary.status, summary.reason, summary.steps), (Status::Failed, EndReason::Model, 0));
    assert_eq!(asked.lock().unwrap().len(), 3, "asked once and twice again");
}
