//! End to end without fakes: a model over HTTP, a phone on a socket, in real time.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::LoopEvent;
use action::dialect::DialectName;
use agent::{
    Control, EndReason, Event, Executor, JournalEntry, ModelMind, NoTools, Nobody, RetryDelay, RetryOf, Seconds,
    Settings, Status,
};
use device::AdbDevice;
use device::wire::Adb;
use model::{ModelConfig, OpenAi, System};
use serde_json::{Value, json};
use sim::adbd::Adbd;
use sim::profile::{Profile, Screen};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::fakes::{Events, Journal, task};
use crate::rig::MORNING_MS;

/// A small endpoint: answers each request with the next text or status, and keeps the requests. A rate-limited client
/// is told to wait 50 ms.
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
            let wait = if status == 429 { "Retry-After: 0.05\r\n" } else { "" };
            let head = format!(
                "HTTP/1.1 {status} X\r\nContent-Type: application/json\r\n{wait}Content-Length: {}\r\nConnection: close\r\n\r\n",
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
    let adbd = Adbd::new(sim::bare_phone(profile.running_ahead(), MORNING_MS), Arc::new(now));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap().to_string();
    tokio::spawn(adbd.listen(listener));
    Arc::new(AdbDevice::adb(Adb::direct(address, adb::Options::default())))
}

fn client(url: &str, vision: bool) -> Arc<OpenAi> {
    configured(ModelConfig { vision, ..ModelConfig::at(url) })
}

fn configured(config: ModelConfig) -> Arc<OpenAi> {
    let dialect = DialectName::find("executor").unwrap();
    let config = ModelConfig { model: "tiny".to_owned(), dialect, ..config };
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

#[tokio::test(flavor = "multi_thread")]
async fn the_tasks_settings_say_how_often_and_when_a_model_is_asked_again() {
    let list = RetryDelay::List([1, 2, 3].map(|ms| Seconds(Duration::from_millis(ms))).into());
    let constant = RetryDelay::Constant(Duration::from_millis(1));
    let done = || call(&json!({"action": "FINISH", "reason": "done"}));
    let settings = |max_retries: u32, retry_delay: &RetryDelay| Settings {
        max_retries,
        retry_delay: retry_delay.clone(),
        ..Settings::default()
    };
    // The endpoint's replies, the settings, the model's own retries, the waits in milliseconds, and whether there is an
    // answer in the end.
    let rows = [
        (vec![Err(500)], settings(0, &constant), None, vec![], false),
        (vec![Err(500); 9], settings(1, &constant), None, vec![1], false),
        (vec![Err(500); 9], settings(3, &list), None, vec![1, 2, 3], false),
        (vec![Err(500), Err(503), done()], settings(3, &list), None, vec![1, 2], true),
        (vec![Err(500); 9], settings(0, &constant), Some(2), vec![1, 1], false),
        (vec![Err(500); 9], settings(3, &constant), Some(0), vec![], false),
        // The endpoint may ask for a longer wait, not for a shorter one.
        (vec![Err(429), done()], settings(2, &constant), None, vec![50], true),
        (vec![Err(429), done()], settings(2, &RetryDelay::Constant(Duration::from_millis(60))), None, vec![60], true),
        // An error that a retry does not fix is not retried.
        (vec![Err(401); 9], settings(3, &constant), None, vec![], false),
    ];
    let phone = phone().await;
    for (answers, settings, own, waits, answered) in rows {
        let (url, asked) = endpoint(answers).await;
        let model = configured(ModelConfig { max_retries: own, ..ModelConfig::at(&*url) });
        let (journal, events) = (Journal::default(), Events::default());
        let told = Arc::clone(&events);
        let executor =
            Executor::new(phone.clone(), ModelMind::new(model), Arc::new(Nobody), Arc::new(NoTools), settings)
                .with_journal(journal.clone())
                .with_watch(move |event: &Event| told.lock().unwrap().push(event.clone()));
        let summary = executor.run(&task(), Control::none()).await;
        let name = format!("{own:?} {waits:?}: {summary:?}");
        assert_eq!(asked.lock().unwrap().len(), waits.len() + 1, "{name}");
        assert_eq!((summary.steps, summary.reason == EndReason::Finished), (u32::from(answered), answered), "{name}");
        let millis = |time: Duration| u64::try_from(time.as_millis()).unwrap();
        let entries = journal.lines.lock().unwrap();
        let retries: Vec<_> = entries
            .iter()
            .filter_map(|entry| match entry {
                JournalEntry::Retry(retry) => Some((retry.of, retry.failed, millis(retry.delay))),
                _ => None,
            })
            .collect();
        let expected: Vec<_> = (1..).zip(&waits).map(|(failed, wait)| (RetryOf::Prediction, failed, *wait)).collect();
        assert_eq!(retries, expected, "{name}");
        let told: Vec<u64> = events
            .lock()
            .unwrap()
            .iter()
            .filter_map(|event| match event {
                Event::Loop(LoopEvent::Retrying { step: 1, after_sec, .. }) => {
                    Some(millis(Duration::from_secs_f64(*after_sec)))
                }
                _ => None,
            })
            .collect();
        assert_eq!(told, waits, "{name}");
        let attempts = entries.iter().find_map(|entry| match entry {
            JournalEntry::Prediction(said) => Some(said.attempts as usize),
            _ => None,
        });
        assert_eq!(attempts, answered.then_some(waits.len() + 1), "{name}");
        let failed = summary.error.unwrap_or_default();
        let words = if waits.is_empty() { "1 attempt".to_owned() } else { format!("{} attempts", waits.len() + 1) };
        assert!(answered || failed.contains("401") || failed.contains(&words), "{name}: {failed}");
    }
}
