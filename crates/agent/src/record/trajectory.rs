//! `trajectory.json`: what a task did, step by step, as one JSON document.
//!
//! It is extended in place: new steps overwrite the closing part, which is then written again after them. A kill in
//! between leaves an unreadable document and an intact journal, from which the next process rebuilds it. A step is what
//! the summary counts: one decision of the mind. A look or a retry that led to no decision belongs to no step.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use jiff::Timestamp;
use serde_json::{Value, json};

use super::screens::{SeenScreen, StepScreens};
use super::step::{Screen, Step};
use crate::journal::{JournalEntry, Started};
use crate::summary::Summary;

/// The format of the trajectory.
const VERSION: u32 = 1;

/// How many steps are buffered before they are written.
const EVERY: u64 = 10;

/// How many consecutive steps may have left nothing on record: a foreign mind need not record its decisions. More than
/// a task has by default, and few enough for a journal that lies.
const MOST_SILENT: u64 = 100;

/// The destination of the document.
#[derive(Debug)]
enum Target {
    /// A file, open from the first write on.
    File { path: PathBuf, file: Option<File> },
    /// Memory, with its pictures in it whatever the task's settings say.
    Memory(Vec<u8>),
}

impl Target {
    /// Replaces everything from this place on.
    fn replace_from(&mut self, place: u64, text: &[u8], completed: bool) -> io::Result<()> {
        let (path, file) = match self {
            Self::Memory(bytes) => {
                bytes.truncate(usize::try_from(place).unwrap_or(usize::MAX));
                bytes.extend_from_slice(text);
                return Ok(());
            }
            Self::File { path, file } => (path, file),
        };
        let file = match file {
            Some(file) => file,
            None => file.insert(super::private_file().write(true).create(true).truncate(true).open(path)?),
        };
        file.seek(SeekFrom::Start(place))?;
        file.write_all(text)?;
        file.set_len(place + u64::try_from(text.len()).unwrap_or(u64::MAX))?;
        if completed { file.sync_data() } else { Ok(()) }
    }
}

/// The document so far.
#[derive(Debug)]
pub(super) struct Trajectory {
    target: Target,
    /// Whether the beginning is written.
    begun: bool,
    /// The position of the next step.
    end: u64,
    /// How many steps are in it.
    steps: u64,
    /// Steps that are not in the file yet, serialised.
    pending: Vec<u8>,
    /// How many those are.
    waiting: u64,
    head: Option<Started>,
    /// The current step.
    open: Option<Step>,
    /// The last step of a run that ended, and the document before it: a resumed run may continue that step.
    ended: Option<(Step, u64, u64)>,
    screens: StepScreens,
    last: Option<Timestamp>,
}

impl Trajectory {
    pub(super) fn new(path: PathBuf) -> Self {
        Self::to(Target::File { path, file: None })
    }

    /// One that is kept in memory, with its pictures.
    pub(super) fn in_memory() -> Self {
        Self::to(Target::Memory(Vec::new()))
    }

    /// The document of one that is kept in memory.
    pub(super) fn into_bytes(self) -> Vec<u8> {
        match self.target {
            Target::Memory(bytes) => bytes,
            Target::File { .. } => Vec::new(),
        }
    }

    fn to(target: Target) -> Self {
        Self {
            target,
            begun: false,
            end: 0,
            steps: 0,
            pending: Vec::new(),
            waiting: 0,
            head: None,
            open: None,
            ended: None,
            screens: StepScreens::default(),
            last: None,
        }
    }

    /// Whether it embeds its pictures.
    pub(super) fn embeds(&self) -> bool {
        matches!(self.target, Target::Memory(_))
            || self.head.as_ref().is_some_and(|head| head.settings.embed_screenshots)
    }

    /// Adds a line of the journal.
    pub(super) fn add(&mut self, line: &JournalEntry) -> io::Result<()> {
        let mark = line.mark();
        self.last = Some(mark.at);
        if let JournalEntry::Ended(ended) = line {
            return self.end(&ended.summary);
        }
        if let Some((last, end, steps)) = self.ended.take_if(|(last, ..)| last.step == mark.step) {
            (self.open, self.end, self.steps) = (Some(last), end, steps);
        }
        if let JournalEntry::Started(started) = line {
            // A resumed task keeps the start of its first run.
            self.head.get_or_insert_with(|| started.clone());
            return Ok(());
        }
        // The number increases when a step was decided.
        if let Some(decided) = self.open.take_if(|open| open.step != mark.step) {
            self.close(decided, self.screens.before().cloned())?;
        }
        // Step 0 is before the first decision; it is in the journal only. A written step is complete.
        if self.open.is_none() && u64::from(mark.step) > self.count() {
            self.fill(mark.step.saturating_sub(1))?;
            self.open = Some(Step::new(mark.step, Some(mark.at)));
        }
        self.screens.read(line);
        if let Some(open) = &mut self.open {
            open.add(line);
        }
        Ok(())
    }

