//! Pauses (E11): the task keeps its state, its budgets pause too, it takes a fresh look when it continues, and the mind
//! is notified.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::LoopEvent;
use agent::{
    Control, Controller, EndReason, Event, Executor, ModelMind, NoTools, PauseReason, Settings, Status, StopReason,
    Summary,
};
use serde_json::{Value, json};
use sim::profile::Profile;
use tokio::task::JoinHandle;

use crate::fakes::{Events, Journal, Person, Reply, Scripted, task};
use crate::rig::Phone;

struct Running {
    phone: Phone,
    model: Arc<Scripted>,
    journal: Journal,
    events: Events,
    controller: Controller,
    task: JoinHandle<Summary>,
}

/// A task whose first reply takes ten seconds, and then acts on it.
fn start(replies: Vec<Value>, settings: Settings) -> Running {
    let phone = Phone::new(Profile::default());
    let reply = |action| Reply { takes: 10.0, ..Reply::new(json!({"thought": "next", "action": action})) };
    let model = Scripted::new(&phone, "openpocket", replies.into_iter().map(reply));
    let person = Arc::new(Person { answers: Mutex::new([json!("silent")].into()), ..Person::default() });
    let (journal, events) = (Journal::default(), Events::default());
    let seen = Arc::clone(&events);
    let mind = ModelMind::new(model.clone());
    let executor = Executor::new(phone.device(), mind, person, Arc::new(NoTools), settings)
        .with_journal(journal.clone())
        .with_watch(move |event: &Event| seen.lock().unwrap().push(event.clone()));
    let (controller, control) = Control::pair();
    let task = tokio::spawn(async move { executor.run(&task(), control).await });
    Running { phone, model, journal, events, controller, task }
}

async fn seconds(seconds: u64) {
    tokio::time::sleep(Duration::from_secs(seconds)).await;
}

fn finish() -> Value {
    json!({"type": "finish", "message": "done"})
}

#[tokio::test(start_paused = true)]
async fn it_goes_on_with_a_fresh_look_and_tells_who_decides() {
    let home = json!({"type": "keyevent", "keycode": "KEYCODE_HOME"});
    let budgets = agent::Budgets { seconds: Some(Duration::from_secs(60)), ..Default::default() };
    // The first reply is discarded: it was made for a screen that a person has changed since.
    let running = start(vec![home.clone(), home, finish()], Settings { budgets, ..Settings::default() });
    seconds(5).await;
    running.controller.pause(PauseReason::TakenOver);
    running.controller.standing_still().await;
    assert_eq!(running.phone.done(), [""; 0]);
    seconds(600).await;
    assert!(!running.task.is_finished());
    assert!(running.controller.go_on());
    let summary = running.task.await.unwrap();
    assert_eq!((summary.status, summary.steps), (Status::Success, 2), "{summary:?}");
    assert!(summary.duration < Duration::from_secs(40), "the pause is counted: {:?}", summary.duration);
    let prompts = running.model.prompts.lock().unwrap();
    assert!(!prompts[0].0.contains("person took the phone over"));
    assert!(prompts[1].0.contains("person took the phone over"), "{}", prompts[1].0);
    assert!(!prompts[2].0.contains("person took the phone over"));
    let kinds: Vec<Value> = running.journal.json().iter().map(|entry| entry["line"].clone()).collect();
    let at = |kind: &str| kinds.iter().position(|found| found == kind).unwrap();
    let looked = kinds.iter().skip(at("continued")).position(|kind| kind == "observation");
    assert!(at("paused") < at("continued") && looked == Some(1), "{kinds:?}");
    let events = running.events.lock().unwrap();
    let paused = Event::Paused { reason: PauseReason::TakenOver };
    assert!(events.contains(&paused) && events.contains(&Event::Loop(LoopEvent::Continued)));
}

#[tokio::test(start_paused = true)]
async fn wherever_it_waits_it_can_be_paused_and_stopped() {
    let rows = [
        json!({"type": "wait", "durationMs": 60_000}),
        json!({"type": "ask_user", "question": "Which one?"}),
        json!({"type": "confirm", "message": "This?"}),
    ];
    for action in rows {
        let running = start(vec![action.clone(), finish()], Settings::default());
        seconds(15).await;
        running.controller.pause(PauseReason::Asked);
        running.controller.standing_still().await;
        running.controller.stop(StopReason::Cancel);
        let summary = running.task.await.unwrap();
        assert_eq!((summary.reason, summary.steps), (EndReason::Cancel, 1), "{action}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_pause_that_is_too_long_interrupts() {
    let running = start(vec![finish()], Settings::default());
    running.controller.pause(PauseReason::Asked);
    running.controller.standing_still().await;
    seconds(29 * 60).await;
    assert!(!running.task.is_finished());
    seconds(61).await;
    let summary = running.task.await.unwrap();
    assert_eq!((summary.status, summary.reason), (Status::Interrupted, EndReason::PausedTooLong));
    assert_eq!(running.model.prompts.lock().unwrap().len(), 0, "nobody was asked before it stood still");
}

#[tokio::test(start_paused = true)]
async fn an_action_that_is_under_way_is_ended_first() {
    let running = start(vec![json!({"type": "open_app", "name": "Settings"}), finish(), finish()], Settings::default());
    // The model answers after ten seconds; then the task waits for the screen to settle.
    seconds(10).await;
    tokio::time::sleep(Duration::from_millis(50)).await;
    running.controller.pause(PauseReason::TakenOver);
    running.controller.standing_still().await;
    let entries = running.journal.json();
    let count = |kind: &str| entries.iter().filter(|entry| entry["line"] == kind).count();
    assert_eq!((count("intent"), count("effect")), (1, 1), "{entries:?}");
    running.controller.go_on();
    let summary = running.task.await.unwrap();
    assert_eq!(summary.status, Status::Success);
    assert_eq!(running.phone.done().iter().filter(|command| command.contains("monkey")).count(), 1);
}

#[tokio::test(start_paused = true)]
async fn whoever_decides_hears_what_became_of_the_action_that_a_pause_cut_off() {
    let check = async |first: Value, until: Duration, effect: &str, told: &str| {
        let running = start(vec![first.clone(), finish(), finish()], Settings::default());
        tokio::time::sleep(until).await;
        running.controller.pause(PauseReason::TakenOver);
        running.controller.standing_still().await;
        running.controller.go_on();
        let summary = running.task.await.unwrap();
        assert_eq!(summary.status, Status::Success, "{first}");
        let prompts = running.model.prompts.lock().unwrap();
        assert!(prompts[1].0.contains(told), "{first}: {}", prompts[1].0);
        let entries = running.journal.json();
        let effects: Vec<&Value> = entries.iter().filter(|entry| entry["line"] == "effect").collect();
        assert!(effects.len() == 1 && effects[0].to_string().contains(effect), "{first}: {effects:?}");
    };
    // The gate's question was withdrawn: nothing was sent.
    let shell = json!({"type": "shell", "command": "echo hi"});
    check(shell, Duration::from_secs(15), "stopped", "paused before this was done, so it was not done").await;
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    check(ask, Duration::from_secs(15), "stopped", "paused before this was done, so it was not done").await;
    // It was sent, and the task was waiting for the screen to settle.
    let open = json!({"type": "open_app", "name": "Settings"});
    check(open, Duration::from_millis(10_020), "\"change\":\"unknown\"", "done").await;
}
