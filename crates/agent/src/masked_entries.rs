//! Masks entries and events before they reach the journal and the watchers. `redact` knows the secrets; this file knows
//! which fields of an entry, event or question can hold one.

use std::borrow::Cow;
use std::sync::Arc;

use action::LoopEvent;
use action::plan::{ActionPlan, Step, StepResult};
use device::Tree;
use device::tree::Node;
use policy::{Pattern, Target};

use crate::effect::Effect;
use crate::event::Event;
use crate::human::{Asks, Question};
use crate::identity::ElementIdentity;
use crate::journal::JournalEntry;
use crate::redact::{Redactor, has_handle};
use crate::summary::Summary;

impl Redactor {
    /// Whether the pattern that a yes would be remembered as contains a secret, or the handle of one.
    pub(crate) fn hides(&self, pattern: &Pattern) -> bool {
        let (_, text) = pattern.parts();
        matches!(self.text(text), Cow::Owned(_)) || has_handle(text)
    }

    /// Masks an entry for writing.
    pub fn entry(&self, mut entry: JournalEntry) -> JournalEntry {
        match &mut entry {
            JournalEntry::Started(line) => self.mask(&mut line.goal),
            JournalEntry::Hidden(line) => {
                for place in &mut line.hidden.places {
                    self.mask(&mut place.resource_id);
                }
            }
            JournalEntry::Observation(line) => {
                self.maybe(&mut line.withheld);
                if let Some(tree) = line.tree.as_mut().and_then(|stored| stored.tree.as_mut()) {
                    self.stored_tree(tree);
                }
            }
            JournalEntry::Prediction(line) => {
                self.mask(&mut line.thought);
                self.mask(&mut line.raw);
                self.maybe(&mut line.error);
                line.actions.iter_mut().for_each(|action| *action = self.action(action));
                line.repairs.iter_mut().for_each(|repair| self.mask(&mut repair.message));
                if let Some(prompt) = &mut line.prompt {
                    self.mask(&mut prompt.text);
                }
            }
            JournalEntry::Gate(line) => {
                line.action = self.action(&line.action);
                self.mask(&mut line.reason);
                self.target(&mut line.target);
                self.pattern(&mut line.remember);
            }
            JournalEntry::Question(line) => {
                line.action = self.action(&line.action);
                self.mask(&mut line.words);
            }
            JournalEntry::Intent(line) => {
                line.action = self.action(&line.action);
                self.target(&mut line.target);
                self.maybe(&mut line.file);
                line.touched.iter_mut().flat_map(ElementIdentity::texts_mut).for_each(|text| self.mask(text));
            }
            JournalEntry::Effect(line) => {
                line.action = self.action(&line.action);
                self.effect(&mut line.effect);
                if let Some(acted) = &mut line.acted {
                    self.value(acted);
                }
                if let Some(seen) = &mut line.seen {
                    seen.texts_mut().for_each(|text| self.mask(text));
                }
            }
            JournalEntry::ToolResult(line) => {
                self.maybe(&mut line.result);
                self.maybe(&mut line.error);
            }
            JournalEntry::Note(line) => self.mask(&mut line.text),
            JournalEntry::Plan(line) => self.plan(&mut line.plan),
            JournalEntry::PlanStep(line) => {
                line.progress.kept.values_mut().for_each(|value| self.value(value));
                self.steps(&mut line.progress.way_back);
                if let Some(reached) = &mut line.progress.reached {
                    reached.kept.values_mut().for_each(|value| self.value(value));
                }
                line.progress.said.iter_mut().for_each(|said| self.mask(said));
            }
            JournalEntry::StepResult(line) => {
                self.step_result(&mut line.result);
                for checked in &mut line.checked {
                    self.mask(&mut checked.asked);
                    self.mask(&mut checked.said);
                }
            }
            JournalEntry::Retry(line) => self.mask(&mut line.why),
            JournalEntry::Ended(line) => self.summary(&mut line.summary),
            JournalEntry::Paused(_) | JournalEntry::Continued(_) => {}
        }
        entry
    }