    /// Writes what there is of a task that has no end, with the step that is not complete.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        if let Some(last) = self.open.take() {
            self.close(last, self.screens.before().cloned())?;
        }
        if self.ended.is_none() { self.extend(None) } else { Ok(()) }
    }

    /// How many steps there are, without the current one.
    fn count(&self) -> u64 {
        self.steps + self.waiting
    }

    /// Adds a completed step.
    fn close(&mut self, mut step: Step, seen: Option<SeenScreen>) -> io::Result<()> {
        self.ended = None;
        step.screen = seen.map(|seen| Screen::of(&seen, self.embeds())).unwrap_or_default();
        if self.count() > 0 {
            self.pending.push(b',');
        }
        self.pending.push(b'\n');
        serde_json::to_writer(&mut self.pending, &step)?;
        self.waiting += 1;
        if self.waiting >= EVERY { self.extend(None) } else { Ok(()) }
    }

    /// Adds the steps up to this one that left nothing on record.
    fn fill(&mut self, until: u32) -> io::Result<()> {
        let silent = u64::from(until).saturating_sub(self.count());
        for _ in 0..silent.min(MOST_SILENT) {
            let number = u32::try_from(self.count() + 1).unwrap_or(u32::MAX);
            self.close(Step::new(number, self.last), self.screens.last().cloned())?;
        }
        Ok(())
    }

    /// Completes the document.
    fn end(&mut self, summary: &Summary) -> io::Result<()> {
        let unanswered = self.open.take_if(|open| open.step > summary.steps);
        if let Some(last) = self.open.take() {
            // The document without this step, for a run that continues it.
            self.extend(None)?;
            let before = (last.clone(), self.end, self.steps);
            self.close(last, self.screens.before().cloned())?;
            self.ended = Some(before);
        }
        self.fill(summary.steps)?;
        let mut closing = json!({
            "total_steps": summary.steps, "duration": summary.duration.as_secs_f64(), "status": summary.status,
            "reason": summary.reason, "message": summary.message, "error": summary.error,
            "tokens": summary.tokens, "cost": summary.cost,
            "final_screen": self.screens.last().map(|seen| Screen::of(seen, self.embeds())),
        });
        // The last request that the mind did not answer, with its retries.
        if let Some(unanswered) = unanswered {
            closing["unanswered"] = serde_json::to_value(unanswered)?;
        }
        self.extend(Some(closing))
    }

    /// Writes the buffered steps and the closing part: this one, or that of a running task.
    fn extend(&mut self, ended: Option<Value>) -> io::Result<()> {
        let Some(head) = &self.head else { return Ok(()) };
        let mut text = Vec::new();
        if !self.begun {
            let opening = json!({
                "version": VERSION, "task_id": head.task_id, "task_goal": head.goal, "device": head.device,
                "model": head.model, "dialect": head.dialect, "started": head.mark.at,
                "metadata": {"device": head.device},
            });
            let opening = opening.to_string();
            text.extend_from_slice(opening.strip_suffix('}').unwrap_or(&opening).as_bytes());
            text.extend_from_slice(b",\"steps\":[");
        }
        text.append(&mut self.pending);
        let next = self.end + u64::try_from(text.len()).unwrap_or(u64::MAX);
        let steps = self.count();
        let completed = ended.is_some();
        let closing = match ended {
            Some(closing) => closing,
            None => {
                let so_far = self.last.map_or(Duration::ZERO, |last| {
                    Duration::try_from(last.duration_since(head.mark.at)).unwrap_or_default()
                });
                json!({"total_steps": steps, "duration": so_far.as_secs_f64(), "status": "running"})
            }
        };
        text.extend_from_slice(b"\n],");
        let closing = closing.to_string();
        text.extend_from_slice(closing.strip_prefix('{').unwrap_or(&closing).as_bytes());
        text.push(b'\n');
        self.target.replace_from(self.end, &text, completed)?;
        self.begun = true;
        (self.end, self.steps, self.waiting) = (next, steps, 0);
        Ok(())
    }
}
