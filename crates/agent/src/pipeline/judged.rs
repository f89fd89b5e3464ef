//! The second stage: the gate. Judges every action before it leaves the process, and asks a person if required.
//!
//! `policy` has the rules; `judgement` collects their input (the element under the finger, the app in front) from the
//! observation. This file applies the verdict; `consent` asks the question and `operation` judges a plan's step. Words
//! on a screen can only make a verdict stricter. Only this file creates a [`Judged`].

use std::time::Duration;

use action::phone::AgentAction;
use policy::{self, Agreed, KnownTool, Pattern, Settled, Target};

use super::consent::{Consent, refused_by_rule};
use super::gate::Gate;
use super::observed::{Observed, lands};
use super::records;
use crate::context::Context;
use crate::deadline::{Halt, boxed};
use crate::judgement::{Case, Situation, judge};
use crate::mind::Named;

/// An action that is allowed on the observed screen only.
#[derive(Debug)]
pub struct Judged {
    observed: Observed,
    case: Case,
    /// Whether a person approved exactly this action.
    consented: bool,
}

/// The gate's final decision.
pub(super) enum Passage {
    /// Allowed.
    Open(Box<Judged>),
    /// Refused, and why.
    Shut(String),
    /// The person has the phone and may do it themselves.
    Handed(String),
}

/// A second judgement, on the current screen, of an action that was sent and did not arrive. It can only be made from
/// the first one, so it is about the same action.
#[derive(Debug)]
pub(super) struct JudgedAgain(Judged);

impl JudgedAgain {
    /// The judgement, for the owner of the first record.
    pub(super) fn into_judged(self) -> Judged {
        self.0
    }
}

impl Judged {
    /// The action.
    pub fn action(&self) -> &AgentAction {
        self.observed.action()
    }

    /// The element that it acts on.
    pub(super) fn target(&self) -> Option<&Target> {
        self.case.target.as_ref()
    }

    /// The observation it was judged by.
    pub(super) fn observed(&self) -> &Observed {
        &self.observed
    }

    /// Whether it reaches a person, costs money or cannot be undone, as far as is known.
    pub(super) fn is_outward(&self) -> bool {
        self.case.decision.outward
    }

    /// Whether a person approved it.
    pub(super) fn is_consented(&self) -> bool {
        self.consented
    }
}

impl Gate {
    /// Judges an action of the agent.
    pub(super) async fn judge(&mut self, observed: Observed, context: &mut Context) -> Result<Passage, Halt> {
        let action = observed.action().clone();
        if self.is_permitted_command(&action) {
            // A step's command counts as having done the step: sending it again would do it twice.
            let case = self.operation_case(context);
            self.write_verdict(context, &action, &case, true, "rule", None).await?;
            self.go_on(context, &action, &case);
            return Ok(Passage::Open(Box::new(Judged { observed, case, consented: false })));
        }
        let mut case = self.evaluate(&observed, context);
        if case.decision.reaches && boxed(records::resolve(context, &*self.provenance)).await? {
            case = self.evaluate(&observed, context);
        }
        let known = |pattern: &Pattern| self.memory.remembered(pattern) || context.trail.allows(pattern);
        let remembered = case.decision.remember.as_ref().is_some_and(known);
        let settled = case.decision.settle(context.settings.yes, remembered);
        // Approving the emergency call approves the press that makes it.
        let helps = |named: &Named| named.name == "call_emergency" && case.decision.rule == "calls-for-help";
        let settled = match &self.permitted {
            Some(permitted) if self.is_permitted() && helps(permitted) => Settled::Go,
            _ => settled,
        };
        let by_rule = case.decision.settle(false, false) == settled;
        match settled {
            Settled::Go => {
                let by = match (by_rule, remembered) {
                    (true, _) => "rule",
                    (false, true) => "remembered",
                    (false, false) => "yes",
                };
                self.write_verdict(context, &action, &case, true, by, None).await?;
                boxed(self.note_contact(&case, false, context)).await?;
                self.go_on(context, &action, &case);
                Ok(Passage::Open(Box::new(Judged { observed, case, consented: false })))
            }
            Settled::Refused => {
                self.write_verdict(context, &action, &case, false, "rule", None).await?;
                Ok(Passage::Shut(refused_by_rule(&context.language, &case.decision)))
            }
            Settled::AskPerson if self.has_agreed(&case) => {
                self.write_verdict(context, &action, &case, true, "agreed", None).await?;
                self.go_on(context, &action, &case);
                Ok(Passage::Open(Box::new(Judged { observed, case, consented: true })))
            }
            Settled::AskPerson => {
                let (remember, asked_at) = (case.decision.remember.clone(), context.deadline.clock.now());
                match boxed(self.ask(&action, &case, remember, context)).await? {
                    Consent::Given => boxed(self.judge_consented(&action, case, asked_at, context)).await,
                    Consent::Refused(why) => Ok(Passage::Shut(why)),
                    Consent::Handed(why) => Ok(Passage::Handed(why)),
                }
            }
        }
    }

    /// Judges an action that a person's answer covers: a code goes into the field they were asked about, a file is the
    /// result of an action that was allowed. `by` names the source of the approval. A refusal stays a refusal.
    pub(super) async fn judge_given(
        &mut self,
        observed: Observed,
        by: &str,
        context: &mut Context,
    ) -> Result<Passage, Halt> {
        let action = observed.action().clone();
        let case = self.evaluate(&observed, context);
        let allowed = case.decision.settle(false, false) != Settled::Refused;
        self.write_verdict(context, &action, &case, allowed, by, None).await?;
        if !allowed {
            return Ok(Passage::Shut(refused_by_rule(&context.language, &case.decision)));
        }
        self.go_on(context, &action, &case);
        Ok(Passage::Open(Box::new(Judged { observed, case, consented: true })))
    }