    /// Masks an event for the watchers.
    pub fn event(&self, mut event: Event) -> Event {
        match &mut event {
            Event::Started { goal, .. } => self.mask(goal),
            Event::Progress(progress) => {
                self.maybe(&mut progress.action);
                self.mask(&mut progress.thinking);
                if let Some(effect) = &mut progress.effect {
                    self.effect(effect);
                }
            }
            Event::Plan { summary, plan } => {
                self.mask(summary);
                self.plan(plan);
            }
            Event::StepResult(result) => self.step_result(result),
            Event::File { path } => self.mask(path),
            Event::Question(question) => self.question(question),
            Event::Ended(summary) => self.summary(summary),
            Event::Loop(LoopEvent::Acting { label, .. }) => self.maybe(label),
            Event::Loop(
                LoopEvent::Say { words: text }
                | LoopEvent::Retrying { why: text, .. }
                | LoopEvent::Disconnected { why: text, .. }
                | LoopEvent::Warning { message: text, .. },
            ) => self.mask(text),
            Event::Loop(
                LoopEvent::Step { .. } | LoopEvent::Thinking { .. } | LoopEvent::Reconnected | LoopEvent::Continued,
            )
            | Event::Settled { .. }
            | Event::Paused { .. } => {}
        }
        event
    }

    /// Masks a question for the person.
    pub(crate) fn question(&self, question: &mut Question) {
        match &mut question.asks {
            Asks::Ask { question: text, choices } => {
                self.mask(text);
                choices.iter_mut().for_each(|choice| self.mask(choice));
            }
            Asks::Confirm { message: text } | Asks::WasDone { message: text } | Asks::Attention { message: text } => {
                self.mask(text);
            }
            Asks::Auth { instruction, .. } => self.mask(instruction),
            Asks::Gate(gate) => {
                self.mask(&mut gate.reason);
                gate.action = self.action(&gate.action);
                self.target(&mut gate.target);
                self.pattern(&mut gate.remember);
            }
        }
    }

    pub(crate) fn summary(&self, summary: &mut Summary) {
        self.mask(&mut summary.message);
        self.maybe(&mut summary.error);
    }

    /// Masks a tree for storing. It was covered when it was read; what became known since is masked here.
    fn stored_tree(&self, tree: &mut Arc<Tree>) {
        let hides = |text: &String| matches!(self.text(text), Cow::Owned(_));
        if !tree.nodes.iter().any(|node| texts(node).into_iter().any(hides)) {
            return;
        }
        for node in &mut Arc::make_mut(tree).nodes {
            let Node { text, description, hint, tooltip, .. } = node;
            [text, description, hint, tooltip].into_iter().for_each(|text| self.mask(text));
        }
    }

    fn plan(&self, plan: &mut ActionPlan) {
        plan.metadata.more.values_mut().for_each(|value| self.value(value));
        plan.slots.values_mut().for_each(|value| self.value(value));
        self.steps(&mut plan.steps);
        plan.requests.iter_mut().flat_map(|one| one.slots.values_mut()).for_each(|value| self.value(value));
        if let Some(ask) = &mut plan.ask {
            self.mask(&mut ask.question);
            ask.choices.iter_mut().for_each(|choice| self.mask(choice));
        }
        if let Some(follow_up) = &mut plan.follow_up {
            self.mask(&mut follow_up.prompt);
        }
    }

    /// Masks the arguments of steps.
    pub(crate) fn steps(&self, steps: &mut [Step]) {
        steps.iter_mut().flat_map(|step| step.args.values_mut()).for_each(|value| self.value(value));
    }

    fn step_result(&self, result: &mut StepResult) {
        self.mask(&mut result.message);
        self.maybe(&mut result.remediation);
    }

    fn effect(&self, effect: &mut Effect) {
        if let Some(failure) = &mut effect.failure {
            self.mask(&mut failure.message);
        }
    }

    fn target(&self, target: &mut Option<Target>) {
        if let Some(target) = target {
            self.mask(&mut target.label);
        }
    }

    fn pattern(&self, pattern: &mut Option<Pattern>) {
        if let Some(pattern) = pattern {
            self.mask(pattern.text_mut());
        }
    }

    fn mask(&self, text: &mut String) {
        *text = self.owned(std::mem::take(text));
    }

    fn maybe(&self, text: &mut Option<String>) {
        if let Some(text) = text {
            self.mask(text);
        }
    }
}

fn texts(node: &Node) -> [&String; 4] {
    [&node.text, &node.description, &node.hint, &node.tooltip]
}
