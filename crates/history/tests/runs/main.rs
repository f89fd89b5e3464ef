//! Looks back on runs of the real loop against a simulated phone: with faults, and in pairs of a good and a bad one.
#![expect(clippy::unwrap_used, reason = "tests say what they expect by failing")]

#[path = "../../../agent/tests/executor/fakes.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod fakes;
mod faults;
mod pairs;
#[path = "../../../agent/tests/executor/rig.rs"]
#[expect(dead_code, reason = "other tests use the rest")]
mod rig;

use std::sync::{Arc, Mutex};

use agent::record::Folder;
use agent::{Control, Executor, Journal, JournalEntry, ModelMind, NoTools, Settings, Summary, Task, Tools};
use history::Run;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::fakes::{Person, Reply, Scripted};
use crate::rig::Phone;

/// One run: the phone, the model's replies, the people, the tools, the settings.
struct Script {
    phone: Phone,
    replies: Vec<Reply>,
    /// The person's answers; the first one that is missing is silence.
    answers: Vec<Value>,
    tools: Arc<dyn Tools>,
    settings: Settings,
    /// After how many entries the process is killed.
    killed_after: Option<usize>,
}

impl Script {
    fn new(phone: Phone, replies: Vec<Reply>) -> Self {
        let settings = Settings { yes: true, ..Settings::default() };
        Self { phone, replies, answers: Vec::new(), tools: Arc::new(NoTools), settings, killed_after: None }
    }

    /// Runs it, and reads it back from its folder.
    async fn run(self) -> (Summary, Run) {
        let folder = TempDir::new().unwrap();
        let model = Scripted::new(&self.phone, "openpocket", self.replies);
        let person = Arc::new(Person { answers: Mutex::new(self.answers.into()), ..Person::default() });
        let record = Folder::create(folder.path()).unwrap();
        let journal = Dying { folder: record, left: self.killed_after.unwrap_or(usize::MAX) };
        let executor = Executor::new(self.phone.device(), ModelMind::new(model), person, self.tools, self.settings)
            .with_journal(journal);
        let task = Task { id: "t1".to_owned(), goal: "do something in the settings".to_owned() };
        let summary = executor.run(&task, Control::none()).await;
        (summary, Run::read(folder.path()).unwrap())
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

fn act(action: Value) -> Reply {
    Reply::new(json!({"thought": "next", "action": action}))
}

/// Looks again, while this happens on the phone.
fn happens(request: Value) -> Reply {
    Reply { first: vec![request], ..act(json!({"type": "observe"})) }
}

fn tap(label: &str) -> Reply {
    act(json!({"type": "tap", "at": label}))
}

fn fails(message: &str) -> Reply {
    act(json!({"type": "fail", "message": message}))
}

fn finishes() -> Reply {
    act(json!({"type": "finish", "message": "done"}))
}

fn opens_settings() -> Reply {
    act(json!({"type": "open_app", "name": "Settings"}))
}
