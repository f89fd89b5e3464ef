//! Secrets do not leak into the journal, the events, the prompts or the pictures.

use std::sync::{Arc, Mutex};

use agent::{Asks, Control, Event, Executor, JournalEntry, Memory, ModelMind, NoTools, Secret, Settings, Status, Task};
use policy::Pattern;
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Journal, Person, Reply, Scripted};
use crate::guests::Echo;
use crate::rig::Phone;

fn action(action: serde_json::Value) -> Reply {
    Reply::new(json!({"thought": "I know that it is correct horse", "action": action}))
}

/// The output of a task: its journal, events and prompts as one text.
async fn run(
    phone: &Phone,
    goal: &str,
    secrets: &[Secret],
    replies: Vec<Reply>,
    answers: Vec<serde_json::Value>,
) -> (Status, String, Journal) {
    let model = Scripted::new(phone, "openpocket", replies);
    let person = Arc::new(Person { answers: Mutex::new(answers.into()), ..Person::default() });
    let (journal, events) = (Journal::default(), Arc::new(Mutex::new(Vec::new())));
    let seen = Arc::clone(&events);
    let settings = Settings { yes: true, ..Settings::default() };
    let executor =
        Executor::new(phone.device(), ModelMind::new(model.clone()), person.clone(), Arc::new(NoTools), settings)
            .with_secrets(secrets)
            .with_journal(journal.clone())
            .with_watch(move |event: &Event| seen.lock().unwrap().push(format!("{event:?}")));
    let task = Task { id: "t1".to_owned(), goal: goal.to_owned() };
    let summary = executor.run(&task, Control::none()).await;
    let lines: Vec<String> = journal.json().iter().map(ToString::to_string).collect();
    let prompts: Vec<String> = model.prompts.lock().unwrap().iter().map(|prompt| prompt.0.clone()).collect();
    let asked: Vec<String> = person.asked.lock().unwrap().iter().map(|question| format!("{question:?}")).collect();
    let all = [lines.join("\n"), events.lock().unwrap().join("\n"), prompts.join("\n"), asked.join("\n")].join("\n");
    (summary.status, format!("{all}\n{summary:?}"), journal)
}

#[tokio::test(start_paused = true)]
async fn what_the_person_named_is_masked_everywhere() {
    let phone = Phone::new(Profile::default());
    let secret = Secret::new("correct horse");
    let replies = vec![
        action(json!({"type": "note", "text": "correct horse"})),
        action(json!({"type": "shell", "command": "echo correct horse"})),
        action(json!({"type": "ask_user", "question": "is it correct horse?"})),
        action(json!({"type": "finish", "message": "it was correct horse"})),
    ];
    let answers = vec![json!({"text": "yes, correct horse"})];
    let (status, all, _) = run(&phone, "sign in with correct horse", &[secret], replies, answers).await;
    assert_eq!(status, Status::Success);
    assert!(!all.contains("correct horse"), "{all}");
    assert!(all.contains("it was [secret]"));
    // The phone still got the real value.
    assert!(phone.done().contains(&"echo correct horse".to_owned()), "{:?}", phone.done());
}

#[tokio::test(start_paused = true)]
async fn what_goes_into_a_password_field_is_a_secret_from_the_first_line() {
    let phone = Phone::new(Profile::default());
    let quietly = |action: serde_json::Value| Reply::new(json!({"thought": "", "action": action}));
    let replies = vec![
        quietly(json!({"type": "open_app", "name": "Settings"})),
        quietly(json!({"type": "tap", "at": "Network & internet"})),
        quietly(json!({"type": "tap", "at": "Internet"})),
        quietly(json!({"type": "tap", "at": "Linksys00042"})),
        action(json!({"type": "type", "text": "correct horse"})),
        quietly(json!({"type": "observe"})),
        action(json!({"type": "finish", "message": "joined with correct horse"})),
    ];
    let (status, all, journal) = run(&phone, "join the Wi-Fi", &[], replies, Vec::new()).await;
    assert_eq!(status, Status::Success, "{all}");
    assert!(!all.contains("correct horse") && all.contains("joined with [secret]"), "{all}");
    assert!(phone.done().iter().any(|command| command.contains("horse")), "{:?}", phone.done());
    // The password field itself is painted over, before and after typing.
    let lines = journal.lines.lock().unwrap();
    let painted = lines.iter().filter_map(|line| match line {
        JournalEntry::Observation(seen) => seen.screenshot.as_ref().map(|shot| grey(&shot.png) > 1_000),
        _ => None,
    });
    assert_eq!(painted.collect::<Vec<_>>(), [false, false, false, false, true, true, true]);
}

