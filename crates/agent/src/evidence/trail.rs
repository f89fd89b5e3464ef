//! What led to the current state of a task: the person's wishes, and what was pressed, written and read. The gate
//! judges by it.

use std::collections::VecDeque;

use action::phone::{AgentAction, Aims};
use policy::{Hazard, Pattern, Target, addresses_agent, rule_hazard, runs, runs_written, touches, writes};

use super::instruction::{self, Instruction};
use crate::journal::JournalEntry;
use crate::redact::MASK;

/// The action through which a person hands something over.
const HANDED_OVER: &str = "request_human_auth";
/// How many presses count as having led to the screen.
const LED_BY: usize = 2;

/// What led to the current state, in this task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trail {
    /// What the person asked for, and their answers since.
    pub(crate) wanted: String,
    /// Whether a program asked for the task: then none of its words are the person's wish.
    of_program: bool,
    pressed: VecDeque<Option<Hazard>>,
    /// The files that were written on the phone, and whether there were more than are remembered.
    written: Vec<String>,
    wrote_more: bool,
    /// Words from outside that address the agent.
    addressed: Option<Instruction>,
    /// What the person allowed for the rest of the task.
    allowed: Vec<Pattern>,
}

impl Trail {
    /// The trail of a new task.
    pub(crate) fn of(goal: &str) -> Self {
        let mut trail = Self::default();
        trail.answered(goal);
        trail
    }

    /// The trail of a new or resumed task.
    pub(crate) fn resumed(goal: &str, before: Option<&Self>) -> Self {
        let mut trail = before.cloned().unwrap_or_default();
        trail.answered(goal);
        trail
    }

    /// The trail of a task that a program asked for: its words name nobody and allow nothing.
    pub(crate) fn of_program(before: Option<&Self>) -> Self {
        Self { of_program: true, ..before.cloned().unwrap_or_default() }
    }

    /// Whether a program asked for the task.
    pub(crate) fn is_of_program(&self) -> bool {
        self.of_program
    }

    /// Replays an entry of an earlier run's journal. The person's answers and approvals are not restored: without them
    /// the gate asks more, never less.
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
                    // A path that contains a secret is masked in the journal, so it may be any path.
                    self.wrote_more |= !paths.is_empty() && command.contains(MASK);
                    self.wrote(paths);
                }
            }
            JournalEntry::ToolResult(came) => {
                let text = came.result.as_deref().or(came.error.as_deref()).unwrap_or_default();
                self.reads(text);
                // A file from the person was put on the phone: its path is at the end.
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

    /// Returns the file that a command runs, if this task wrote it. If too many files were written to remember, any
    /// file counts.
    pub(crate) fn runs_written(&self, command: &str) -> Option<String> {
        runs_written(command, &self.written)
            .or_else(|| self.wrote_more.then(|| runs(command).into_iter().next()).flatten())
    }

    /// Checks a text for words that address the agent. Returns them if they are new.
    pub(crate) fn reads(&mut self, text: &str) -> Option<String> {
        let found = addresses_agent(text)?.words;
        let known = self.addressed.as_ref().is_some_and(|known| known.words == found);
        self.addressed = Some(Instruction::read(found.clone(), text));
        (!known).then_some(found)
    }

    /// Returns the words from outside that asked for this action, if the person did not.
    pub(crate) fn instructed_by(&self, action: &AgentAction, target: Option<&Target>) -> Option<String> {
        let instruction = self.addressed.as_ref()?;
        let subject = instruction::subject(action, target);
        instruction.asks_for(&subject, &self.wanted).then(|| instruction.words.clone())
    }

    /// Remembers the person's words.
    pub(crate) fn answered(&mut self, text: &str) {
        const MOST: usize = 16 << 10;
        if self.wanted.len() < MOST && !self.of_program {
            self.wanted.push('\n');
            self.wanted.push_str(&text[..text.floor_char_boundary(MOST)]);
        }
    }

    /// Remembers an approval: the person is not asked again in this task.
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
