//! The hands of a task: everything that touches the world on its way, each thing in one file.
//!
//! `look` is the observation, `gate` the permission and `ask` its question, `dispatch` finds who carries an action
//! out: `act` on the phone, `person` with people, `tool` with other programs, `local` in here. `recorder` writes down
//! and tells.
//! The loop acts through them; a [`Mind`](crate::Mind) is lent them to look, ask and remember, and cannot act.
//! Nothing here decides what comes next.

mod act;
mod ask;
mod dispatch;
mod doubt;
mod gate;
mod local;
mod look;
mod meter;
mod operation;
mod person;
mod reading;
mod recorder;
mod secrets;
mod tool;

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;
use std::time::Duration;

use action::Directory;
use device::{Device, Tree};
use model::{ToolResult, Usage};

pub(crate) use self::dispatch::Dispatched;
pub use self::look::Look;
pub(crate) use self::meter::Meter;
pub(crate) use self::recorder::Recorder;
use crate::deadline::{Deadline, Halt};
use crate::event::Event;
use crate::evidence::Trail;
use crate::human::{Answer, Asks, Human};
use crate::journal::{JournalEntry, Mark, RetryOf};
use crate::memory::Memory;
use crate::middleware::Middleware;
use crate::mind::Named;
use crate::reader::{ReadText, Reader};
use crate::redact::Redactor;
use crate::scripts::Scripts;
use crate::settings::Settings;
use crate::summary::Task;
use crate::tools::Tools;

/// The hands of one running task.
pub struct Hands {
    pub(crate) task: Task,
    pub(crate) settings: Settings,
    pub(crate) device: Arc<dyn Device>,
    pub(crate) human: Arc<dyn Human>,
    pub(crate) tools: Arc<dyn Tools>,
    /// The tools that were called, and what was read of those that were offered.
    pub(crate) used_tools: BTreeSet<String>,
    pub(crate) read_tools: HashSet<(String, String)>,
    pub(crate) scripts: Arc<dyn Scripts>,
    pub(crate) reader: Arc<dyn Reader>,
    pub(crate) memory: Arc<dyn Memory>,
    pub(crate) middleware: Vec<Box<dyn Middleware>>,
    pub(crate) deadline: Deadline,
    pub(crate) recorder: Recorder,
    pub(crate) meter: Meter,
    /// Who acts, as the gate and people know it.
    pub(crate) actor: String,
    pub(crate) look: Option<Look>,
    /// Whether the screen may be another than it was looked at.
    pub(crate) stale: bool,
    /// Whether a person said yes to what is about to be done.
    pub(crate) consented: bool,
    pub(crate) trail: Trail,
    pub(crate) reports: Reports,
    /// The step of a plan that is being carried out, and the last one that the gate let through.
    pub(crate) operation: Option<Named>,
    pub(crate) permitted: Option<Named>,
    /// The people and apps of the phone, read once.
    pub(crate) directory: Option<Arc<Directory>>,
}

/// What the mind has to be told since it was last asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reports {
    /// What came of calls, commands and questions.
    pub results: Vec<ToolResult>,
    /// What was wrong.
    pub problems: Vec<String>,
}

impl Reports {
    pub(crate) fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }
}

/// What a mind may do.
impl Hands {
    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// How it is run.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The step that is under way.
    pub fn step(&self) -> u32 {
        self.recorder.step
    }

    /// What the phone shows, as far as it was looked at.
    pub fn look(&self) -> Option<&Look> {
        self.look.as_ref()
    }

    /// The elements of the present look, with what is secret masked; nothing where there are none to be had.
    pub async fn tree(&mut self) -> Result<Option<Arc<Tree>>, Halt> {
        Ok(self.present_tree())
    }

    /// What can be read in the picture of the present look, where somebody is there who can read.
    pub async fn read_picture(&mut self) -> Result<Vec<ReadText>, Halt> {
        let Some(picture) = self.look.as_ref().and_then(|look| look.guarded.clone()) else { return Ok(Vec::new()) };
        let reader = Arc::clone(&self.reader);
        match self.deadline.wait(reader.read(&picture)).await? {
            Ok(texts) => {
                self.read_words(&texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n"));
                Ok(texts)
            }
            Err(error) => {
                tracing::info!("going on without the words in the picture: {error}");
                Ok(Vec::new())
            }
        }
    }

    /// Asks a person and waits for so long; nothing when the time is over.
    pub async fn ask_person(&mut self, asks: Asks, most: Duration) -> Result<Option<Answer>, Halt> {
        self.ask(asks, most).await
    }

    /// The tools of other programs.
    pub async fn tools(&mut self) -> Result<Arc<[model::Tool]>, Halt> {
        self.offered_tools().await
    }

    /// What keeps secrets out of what a mind shows to others.
    pub fn redactor(&self) -> &Redactor {
        &self.recorder.redactor
    }

    /// What the mind has not been told yet; it is told now.
    pub fn take_reports(&mut self) -> Reports {
        std::mem::take(&mut self.reports)
    }

    /// Waits for what the mind needs of others, unless the task is halted first.
    pub async fn wait<F: Future>(&mut self, work: F) -> Result<F::Output, Halt> {
        self.deadline.wait(work).await
    }

    /// The same for so long at most; nothing when that was not enough.
    pub async fn wait_for<F: Future>(&mut self, work: F, most: Duration) -> Result<Option<F::Output>, Halt> {
        self.deadline.wait_for(work, most).await
    }

    /// Waits before the mind tries something again that has failed so often, as the settings say.
    pub async fn before_retry(&mut self, failed: u32, why: &str) -> Result<(), Halt> {
        self.pause_before_retry(RetryOf::Prediction, failed, why).await
    }

    /// Counts the step that is under way as taken, for a mind that got an answer and may yet end the task over it;
    /// a step whose proposal is carried out is counted anyway.
    pub fn count_step(&mut self) {
        self.meter.steps = self.recorder.step;
    }

    /// Counts what an answer took against the budgets.
    pub fn spend(&mut self, usage: &Usage) -> Result<(), Halt> {
        self.meter.spend(usage, &self.settings.budgets)
    }

    /// Now, in this step.
    pub fn mark(&self) -> Mark {
        self.recorder.mark()
    }

    /// Writes an entry to the journal.
    pub async fn write(&mut self, entry: JournalEntry) -> Result<(), Halt> {
        Ok(self.recorder.write(entry).await?)
    }

    /// Tells whoever watches.
    pub fn emit(&mut self, event: Event) {
        self.recorder.emit(event);
    }

    /// Tells whoever watches, and the log, that something is not as it should be.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.recorder.warn(message);
    }
}
