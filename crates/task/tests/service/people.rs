//! Questions: the first answer counts, every wait ends, and no other person sees an answer.

use action::QuestionKind;
use serde_json::json;
use task::agent::{EndReason, Status};
use task::{EventKind, Outcome, Reply, TaskError};

use crate::rig::{rig, text, yes};

fn closed(what: &EventKind) -> Option<Outcome> {
    match what {
        EventKind::QuestionClosed { how, .. } => Some(*how),
        _ => None,
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_answer_that_suits_counts() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    let question = rig.asked(&id).await;
    assert_eq!((question.kind, question.message.as_str()), (QuestionKind::Ask, "Which one?"));
    assert_eq!(rig.service.show(&id).await.unwrap().questions, 1);
    // A yes without words is refused, and the question stays open.
    assert!(matches!(rig.service.answer(&question.id, yes()), Err(TaskError::Invalid { field: "text", .. })));
    assert!(matches!(rig.service.answer(&question.id, text(&"x".repeat(70_000))), Err(TaskError::TooLong { .. })));
    assert!(matches!(rig.service.answer("q0", text("x")), Err(TaskError::NoQuestion(_))));
    assert_eq!(rig.service.questions().len(), 1);
    rig.service.answer(&question.id, text("blue")).unwrap();
    assert!(matches!(rig.service.answer(&question.id, text("red")), Err(TaskError::Settled { .. })));
    assert_eq!(rig.end(&id).await.status, Status::Success);
    assert!(rig.service.questions().is_empty());
    let late = rig.service.answer(&question.id, text("red")).unwrap_err();
    assert!(matches!(late, TaskError::Settled { how: Outcome::Approved }), "{late}");
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("blue") && !journal.contains("red\""));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_who_answer_at_once_are_one_and_the_others_are_told() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    let question = rig.asked(&id).await;
    let answers = (0..8).map(|n| {
        let (service, question) = (rig.service.clone(), question.id.clone());
        tokio::spawn(async move { service.answer(&question, text(&format!("answer {n}"))).is_ok() })
    });
    let mut taken = 0;
    for answer in answers.collect::<Vec<_>>() {
        taken += usize::from(answer.await.unwrap());
    }
    assert_eq!(taken, 1);
    assert_eq!(rig.end(&id).await.status, Status::Success);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_without_an_answer_is_a_no() {
    let rig = rig().await;
    let confirm = json!({"type": "confirm", "message": "Send it?", "timeoutSec": 1});
    rig.world.script("confirms", &[confirm, json!({"type": "finish", "message": "done"})]);
    let id = rig.start("confirms").await;
    let question = rig.asked(&id).await;
    let events = rig.until(&id, |what| closed(what).is_some()).await;
    assert_eq!(closed(&events.last().unwrap().what), Some(Outcome::Timeout));
    let late = rig.service.answer(&question.id, yes()).unwrap_err();
    assert!(matches!(late, TaskError::Settled { how: Outcome::Timeout }), "{late}");
    rig.end(&id).await;
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("take that as a no"), "{journal}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_no_goes_to_the_agent_and_a_cancel_ends_the_task() {
    let rig = rig().await;
    let rows = [
        (Reply::Reject { why: Some("not today".to_owned()) }, Outcome::Rejected, EndReason::Finished),
        (Reply::Cancel {}, Outcome::Cancelled, EndReason::Cancel),
        (yes(), Outcome::Approved, EndReason::Finished),
    ];
    let confirm = json!({"type": "confirm", "message": "Send it?"});
    rig.world.script("confirms", &[confirm, json!({"type": "finish", "message": "done"})]);
    for (reply, outcome, reason) in rows {
        let id = rig.start("confirms").await;
        let question = rig.asked(&id).await;
        assert_eq!(question.kind, QuestionKind::Confirm);
        rig.service.answer(&question.id, reply).unwrap();
        let events = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
        assert_eq!(events.iter().find_map(|event| closed(&event.what)), Some(outcome));
        assert_eq!(rig.end(&id).await.reason, reason);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_lets_one_answer_in_once() {
    let rig = rig().await;
    let id = rig.start("asks").await;
    let question = rig.asked(&id).await;
    let task::LinkedQuestion { question: open, link } = rig.service.questions().remove(0);
    assert_eq!(open, question);
    assert!(link.note.contains("this machine only"), "{}", link.note);
    let token = link.url.strip_prefix("/q/").unwrap();
    assert_eq!(token.len(), 64);
    assert!(!format!("{link:?}").contains(token));
    assert_eq!(rig.service.question_by_link(token).unwrap(), question);
    assert!(matches!(rig.service.answer_by_link(&"0".repeat(64), text("x")), Err(TaskError::NoQuestion(_))));
    rig.service.answer_by_link(token, text("from afar")).unwrap();
    assert!(rig.service.answer_by_link(token, text("again")).is_err());
    assert!(rig.service.question_by_link(token).is_err());
    assert_eq!(rig.end(&id).await.status, Status::Success);
    // The secret of the link is in no event.
    let told = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    assert!(!told.iter().any(|event| serde_json::to_string(&**event).unwrap().contains(token)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_is_seen_by_nobody_but_the_phone() {
    let rig = rig().await;
    let auth = json!({"type": "request_human_auth", "capability": "2fa", "instruction": "Enter the code"});
    rig.world.script("auth", &[auth, json!({"type": "finish", "message": "done"})]);
    let id = rig.start("auth").await;
    let question = rig.asked(&id).await;
    assert_eq!((question.kind, question.secret), (QuestionKind::Auth, true));
    let reply = text("739154");
    assert_eq!(format!("{reply:?}"), "Approve(with a text)");
    rig.service.answer(&question.id, reply).unwrap();
    rig.end(&id).await;
    let told = rig.until(&id, |what| matches!(what, EventKind::Ended(_))).await;
    assert!(!told.iter().any(|event| serde_json::to_string(&**event).unwrap().contains("739154")));
    let folder = rig.service.task_folder(&id).unwrap();
    for file in ["journal.jsonl", "trajectory.json", "task.json"] {
        assert!(!std::fs::read_to_string(folder.join(file)).unwrap().contains("739154"), "{file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_person_allows_for_good_is_not_asked_again() {
    let rig = rig().await;
    let shell = json!({"type": "shell", "command": "getprop ro.product.model"});
    rig.world.script("shell", &[shell, json!({"type": "finish", "message": "done"})]);
    let first = rig.start("shell").await;
    let question = rig.asked(&first).await;
    assert!(question.can_remember && question.message.contains("getprop"), "{}", question.message);
    rig.service.answer(&question.id, Reply::Approve { text: None, remember: true }).unwrap();
    assert_eq!(rig.end(&first).await.status, Status::Success);
    let choices = rig.service.permissions().list();
    assert_eq!(choices.len(), 1);
    assert!(choices[0].allow && choices[0].asked.what.starts_with("shell getprop"), "{choices:?}");
    let second = rig.start("shell").await;
    let events = rig.until(&second, |what| matches!(what, EventKind::Ended(_))).await;
    assert!(!events.iter().any(|event| matches!(event.what, EventKind::Question { .. })), "{events:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_does_it_themselves_and_gives_the_phone_back() {
    let rig = rig().await;
    let shell = json!({"type": "shell", "command": "rm -r /sdcard/x"});
    rig.world.script("deletes", &[shell, json!({"type": "finish", "message": "done"})]);
    let id = rig.start("deletes").await;
    let question = rig.asked(&id).await;
    assert_eq!(question.title, "Run the command “rm -r /sdcard/x” on the phone");
    assert!(question.message.contains("Wanted by: script, for “") && !question.can_remember, "{question:?}");
    let always = Reply::Approve { text: None, remember: true };
    assert!(matches!(rig.service.answer(&question.id, always), Err(TaskError::Invalid { field: "remember", .. })));
    rig.service.answer(&question.id, Reply::Myself {}).unwrap();
    let events = rig.until(&id, |what| matches!(what, EventKind::Paused { .. })).await;
    assert!(events.iter().any(|event| closed(&event.what) == Some(Outcome::TakenOver)), "{events:?}");
    let late = rig.service.answer(&question.id, yes()).unwrap_err();
    assert!(matches!(late, TaskError::Settled { how: Outcome::TakenOver }), "{late}");
    // Whichever request comes first: the phone is the person's, and `go_on` gives it back.
    rig.service.go_on(&id).await.unwrap();
    assert_eq!(rig.end(&id).await.status, Status::Success);
    let phones = rig.service.phones().await.unwrap();
    assert!(phones.iter().all(|phone| phone.holder.is_none()), "{phones:?}");
    assert!(matches!(rig.service.go_on(&id).await, Err(TaskError::State { .. })));
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains("the person wanted to do this themselves"), "{journal}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_that_is_stopped_while_the_person_has_its_phone_ends() {
    let rig = rig().await;
    let shell = json!({"type": "shell", "command": "rm -r /sdcard/x"});
    rig.world.script("deletes", &[shell, json!({"type": "finish", "message": "done"})]);
    let id = rig.start("deletes").await;
    let question = rig.asked(&id).await;
    rig.service.answer(&question.id, Reply::Myself {}).unwrap();
    rig.until(&id, |what| matches!(what, EventKind::Paused { .. })).await;
    rig.service.cancel(&id).unwrap();
    assert_eq!(rig.end(&id).await.reason, EndReason::Cancel);
}
