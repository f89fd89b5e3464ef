//! A person takes the phone from a plan (E11), at every line of its journal in turn. Whatever they do with the phone
//! meanwhile, the plan recovers when it is given back, and everything is done exactly once.

use std::sync::{Arc, Mutex, OnceLock};

use action::phone::AgentAction;
use agent::{
    Control, Controller, Executor, JournalEntry, NoTools, PauseReason, PlanMind, Rung, Settings, Status, Summary,
    SystemClock, Task,
};
use device::{Actuator, Device};
use serde_json::json;
use sim::profile::Profile;

use crate::fakes::{Journal, Person};
use crate::rig::{MORNING_MS, Phone};
use crate::words::shell;

/// A journal that triggers a takeover as soon as a certain line is written.
struct TakenAt {
    kept: Journal,
    line: usize,
    controller: Arc<OnceLock<Controller>>,
}

impl agent::Journal for TakenAt {
    fn write(&mut self, line: &JournalEntry) -> std::io::Result<()> {
        self.kept.write(line)?;
        if self.kept.lines.lock().unwrap().len() == self.line
            && let Some(controller) = self.controller.get()
        {
            controller.pause(PauseReason::TakenOver);
        }
        Ok(())
    }
}

/// What a person does with the phone.
type Meddles = fn() -> AgentAction;

fn home() -> AgentAction {
    AgentAction::key("KEYCODE_HOME")
}

fn back() -> AgentAction {
    AgentAction::key("KEYCODE_BACK")
}

fn another_app() -> AgentAction {
    serde_json::from_value(json!({"type": "launch_app", "packageName": "com.android.chrome"})).unwrap()
}

/// Carries out the goal; the phone is taken at this line of the journal, changed, and given back.
async fn run(
    phone: &Phone,
    goal: &str,
    settings: &Settings,
    journal: Journal,
    taken: Option<(usize, Meddles)>,
) -> Summary {
    let device: Arc<dyn Device> = phone.device();
    let clock = SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap());
    let (controller, control) = Control::pair();
    let person = Person { answers: Mutex::new(vec![json!("yes"); 50].into()), ..Person::default() };
    let known = Arc::new(OnceLock::from(controller.clone()));
    let journal = TakenAt { kept: journal, line: taken.map_or(0, |(line, _)| line), controller: known };
    let executor = Executor::new(device, PlanMind::new(), Arc::new(person), Arc::new(NoTools), settings.clone())
        .with_clock(Arc::new(clock))
        .with_journal(journal);
    let task = Task { id: "taken".to_owned(), goal: goal.to_owned() };
    let running = tokio::spawn(async move { executor.run(&task, control).await });
    if let Some((_, meddles)) = taken {
        controller.standing_still().await;
        if !running.is_finished() {
            phone.eyes().act(&meddles()).await.unwrap();
            controller.go_on();
        }
    }
    running.await.unwrap()
}

/// The lines of the journal at which the phone is taken.
#[derive(Clone, Copy, PartialEq)]
enum At {
    /// Every one.
    EveryLine,
    /// Before an action, and while it is running.
    EveryAction,
}

