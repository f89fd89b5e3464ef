//! How a task ends when somebody stops it, drops it or breaks it, and what its watchers saw.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use action::phone::AgentAction;
use agent::{
    Change, Control, Effect, EndReason, Event, Executor, JournalEntry, Middleware, ModelMind, NoTools, Refused, Resume,
    Settings, Status, StopReason,
};
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Journal, Person, Reply, Scripted, task};
use crate::rig::Phone;

type Runs = Executor;

fn action(action: serde_json::Value) -> Reply {
    Reply::new(json!({"thought": "I think", "action": action}))
}

fn executor(phone: &Phone, replies: Vec<Reply>, journal: &Journal) -> Runs {
    let model = Scripted::new(phone, "openpocket", replies);
    // A person is there, and does not answer.
    let person = Arc::new(Person { answers: Mutex::new([json!("silent")].into()), ..Person::default() });
    Executor::new(phone.device(), ModelMind::new(model), person, Arc::new(NoTools), Settings::default())
        .with_journal(journal.clone())
}

fn last_line(journal: &Journal) -> (EndReason, u32) {
    match journal.lines.lock().unwrap().last() {
        Some(JournalEntry::Ended(line)) => (line.summary.reason, line.summary.steps),
        other => panic!("{other:?}"),
    }
}

