//! What led to where a task stands: what the person wanted, what was pressed, written and read. The gate judges by it.

use std::collections::VecDeque;

use action::phone::AgentAction;
use action::policy::{Hazard, Pattern, Target, addresses_agent, runs, runs_written};

/// Presses that count as what led here.
const LED_BY: usize = 2;

/// How much is remembered of what was said with words that address the agent.
const MOST_ADDRESSED: usize = 64 << 10;

/// What led here, in this task.
#[derive(Debug, Default)]
pub(crate) struct Trail {
    /// What the person asked for and has answered since.
    pub(crate) wanted: String,
    pressed: VecDeque<Option<Hazard>>,
    /// The files that were written on the phone, and whether there were more than are remembered.
    written: Vec<String>,
    wrote_more: bool,
    /// Words from outside that address whoever reads them for a person, and all that was said with them.
    addressed: Option<(String, String)>,
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
        let known = self.addressed.as_ref().is_some_and(|(words, _)| *words == found);
        let all = text[..text.floor_char_boundary(MOST_ADDRESSED)].to_lowercase();
        self.addressed = Some((found.clone(), all));
        (!known).then_some(found)
    }

    /// The words from outside that asked for this, where the person did not.
    pub(crate) fn instructed_by(&self, action: &AgentAction, target: Option<&Target>) -> Option<String> {
        let (words, said) = self.addressed.as_ref()?;
        let subject = match action {
            AgentAction::Type(verb) => verb.text.as_str(),
            AgentAction::OpenUrl(verb) => verb.url.as_str(),
            AgentAction::OpenApp(verb) => verb.name.as_str(),
            AgentAction::LaunchApp(verb) => verb.package_name.rsplit('.').next().unwrap_or_default(),
            AgentAction::Shell(verb) => verb.command.as_str(),
            AgentAction::RunScript(verb) => verb.script.as_str(),
            AgentAction::McpCall(verb) => &serde_json::to_string(&verb.args).unwrap_or_default(),
            _ => target.map_or("", |target| target.label.as_str()),
        };
        let subject = subject.trim().to_lowercase();
        let mut parts = subject.split(|c: char| !c.is_alphanumeric()).filter(|part| part.chars().count() > 2);
        let wanted = self.wanted.to_lowercase();
        parts.any(|part| said.contains(part) && !wanted.contains(part)).then(|| words.clone())
    }

    /// Remembers what the person said.
    pub(crate) fn answered(&mut self, text: &str) {
        const MOST: usize = 16 << 10;
        if self.wanted.len() < MOST {
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