/// Plays the goal to its end once, and then once for each of these lines, with alternating changes by the person.
/// `counts` says how often some words occur in a command's output afterwards.
async fn check(goal: &str, settings: &Settings, at: At, counts: &[(&str, &str, usize)]) {
    let whole = Journal::default();
    let summary = run(&Phone::new(Profile::default()), goal, settings, whole.clone(), None).await;
    assert_eq!(summary.status, Status::Success, "{summary:?}");
    let kinds: Vec<String> = whole.json().iter().map(|line| line["line"].as_str().unwrap().to_owned()).collect();
    let chosen = |kind: &str| at == At::EveryLine || matches!(kind, "prediction" | "intent");
    let lines: Vec<usize> = (0..kinds.len() - 1).filter(|line| chosen(&kinds[*line])).collect();
    let meddling: [(&str, Meddles); 3] = [("Home", home), ("Back", back), ("another app", another_app)];
    let mut wrong = Vec::new();
    for (line, (name, meddles)) in lines.iter().zip(meddling.iter().cycle()) {
        let phone = Phone::new(Profile::default());
        let summary = run(&phone, goal, settings, Journal::default(), Some((line + 1, *meddles))).await;
        let told = format!("{name} at line {line} ({})", kinds[*line]);
        if summary.status != Status::Success {
            wrong.push(format!("{told}: {}", summary.message));
        }
        for (command, words, times) in counts {
            let said = shell(&phone, command).await;
            let found = said.matches(words).count();
            if found != *times {
                wrong.push(format!("{told}: `{words}` {found} times in {said}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{goal}: {} of {} tries:\n{}", wrong.len(), lines.len(), wrong.join("\n"));
}

const SENT: &str = "content query --uri content://sms/sent --projection body";
/// Opens the conversation from the phone's shell, and dumps its content.
const WHATSAPP: &str = "am start -a android.intent.action.VIEW -d https://wa.me/15550101 -p com.whatsapp >/dev/null; uiautomator dump /dev/tty";

fn by_touch() -> Settings {
    Settings { rungs: vec![Rung::Layout, Rung::Search], ..Settings::default() }
}

#[tokio::test(start_paused = true)]
async fn a_long_plan_at_every_action() {
    let goal = "Text Mom that I am late, then open YouTube, then text Mom that I am on my way, then open Settings, \
                then set a timer for 5 minutes";
    let counts = [(SENT, "body=I am late", 1), (SENT, "body=I am on my way", 1)];
    check(goal, &Settings::default(), At::EveryAction, &counts).await;
}

#[tokio::test(start_paused = true)]
async fn a_text_message_at_every_line() {
    check("text Sam that I am late", &Settings::default(), At::EveryLine, &[(SENT, "body=I am late", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn a_text_message_by_touch() {
    check("text Sam that I am late", &by_touch(), At::EveryAction, &[(SENT, "body=I am late", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn a_message_of_an_app_without_a_store() {
    let goal = "send Sam a WhatsApp message saying hello there";
    check(goal, &Settings::default(), At::EveryAction, &[(WHATSAPP, "Hello there", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn a_call_an_alarm_and_a_timer() {
    const CALLS: &str = "content query --uri content://call_log/calls --projection number:type --where type=2";
    let goal = "call Mom, then set an alarm for 6:40, then set a timer for 5 minutes";
    check(goal, &Settings::default(), At::EveryAction, &[(CALLS, "number=", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn a_contact_an_alarm_and_a_note_by_touch() {
    const PEOPLE: &str = "content query --uri content://com.android.contacts/contacts --projection display_name";
    const ALARMS: &str = "content query --uri content://com.android.deskclock/alarms --projection hour:minutes";
    const NOTES: &str = "cat /sdcard/Documents/Markor/*";
    check("new contact Ann Lee 5553344", &by_touch(), At::EveryAction, &[(PEOPLE, "display_name=Ann Lee", 1)]).await;
    check("set an alarm for 7 pm", &by_touch(), At::EveryAction, &[(ALARMS, "hour=19, minutes=0", 1)]).await;
    check("take a note: buy milk and eggs", &by_touch(), At::EveryAction, &[(NOTES, "buy milk and eggs", 1)]).await;
}

#[tokio::test(start_paused = true)]
async fn what_is_pressed_on_the_screen_of_the_step_before() {
    let goal = "open Settings, then tap Network & internet";
    // A person who leaves the app after the press finds the phone as they left it.
    check(goal, &Settings::default(), At::EveryAction, &[]).await;
}

#[tokio::test(start_paused = true)]
async fn a_command_whose_answer_is_lost_is_not_done_again_another_way() {
    for (goal, lost, command, words) in [
        ("set a timer for 23 minutes", "SET_TIMER", "dumpsys alarm", "TIMER_EXPIRED"),
        (
            "set an alarm for 6:23 am",
            "SET_ALARM",
            "content query --uri content://com.android.deskclock/alarms",
            "minutes=23",
        ),
    ] {
        let phone = Phone::new(Profile::default());
        *phone.lost.lock().unwrap() = Some(lost.to_owned());
        let summary = run(&phone, goal, &Settings::default(), Journal::default(), None).await;
        assert_eq!(summary.status, Status::Success, "{summary:?}");
        let said = shell(&phone, command).await;
        assert_eq!(said.matches(words).count(), 1, "{goal}: {said}");
    }
}
