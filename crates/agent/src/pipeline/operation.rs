//! Judges a plan's step by its operation's name, once, before the first action for it.
//!
//! Mandatory approvals are requested here, in the words of the step. A command of an allowed step is not foreign, so
//! the gate does not ask about it; a touch, or a command that touches the screen, is judged again by its target.

use std::sync::Arc;

use action::phone::AgentAction;
use policy::{Action, Actor, Agreed, Evidence, Pattern, Request, Settled, Surface, decide};

use super::consent::{Consent, refused_by_rule};
use super::gate::Gate;
use super::observed::touches_screen;
use super::records;
use crate::context::Context;
use crate::deadline::{Halt, boxed};
use crate::judgement::Case;

impl Gate {
    /// Whether the step that the action belongs to is allowed; yes if it belongs to none.
    pub(super) async fn permit_operation(
        &mut self,
        action: &AgentAction,
        context: &mut Context,
    ) -> Result<Consent, Halt> {
        let Some(operation) = self.operation.clone().filter(|_| !self.is_permitted()) else {
            return Ok(Consent::Given);
        };
        if !operation.people.is_empty() {
            boxed(records::resolve(context, &*self.provenance)).await?;
        }
        let case = self.operation_case(context);
        let known = |pattern: &Pattern| self.memory.remembered(pattern) || context.trail.allows(pattern);
        let remembered = case.decision.remember.as_ref().is_some_and(known);
        match case.decision.settle(false, remembered) {
            Settled::Go => self.write_verdict(context, action, &case, true, "rule", None).await?,
            Settled::Refused => {
                self.write_verdict(context, action, &case, false, "rule", None).await?;
                return Ok(Consent::Refused(refused_by_rule(&context.language, &case.decision)));
            }
            Settled::AskPerson => {
                match boxed(self.ask(action, &case, case.decision.remember.clone(), context)).await? {
                    // The person need not answer again when the app asks the same.
                    Consent::Given => {
                        if let Some(pattern) = &case.decision.remember {
                            context.trail.allow(pattern);
                        }
                        self.confirm_people(&operation.people, &case.decision, context);
                        let (about, app) = (&operation.about, operation.app.as_deref());
                        self.agreed = Agreed::to_step(&operation.name, &operation.summary, about, app);
                    }
                    not_given => return Ok(not_given),
                }
            }
        }
        self.permitted = Some(operation);
        Ok(Consent::Given)
    }

    /// Whether it is a command of an allowed step.
    pub(super) fn is_permitted_command(&self, action: &AgentAction) -> bool {
        self.is_own_command(action) && self.is_permitted()
    }

    /// Whether the step in progress is the one that was allowed.
    pub(super) fn is_permitted(&self) -> bool {
        self.permitted.as_ref().zip(self.operation.as_ref()).is_some_and(|(permitted, now)| permitted.is_same(now))
    }

    /// Whether it is a command that a plan's step itself chose.
    pub(super) fn is_own_command(&self, action: &AgentAction) -> bool {
        self.operation.is_some() && matches!(action, AgentAction::Shell(_)) && !touches_screen(action)
    }

    /// The step itself, judged by its name.
    pub(super) fn operation_case(&self, context: &Context) -> Case {
        let evidence = Evidence {
            recipients: self.operation.as_ref().map_or_else(Vec::new, |operation| operation.people.clone()),
            grounding: Some(Arc::clone(&context.trail.grounding)),
            of_program: context.trail.is_of_program(),
            ..Evidence::default()
        };
        let request = Request {
            who: Actor::Agent(self.actor.clone()),
            surface: Surface::Phone,
            action: Action::Op { name: self.operation.as_ref().map_or("", |operation| &operation.name) },
            target: None,
            package: None,
            evidence: Some(&evidence),
        };
        Case {
            target: None,
            package: None,
            decision: decide(&request),
            question: None,
            conversation: None,
            tool: None,
            screen: Vec::new(),
            recipients: Vec::new(),
            contact_fields: Vec::new(),
        }
    }
}
