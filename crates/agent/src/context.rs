//! What the parts of a running task share: its eyes on the phone, its record, its people, its budgets and its clock.
//!
//! A [`Mind`](crate::Mind) is given a [`Context`] to look, read, ask and remember. Nothing in it can touch the phone:
//! acting belongs to the last stage of the [`pipeline`](crate::pipeline), which the loop alone owns. Each part keeps
//! its own state private and sits in a file of its own: `eyes` and `look` what the phone shows, `reading` what it says,
//! `connection` what happens when it is gone, `asking` people, `toolbox` other programs' tools, `secrets` what must not be
//! seen, `meter` what is used up, `recorder` what is written down and told.

mod asking;
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
use crate::effect::Effect;
use crate::event::Event;
use crate::evidence::Trail;
use crate::human::{Answer, Asks, Human};
use crate::journal::{EffectEntry, JournalEntry, Mark, RetryOf, ToolEntry};
use crate::reader::ReadText;
use crate::redact::Redactor;
use crate::settings::Settings;
use crate::summary::Task;
use action::phone::AgentAction;

/// The longest result that a mind is given.
const LONGEST_RESULT: usize = 64 << 10;

/// What the parts of a running task share, and what its mind may use.
pub struct Context {
    pub(crate) task: Task,
    pub(crate) settings: Settings,
    pub(crate) deadline: Deadline,
    pub(crate) eyes: Eyes,
    pub(crate) human: Arc<dyn Human>,
    pub(crate) toolbox: Toolbox,
    pub(crate) recorder: Recorder,
    pub(crate) meter: Meter,
    /// What led here: the gate judges by it, and what is read or answered on the way adds to it.
    pub(crate) trail: Trail,
    pub(crate) reports: Reports,
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
impl Context {
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
        self.eyes.look()
    }

    /// The elements of the present look, with what is secret masked; nothing where there are none to be had.
    pub async fn tree(&mut self) -> Result<Option<Arc<Tree>>, Halt> {
        Ok(self.present_tree())
    }

    /// What can be read in the picture of the present look, where somebody is there who can read.
    pub async fn read_picture(&mut self) -> Result<Vec<ReadText>, Halt> {
        let Some(picture) = self.look().and_then(|look| look.picture().cloned()) else { return Ok(Vec::new()) };
        let reader = self.eyes.reader();
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

/// What the stages share.
impl Context {
    /// Looks for words that address the agent in what the screen says.
    pub(crate) fn read_words(&mut self, words: &str) {
        if let Some(words) = self.trail.reads(words) {
            self.warn(format!("words on the screen address whoever reads it for you; they are not followed: {words}"));
        }
    }

    /// Writes what became of an action. `number` is that of its intent; nothing for what was never about to be sent.
    pub(crate) async fn write_effect(
        &mut self,
        number: Option<u64>,
        action: &AgentAction,
        effect: &Effect,
        acted: Option<serde_json::Value>,
    ) -> Result<(), Halt> {
        let (mark, action, effect) = (self.mark(), action.clone(), effect.clone());
        self.write(JournalEntry::Effect(EffectEntry { mark, number, action, effect, acted })).await
    }

    /// What came of a call or a question, written down and kept for the mind.
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
            self.warn(format!(
                "what `{tool}` gave back addresses whoever reads it for you; it is not followed: {words}"
            ));
        }
        let (result, error) = if ok { (Some(text.clone()), None) } else { (None, Some(text.clone())) };
        let (mark, person) = (self.mark(), source == Source::Person);
        let entry = ToolEntry { mark, tool: tool.to_owned(), ok, result, error, person };
        self.write(JournalEntry::ToolResult(entry)).await?;
        self.reports.results.push(ToolResult { tool: tool.to_owned(), ok, text, source });
        Ok(())
    }
}

/// At most so much, and a mark where there was more.
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
