//! The state that the parts of a running task share: its view of the phone, its record, its people, its budgets and its
//! clock.
//!
//! A [`Mind`](crate::Mind) uses the [`Context`] to look, read, ask and remember. Nothing in it can touch the phone:
//! only the last stage of the [`pipeline`](crate::pipeline) acts, and the loop alone owns that stage. Each part keeps
//! its state private in its own file: `eyes` and `look` hold what the phone shows, `reading` queries its state,
//! `connection` handles a lost phone, `asking` puts questions to people, `toolbox` holds other programs' tools,
//! `secrets` tracks what must stay hidden, `meter` counts the budgets, `recorder` writes the journal and notifies the
//! watchers.

mod asking;
mod checks;
mod connection;
mod eyes;
mod look;
mod meter;
mod reading;
mod recorder;
mod secrets;
mod toolbox;

use std::sync::Arc;
use std::time::Duration;

use device::Tree;
use model::{Source, ToolResult, Usage};

pub(crate) use self::asking::{MYSELF, NOBODY};
pub(crate) use self::connection::is_lost;
pub(crate) use self::eyes::Eyes;
pub use self::look::Look;
pub(crate) use self::look::{PAINTED, identifier};
pub(crate) use self::meter::Meter;
pub(crate) use self::recorder::Recorder;
pub(crate) use self::toolbox::Toolbox;
use crate::deadline::{Deadline, Halt};
use crate::effect::{Effect, EffectTrace};
use crate::event::Event;
use crate::evidence::Trail;
use crate::human::{Answer, Asks, Human};
use crate::journal::{EffectEntry, JournalEntry, Mark, RetryOf, ToolEntry};
use crate::reader::ReadText;
use crate::redact::Redactor;
use crate::settings::Settings;
use crate::summary::Task;
use action::phone::AgentAction;

/// The longest result, in bytes, that a mind receives.
const LONGEST_RESULT: usize = 64 << 10;

/// The shared state of a running task, and the interface of its mind.
pub struct Context {
    pub(crate) task: Task,
    /// The language of the request, in which people are asked, as a BCP 47 tag; empty if it is not known.
    pub(crate) language: String,
    pub(crate) settings: Settings,
    pub(crate) deadline: Deadline,
    pub(crate) eyes: Eyes,
    pub(crate) human: Arc<dyn Human>,
    pub(crate) toolbox: Toolbox,
    pub(crate) recorder: Recorder,
    pub(crate) meter: Meter,
    /// What led to the current screen. The gate judges by it; everything read or answered adds to it.
    pub(crate) trail: Trail,
    pub(crate) reports: Reports,
}

/// The reports that the mind has not received since it was last asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reports {
    /// Results of calls, commands and questions.
    pub results: Vec<ToolResult>,
    /// Problems.
    pub problems: Vec<String>,
}

impl Reports {
    pub(crate) fn problem(&mut self, problem: impl Into<String>) {
        self.problems.push(problem.into());
    }
}

/// The interface of minds.
impl Context {
    /// The task.
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// Its settings.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The current step.
    pub fn step(&self) -> u32 {
        self.recorder.step
    }

    /// The last look at the phone, if there is one.
    pub fn look(&self) -> Option<&Look> {
        self.eyes.look()
    }

    /// Returns the elements of the current look with secrets masked, or `None` if the phone gave none.
    pub async fn tree(&mut self) -> Result<Option<Arc<Tree>>, Halt> {
        Ok(self.present_tree())
    }

    /// Returns the text in the picture of the current look, or nothing if no reader is installed.
    pub async fn read_picture(&mut self) -> Result<Vec<ReadText>, Halt> {
        let Some(picture) = self.look().and_then(|look| look.picture().cloned()) else { return Ok(Vec::new()) };
        let reader = self.eyes.reader();
        match self.deadline.wait(reader.read(&picture)).await? {
            Ok(texts) => {
                self.read_words(&texts.iter().map(|text| text.text.as_str()).collect::<Vec<_>>().join("\n"));
                Ok(texts)
            }
            Err(error) => {
                tracing::info!("continuing without the text in the picture: {error}");
                Ok(Vec::new())
            }
        }
    }

    /// Asks a person and waits at most `most`; returns `None` after that.
    pub async fn ask_person(&mut self, asks: Asks, most: Duration) -> Result<Option<Answer>, Halt> {
        self.ask(None, asks, most).await
    }

    /// The tools that other programs offer.
    pub async fn tools(&mut self) -> Result<Arc<[model::Tool]>, Halt> {
        self.offered_tools().await
    }