    /// Judges an action that did not arrive before it is sent again: its target must be unchanged.
    pub(super) async fn judge_again(
        &mut self,
        was: &Judged,
        context: &mut Context,
    ) -> Result<Option<JudgedAgain>, Halt> {
        let action = was.action().clone();
        let observed = Observed::of(action.clone(), context).await?;
        if !lands(&action) {
            let case = was.case.clone();
            return Ok(Some(JudgedAgain(Judged { observed, case, consented: was.consented })));
        }
        let now = self.evaluate(&observed, context);
        if is_same(&now, &was.case, Duration::ZERO) {
            return Ok(Some(JudgedAgain(Judged { observed, case: now, consented: was.consented })));
        }
        self.write_verdict(context, &action, &now, false, "rule", None).await?;
        Ok(None)
    }

    /// Checks, after the person's delay, that the approved element is still the one to be touched.
    async fn judge_consented(
        &mut self,
        action: &AgentAction,
        asked: Case,
        asked_at: Duration,
        context: &mut Context,
    ) -> Result<Passage, Halt> {
        let tool = |tool: Option<&KnownTool>| tool.map(|tool| tool.fingerprint.clone());
        if let AgentAction::McpCall(_) = action
            && tool(self.known_tool(action, context).as_ref()) != tool(asked.tool.as_ref())
        {
            return Ok(Passage::Shut(
                "the person said yes, but by then its program had changed or removed the tool; ask again".to_owned(),
            ));
        }
        let observed = Observed::of(action.clone(), context).await?;
        if lands(action) {
            let now = self.evaluate(&observed, context);
            let elapsed = context.deadline.clock.now().saturating_sub(asked_at);
            if !is_same(&now, &asked, elapsed) {
                self.write_verdict(context, action, &now, false, "rule", None).await?;
                return Ok(Passage::Shut(
                    "the person said yes, but by then that place showed something else; look again before you act"
                        .to_owned(),
                ));
            }
        }
        if let Some(pattern) = &asked.decision.remember {
            context.trail.allow(pattern);
        }
        boxed(self.note_contact(&asked, true, context)).await?;
        self.confirm_addresses(&asked.decision, context);
        self.go_on(context, action, &asked);
        self.agreed = Agreed::to_press(&asked.press(), &asked.decision.reason);
        Ok(Passage::Open(Box::new(Judged { observed, case: asked, consented: true })))
    }

    /// Whether the press is part of the agreed deed.
    fn has_agreed(&mut self, case: &Case) -> bool {
        let opens = self.operation.as_ref().is_some_and(|operation| operation.opens);
        let Some(agreed) = &mut self.agreed else { return false };
        (opens && agreed.opens(&case.press())) || agreed.covers(&case.press())
    }

    /// Remembers a press: the next screen may be its consequence.
    fn go_on(&mut self, context: &mut Context, action: &AgentAction, case: &Case) {
        if lands(action) {
            context.trail.pressed(case.decision.hazard);
            // After any other press, a new deed may have begun.
            if case.decision.hazards.is_empty() {
                self.agreed.take_if(|agreed| agreed.has_begun());
            }
        }
        match action {
            AgentAction::Shell(verb) => {
                context.trail.acted(action, None, None);
                let touches = policy::touches(&verb.command).unwrap_or_default();
                touches
                    .iter()
                    .for_each(|touch| context.trail.acted(touch, case.target.as_ref(), case.conversation.as_ref()));
            }
            action => context.trail.acted(action, case.target.as_ref(), case.conversation.as_ref()),
        }
        if let AgentAction::Shell(verb) = action {
            context.trail.wrote(policy::writes(&verb.command));
        }
    }

    /// Judges everything that the action touches; the strictest verdict counts.
    fn evaluate(&self, observed: &Observed, context: &Context) -> Case {
        let situation = Situation {
            actor: &self.actor,
            package: observed.package(),
            tree: observed.tree().map(AsRef::as_ref),
            screen: observed.screen(),
            trail: &context.trail,
            keyboard: observed.keyboard(),
            tool: self.known_tool(observed.action(), context),
        };
        judge(observed.action(), &situation)
    }

    /// The tool to be called, and whether the person allowed it under another description.
    fn known_tool(&self, action: &AgentAction, context: &Context) -> Option<KnownTool> {
        let AgentAction::McpCall(call) = action else { return None };
        let mut tool = context.toolbox.find(&call.tool)?;
        let pattern = Pattern::tool(&call.tool, &tool.fingerprint);
        tool.changed = !self.memory.remembered(&pattern) && self.memory.remembered_otherwise(&pattern);
        Some(tool)
    }
}

/// Whether both judgements, with this time between them, are about the same effect.
fn is_same(now: &Case, was: &Case, elapsed: Duration) -> bool {
    let same_question = match (&now.question, &was.question) {
        (Some(now), Some(was)) => now.is_still(was, elapsed),
        (now, was) => now.is_none() && was.is_none(),
    };
    now.target == was.target
        && now.package == was.package
        && same_question
        && now.decision.verdict <= was.decision.verdict
}
