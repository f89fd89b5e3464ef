//! The gate: what is about to leave the process is judged, and a person is asked where they must be.
//!
//! The rules are in `action::policy`; `judgement` gathers what they need to know (the element under the finger, the app
//! in front). Here is the look that it is gathered from and what becomes of the verdict; `ask` puts the question. Words on a screen can only make it stricter.

use std::sync::Arc;
use std::time::Duration;

use action::phone::{AgentAction, Aims};
use action::policy::{self, KnownTool, Pattern, Settled, Target};
use device::Pace;
use device::settle::{Change, Settled as Settling};

use super::Hands;
use crate::deadline::{Halt, boxed};
use crate::evidence::everything;
use crate::journal::{GateEntry, JournalEntry};
use crate::judgement::{Case, Situation, judge};
use crate::mind::Named;

/// What the gate says in the end.
pub(super) enum Passage {
    /// It may happen, to this element.
    Open(Option<Target>),
    /// It may not, and why.
    Shut(String),
    /// The person has the phone and does it themselves, or not.
    Handed(String),
}

impl Hands {
    /// Whether the agent may do this.
    pub(super) async fn pass(&mut self, action: &AgentAction) -> Result<Passage, Halt> {
        if let Some(passage) = boxed(self.pass_operation(action)).await? {
            return Ok(passage);
        }
        let case = self.judge(action).await?;
        let known = |pattern: &Pattern| self.memory.remembered(pattern) || self.trail.allows(pattern);
        let remembered = case.decision.remember.as_ref().is_some_and(known);
        let settled = case.decision.settle(self.settings.yes, remembered);
        // A yes to the call for help is a yes to the press that makes it.
        let helps = |named: &Named| named.name == "call_emergency" && case.decision.rule == "calls-for-help";
        let settled = match &self.permitted {
            Some(permitted) if self.operation.as_ref() == Some(permitted) && helps(permitted) => Settled::Go,
            _ => settled,
        };
        let asked_for = case.decision.remember.clone();
        let by_rule = case.decision.settle(false, false) == settled;
        match settled {
            Settled::Go => {
                let by = match (by_rule, remembered) {
                    (true, _) => "rule",
                    (false, true) => "remembered",
                    (false, false) => "yes",
                };
                self.write_verdict(action, &case, true, by, None).await?;
                self.go_on(action, &case);
                Ok(Passage::Open(case.target))
            }
            Settled::Refused => {
                self.write_verdict(action, &case, false, "rule", None).await?;
                Ok(Passage::Shut(format!("the gate refuses this: {}", case.decision.reason)))
            }
            Settled::AskPerson => boxed(self.ask_gate(action, case, asked_for)).await,
        }
    }

    /// The person took their time: what they said yes to must still be what would be touched.
    pub(super) async fn still_there(&mut self, action: &AgentAction, asked: Case) -> Result<Passage, Halt> {
        if let Some(pattern) = &asked.decision.remember {
            self.trail.allow(pattern);
        }
        if let AgentAction::McpCall(_) = action
            && self.known_tool(action).map(|tool| tool.fingerprint)
                != asked.tool.as_ref().map(|tool| tool.fingerprint.clone())
        {
            return Ok(Passage::Shut(
                "the person said yes, but by then its program had changed or removed the tool; ask again".to_owned(),
            ));
        }
        if is_operation(&asked) || !aims(action) && !touches_screen(action) {
            self.go_on(action, &asked);
            return Ok(Passage::Open(asked.target));
        }
        boxed(self.observe()).await?;
        let now = self.judge(action).await?;
        if now.target == asked.target && now.package == asked.package && now.question == asked.question {
            self.go_on(action, &asked);
            return Ok(Passage::Open(asked.target));
        }
        self.write_verdict(action, &now, false, "rule", None).await?;
        Ok(Passage::Shut(
            "the person said yes, but by then something else was in that place; look again before you act".to_owned(),
        ))
    }

    /// Remembers what is pressed: what comes next may go on with it.
    pub(super) fn go_on(&mut self, action: &AgentAction, case: &Case) {
        if aims(action) || touches_screen(action) {
            self.trail.pressed(case.decision.hazard);
        }
        if let AgentAction::Shell(verb) = action {
            self.trail.wrote(policy::writes(&verb.command));
        }
    }

