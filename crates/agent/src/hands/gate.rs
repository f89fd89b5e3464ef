//! The gate: what is about to leave the process is judged, and a person is asked where they must be.
//!
//! The rules are in `action::policy`; here is what they need to know (the element under the finger, the app in
//! front) and what becomes of their verdict; `ask` puts the question. Words on a screen can only make it stricter.

use action::phone::{AgentAction, Aims, Reaches, limits};
use action::policy::{Action, Actor, Decision, Pattern, Request, Settled, Surface, Target, decide};
use device::tree::{Node, Tree};

use super::Hands;
use crate::deadline::{Halt, boxed};
use crate::journal::{GateEntry, JournalEntry};

/// What the gate says in the end.
pub(super) enum Passage {
    /// It may happen, to this element.
    Open(Option<Target>),
    /// It may not, and why.
    Shut(String),
    /// The person has the phone and does it themselves, or not.
    Handed(String),
}

/// What was judged.
pub(super) struct Case {
    pub(super) target: Option<Target>,
    pub(super) package: Option<String>,
    pub(super) decision: Decision,
}

impl Hands {
    /// Whether the agent may do this.
    pub(super) async fn pass(&mut self, action: &AgentAction) -> Result<Passage, Halt> {
        let case = self.judge(action).await?;
        let remembered = case.decision.remember.as_ref().is_some_and(|pattern| self.memory.remembered(pattern));
        let settled = case.decision.settle(self.settings.yes, remembered);
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
        if !aims(action) {
            return Ok(Passage::Open(asked.target));
        }
        boxed(self.observe()).await?;
        let now = self.judge(action).await?;
        if now.target == asked.target && now.package == asked.package {
            return Ok(Passage::Open(asked.target));
        }
        self.write_verdict(action, &now, false, "rule", None).await?;
        Ok(Passage::Shut(
            "the person said yes, but by then something else was in that place; look again before you act".to_owned(),
        ))
    }

    async fn judge(&mut self, action: &AgentAction) -> Result<Case, Halt> {
        let tree = if aims(action) { self.tree().await? } else { None };
        let screen = self.look.as_ref().map_or((1, 1), |look| (look.screen.w, look.screen.h));
        let package = self.look.as_ref().and_then(|look| look.app.clone());
        let surface = match action.verb().reaches {
            Reaches::Tool => Surface::Tools,
            Reaches::Host => Surface::Host,
            Reaches::Phone | Reaches::Person | Reaches::Nothing => Surface::Phone,
        };
        // A drag ends somewhere too, and that may be the bin.
        let targets = match tree.as_deref() {
            Some(tree) => targets(action, tree, screen),
            None => vec![None],
        };
        let judged = targets.into_iter().map(|target| {
            let request = Request {
                who: Actor::Agent(self.actor.clone()),
                surface,
                action: Action::Phone(action),
                target: target.clone(),
                package: package.as_deref(),
            };
            (decide(&request), target)
        });
        let strictest = judged.reduce(|best, next| if next.0.verdict > best.0.verdict { next } else { best });
        let (decision, target) = strictest.unwrap_or_else(|| {
            let request = Request {
                who: Actor::Agent(self.actor.clone()),
                surface,
                action: Action::Phone(action),
                target: None,
                package: package.as_deref(),
            };
            (decide(&request), None)
        });
        Ok(Case { target, package, decision })
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

/// Whether it acts on whatever is under the finger or has the focus.
fn aims(action: &AgentAction) -> bool {
    action.verb().aims != Aims::Nothing
}

/// The elements that an action meets; `None` stands for one that nobody knows.
fn targets(action: &AgentAction, tree: &Tree, screen: (u32, u32)) -> Vec<Option<Target>> {
    let at = |point| {
        let (x, y) = limits::pixel(point, screen);
        let point = i32::try_from(x).ok().zip(i32::try_from(y).ok());
        point.and_then(|(x, y)| tree.at(x, y)).map(|node| target(tree, node))
    };
    match action.verb().aims {
        Aims::Point | Aims::TwoPoints => action.points().into_iter().map(at).collect(),
        Aims::Focus => {
            let focused = tree.nodes.iter().rev().find(|node| node.state.focused);
            vec![focused.map(|node| target(tree, node))]
        }
        Aims::Nothing => vec![None],
    }
}

/// An element as the gate knows it.
fn target(tree: &Tree, node: &Node) -> Target {
    let place = tree.nodes.iter().position(|other| std::ptr::eq(other, node));
    Target {
        label: place.map_or_else(|| node.label().to_owned(), |place| tree.whole_label(place)),
        role: node.class.clone(),
        resource_id: node.resource_id.clone(),
        package: node.package.clone(),
    }
}
