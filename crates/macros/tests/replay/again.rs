//! Records a run by the planner, makes a macro of it, and repeats it. Also used to find out how well replays do.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use action::macros::{Filled, Macro};
use action::phone::{AgentAction, Shell};
use agent::record::Folder;
use agent::{
    Context, Control, Doubt, Executor, Halt, Journal, JournalEntry, Mind, NoTools, Outcome, PauseReason, PlanMind,
    Proposal, ReplayMind, Resume, Rung, Settings, Summary, SystemClock, Task,
};
use async_trait::async_trait;
use device::{Acted, Actuator};
use history::Run;
use macros::{from_run, parameters};
use serde_json::{Value, json};
use sim::profile::{Profile, Screen};

use crate::fakes::Person;
use crate::rig::{MORNING_MS, Phone};

/// The screen of every recorded run.
const SCREEN: Screen = Screen { width: 411, height: 914, density: 160 };

/// A phone with this profile, set up by commands and requests to its control service.
pub(crate) async fn phone(profile: &Value, before: &[Value]) -> Phone {
    let mut whole = serde_json::to_value(Profile { screen: SCREEN, ..Profile::default() }).unwrap();
    for (key, value) in profile.as_object().into_iter().flatten() {
        whole[key] = value.clone();
    }
    let profile = Profile::parse(&whole.to_string()).unwrap();
    let phone = Phone::with_screen(profile.screen, profile);
    for deed in before {
        happen(&phone, deed).await;
    }
    phone
}

pub(crate) async fn happen(phone: &Phone, deed: &Value) {
    match deed {
        Value::String(command) => drop(shell(phone, command).await),
        request => drop(phone.control(request).await),
    }
}

pub(crate) async fn shell(phone: &Phone, command: &str) -> String {
    let action = AgentAction::Shell(Shell { command: command.to_owned(), reason: None });
    match phone.eyes().act(&action).await.unwrap() {
        Acted::Ran(ran) => format!("{}{}", ran.stdout, ran.stderr),
        other => panic!("{other:?}"),
    }
}

fn executor(phone: &Phone, mind: impl Mind + 'static, person: Arc<Person>, settings: Settings) -> Executor {
    let clock = SystemClock::starting_at(jiff::Timestamp::from_millisecond(MORNING_MS).unwrap());
    Executor::new(phone.device(), mind, person, Arc::new(NoTools), settings).with_clock(Arc::new(clock))
}

/// A run that the planner made by touches alone, and the macro of it.
pub(crate) async fn recorded(say: &str, phone: &Phone, rungs: &[Rung]) -> (Run, Macro) {
    let folder = tempfile::tempdir().unwrap();
    let settings = Settings { yes: true, rungs: rungs.to_vec(), ..Settings::default() };
    let person = Person { answers: Mutex::new(vec![json!("yes"); 9].into()), ..Person::default() };
    let executor = executor(phone, PlanMind::new(), Arc::new(person), settings)
        .with_journal(Folder::create(folder.path()).unwrap());
    let task = Task { id: "t1".to_owned(), goal: say.to_owned() };
    let (stopper, stop) = Control::pair();
    let summary = tokio::spawn(async move { executor.run(&task, stop).await }).await.unwrap();
    drop(stopper);
    assert_eq!(summary.status, agent::Status::Success, "“{say}” cannot be recorded: {summary:?}");
    let run = Run::read(folder.path()).unwrap();
    let one = from_run(&run, "again").unwrap_or_else(|error| panic!("“{say}”: {error}"));
    (run, one)
}

/// A recorded run as a macro with the parameters of its goal.
pub(crate) async fn recorded_with_parameters(say: &str, phone: &Phone) -> Macro {
    let (run, one) = recorded(say, phone, &[Rung::Layout, Rung::Search]).await;
    let one = parameters(one, &run, None);
    assert_eq!(one.check(), [], "“{say}”: {one:#?}");
    // What is written can be read.
    let text = macros::written(&one);
    assert_eq!(macros::read("again.toml", &text).unwrap(), one, "{text}");
    one
}

/// How a replay went.
pub(crate) struct Replayed {
    pub(crate) summary: Summary,
    /// What the person was asked, as JSON.
    pub(crate) asked: Vec<Value>,
    pub(crate) entries: Vec<JournalEntry>,
}