#[tokio::test(start_paused = true)]
async fn a_stop_ends_it_wherever_it_waits() {
    let rows = [
        (action(json!({"type": "observe"})), 500.0, StopReason::Interrupt, EndReason::Interrupt),
        (action(json!({"type": "wait", "durationMs": 60_000})), 0.0, StopReason::Cancel, EndReason::Cancel),
        (action(json!({"type": "ask_user", "question": "?"})), 0.0, StopReason::Preempted, EndReason::Preempted),
    ];
    for (reply, takes, reason, expected) in rows {
        let phone = Phone::new(Profile::default());
        let journal = Journal::default();
        let replies = vec![Reply { takes, ..reply }];
        let executor = executor(&phone, replies, &journal);
        let (stopper, stop) = Control::pair();
        let running = tokio::spawn(async move { executor.run(&task(), stop).await });
        tokio::time::sleep(Duration::from_secs(20)).await;
        assert!(!running.is_finished(), "{expected:?}");
        stopper.stop(reason);
        stopper.stop(StopReason::Cancel);
        let summary = running.await.unwrap();
        assert_eq!((summary.status, summary.reason), (Status::Interrupted, expected));
        assert!(summary.duration < Duration::from_secs(22), "{:?}", summary.duration);
        assert_eq!(last_line(&journal).0, expected);
        assert_eq!(phone.done(), [""; 0]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_action_under_way_is_finished_or_in_doubt() {
    // (how long the phone takes, whether the recorded effect is a doubt)
    for (ms, doubt) in [(1_000, false), (15_000, true)] {
        let phone = Phone::new(Profile::default());
        let journal = Journal::default();
        let slow = json!({"op": "fault", "fault": "delay", "ms": ms, "matching": "input tap"});
        let reply = Reply { first: vec![slow], ..action(json!({"type": "tap", "at": "Settings"})) };
        let (stopper, stop) = Control::pair();
        let executor = executor(&phone, vec![reply], &journal);
        let running = tokio::spawn(async move { executor.run(&task(), stop).await });
        // Until the intent is on record.
        while !journal.lines.lock().unwrap().iter().any(|line| matches!(line, JournalEntry::Intent(_))) {
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        stopper.stop(StopReason::Interrupt);
        let summary = running.await.unwrap();
        assert_eq!(summary.reason, EndReason::Interrupt);
        let lines = journal.lines.lock().unwrap().clone();
        let effect = lines.iter().find_map(|line| match line {
            JournalEntry::Effect(line) => Some(line.effect.clone()),
            _ => None,
        });
        assert_eq!(effect.unwrap().failure.is_some(), doubt, "{ms} ms");
        assert_eq!(Resume::from_entries(&lines).doubt.is_some(), doubt, "{ms} ms");
    }
}

#[tokio::test(start_paused = true)]
async fn a_run_that_is_dropped_has_an_end_on_record() {
    let phone = Phone::new(Profile::default());
    let journal = Journal::default();
    let executor = executor(&phone, vec![Reply { takes: 500.0, ..Reply::default() }], &journal);
    let task = task();
    let running = executor.run(&task, Control::none());
    assert!(tokio::time::timeout(Duration::from_secs(9), running).await.is_err());
    assert_eq!(last_line(&journal), (EndReason::Interrupt, 0));
}

struct Panics;

impl Middleware for Panics {
    fn before(&mut self, _: AgentAction) -> Result<AgentAction, Refused> {
        panic!("a bug on purpose")
    }
}

#[tokio::test(start_paused = true)]
async fn a_panic_is_saved_and_raised_again() {
    let phone = Phone::new(Profile::default());
    let journal = Journal::default();
    let executor = executor(&phone, vec![action(json!({"type": "observe"}))], &journal).with_middleware(Panics);
    let ended = tokio::spawn(async move { executor.run(&task(), Control::none()).await }).await;
    let panic = ended.unwrap_err().into_panic();
    assert_eq!(panic.downcast_ref::<&str>(), Some(&"a bug on purpose"));
    assert_eq!(last_line(&journal), (EndReason::Panicked, 1));
    let lines = journal.json();
    assert!(lines.last().unwrap()["summary"]["error"].as_str().unwrap().contains("a bug on purpose"));
}

#[tokio::test(start_paused = true)]
async fn without_a_journal_the_phone_is_not_touched() {
    // The lines before the first intent: started, observation, prediction, gate.
    for full_after in 0..=4 {
        let phone = Phone::new(Profile::default());
        let journal = Journal { full_after: Some(full_after), ..Journal::default() };
        let replies = vec![action(json!({"type": "tap", "at": "Settings"})), action(json!({"type": "finish"}))];
        let summary = executor(&phone, replies, &journal).run(&task(), Control::none()).await;
        assert_eq!((summary.status, summary.reason), (Status::Failed, EndReason::Recorder), "{full_after}");
        assert!(summary.message.contains("no space left on device"), "{}", summary.message);
        assert_eq!(phone.done(), [""; 0], "{full_after}");
    }
}

#[tokio::test(start_paused = true)]
async fn progress_is_told_with_the_time_that_is_left() {
    let phone = Phone::new(Profile::default());
    let replies = vec![
        Reply { takes: 10.0, ..action(json!({"type": "observe"})) },
        Reply { takes: 10.0, ..action(json!({"type": "observe"})) },
        action(json!({"type": "finish", "message": "seen"})),
    ];
    let events = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&events);
    let executor = executor(&phone, replies, &Journal::default())
        .with_watch(move |event: &Event| seen.lock().unwrap().push(event.clone()));
    let summary = executor.run(&task(), Control::none()).await;
    let events = events.lock().unwrap().clone();
    assert!(matches!(&events[0], Event::Started { max_steps: 50, .. }), "{:?}", events[0]);
    assert!(matches!(events.last(), Some(Event::Ended(last)) if *last == summary));
    let progress: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Progress(progress) if progress.effect.is_some() => Some(progress.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(progress.len(), 2);
    for (place, progress) in progress.iter().enumerate() {
        let step = u32::try_from(place).unwrap() + 1;
        assert_eq!((progress.step, progress.max_steps, progress.thinking.as_str()), (step, 50, "I think"));
        assert_eq!(progress.action.as_deref(), Some(r#"{"type":"observe"}"#));
        assert_eq!(progress.effect.as_ref().unwrap().change, Change::Unchanged);
        // Ten seconds a step, and so many steps left.
        let left = progress.remaining.as_secs() / u64::from(50 - step);
        assert_eq!(left, 10, "{:?}", progress.remaining);
    }
}

/// Replaces back by home, refuses notes, and counts what it saw afterwards.
struct Between(Arc<AtomicUsize>);

impl Middleware for Between {
    fn before(&mut self, action: AgentAction) -> Result<AgentAction, Refused> {
        match action {
            AgentAction::Keyevent(_) => Ok(AgentAction::key("KEYCODE_HOME")),
            AgentAction::Note(_) => Err(Refused("no notes here".to_owned())),
            action => Ok(action),
        }
    }

    fn after(&mut self, _: &AgentAction, _: &Effect) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(start_paused = true)]
async fn middleware_changes_refuses_and_sees_actions() {
    let phone = Phone::new(Profile::default());
    let replies = vec![
        action(json!({"type": "open_app", "name": "Settings"})),
        action(json!({"type": "keyevent", "keycode": "KEYCODE_BACK"})),
        action(json!({"type": "note", "text": "x"})),
        action(json!({"type": "finish", "message": "done"})),
    ];
    let model = Scripted::new(&phone, "openpocket", replies);
    let (seen, journal) = (Arc::new(AtomicUsize::new(0)), Journal::default());
    let executor = Executor::new(
        phone.device(),
        ModelMind::new(model.clone()),
        Arc::<Person>::default(),
        Arc::new(NoTools),
        Settings::default(),
    )
    .with_journal(journal)
    .with_middleware(Between(Arc::clone(&seen)));
    let summary = executor.run(&task(), Control::none()).await;
    assert_eq!(summary.status, Status::Success);
    assert_eq!(phone.done()[1..], ["input keyevent KEYCODE_HOME"]);
    assert_eq!(seen.load(Ordering::Relaxed), 3);
    assert!(model.prompts.lock().unwrap()[3].0.contains("no notes here"));
}

/// A run is cut off between intent and effect; the outcome depends on the screen and the person.
#[tokio::test(start_paused = true)]
async fn a_resumed_task_does_nothing_twice() {
    // (whether it reaches somebody, whether it was carried out, the person's answer, how it ends, the model's message)
    let rows = [
        (true, false, "nobody", Status::Success, "it was not carried out"),
        (true, true, "yes", Status::Success, "it was carried out"),
        (true, true, "no", Status::Success, "it was not carried out"),
        (true, true, "silent", Status::Interrupted, ""),
        (true, true, "nobody", Status::Interrupted, ""),
        // The screen shows a touch that only opened something: nobody is asked.
        (false, true, "nobody", Status::Success, "it was carried out"),
        (false, false, "nobody", Status::Success, "it was not carried out"),
    ];
    for (outward, done, says, status, told) in rows {
        let phone = Phone::new(Profile::default());
        let journal = Journal::default();
        let first = vec![
            action(json!({"type": "note", "text": "remember me"})),
            action(json!({"type": "tap", "at": "Settings"})),
            action(json!({"type": "finish", "message": "x"})),
        ];
        executor(&phone, first, &journal).run(&task(), Control::none()).await;
        if !done {
            phone.control(&json!({"op": "reset"})).await;
        }
        // As if the process had been killed before the effect was written.
        let lines = journal.lines.lock().unwrap().clone();
        let cut = lines.iter().position(|line| matches!(line, JournalEntry::Intent(_))).unwrap();
        let mut resume = Resume::from_entries(&lines[..=cut]);
        assert!(resume.doubt.as_ref().is_some_and(|doubt| !doubt.outward), "opening the settings reaches nobody");
        resume.doubt.as_mut().unwrap().outward = outward;
        assert_eq!((resume.steps, resume.intents, resume.doubt.is_some()), (2, 1, true));
        phone.commands.lock().unwrap().clear();

        let model = Scripted::new(&phone, "openpocket", [action(json!({"type": "finish", "message": "over"}))]);
        let person = Arc::new(Person { answers: Mutex::new([json!(says)].into()), ..Person::default() });
        let executor = Executor::new(
            phone.device(),
            ModelMind::new(model.clone()),
            person.clone(),
            Arc::new(NoTools),
            Settings::default(),
        );
        let summary = executor.resuming(resume).run(&task(), Control::none()).await;
        assert_eq!(summary.status, status, "{done} {says}: {summary:?}");
        assert_eq!(person.asked.lock().unwrap().len(), usize::from(done && outward), "{done} {says}");
        assert_eq!(phone.done(), [""; 0], "{done} {says}");
        if status == Status::Success {
            assert_eq!(summary.steps, 3);
            let prompt = &model.prompts.lock().unwrap()[0].0;
            assert!(prompt.contains(told) && prompt.contains("remember me"), "{done} {says}: {prompt}");
        } else {
            assert_eq!(summary.reason, EndReason::Undecided);
        }
    }
}

/// The process was killed after the answer or the result, before the model was asked again.
#[tokio::test(start_paused = true)]
async fn what_came_of_the_last_step_is_told_after_a_kill() {
    let ask = json!({"type": "ask_user", "question": "Which one?"});
    let shell = json!({"type": "shell", "command": "echo forty-two"});
    let silence = "<tool_result tool=\"ask_user\" ok=\"false\">\nnobody is there to answer";
    let answer = json!({"text": "the second one"});
    let rows = [
        (ask.clone(), Some(answer), "<person about=\"ask_user\">\nthe second one"),
        // Silence is not the person's word.
        (ask, None, silence),
        (shell, None, "forty-two"),
    ];
    for (first, answer, told) in rows {
        let phone = Phone::new(Profile::default());
        let journal = Journal::default();
        let model =
            Scripted::new(&phone, "openpocket", [action(first), action(json!({"type": "finish", "message": "x"}))]);
        let person = Arc::new(Person { answers: Mutex::new(answer.into_iter().collect()), ..Person::default() });
        let settings = Settings { yes: true, ..Settings::default() };
        let before = Executor::new(phone.device(), ModelMind::new(model), person, Arc::new(NoTools), settings.clone());
        before.with_journal(journal.clone()).run(&task(), Control::none()).await;
        let lines = journal.lines.lock().unwrap().clone();
        let cut = lines.iter().position(|line| matches!(line, JournalEntry::ToolResult(_))).unwrap();
        let model = Scripted::new(&phone, "openpocket", [action(json!({"type": "finish", "message": "over"}))]);
        let mind = ModelMind::new(model.clone());
        let again = Executor::new(phone.device(), mind, Arc::new(Person::default()), Arc::new(NoTools), settings);
        again.resuming(Resume::from_entries(&lines[..=cut])).run(&task(), Control::none()).await;
        let prompt = &model.prompts.lock().unwrap()[0].0;
        assert!(prompt.contains(told), "{told}: {prompt}");
    }
}