/// How many pixels have the colour of hidden areas.
fn grey(png: &[u8]) -> usize {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().unwrap();
    let samples = reader.output_color_type().0.samples();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    pixels.chunks_exact(samples).filter(|pixel| pixel[..3] == [0x77; 3]).count()
}

#[tokio::test(start_paused = true)]
async fn a_code_from_the_person_is_typed_and_seen_by_nobody() {
    let phone = Phone::new(Profile::default());
    let replies = vec![
        Reply::new(json!({"thought": "", "action": {"type": "open_app", "name": "Settings"}})),
        Reply::new(json!({"thought": "", "action": {"type": "tap", "at": "Search settings"}})),
        Reply::new(
            json!({"thought": "", "action": {"type": "request_human_auth", "capability": "sms", "instruction": "The code?"}}),
        ),
        Reply::new(json!({"thought": "", "action": {"type": "finish", "message": "x"}})),
    ];
    let (status, all, journal) = run(&phone, "sign in", &[], replies, vec![json!({"code": "493817"})]).await;
    assert_eq!(status, Status::Success);
    assert!(!all.contains("493817"), "{all}");
    assert!(all.contains("what the person gave was typed into the field"), "{all}");
    assert!(phone.done().iter().any(|command| command.contains("493817")), "{:?}", phone.done());
    // The next picture has the field painted over, so it differs from the phone's own.
    let lines = journal.lines.lock().unwrap();
    let last = lines.iter().rev().find_map(|line| match line {
        JournalEntry::Observation(seen) => seen.screenshot.clone(),
        _ => None,
    });
    let painted = grey(&last.unwrap().png);
    assert!(painted > 1_000, "{painted} pixels are painted over");
}

#[tokio::test(start_paused = true)]
async fn without_a_tree_a_picture_that_may_show_a_secret_is_withheld() {
    let phone = Phone::new(Profile::default());
    phone.control(&json!({"op": "screen", "mishap": "no_tree"})).await;
    let replies = vec![Reply::new(json!({"thought": "", "action": {"type": "finish", "message": "x"}}))];
    let (_, all, journal) = run(&phone, "look", &[Secret::new("correct horse")], replies, Vec::new()).await;
    assert!(all.contains("a secret may be on the screen"), "{all}");
    let lines = journal.lines.lock().unwrap();
    assert!(lines.iter().all(|line| !matches!(line, JournalEntry::Observation(seen) if seen.screenshot.is_some())));
}

/// The output of a task that resumes after another run typed a secret into the search of the settings.
async fn resumed(first: Vec<Reply>, then: Vec<Reply>) -> String {
    let phone = Phone::new(Profile::default());
    let (status, _, journal) = run(&phone, "sign in", &[], first, vec![json!({"code": "493817"})]).await;
    assert_eq!(status, Status::Failed, "it breaks off");
    let entries = journal.lines.lock().unwrap().clone();
    let model = Scripted::new(&phone, "openpocket", then);
    let (next, events) = (Journal::default(), Arc::new(Mutex::new(String::new())));
    let seen = Arc::clone(&events);
    let settings = Settings { yes: true, ..Settings::default() };
    // The person allows everything: this test is about what is shown.
    let answers = Mutex::new(vec![json!("yes"); 9].into());
    let person = Arc::new(Person { answers, ..Person::default() });
    let executor = Executor::new(phone.device(), ModelMind::new(model.clone()), person, Arc::new(NoTools), settings)
        .with_journal(next.clone())
        .with_watch(move |event: &Event| seen.lock().unwrap().push_str(&format!("{event:?}")))
        .resuming(agent::Resume::from_entries(&entries));
    let summary = executor.run(&Task { id: "t1".to_owned(), goal: "sign in".to_owned() }, Control::none()).await;
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    let prompts: Vec<String> = model.prompts.lock().unwrap().iter().map(|prompt| prompt.0.clone()).collect();
    let lines: Vec<String> = next.json().iter().map(ToString::to_string).collect();
    format!("{}\n{}\n{}", prompts.join("\n"), lines.join("\n"), events.lock().unwrap())
}

