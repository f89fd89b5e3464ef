//! What led to where a task stands: what the person wanted, what was pressed, written and read. The gate judges by it.

use std::collections::VecDeque;

use action::phone::{AgentAction, Aims};
use policy::{Hazard, Pattern, Target, addresses_agent, rule_hazard, runs, runs_written, touches, writes};

use super::instruction::{self, Instruction};
use crate::journal::JournalEntry;
use crate::redact::MASK;

/// The action by which a person hands something over.
const HANDED_OVER: &str = "request_human_auth";
/// Presses that count as what led here.
const LED_BY: usize = 2;

/// What led here, in this task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trail {
    /// What the person asked for and has answered since.
    pub(crate) wanted: String,
    /// Whether the words are a program's: then none of them is what the person wants.
    of_program: bool,
    pressed: VecDeque<Option<Hazard>>,
    /// The files that were written on the phone, and whether there were more than are remembered.
    written: Vec<String>,
    wrote_more: bool,
    /// Words from outside that address whoever reads them for a person.
    addressed: Option<Instruction>,
    /// What the person allowed for as long as the task goes on.
    allowed: Vec<Pattern>,
}

impl Trail {
    /// Of a task that begins.
    pub(crate) fn of(goal: &str) -> Self {
        let mut trail = Self::default();
        trail.answered(goal);
        trail
    }

    /// Of a task that begins, or goes on where an earlier run ended.
    pub(crate) fn resumed(goal: &str, before: Option<&Self>) -> Self {
        let mut trail = before.cloned().unwrap_or_default();
        trail.answered(goal);
        trail
    }

    /// The same, of a task that a program asked for: what it says names nobody and allows nothing.
    pub(crate) fn of_program(before: Option<&Self>) -> Self {
        Self { of_program: true, ..before.cloned().unwrap_or_default() }
    }

    /// Whether a program asked for the task.
    pub(crate) fn is_of_program(&self) -> bool {
        self.of_program
    }

    /// Takes in what the journal of an earlier run tells. What the person answered or allowed there is not brought back:
    /// without it more is asked, never less.
    pub(crate) fn replay(&mut self, entry: &JournalEntry) {
        match entry {
            JournalEntry::Gate(gate) if gate.allowed => {
                let command = match &gate.action {
                    AgentAction::Shell(verb) => Some(verb.command.as_str()),
                    _ => None,
                };
                if gate.action.verb().aims != Aims::Nothing || command.is_some_and(|command| touches(command).is_some())
                {
                    self.pressed(rule_hazard(&gate.rule));
                }
                if let Some(command) = command {
                    let paths = writes(command);
                    // A path with a secret in it is not on record: it may be any.
                    self.wrote_more |= !paths.is_empty() && command.contains(MASK);
                    self.wrote(paths);
                }
            }
            JournalEntry::ToolResult(came) => {
                let text = came.result.as_deref().or(came.error.as_deref()).unwrap_or_default();
                self.reads(text);
                // A file that the person gave was put on the phone: its path stands at the end.
                let path = text.rsplit(": ").next().map(str::trim).filter(|path| path.starts_with('/'));
                self.wrote(path.filter(|_| came.tool == HANDED_OVER).map(str::to_owned).into_iter().collect());
            }
            _ => {}
        }
    }

    /// Remembers what was pressed.
    pub(crate) fn pressed(&mut self, hazard: Option<Hazard>) {
        self.pressed.push_front(hazard);
        self.pressed.truncate(LED_BY);
    }

    /// Remembers files that were written on the phone.
    pub(crate) fn wrote(&mut self, paths: Vec<String>) {
        const MOST: usize = 1024;
        self.written.extend(paths);
        self.wrote_more |= self.written.len() > MOST;
        self.written.truncate(MOST);
    }

    /// The file that a command runs although it was written in this task. Where too many were written to remember, any
    /// may be one of them.
    pub(crate) fn runs_written(&self, command: &str) -> Option<String> {
        runs_written(command, &self.written)
            .or_else(|| self.wrote_more.then(|| runs(command).into_iter().next()).flatten())
    }

    /// Looks for words that address whoever reads for a person; the words, when they are new.
    pub(crate) fn reads(&mut self, text: &str) -> Option<String> {
        let found = addresses_agent(text)?.words;
        let known = self.addressed.as_ref().is_some_and(|known| known.words == found);
        self.addressed = Some(Instruction::read(found.clone(), text));
        (!known).then_some(found)
    }

    /// The words from outside that asked for this, where the person did not.
    pub(crate) fn instructed_by(&self, action: &AgentAction, target: Option<&Target>) -> Option<String> {
        let instruction = self.addressed.as_ref()?;
        let subject = instruction::subject(action, target);
        instruction.asks_for(&subject, &self.wanted).then(|| instruction.words.clone())
    }

    /// Remembers what the person said.
    pub(crate) fn answered(&mut self, text: &str) {
        const MOST: usize = 16 << 10;
        if self.wanted.len() < MOST && !self.of_program {
            self.wanted.push('\n');
            self.wanted.push_str(&text[..text.floor_char_boundary(MOST)]);
        }
    }

    /// Remembers what the person allowed: it is not asked again in this task.
    pub(crate) fn allow(&mut self, pattern: &Pattern) {
        const MOST: usize = 256;
        let for_the_task = matches!(pattern, Pattern::Unseen(_) | Pattern::Conversation(_) | Pattern::Recipient(_));
        if for_the_task && self.allowed.len() < MOST {
            self.allowed.push(pattern.clone());
        }
    }

    /// Whether the person allowed it in this task.
    pub(crate) fn allows(&self, pattern: &Pattern) -> bool {
        self.allowed.contains(pattern)
    }

    pub(super) fn led_by(&self) -> Vec<Hazard> {
        self.pressed.iter().copied().flatten().collect()
    }
}
