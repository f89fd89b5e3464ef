//! `trajectory.json`: what a task did, step by step, as one JSON document.
//!
//! It is extended in place: the steps that are new go where the closing part began, and the closing part
//! is written again behind them. A kill in between leaves a document that cannot be read, and the journal,
//! from which the next process makes it anew.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::time::Duration;

use action::phone::AgentAction;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use jiff::Timestamp;
use serde::Serialize;
use serde_json::json;

use super::screenshot_name;
use crate::effect::Effect;
use crate::journal::{JournalEntry, Started};
use crate::summary::Summary;

/// The format of the trajectory.
const VERSION: u32 = 1;

/// How many steps are gathered before they are written.
const EVERY: u64 = 10;

/// The document, as far as it is written.
#[derive(Debug)]
pub(super) struct Trajectory {
    path: PathBuf,
    /// Open from the first write on.
    file: Option<File>,
    /// Where the next step goes.
    end: u64,
    /// How many steps are in it.
    steps: u64,
    /// Steps that are not in it yet, written out.
    pending: Vec<u8>,
    /// How many those are.
    waiting: u64,
    head: Option<Started>,
    /// The step that is under way.
    open: Option<Step>,
    last: Option<Timestamp>,
}

/// One step, as readers of trajectories know it.
#[derive(Debug, Default, Serialize)]
struct Step {
    step: u32,
    timestamp: Option<Timestamp>,
    /// The file, or the picture itself as base64.
    screenshot: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    withheld: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    app: Option<String>,
    thinking: String,
    raw: String,
    /// The first of the actions.
    action: Option<AgentAction>,
    actions: Vec<AgentAction>,
    /// What became of each.
    result: Vec<Outcome>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tool_results: Vec<crate::journal::ToolEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gate: Vec<crate::journal::GateEntry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    retries: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    usage: Option<model::Usage>,
}

/// What became of one action.
#[derive(Debug, Serialize)]
struct Outcome {
    action: AgentAction,
    effect: Effect,
}

impl Trajectory {
    pub(super) fn new(path: PathBuf) -> Self {
        Self { path, file: None, end: 0, steps: 0, pending: Vec::new(), waiting: 0, head: None, open: None, last: None }
    }

    /// Whether it holds its pictures.
    pub(super) fn embeds(&self) -> bool {
        self.head.as_ref().is_some_and(|head| head.settings.embed_screenshots)
    }

    /// Takes a line in.
    pub(super) fn add(&mut self, line: &JournalEntry) -> io::Result<()> {
        let mark = line.mark();
        self.last = Some(mark.at);
        if self.open.as_ref().is_some_and(|open| open.step != mark.step) {
            self.close_step()?;
        }
        match line {
            JournalEntry::Started(started) => {
                // A resumed task keeps the beginning of its first run.
                self.head.get_or_insert_with(|| started.clone());
                return Ok(());
            }
            JournalEntry::Ended(ended) => {
                self.close_step()?;
                return self.extend(Some(&ended.summary));
            }
            _ => {}
        }
        let embed = self.embeds();
        let step = self.open.get_or_insert_with(|| Step { step: mark.step, ..Step::default() });
        step.timestamp.get_or_insert(mark.at);
        match line {
            JournalEntry::Observation(seen) => {
                // Of several looks in one step the first is the one that the model was shown.
                if step.screenshot.is_none() {
                    step.screenshot = seen.screenshot.as_ref().map(|picture| match embed && !picture.png.is_empty() {
                        true => STANDARD.encode(&picture.png),
                        false => screenshot_name(picture.number),
                    });
                    step.withheld.clone_from(&seen.withheld);
                    step.app.clone_from(&seen.app);
                }
            }
            JournalEntry::Prediction(said) => {
                step.thinking.clone_from(&said.thought);
                step.raw.clone_from(&said.raw);
                step.action = said.actions.first().cloned();
                step.actions.clone_from(&said.actions);
                step.error.clone_from(&said.error);
                step.usage = Some(said.usage);
            }
            JournalEntry::Effect(carried) => {
                step.result.push(Outcome { action: carried.action.clone(), effect: carried.effect.clone() });
            }
            JournalEntry::ToolResult(result) => step.tool_results.push(result.clone()),
            JournalEntry::Gate(gate) => step.gate.push(gate.clone()),
            JournalEntry::Note(note) => step.notes.push(note.text.clone()),
            JournalEntry::Retry(retry) => step.retries.push(retry.why.clone()),
            JournalEntry::Started(_)
            | JournalEntry::Hidden(_)
            | JournalEntry::Intent(_)
            | JournalEntry::Paused(_)
            | JournalEntry::Continued(_)
            | JournalEntry::Plan(_)
            | JournalEntry::PlanStep(_)
            | JournalEntry::StepResult(_)
            | JournalEntry::Ended(_) => {}
        }
        Ok(())
    }

    fn close_step(&mut self) -> io::Result<()> {
        // Step 0 is what came before the first reply; it is in the journal.
        let Some(step) = self.open.take().filter(|step| step.step > 0) else { return Ok(()) };
        if self.steps + self.waiting > 0 {
            self.pending.push(b',');
        }
        self.pending.push(b'\n');
        serde_json::to_writer(&mut self.pending, &step)?;
        self.waiting += 1;
        if self.waiting >= EVERY { self.extend(None) } else { Ok(()) }
    }

    /// Writes what is waiting, and the closing part.
    fn extend(&mut self, summary: Option<&Summary>) -> io::Result<()> {
        let Some(head) = &self.head else { return Ok(()) };
        let mut text = Vec::new();
        if self.file.is_none() {
            let file = super::private_file().write(true).create(true).truncate(true).open(&self.path)?;
            self.file = Some(file);
            let opening = json!({
                "version": VERSION, "task_id": head.task_id, "task_goal": head.goal, "device": head.device,
                "model": head.model, "dialect": head.dialect, "started": head.mark.at,
            });
            let opening = opening.to_string();
            text.extend_from_slice(opening.strip_suffix('}').unwrap_or(&opening).as_bytes());
            text.extend_from_slice(b",\"steps\":[");
        }
        text.append(&mut self.pending);
        let next = self.end + u64::try_from(text.len()).unwrap_or(u64::MAX);
        let steps = self.steps + self.waiting;
        let closing = match summary {
            Some(summary) => json!({
                "total_steps": steps, "duration": summary.duration.as_secs_f64(), "status": summary.status,
                "reason": summary.reason, "message": summary.message, "error": summary.error,
                "tokens": summary.tokens, "cost": summary.cost,
            }),
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
        let Some(file) = &mut self.file else { return Ok(()) };
        file.seek(SeekFrom::Start(self.end))?;
        file.write_all(&text)?;
        file.set_len(self.end + u64::try_from(text.len()).unwrap_or(u64::MAX))?;
        if summary.is_some() {
            file.sync_data()?;
        }
        (self.end, self.steps, self.waiting) = (next, steps, 0);
        Ok(())
    }
}
