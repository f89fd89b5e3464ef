//! Judges a plan's step by its operation's name, once, before the first action for it.
//!
//! Mandatory approvals are requested here, in the words of the step. A command of an allowed step is not foreign, so
//! the gate does not ask about it; a touch, or a command that touches the screen, is judged again by its target.

use action::phone::AgentAction;
use policy::{Action, Actor, Request, Settled, Surface, decide};

use super::consent::Consent;
use super::gate::Gate;
use super::observed::touches_screen;
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
        let Some(operation) = self.operation.clone().filter(|operation| self.permitted.as_ref() != Some(operation))
        else {
            return Ok(Consent::Given);
        };
        let case = self.operation_case();
        match case.decision.settle(false, false) {
            Settled::Go => self.write_verdict(context, action, &case, true, "rule", None).await?,
            Settled::Refused => {
                self.write_verdict(context, action, &case, false, "rule", None).await?;
                return Ok(Consent::Refused(format!("the gate refuses this: {}", case.decision.reason)));
            }
            Settled::AskPerson => match boxed(self.ask(action, &case, None, context)).await? {
                Consent::Given => {}
                not_given => return Ok(not_given),
            },
        }
        self.permitted = Some(operation);
        Ok(Consent::Given)
    }

    /// Whether it is a command of an allowed step.
    pub(super) fn is_permitted_command(&self, action: &AgentAction) -> bool {
        self.is_own_command(action) && self.permitted == self.operation
    }

    /// Whether it is a command that a plan's step itself chose.
    pub(super) fn is_own_command(&self, action: &AgentAction) -> bool {
        self.operation.is_some() && matches!(action, AgentAction::Shell(_)) && !touches_screen(action)
    }

    /// The step itself, judged by its name.
    pub(super) fn operation_case(&self) -> Case {
        let request = Request {
            who: Actor::Agent(self.actor.clone()),
            surface: Surface::Phone,
            action: Action::Op { name: self.operation.as_ref().map_or("", |operation| &operation.name) },
            target: None,
            package: None,
            evidence: None,
        };
        Case { target: None, package: None, decision: decide(&request), question: None, conversation: None, tool: None }
    }
}