impl Replayed {
    /// The touches, each as its verb and the name and id of what it touched.
    pub(crate) fn touches(&self) -> Vec<String> {
        let intents = self.entries.iter().filter_map(|entry| match entry {
            JournalEntry::Intent(intent) => Some(intent),
            _ => None,
        });
        let words = |intent: &agent::Intent| {
            let touched = intent.touched.first().map(|one| format!("{} [{}]", one.name, one.id)).unwrap_or_default();
            format!("{} {} {touched}", intent.action.name(), intent.action.value())
        };
        intents.map(words).collect()
    }
}

/// Something that happens before a certain decision of the mind.
#[derive(Clone, Debug)]
pub(crate) struct Meanwhile {
    pub(crate) decision: usize,
    pub(crate) deed: Value,
}

/// A replay, and what happens to its phone meanwhile.
struct Disturbed {
    mind: ReplayMind,
    phone: Phone,
    decisions: usize,
    meanwhile: Vec<Meanwhile>,
}

#[async_trait]
impl Mind for Disturbed {
    fn name(&self) -> &str {
        self.mind.name()
    }

    fn resume(&mut self, before: &Resume) {
        self.mind.resume(before);
    }

    async fn was_done(&mut self, doubt: &Doubt, context: &mut Context) -> Result<Option<bool>, Halt> {
        self.mind.was_done(doubt, context).await
    }

    fn doubt_decided(&mut self, done: bool) {
        self.mind.doubt_decided(done);
    }

    async fn next(&mut self, context: &mut Context) -> Result<Proposal, Halt> {
        self.decisions += 1;
        let due: Vec<Value> =
            self.meanwhile.iter().filter(|one| one.decision == self.decisions).map(|one| one.deed.clone()).collect();
        for deed in due {
            happen(&self.phone, &deed).await;
        }
        self.mind.next(context).await
    }

    fn interrupted(&mut self, reason: PauseReason) {
        self.mind.interrupted(reason);
    }

    fn outcome(&mut self, outcomes: &[Outcome], context: &Context) {
        self.mind.outcome(outcomes, context);
    }
}

/// A journal that keeps its entries, and whose process dies after so many.
#[derive(Clone)]
struct Kept {
    entries: Arc<Mutex<Vec<JournalEntry>>>,
    left: usize,
}

impl Journal for Kept {
    fn write(&mut self, entry: &JournalEntry) -> std::io::Result<()> {
        if self.left == 0 {
            return Err(std::io::Error::other("killed"));
        }
        self.left -= 1;
        // An entry survives the way to the disk and back.
        let text = serde_json::to_string(entry).unwrap();
        self.entries.lock().unwrap().push(serde_json::from_str(&text).unwrap());
        Ok(())
    }
}

/// Repeats a run.
pub(crate) struct Again {
    pub(crate) run: Filled,
    pub(crate) answers: Vec<Value>,
    pub(crate) settings: Settings,
    pub(crate) meanwhile: Vec<Meanwhile>,
    /// After how many entries the process is killed.
    pub(crate) killed_after: Option<usize>,
    /// The entries of an earlier run.
    pub(crate) before: Vec<JournalEntry>,
}

impl Again {
    pub(crate) fn new(run: Filled) -> Self {
        let settings = Settings { yes: true, ..Settings::default() };
        let answers = vec![json!("yes"); 9];
        Self { run, answers, settings, meanwhile: Vec::new(), killed_after: None, before: Vec::new() }
    }

    pub(crate) async fn on(self, phone: &Phone) -> Replayed {
        let task = Task { id: "t2".to_owned(), goal: self.run.goal.clone() };
        let person = Arc::new(Person { answers: Mutex::new(self.answers.into()), ..Person::default() });
        let mind = Disturbed {
            mind: ReplayMind::new(self.run),
            phone: phone.clone(),
            decisions: 0,
            meanwhile: self.meanwhile,
        };
        let kept = Kept { entries: Arc::default(), left: self.killed_after.unwrap_or(usize::MAX) };
        let mut executor = executor(phone, mind, Arc::clone(&person), self.settings).with_journal(kept.clone());
        if !self.before.is_empty() {
            executor = executor.resuming(Resume::from_entries(&self.before));
        }
        let (stopper, stop) = Control::pair();
        let summary = tokio::spawn(async move { executor.run(&task, stop).await }).await.unwrap();
        drop(stopper);
        let asked = person.asked.lock().unwrap().iter().map(|one| serde_json::to_value(&one.asks).unwrap()).collect();
        let entries = kept.entries.lock().unwrap().clone();
        Replayed { summary, asked, entries }
    }
}

/// The values of a macro: those of the recorded run, with some changed.
pub(crate) fn values(changed: &Value) -> BTreeMap<String, String> {
    let fields = changed.as_object().into_iter().flatten();
    fields.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned())).collect()
}