#[tokio::test(start_paused = true)]
async fn a_resumed_task_sees_a_secret_in_no_output_of_the_phone() {
    let quietly = |action: serde_json::Value| Reply::new(json!({"thought": "", "action": action}));
    let auth = json!({"type": "request_human_auth", "capability": "sms", "instruction": "The code?"});
    let first = vec![
        quietly(json!({"type": "open_app", "name": "Settings"})),
        quietly(json!({"type": "tap", "at": "Search settings"})),
        quietly(auth),
    ];
    let dump = "uiautomator dump /sdcard/x.xml; cat /sdcard/x.xml";
    let then = vec![
        quietly(json!({"type": "shell", "command": dump})),
        quietly(json!({"type": "type", "text": "[code 7]"})),
        quietly(json!({"type": "shell", "command": "echo [code 1]"})),
        quietly(json!({"type": "finish", "message": "x"})),
    ];
    let all = resumed(first, then).await;
    assert!(!all.contains("493817"), "{all}");
    for told in ["[withheld: a field", "`[code 7]` is no longer known", "a code can only be typed"] {
        assert!(all.contains(told), "{told}: {all}");
    }
}

/// Stores what it has to remember.
#[derive(Default)]
struct RememberedPatterns(Mutex<Vec<Pattern>>);

impl Memory for RememberedPatterns {
    fn remembered(&self, _: &Pattern) -> bool {
        false
    }

    fn remembered_otherwise(&self, _: &Pattern) -> bool {
        false
    }

    fn remember(&self, pattern: &Pattern) {
        self.0.lock().unwrap().push(pattern.clone());
    }
}

#[tokio::test(start_paused = true)]
async fn a_yes_to_something_with_a_secret_in_it_is_not_remembered() {
    let phone = Phone::new(Profile::default());
    let scripts = ["login --password 'correct horse'", "login --code 482913 # your code", "date"];
    let mut replies: Vec<Reply> =
        scripts.iter().map(|script| action(json!({"type": "run_script", "script": script}))).collect();
    replies.push(action(json!({"type": "finish", "message": "x"})));
    let model = Scripted::new(&phone, "openpocket", replies);
    let person = Arc::new(Person { answers: Mutex::new(vec![json!("always"); 3].into()), ..Person::default() });
    let memory = Arc::new(RememberedPatterns::default());
    let mind = ModelMind::new(model);
    let executor = Executor::new(phone.device(), mind, person.clone(), Arc::new(NoTools), Settings::default())
        .with_secrets(&[Secret::new("correct horse")])
        .with_scripts(Arc::new(Echo))
        .with_memory(memory.clone());
    let summary = executor.run(&Task { id: "t1".to_owned(), goal: "log in".to_owned() }, Control::none()).await;
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    // Remembering is not even offered.
    let asked = person.asked.lock().unwrap();
    let offered = asked.iter().map(|question| match &question.asks {
        Asks::Gate(gate) => gate.remember.clone(),
        other => panic!("{other:?}"),
    });
    let date = Pattern::Script("date".to_owned());
    assert_eq!(offered.collect::<Vec<_>>(), [None, None, Some(date.clone())]);
    assert_eq!(*memory.0.lock().unwrap(), [date]);
}
