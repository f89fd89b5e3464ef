//! The gate's question: what a person sees, and how answers other than yes and no are handled.

use std::sync::{Arc, Mutex};

use action::consent::ConsentRequest;
use agent::{
    Answer, Asks, Control, Controller, EndReason, Executor, Human, ModelMind, NoTools, PauseReason, Question, Secret,
    Settings, Summary,
};
use async_trait::async_trait;
use serde_json::{Value, json};
use sim::profile::Profile;

use crate::fakes::{Journal, Reply, Scripted, task};
use crate::rig::Phone;

/// A person who gives this answer, and takes the phone to do it themselves.
struct Person {
    answer: Answer,
    controller: Controller,
    asked: Mutex<Vec<ConsentRequest>>,
}

#[async_trait]
impl Human for Person {
    async fn ask(&self, question: &Question) -> Answer {
        if let Asks::Gate(gate) = &question.asks {
            self.asked.lock().unwrap().push(gate.consent.clone());
        }
        if self.answer == Answer::Myself {
            self.controller.pause(PauseReason::TakenOver);
        }
        self.answer.clone()
    }
}

struct Played {
    phone: Phone,
    summary: Summary,
    asked: Vec<ConsentRequest>,
    prompts: Vec<(String, usize)>,
    journal: Vec<Value>,
}

/// A task that opens the settings and, after `first` has happened to the phone, does this and is asked about it.
async fn play(first: Value, action: Value, answer: Answer, secrets: &[Secret]) -> Played {
    let phone = Phone::new(Profile::default());
    let reply = |thought: &str, action: Value| Reply::new(json!({"thought": thought, "action": action}));
    let open = reply("open", json!({"type": "open_app", "name": "Settings"}));
    let look = Reply { first: vec![first], ..reply("look", json!({"type": "observe"})) };
    let finish = reply("done", json!({"type": "finish", "message": "done"}));
    let model = Scripted::new(&phone, "openpocket", [open, look, reply("I tidy up, hunter2 says so", action), finish]);
    let (controller, control) = Control::pair();
    let person = Arc::new(Person { answer, controller: controller.clone(), asked: Mutex::default() });
    let journal = Journal::default();
    let mind = ModelMind::new(model.clone());
    let executor = Executor::new(phone.device(), mind, person.clone(), Arc::new(NoTools), Settings::default())
        .with_journal(journal.clone())
        .with_secrets(secrets);
    let running = tokio::spawn(async move { executor.run(&task(), control).await });
    let gives_back = async {
        loop {
            controller.standing_still().await;
            controller.go_on();
            tokio::task::yield_now().await;
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    };
    let summary = tokio::select! {
        summary = running => summary.unwrap(),
        () = gives_back => unreachable!(),
    };
    let (asked, prompts) = (person.asked.lock().unwrap().clone(), model.prompts.lock().unwrap().clone());
    Played { phone, summary, asked, prompts, journal: journal.json() }
}

fn dialog() -> Value {
    json!({"op": "pop_up", "title": "Delete 12 photos?", "buttons": ["Cancel", "Delete"]})
}

fn press() -> Value {
    json!({"type": "tap", "at": "Delete"})
}

#[tokio::test(start_paused = true)]
async fn it_says_what_would_happen_where_who_wants_it_and_why() {
    let secrets = [Secret::new("hunter2")];
    let played = play(dialog(), press(), Answer::No { why: None }, &secrets).await;
    let [asked] = &played.asked[..] else { panic!("{:?}", played.asked) };
    assert_eq!(asked.summary, "Delete in Settings: “Delete 12 photos?”");
    assert_eq!(asked.how.as_deref(), Some("Press “Delete” in “Delete 12 photos?”"));
    assert_eq!((asked.agent.as_str(), asked.goal.as_str()), ("scripted", "open the settings"));
    assert_eq!(asked.thought.as_deref(), Some("I tidy up, [secret] says so"));
    assert!(asked.reason.contains("deletes") && asked.covers.is_none(), "{asked:?}");
    assert_eq!(asked.app.as_deref(), Some("Settings"));
    let [element] = &asked.elements[..] else { panic!("{asked:?}") };
    assert_eq!((element.label.as_str(), element.role.as_str()), ("Delete", "button"));
    let picture = asked.picture.unwrap();
    assert_eq!((picture.width, picture.height), (360, 640));
    let area = element.area;
    assert!(area.w > 0 && area.x + area.w <= 360 && area.y + area.h <= 640 && area.y > 300, "{area:?}");
    let on_record = |entry: &Value| entry["screenshot"]["number"] == picture.number;
    assert!(played.journal.iter().any(on_record), "the picture is on record before anybody is asked");
    assert_eq!(played.phone.done().len(), 1, "{:?}", played.phone.done());
}

#[tokio::test(start_paused = true)]
async fn what_may_be_remembered_says_what_it_covers() {
    let shell = json!({"type": "shell", "command": "getprop ro.product.model", "reason": "to know the phone"});
    let played = play(dialog(), shell, Answer::Yes { remember: false }, &[]).await;
    let asked = &played.asked[0];
    assert_eq!(asked.summary, "Run the command “getprop ro.product.model” on the phone");
    assert!(asked.covers.as_ref().unwrap().starts_with("shell “getprop"), "{asked:?}");
    assert_eq!(asked.thought.as_deref(), Some("to know the phone"));
    assert!(asked.elements.is_empty() && asked.app.is_none(), "a command touches nothing: {asked:?}");
}

#[tokio::test(start_paused = true)]
async fn where_the_picture_is_withheld_it_says_so() {
    let secrets = [Secret::new("hunter2")];
    let blind = json!({"op": "screen", "mishap": "no_tree"});
    let shell = json!({"type": "shell", "command": "input tap 5 5"});
    let played = play(blind, shell, Answer::No { why: None }, &secrets).await;
    let asked = &played.asked[0];
    assert_eq!(asked.picture, None);
    assert!(asked.withheld.as_ref().unwrap().contains("a secret may be on the screen"), "{asked:?}");
}

#[tokio::test(start_paused = true)]
async fn a_person_does_it_themselves_and_the_mind_is_told_to_look() {
    let played = play(dialog(), press(), Answer::Myself, &[]).await;
    assert_eq!(played.summary.reason, EndReason::Finished, "{:?}", played.summary);
    assert_eq!(played.phone.done().len(), 1, "{:?}", played.phone.done());
    let told = &played.prompts[3].0;
    assert!(told.contains("the person wanted to do this themselves"), "{told}");
    assert!(told.contains("a person took the phone over and has given it back"), "{told}");
    let kinds: Vec<&str> = played.journal.iter().filter_map(|entry| entry["line"].as_str()).collect();
    let at = |kind: &str| kinds.iter().position(|found| *found == kind).unwrap();
    let gate = &played.journal[at("gate")..].iter().find(|entry| entry["by"] == "myself").unwrap()["allowed"];
    assert_eq!(gate, &json!(false));
    let looked = kinds.iter().skip(at("continued")).position(|kind| *kind == "observation");
    assert!(at("paused") < at("continued") && looked == Some(1), "{kinds:?}");
    assert_eq!(kinds.iter().filter(|kind| **kind == "intent").count(), 1, "{kinds:?}");
}

#[tokio::test(start_paused = true)]
async fn no_and_stop_ends_the_task() {
    let played = play(dialog(), press(), Answer::Cancel, &[]).await;
    assert_eq!(played.summary.reason, EndReason::Cancel, "{:?}", played.summary);
    assert_eq!(played.phone.done().len(), 1, "{:?}", played.phone.done());
}
