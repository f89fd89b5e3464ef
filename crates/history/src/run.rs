//! A run, read from its journal: the typed form on which everything else here works.

mod asking;
mod files;
mod step;

use std::path::Path;

use action::plan::ActionPlan;
use agent::record::{ReadError, StepScreens, read};
use agent::{EndReason, JournalEntry, PlanProgress, QuestionEntry, Started, Status, Summary};
use jiff::Timestamp;
use serde::Serialize;

pub use self::asking::Asking;
pub use self::files::StepFileError;
pub(crate) use self::step::CUT;
pub use self::step::{Act, PhaseTiming, RunStep, Screen};

/// The most steps that are read. A task has at most some thousand; a journal that claims more was not written by one.
const MOST_STEPS: usize = 100_000;

/// A task's journal as steps.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Run {
    /// The task.
    pub task: String,
    /// The goal, in the person's words.
    pub goal: String,
    /// The phone.
    pub device: String,
    /// The mind's name.
    pub model: String,
    /// When the first run of the task began.
    pub started: Option<Timestamp>,
    /// When the latest run of the task began: the first one, or the last time it was resumed.
    pub latest: Option<Timestamp>,
    /// How often it was resumed.
    pub resumed: u32,
    /// The steps, in order.
    pub steps: Vec<RunStep>,
    /// What happened before the first decision and after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outside: Option<Box<RunStep>>,
    /// The plan, as it was last changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plan: Option<ActionPlan>,
    /// How far the plan has come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub progress: Option<PlanProgress>,
    /// How it ended.
    pub ending: Ending,
    /// The last screen on record.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_screen: Option<Screen>,
    /// When something was last recorded.
    pub last: Option<Timestamp>,
    /// Why the rest of the journal is missing here, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub broken: Option<String>,
}

/// How a run ended, as far as its journal tells.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
pub enum Ending {
    /// It has an end on record.
    Ended(Box<Summary>),
    /// It has none: it still runs, or its process was killed.
    #[default]
    Open,
}

impl Ending {
    /// The summary, if the run has ended.
    pub fn summary(&self) -> Option<&Summary> {
        match self {
            Self::Ended(summary) => Some(summary),
            Self::Open => None,
        }
    }

    /// The status, if the run has ended.
    pub fn status(&self) -> Option<Status> {
        self.summary().map(|summary| summary.status)
    }

    /// The reason, if the run has ended.
    pub fn reason(&self) -> Option<EndReason> {
        self.summary().map(|summary| summary.reason)
    }
}

impl Run {
    /// Reads the journal in a task's folder. A damaged journal is read up to the damage; [`Run::broken`] says so. Fails
    /// if nothing can be read.
    pub fn read(folder: &Path) -> Result<Self, ReadError> {
        Self::read_with(folder, Reader::default())
    }

    /// Reads it without the long texts: replies, thoughts and results. [`why`](crate::why()) needs no more, and a run of
    /// thousands of steps then takes little memory.
    pub fn read_outline(folder: &Path) -> Result<Self, ReadError> {
        Self::read_with(folder, Reader { outline: true, ..Reader::default() })
    }

    fn read_with(folder: &Path, mut reader: Reader) -> Result<Self, ReadError> {
        for entry in read(folder)? {
            match entry {
                Ok(entry) => reader.add(entry),
                Err(error) if reader.is_empty() => return Err(error),
                Err(error) => {
                    reader.run.broken = Some(error.to_string());
                    break;
                }
            }
            if reader.run.steps.len() >= MOST_STEPS {
                reader.run.broken = Some(format!("only the first {MOST_STEPS} steps were read"));
                break;
            }
        }
        if reader.is_empty() {
            return Err(ReadError::None { path: folder.to_owned() });
        }
        Ok(reader.finish())
    }

    /// Makes a run of entries in order.
    pub fn from_entries(entries: impl IntoIterator<Item = JournalEntry>) -> Self {
        let mut reader = Reader::default();
        entries.into_iter().for_each(|entry| reader.add(entry));
        reader.finish()
    }

    /// The step with this number.
    pub fn step(&self, number: u32) -> Option<&RunStep> {
        let place = self.steps.binary_search_by_key(&number, |step| step.step).ok()?;
        self.steps.get(place)
    }

    /// The question that was open when the last entry was written. A run without an end was killed while it asked.
    pub fn open_question(&self) -> Option<&QuestionEntry> {
        let last = self.steps.iter().chain(self.outside.as_deref());
        let asked = last.filter_map(RunStep::open_question).max_by_key(|asked| asked.mark.at);
        asked.filter(|asked| Some(asked.mark.at) == self.last)
    }