    /// Masks secrets in everything that a mind shows to others.
    pub fn redactor(&self) -> &Redactor {
        &self.recorder.redactor
    }

    /// Takes the reports that the mind has not received yet.
    pub fn take_reports(&mut self) -> Reports {
        std::mem::take(&mut self.reports)
    }

    /// Waits for `work`, unless the task is halted first.
    pub async fn wait<F: Future>(&mut self, work: F) -> Result<F::Output, Halt> {
        self.deadline.wait(work).await
    }

    /// Like [`Context::wait`], but for at most `most`; returns `None` after that.
    pub async fn wait_for<F: Future>(&mut self, work: F, most: Duration) -> Result<Option<F::Output>, Halt> {
        self.deadline.wait_for(work, most).await
    }

    /// Waits before the mind retries something that has failed `failed` times, as the settings say.
    pub async fn before_retry(&mut self, failed: u32, why: &str) -> Result<(), Halt> {
        self.pause_before_retry(RetryOf::Prediction, failed, why).await
    }

    /// Counts the current step as taken, for a mind that got an answer and may still end the task over it. A step whose
    /// proposal is carried out is counted anyway.
    pub fn count_step(&mut self) {
        self.meter.steps = self.recorder.step;
    }

    /// Counts an answer's usage against the budgets.
    pub fn spend(&mut self, usage: &Usage) -> Result<(), Halt> {
        self.meter.spend(usage, &self.settings.budgets)
    }

    /// The current time and step.
    pub fn mark(&self) -> Mark {
        self.recorder.mark()
    }

    /// Writes an entry to the journal.
    pub async fn write(&mut self, entry: JournalEntry) -> Result<(), Halt> {
        Ok(self.recorder.write(entry).await?)
    }

    /// Sends an event to the watchers.
    pub fn emit(&mut self, event: Event) {
        self.recorder.emit(event);
    }

    /// Warns the watchers and the log.
    pub fn warn(&mut self, message: impl Into<String>) {
        self.recorder.warn(message);
    }
}

/// The interface of the pipeline's stages.
impl Context {
    /// Checks the text of the screen for words that address the agent.
    pub(crate) fn read_words(&mut self, words: &str) {
        if let Some(words) = self.trail.reads(words) {
            self.warn(format!("text on the screen addresses the agent and is not followed: {words}"));
        }
    }

    /// Writes the effect of an action. `number` is that of its intent; `None` if the action was never about to be sent.
    pub(crate) async fn write_effect(
        &mut self,
        number: Option<u64>,
        action: &AgentAction,
        effect: &Effect,
        trace: EffectTrace,
    ) -> Result<(), Halt> {
        let (mark, action, effect) = (self.mark(), action.clone(), effect.clone());
        let EffectTrace { acted, seen, took } = trace;
        self.write(JournalEntry::Effect(EffectEntry { mark, number, action, effect, acted, seen, took })).await
    }

    /// Records the result of a call or a question and keeps it for the mind.
    pub(crate) async fn report(
        &mut self,
        tool: &str,
        came: Result<String, String>,
        source: Source,
    ) -> Result<(), Halt> {
        let ok = came.is_ok();
        let text = capped(self.recorder.redactor.owned(came.unwrap_or_else(|error| error)));
        if source == Source::Tool
            && let Some(words) = self.trail.reads(&text)
        {
            self.warn(format!("the result of `{tool}` addresses the agent and is not followed: {words}"));
        }
        let (result, error) = if ok { (Some(text.clone()), None) } else { (None, Some(text.clone())) };
        let (mark, person) = (self.mark(), source == Source::Person);
        let entry = ToolEntry { mark, tool: tool.to_owned(), ok, result, error, person };
        self.write(JournalEntry::ToolResult(entry)).await?;
        self.reports.results.push(ToolResult { tool: tool.to_owned(), ok, text, source });
        Ok(())
    }
}

/// Cuts a text at [`LONGEST_RESULT`] and marks the cut.
fn capped(mut text: String) -> String {
    if text.len() > LONGEST_RESULT {
        text.truncate(text.floor_char_boundary(LONGEST_RESULT));
        text.push_str("\n[cut: there was more]");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_result_is_cut_between_letters_and_says_so() {
        assert_eq!(capped("short".to_owned()), "short");
        let cut = capped("é".repeat(LONGEST_RESULT));
        assert!(cut.starts_with("éé") && cut.ends_with("[cut: there was more]") && cut.len() < LONGEST_RESULT + 40);
    }
}
