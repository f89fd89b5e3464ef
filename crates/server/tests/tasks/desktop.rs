//! How the desktop shows tasks.

use std::time::Duration;

use action::QuestionKind;
use desktop::hub::{Hub, Options};
use desktop::state::Command;
use desktop::wire::{Actor, Question};
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::rig::Rig;

/// Reads what a page would until it matches. Bounded: a test that waits longer has failed.
pub(crate) async fn until(rig: &Rig, fits: impl Fn(&Value) -> bool) -> Value {
    let looking = async {
        let mut page = rig.hub.subscribe(None);
        loop {
            let now = rig.get("/api/desktop").await;
            if fits(&now) {
                return now;
            }
            page.next().await;
        }
    };
    timeout(Duration::from_secs(60), looking).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_stands_on_the_desktop_until_it_is_settled() {
    let rig = Rig::start().await;
    let id = rig.task("asks").await;
    let question = rig.question(&id).await;
    let name = question["id"].as_str().unwrap().to_owned();
    let now = until(&rig, |now| now["questions"].get(&name).is_some()).await;
    assert_eq!(now["questions"][&name]["message"], "Which one?");
    assert_eq!(now["questions"][&name]["from"], json!(id));
    // A running task has one notification.
    let notice = format!("task-{id}");
    let now = until(&rig, |now| now["notifications"].get(&notice).is_some()).await;
    assert_eq!(now["notifications"][&notice]["title"], "Find the thing");
    let answers: &dyn server::Answers = &*rig.service;
    let reply = desktop::wire::HumanAnswer::Approve { text: Some("blue".to_owned()), remember: false };
    answers.answer(&name, reply.clone()).unwrap();
    answers.answer(&name, reply).unwrap_err();
    let done = |now: &Value| now["questions"].get(&name).is_none() && now["toasts"][&notice]["variant"] == "success";
    let now = until(&rig, done).await;
    assert_eq!(now["toasts"][&notice]["message"], "Done: done");
    assert!(now["notifications"].get(&notice).is_none(), "{now}");
    assert!(!now.to_string().contains("blue"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_that_fails_says_why_and_what_to_do() {
    let rig = Rig::start().await;
    rig.world.script("fails", &[json!({"type": "fail", "message": "there is no such app; install it"})]);
    let id = rig.task("fails").await;
    let notice = format!("task-{id}");
    let now = until(&rig, |now| now["toasts"][&notice]["variant"] == "error").await;
    let message = now["toasts"][&notice]["message"].as_str().unwrap();
    assert!(message.starts_with("Failed: ") && message.contains("install it"), "{message}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_process_before_left_open_is_taken_away() {
    let hub = Hub::open(None, Options::default()).unwrap();
    let left = Question {
        id: "qold".to_owned(),
        kind: QuestionKind::Ask,
        from: "task".to_owned(),
        title: "Old".to_owned(),
        message: "Still there?".to_owned(),
        about: None,
        forms: Vec::new(),
        choices: Vec::new(),
        secret: false,
        can_remember: false,
        consent: None,
        until: None,
    };
    hub.apply(&Actor::Agent("fingertip".to_owned()), Command::Ask(Box::new(left)), 1).unwrap();
    let rig = Rig::start_with(tempfile::tempdir().unwrap(), hub).await;
    until(&rig, |now| now["questions"].as_object().is_none_or(serde_json::Map::is_empty)).await;
}

/// The goals and questions of tasks are the owner's. An agent sees the desktop, and nothing of that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_agent_sees_nothing_of_what_tasks_want_and_ask() {
    const PRIVATE: [&str; 3] = ["Find the thing", "Which one?", "TASK"];
    let rig = Rig::start().await;
    let (status, made) = rig.ask("POST", "/api/agents", &json!({"name": "helper"})).await;
    assert_eq!(status, 201);
    let agent = made["token"].as_str().unwrap();
    let id = rig.task("asks").await;
    let question = rig.question(&id).await;
    let name = question["id"].as_str().unwrap().to_owned();
    let notice = format!("task-{id}");
    until(&rig, |now| now["questions"].get(&name).is_some() && now["notifications"].get(&notice).is_some()).await;
    // The question is settled while the agent listens, and a window marks the end of its events.
    let mine = rig.listen(agent, "/api/desktop/events").await;
    let all = rig.listen(&rig.token, "/api/desktop/events").await;
    let path = format!("/api/questions/{name}/answer");
    assert_eq!(rig.post(&path, &json!({"kind": "approve", "text": "blue"})).await, 204);
    until(&rig, |now| now["toasts"][&notice]["variant"] == "success").await;
    let badge = json!({"type": "app.badge", "appId": "the-end", "count": 1});
    assert_eq!(rig.bytes(Some(agent), "POST", "/api/actions", &badge.to_string()).await.0, 200);
    let ended = |text: &str| text.contains("\"appId\":\"the-end\"");
    let (mine, all) = (mine.until(ended).await, all.until(ended).await);
    for private in PRIVATE {
        assert!(all.contains(private), "the owner sees `{private}`: {all}");
        assert!(!mine.contains(private), "an agent sees `{private}`: {mine}");
    }
    assert!(mine.contains("event: SNAPSHOT") && mine.contains("event: ACTIONS"), "{mine}");
    let (status, view) = rig.bytes(Some(agent), "GET", "/api/desktop", "").await;
    let view = String::from_utf8(view).unwrap();
    assert!(status == 200 && view.contains("the-end"), "{view}");
    for private in PRIVATE {
        assert!(!view.contains(private), "an agent sees `{private}`: {view}");
    }
}

/// A code on the phone, and in a task's message, never reaches the desktop; the person who asked gets it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_is_on_no_desktop_but_for_who_asked() {
    let rig = Rig::start().await;
    let open = json!({"type": "open_url", "url": "smsto:+15550199"});
    rig.world.script("reads", &[open, json!({"type": "finish", "message": "It is [code 1]."})]);
    let spec = json!({"goal": "read me the verification code", "model": "reads", "yes": true});
    let (status, made) = rig.ask("POST", "/api/tasks", &spec).await;
    assert_eq!(status, 201, "{made}");
    let id = made["task_id"].as_str().unwrap();
    let notice = format!("task-{id}");
    let now = until(&rig, |now| now["toasts"][&notice]["variant"] == "success").await;
    // The toast is kept with the desktop.
    assert!(!now.to_string().contains("482913"), "{now}");
    let told = rig.stream(&format!("/api/tasks/{id}/events"), None, |text| text.contains("ended")).await;
    assert!(told.contains("It is 482913."), "{told}");
    let tree = rig.get("/api/devices/one/tree").await.to_string();
    assert!(tree.contains("Your verification code is [code 1].") && !tree.contains("482913"), "{tree}");
}