    /// How long it took in seconds: the time it worked if it has ended, otherwise the time between its first and last
    /// entries.
    pub fn seconds(&self) -> f64 {
        match self.ending.summary() {
            Some(summary) => summary.duration.as_secs_f64(),
            None => self.started.zip(self.last).map_or(0.0, |(from, to)| seconds(from, to)),
        }
    }

    /// The tokens that models used.
    pub fn tokens(&self) -> u64 {
        let of_steps = || self.steps.iter().map(RunStep::tokens).fold(0, u64::saturating_add);
        self.ending.summary().map_or_else(of_steps, |summary| summary.tokens)
    }

    /// The cost, if it is known.
    pub fn cost(&self) -> Option<f64> {
        let known = self.ending.summary().and_then(|summary| summary.cost);
        known.or_else(|| {
            let costs = self.steps.iter().flat_map(|step| &step.decisions).filter_map(|said| said.usage.cost);
            costs.reduce(|one, other| one + other)
        })
    }
}

/// Returns the seconds from one moment to another; 0 if the clock was set back.
fn seconds(from: Timestamp, to: Timestamp) -> f64 {
    to.duration_since(from).as_secs_f64().max(0.0)
}

/// Builds a run, entry by entry.
#[derive(Default)]
struct Reader {
    run: Run,
    screens: StepScreens,
    began: bool,
    open: Option<RunStep>,
    /// When the last entry before the current step was written.
    before: Option<Timestamp>,
    /// Whether long texts are dropped.
    outline: bool,
}

impl Reader {
    fn is_empty(&self) -> bool {
        !self.began
    }

    fn add(&mut self, entry: JournalEntry) {
        let mark = entry.mark();
        self.run.last = Some(mark.at);
        match entry {
            JournalEntry::Started(started) => self.start(started),
            JournalEntry::Ended(ended) => {
                let last = self.open.as_mut().or(self.run.outside.as_deref_mut());
                if let Some(last) = last {
                    last.count_person("ended", "", mark.at, 0.0);
                }
                if let Some(open) = self.open.as_mut() {
                    open.until(mark.at);
                }
                self.run.ending = Ending::Ended(Box::new(ended.summary));
            }
            entry => {
                self.began = true;
                if mark.step == 0 {
                    self.screens.read(&entry);
                    self.run.outside.get_or_insert_default().add(entry);
                    return;
                }
                if let Some(done) = self.open.take_if(|open| open.step != mark.step) {
                    self.close(done, Some(mark.at));
                }
                self.screens.read(&entry);
                if let JournalEntry::Plan(plan) = &entry {
                    self.run.plan = Some(plan.plan.clone());
                }
                if let JournalEntry::PlanStep(plan) = &entry {
                    self.run.progress = Some(plan.progress.clone());
                }
                let before = self.before;
                let open = self.open.get_or_insert_with(|| RunStep::new(mark.step, mark.at, before));
                open.add(entry);
                open.before = self.screens.before().map(Screen::from);
            }
        }
        self.before = Some(mark.at);
    }

    fn start(&mut self, started: Started) {
        self.began = true;
        self.run.latest = Some(started.mark.at);
        if self.run.started.is_some() {
            self.run.resumed += 1;
            // The next run of the task continues the last step.
            self.run.ending = Ending::Open;
            let last = self.open.iter_mut().chain(self.run.outside.as_deref_mut());
            last.for_each(|step| step.resume(started.mark.at));
            return;
        }
        self.run.started = Some(started.mark.at);
        (self.run.task, self.run.goal) = (started.task_id, started.goal);
        (self.run.device, self.run.model) = (started.device, started.model);
    }

    fn close(&mut self, mut step: RunStep, next: Option<Timestamp>) {
        if let Some(next) = next {
            step.until(next);
        }
        if self.outline {
            step.drop_long_texts();
        }
        // A journal in which a number comes back was not written by one task; its steps stay in order all the same.
        match self.run.steps.last_mut() {
            Some(last) if last.step >= step.step => last.join(step),
            _ => self.run.steps.push(step),
        }
    }

    fn finish(mut self) -> Run {
        if let Some(open) = self.open.take() {
            let decided = self.run.ending.summary().map(|summary| summary.steps);
            // A step that the mind never decided is not a step, but what happened in it counts.
            match decided {
                Some(steps) if open.step > steps => {
                    let outside = self.run.outside.get_or_insert_default();
                    outside.join(open);
                }
                _ => self.close(open, None),
            }
        }
        self.run.last_screen = self.screens.last().map(Screen::from);
        self.run
    }
}
