//! Actions that an app can undo: on record, and undone by a person while the app still offers it.

use std::sync::atomic::Ordering;

use action::LoopEvent;
use serde_json::{Value, json};
use task::agent::Status;
use task::device::Reading;
use task::{EventKind, Phones as _, Spec, TaskError, View};

use crate::rig::{Rig, rig, text};
use crate::snackbar::Snackbar;

fn finish() -> Value {
    json!({"type": "finish", "message": "done"})
}

fn offered(view: &View) -> Option<(&str, Option<&str>, bool)> {
    view.undo.as_ref().map(|undo| (undo.label.as_str(), undo.app.as_deref(), undo.pressable))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_an_app_lets_be_taken_back_is_taken_once_while_it_is_there() {
    let rig = rig().await;
    let phone = rig.world.wrap("one", Snackbar::over);
    let open = json!({"type": "open_app", "name": "Settings"});
    rig.world.script("opens", &[open, finish()]);
    let id = rig.start("opens").await;
    assert_eq!(rig.end(&id).await.status, Status::Success);
    let view = rig.service.show(&id).await.unwrap();
    assert_eq!(offered(&view), Some(("Rückgängig", Some("com.example"), true)));
    let journal = std::fs::read_to_string(rig.service.task_folder(&id).unwrap().join("journal.jsonl")).unwrap();
    assert!(journal.contains(r#""undo":{"label":"Rückgängig","element":{"#), "{journal}");
    rig.service.undo(&id).await.unwrap();
    assert_eq!(phone.pressed.load(Ordering::Relaxed), 1);
    let again = rig.service.undo(&id).await.unwrap_err();
    assert!(matches!(again, TaskError::State { .. }) && again.to_string().contains("is no longer"), "{again}");
    assert_eq!(phone.pressed.load(Ordering::Relaxed), 1);
    let phones = rig.service.phones().await.unwrap();
    assert!(phones.iter().all(|phone| phone.holder.is_none()), "{phones:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_task_that_runs_stands_still_while_a_person_takes_back_and_goes_on() {
    let rig = rig().await;
    let phone = rig.world.wrap("one", Snackbar::over);
    let open = json!({"type": "open_app", "name": "Settings"});
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    rig.world.script("opens", &[open, ask.clone(), ask, finish()]);
    let id = rig.start("opens").await;
    rig.asked(&id).await;
    assert_eq!(offered(&rig.service.show(&id).await.unwrap()), Some(("Rückgängig", Some("com.example"), true)));
    rig.service.undo(&id).await.unwrap();
    assert_eq!(phone.pressed.load(Ordering::Relaxed), 1);
    rig.until(&id, |what| matches!(what, EventKind::Loop(LoopEvent::Continued))).await;
    // The pause withdrew the question, and it is asked again.
    let asked = std::cell::Cell::new(0);
    let twice = |what: &EventKind| {
        asked.set(asked.get() + usize::from(matches!(what, EventKind::Question { .. })));
        asked.get() == 2
    };
    rig.until(&id, twice).await;
    let question = rig.service.questions().remove(0).question;
    rig.service.answer(&question.id, text("this")).unwrap();
    assert_eq!(rig.end(&id).await.status, Status::Success);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_has_gone_or_never_was_is_told() {
    let rig = rig().await;
    let id = rig.start("done").await;
    rig.end(&id).await;
    assert_eq!(rig.service.show(&id).await.unwrap().undo, None);
    let none = rig.service.undo(&id).await.unwrap_err();
    assert!(none.to_string().contains("did nothing that an app offered to undo"), "{none}");
    assert!(matches!(rig.service.undo("nonsense").await, Err(TaskError::NoTask(_))));
    let phone = rig.world.wrap("one", Snackbar::over);
    rig.world.script("opens", &[json!({"type": "open_app", "name": "Settings"}), finish()]);
    let id = rig.start("opens").await;
    rig.end(&id).await;
    phone.goes();
    let gone = rig.service.undo(&id).await.unwrap_err();
    assert!(gone.to_string().contains("“Rückgängig” is no longer on the screen"), "{gone}");
    assert_eq!(phone.pressed.load(Ordering::Relaxed), 0);
}

/// Starts a request that the planner carries out.
async fn say(rig: &Rig, goal: &str) -> String {
    let spec = Spec { model: Some("plan".to_owned()), device: Some("one".to_owned()), ..Spec::new(goal) };
    rig.service.start(spec).await.unwrap()
}

async fn is_dark(rig: &Rig) -> bool {
    let phone = rig.world.reach(Some("one")).await.unwrap();
    phone.read(&Reading::NightMode).await.unwrap().contains("yes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_task_that_was_chosen_is_taken_back_whatever_ran_before_its_turn_came() {
    let rig = rig().await;
    let id = say(&rig, "turn on dark mode").await;
    assert_eq!(rig.end(&id).await.status, Status::Success);
    assert!(is_dark(&rig).await);
    // The undo waits behind another request, which becomes the last one.
    let holds = rig.start("asks").await;
    rig.asked(&holds).await;
    let between = say(&rig, "set the media volume to 20 percent").await;
    let undo = rig.service.undo(&id).await.unwrap().unwrap();
    let question = rig.service.questions().remove(0).question;
    rig.service.answer(&question.id, text("this")).unwrap();
    assert_eq!(rig.end(&between).await.status, Status::Success);
    assert_eq!(rig.end(&undo).await.status, Status::Success);
    assert!(!is_dark(&rig).await);
    // From now on, "undo" means the undo.
    let again = say(&rig, "undo").await;
    assert_eq!(rig.end(&again).await.status, Status::Success);
    assert!(is_dark(&rig).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_model_did_since_keeps_an_older_request_from_being_undone() {
    let rig = rig().await;
    let id = say(&rig, "turn on dark mode").await;
    assert_eq!(rig.end(&id).await.status, Status::Success);
    let model = rig.start("done").await;
    rig.end(&model).await;
    let undo = say(&rig, "undo").await;
    let ended = rig.end(&undo).await;
    assert!(ended.status != Status::Success && ended.message.contains("nothing that I can undo"), "{ended:?}");
    assert!(is_dark(&rig).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_whose_secret_was_not_stored_is_not_carried_out() {
    let rig = rig().await;
    let id = say(&rig, "turn on dark mode").await;
    rig.end(&id).await;
    let journal = rig.service.task_folder(&id).unwrap().join("journal.jsonl");
    let text = std::fs::read_to_string(&journal).unwrap();
    std::fs::write(&journal, text.replace(r#""setting":"dark_mode""#, r#""setting":"[secret]""#)).unwrap();
    let refused = rig.service.undo(&id).await.unwrap_err();
    assert!(refused.to_string().contains("takes a secret"), "{refused}");
    assert!(is_dark(&rig).await);
}
