//! A run of the real loop with a scripted model and a simulated phone, and its record. Also used by the report's tests.

use std::sync::{Arc, Mutex};

use agent::record::Folder;
use agent::{
    Control, Executor, Journal, JournalEntry, ModelMind, NoTools, Settings, Summary, SystemClock, Task, Tools,
};
use history::Run;
use jiff::Timestamp;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fakes::{Person, Reply, Scripted};
use crate::rig::Phone;

/// One run: the phone, the model's replies, the people, the tools, the settings.
pub(crate) struct Script {
    pub(crate) phone: Phone,
    pub(crate) replies: Vec<Reply>,
    /// The person's answers; the first one that is missing is silence.
    pub(crate) answers: Vec<Value>,
    pub(crate) tools: Arc<dyn Tools>,
    pub(crate) settings: Settings,
    /// After how many entries the process is killed.
    pub(crate) killed_after: Option<usize>,
}

impl Script {
    pub(crate) fn new(phone: Phone, replies: Vec<Reply>) -> Self {
        let settings = Settings { yes: true, ..Settings::default() };
        Self { phone, replies, answers: Vec::new(), tools: Arc::new(NoTools), settings, killed_after: None }
    }

    /// Runs it, and reads it back from its folder.
    pub(crate) async fn run(self) -> (Summary, Run) {
        let (summary, folder) = self.record().await;
        (summary, Run::read(folder.path()).unwrap())
    }

    /// Runs it, and returns the folder of its record.
    pub(crate) async fn record(self) -> (Summary, TempDir) {
        let folder = TempDir::new().unwrap();
        let model = Scripted::new(&self.phone, "openpocket", self.replies);
        let person = Arc::new(Person { answers: Mutex::new(self.answers.into()), ..Person::default() });
        let record = Folder::create(folder.path()).unwrap();
        let journal = Dying { folder: record, left: self.killed_after.unwrap_or(usize::MAX) };
        let executor = Executor::new(self.phone.device(), ModelMind::new(model), person, self.tools, self.settings)
            // The record's times are those of the paused clock, in which a person can take long.
            .with_clock(Arc::new(SystemClock::starting_at(Timestamp::UNIX_EPOCH)))
            .with_journal(journal);
        let task = Task { id: "t1".to_owned(), goal: "do something in the settings".to_owned() };
        let summary = executor.run(&task, Control::none()).await;
        (summary, folder)
    }
}

/// A journal whose process dies after so many entries: what comes later reaches no disk.
struct Dying {
    folder: Folder,
    left: usize,
}

impl Journal for Dying {
    fn write(&mut self, entry: &JournalEntry) -> std::io::Result<()> {
        if self.left == 0 {
            return Err(std::io::Error::other("killed"));
        }
        self.left -= 1;
        self.folder.write(entry)
    }
}

pub(crate) fn act(action: Value) -> Reply {
    Reply::new(json!({"thought": "next", "action": action}))
}

/// Looks again, while this happens on the phone.
pub(crate) fn happens(request: Value) -> Reply {
    Reply { first: vec![request], ..act(json!({"type": "observe"})) }
}

pub(crate) fn tap(label: &str) -> Reply {
    act(json!({"type": "tap", "at": label}))
}

pub(crate) fn fails(message: &str) -> Reply {
    act(json!({"type": "fail", "message": message}))
}

pub(crate) fn finishes() -> Reply {
    act(json!({"type": "finish", "message": "done"}))
}

pub(crate) fn opens_settings() -> Reply {
    act(json!({"type": "open_app", "name": "Settings"}))
}
