//! The webhook: more simultaneous questions than calls, and a receiver that redirects.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use desktop::hub::{Hub, Options};
use serde_json::{Value, json};
use server::http::{NewModel, NewPhone, Settings, SettingsChange, Tried};
use server::{Setup, SetupError, Webhook};
use task::{EventKind, Open};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

use crate::rig::Rig;

/// Longer than anything takes on the slowest machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// More than twice as many as there may be calls under way.
const QUESTIONS: usize = 20;

/// Settings with nothing but a webhook.
struct Hooked(Webhook);

fn none<T>() -> Result<T, SetupError> {
    Err(SetupError::Missing("nothing is set up here".to_owned()))
}

#[async_trait]
impl Setup for Hooked {
    async fn settings(&self) -> Result<Settings, SetupError> {
        none()
    }

    async fn change(&self, _: SettingsChange) -> Result<Settings, SetupError> {
        none()
    }

    async fn try_model(&self, _: NewModel) -> Result<Tried, SetupError> {
        none()
    }

    async fn put_model(&self, _: &str, _: NewModel) -> Result<Settings, SetupError> {
        none()
    }

    async fn remove_model(&self, _: &str) -> Result<Settings, SetupError> {
        none()
    }

    async fn try_phone(&self, _: NewPhone) -> Result<Tried, SetupError> {
        none()
    }

    async fn add_phone(&self, _: NewPhone) -> Result<Settings, SetupError> {
        none()
    }

    async fn remove_phone(&self, _: &str) -> Result<Settings, SetupError> {
        none()
    }

    fn webhook(&self) -> Option<Webhook> {
        Some(self.0.clone())
    }
}

/// Receives one call and acknowledges it.
async fn called(stream: TcpStream) -> Value {
    answered(stream, "204 No Content").await
}

/// Receives one call and answers it with this status, and header fields if any.
async fn answered(mut stream: TcpStream, answer: &str) -> Value {
    let mut text = Vec::new();
    loop {
        let mut piece = [0; 4096];
        let read = stream.read(&mut piece).await.unwrap();
        assert!(read > 0, "{}", String::from_utf8_lossy(&text));
        text.extend_from_slice(&piece[..read]);
        let body = text.windows(4).position(|four| four == b"\r\n\r\n").map(|end| &text[end + 4..]);
        if let Some(call) = body.and_then(|body| serde_json::from_slice(body).ok()) {
            let head = format!("HTTP/1.1 {answer}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            stream.write_all(head.as_bytes()).await.unwrap();
            return call;
        }
    }
}

/// A question of another process's task, which needs no phone here.
fn question(number: usize) -> Open {
    serde_json::from_value(json!({
        "id": format!("q{number}"),
        "task": format!("task-{number}"),
        "kind": "ask",
        "title": "A question for you",
        "message": "Which one?",
        "secret": false,
        "canRemember": false,
        "asked": "2026-07-29T14:15:02Z",
        "until": "2099-07-29T14:15:02Z",
    }))
    .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_question_that_waits_is_called_for_however_many_there_are() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let hook = Webhook {
        url: format!("http://{}/hook", listener.local_addr().unwrap()),
        // All of them are asked before the first call.
        after: Duration::from_secs(1),
        private: true,
    };
    let (calls, mut came) = mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let calls = calls.clone();
            tokio::spawn(async move { calls.send(called(stream).await).unwrap() });
        }
    });
    let hub = Hub::open(None, Options::default()).unwrap();
    let rig = Rig::set_up(tempfile::tempdir().unwrap(), hub, Some(Arc::new(Hooked(hook)))).await;
    let mut waiting = Vec::new();
    for question in (0..QUESTIONS).map(question) {
        let (task, asked) = (question.task.clone(), question.asked);
        waiting.push(rig.service.mirror(&task, asked, EventKind::Question { question: Box::new(question) }).unwrap());
    }
    let mut told = BTreeSet::new();
    while told.len() < QUESTIONS {
        let call = timeout(PATIENCE, came.recv()).await.unwrap_or_else(|_| panic!("only {told:?}")).unwrap();
        let id = call["id"].as_str().unwrap().to_owned();
        assert!(told.insert(id), "called twice: {call}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_redirect_is_not_followed() {
    let configured = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let other = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let elsewhere = other.local_addr().unwrap();
    let hook = Webhook {
        url: format!("http://{}/hook", configured.local_addr().unwrap()),
        after: Duration::ZERO,
        private: true,
    };
    let hub = Hub::open(None, Options::default()).unwrap();
    let rig = Rig::set_up(tempfile::tempdir().unwrap(), hub, Some(Arc::new(Hooked(hook)))).await;
    // Some of these statuses keep the method, others turn the call into a plain request.
    for status in [301, 302, 303, 307, 308] {
        let question = question(status);
        let (task, asked) = (question.task.clone(), question.asked);
        rig.service.mirror(&task, asked, EventKind::Question { question: Box::new(question) }).unwrap();
        let came = timeout(PATIENCE, configured.accept()).await;
        let (stream, _) = came.unwrap_or_else(|_| panic!("{status}: no call")).unwrap();
        let call = answered(stream, &format!("{status} Elsewhere\r\nLocation: http://{elsewhere}/{status}")).await;
        assert_eq!(call["id"], format!("q{status}"), "an answered call came again: {call}");
    }
    // Whoever follows does so at once; half a second is long for this machine's own address.
    if let Ok(followed) = timeout(Duration::from_millis(500), other.accept()).await {
        let mut line = [0; 200];
        let read = followed.unwrap().0.read(&mut line).await.unwrap();
        panic!("followed: {}", String::from_utf8_lossy(&line[..read]));
    }
}