    /// Judges everything that the action touches; the strictest verdict counts.
    async fn judge(&mut self, action: &AgentAction) -> Result<Case, Halt> {
        // What the mind saw counts, even where the screen shows something else by now.
        self.read_screen();
        let lands = aims(action) || touches_screen(action);
        if lands && std::mem::take(&mut self.stale) {
            boxed(self.look_afresh()).await?;
        }
        let tree = if lands { self.tree().await? } else { None };
        self.read_screen();
        let look = self.look.as_ref();
        let situation = Situation {
            actor: &self.actor,
            package: look.and_then(|look| look.app.as_deref()),
            tree: tree.as_deref(),
            screen: look.map_or((1, 1), |look| (look.screen.w, look.screen.h)),
            trail: &self.trail,
            tool: self.known_tool(action),
        };
        Ok(judge(action, &situation))
    }

    /// The tool that is called, and whether the person allowed it as something else.
    fn known_tool(&self, action: &AgentAction) -> Option<KnownTool> {
        let AgentAction::McpCall(call) = action else { return None };
        let mut tool = self.tools.find(&call.tool)?;
        let pattern = Pattern::tool(&call.tool, &tool.fingerprint);
        tool.changed = !self.memory.remembered(&pattern) && self.memory.remembered_otherwise(&pattern);
        Some(tool)
    }

    /// Looks for words on the present screen that address the agent, once for each look.
    fn read_screen(&mut self) {
        let Some(look) = self.look.as_mut().filter(|look| !look.read) else { return };
        look.read = true;
        if let Some(words) = look.tree().map(|tree| everything(tree)) {
            self.read_words(&words);
        }
    }

    /// Looks for words that address the agent in what the screen says.
    pub(super) fn read_words(&mut self, words: &str) {
        if let Some(words) = self.trail.reads(words) {
            self.warn(format!("words on the screen address whoever reads it for you; they are not followed: {words}"));
        }
    }

    /// The screen may have moved while somebody thought: what is judged is what it shows now.
    async fn look_afresh(&mut self) -> Result<(), Halt> {
        let Some(before) = self.look.as_ref().and_then(|look| look.picture.clone()) else {
            return boxed(self.observe()).await;
        };
        let (device, at_once) = (Arc::clone(&self.device), Pace::fixed(Duration::ZERO));
        match self.deadline.wait(device.settle(at_once, Some(&before))).await? {
            Ok(Settling { change: Change::Changed, last, .. }) => boxed(self.observe_settled(last)).await,
            Ok(_) => Ok(()),
            Err(_) => boxed(self.observe()).await,
        }
    }

    pub(super) async fn write_verdict(
        &mut self,
        action: &AgentAction,
        case: &Case,
        allowed: bool,
        by: &str,
        remember: Option<Pattern>,
    ) -> Result<(), Halt> {
        tracing::info!(
            step = self.step(),
            verb = action.name(),
            rule = case.decision.rule,
            allowed,
            by,
            "the gate decided"
        );
        let entry = GateEntry {
            mark: self.mark(),
            action: action.clone(),
            target: case.target.clone(),
            package: case.package.clone(),
            verdict: case.decision.verdict,
            rule: case.decision.rule.to_owned(),
            reason: case.decision.reason.clone(),
            allowed,
            by: by.to_owned(),
            remember,
        };
        self.write(JournalEntry::Gate(entry)).await
    }
}

/// Whether it was the step of a plan that was judged, and not what is touched for it.
pub(super) fn is_operation(case: &Case) -> bool {
    case.decision.rule == "op" || case.decision.rule.starts_with("op-")
}

/// Whether it is a command that touches the screen.
pub(super) fn touches_screen(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Shell(verb) if policy::touches(&verb.command).is_some())
}

/// Whether it acts on whatever is under the finger or has the focus.
fn aims(action: &AgentAction) -> bool {
    action.verb().aims != Aims::Nothing && !policy::only_navigates(action)
}
