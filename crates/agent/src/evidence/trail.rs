//! The trail of a task: the person's requests, and the elements pressed, text written and text read so far. The gate
//! judges by it.

use std::collections::VecDeque;
use std::sync::Arc;

use action::phone::{AgentAction, Aims};
use policy::{
    Conversation, Grounding, Hazard, Pattern, Target, addresses_agent, rule_hazard, runs, runs_written, touches, writes,
};

use super::instruction::{self, Instruction};
use crate::journal::JournalEntry;
use crate::redact::MASK;

/// The action through which a person hands something over.
const HANDED_OVER: &str = "request_human_auth";
/// How many presses count as having led to the screen.
const LED_BY: usize = 2;

/// The events that led to the current state of this task.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Trail {
    /// The person's request, and their answers since.
    pub(crate) wanted: String,
    /// The same words as a typed statement.
    pub(crate) grounding: Arc<Grounding>,
    /// Whether a program asked for the task: then none of its words are the person's wish.
    of_program: bool,
    pressed: VecDeque<Option<Hazard>>,
    /// The files that were written on the phone, and whether there were more than are remembered.
    written: Vec<String>,
    wrote_more: bool,
    /// Words from outside that address the agent.
    addressed: Option<Instruction>,
    /// The person's approvals for the rest of the task.
    allowed: Vec<Pattern>,
    /// The conversation and the app for which something is being attached, recorded or picked.
    attaching: Option<Attaching>,
    /// The text that this task typed.
    typed: String,
    selected_all: bool,
    /// Whether the phone's records were searched for the people that the words mean.
    resolved: bool,
    /// The people and numbers that the plan found for the person's words.
    meant: Vec<String>,
    /// Contacts with a number that no person gave: the name and the number.
    pub(crate) foreign: Vec<(String, String)>,
}

/// The item being attached, recorded or picked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Attaching {
    /// The title of the conversation.
    pub(crate) title: String,
    /// The label of the first press: the name of the item being sent.
    pub(crate) what: String,
    package: String,
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

    /// The trail of a task that a program requested: its words name no person and allow nothing.
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
                // Text typed by the earlier run is not the person's text.
                self.acted(&gate.action, gate.target.as_ref(), None);
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

    /// Remembers a press.
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
            self.resolve_again();
        }
    }

    /// Remembers the people that the person's words mean, as the plan found them in the phone's contacts.
    pub(crate) fn means(&mut self, who: &str) {
        const MOST: usize = 64;
        if self.meant.len() < MOST && !self.of_program {
            self.meant.push(who.to_owned());
            Arc::make_mut(&mut self.grounding).found_in_records(who);
        }
    }

    /// Whether the phone's records may still identify the person meant.
    pub(crate) fn resolves(&self) -> bool {
        !self.resolved && !self.wanted.trim().is_empty()
    }

    /// Adds the results from the phone's records: the people and numbers that the words mean, and names that fit
    /// several people.
    pub(crate) fn resolved(&mut self, found: &[String], ambiguous: &[String]) {
        self.resolved = true;
        let grounding = Arc::make_mut(&mut self.grounding);
        found.iter().for_each(|name| grounding.found_in_records(name));
        ambiguous.iter().for_each(|name| grounding.is_ambiguous(name));
    }

    /// The phone's contacts have changed, so its records must be asked again.
    pub(crate) fn resolve_again(&mut self) {
        let mut grounding = Grounding::of(&self.wanted);
        self.meant.iter().for_each(|who| grounding.found_in_records(who));
        self.grounding = Arc::new(grounding);
        self.resolved = false;
    }

    /// Remembers contacts with numbers that no person gave.
    pub(crate) fn are_foreign(&mut self, foreign: Vec<(String, String)>) {
        let grounding = Arc::make_mut(&mut self.grounding);
        foreign.iter().for_each(|(name, number)| grounding.is_foreign(name, number));
        self.foreign = foreign;
    }

    /// Remembers an action that was allowed: it may type, select, delete or begin an attachment.
    pub(crate) fn acted(&mut self, action: &AgentAction, on: Option<&Target>, conversation: Option<&Conversation>) {
        const MOST: usize = 64 << 10;
        // An address may be written by a link or a command too.
        let written = match action {
            AgentAction::Type(verb) => Some(verb.text.clone()),
            AgentAction::OpenUrl(verb) => Some(verb.url.replace("%40", "@").replace("%20", " ")),
            AgentAction::Shell(verb) => Some(verb.command.replace("%40", "@").replace("%20", " ")),
            _ => None,
        };
        if let Some(written) = written.filter(|written| self.typed.len() + written.len() < MOST) {
            self.typed.push('\n');
            self.typed.push_str(&written);
        }
        let selected = match action {
            AgentAction::Type(_) => false,
            action => policy::selects_all(action) || on.is_some_and(|target| policy::says_select_all(&target.label)),
        };
        let presses = action.verb().aims != Aims::Nothing;
        self.selected_all = selected || (self.selected_all && !presses);
        let Some(target) = on.filter(|_| matches!(action.verb().aims, Aims::Point | Aims::TwoPoints)) else { return };
        let attaches = policy::speaks_of_attaching(&target.label) || policy::speaks_of_attaching(&target.resource_id);
        match conversation {
            Some(open) if attaches => {
                let (title, what, package) = (open.title.clone(), target.label.clone(), target.package.clone());
                self.attaching = Some(Attaching { title, what, package });
            }
            Some(_) => self.attaching = None,
            None => {}
        }
    }

    /// Returns the item being attached in this app.
    pub(crate) fn attaching(&self, package: &str) -> Option<&Attaching> {
        // System pickers belong to no messenger.
        let here = |begun: &&Attaching| {
            begun.package == package || package.contains("documentsui") || package.contains("photopicker")
        };
        self.attaching.as_ref().filter(here)
    }

    /// Whether this task typed this text, or all of its words.
    pub(crate) fn has_typed(&self, text: &str) -> bool {
        let text = text.trim();
        !text.is_empty() && (self.typed.contains(text) || text.split_whitespace().all(|word| self.typed.contains(word)))
    }

    /// Whether the whole text of a field is selected.
    pub(crate) fn has_selected_all(&self) -> bool {
        self.selected_all
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
