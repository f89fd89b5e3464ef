//! A step of a plan at the gate: judged once by its operation's name, before the first thing that is done for it.
//!
//! What must always be asked is asked here, in the words of the step. A command that belongs to a step which was let
//! through is no foreign command and is not asked about as one; a touch is judged again as what it touches, and so is a
//! command that touches the screen.

use action::phone::AgentAction;
use action::policy::{Action, Actor, Request, Settled, Surface, decide};

use super::Hands;
use super::gate::{Passage, touches_screen};
use crate::deadline::{Halt, boxed};
use crate::judgement::Case;

impl Hands {
    /// What the gate says to the step that the action belongs to; nothing where the action itself is to be judged.
    pub(super) async fn pass_operation(&mut self, action: &AgentAction) -> Result<Option<Passage>, Halt> {
        let Some(operation) = self.operation.clone() else { return Ok(None) };
        let own_command = self.is_own_command(action);
        if self.permitted.as_ref() == Some(&operation) {
            if !own_command {
                return Ok(None);
            }
            let case = self.operation_case(&operation.name);
            self.write_verdict(action, &case, true, "rule", None).await?;
            self.go_on(action, &case);
            return Ok(Some(Passage::Open(None)));
        }
        let case = self.operation_case(&operation.name);
        match case.decision.settle(false, false) {
            Settled::Go => self.write_verdict(action, &case, true, "rule", None).await?,
            Settled::Refused => {
                self.write_verdict(action, &case, false, "rule", None).await?;
                return Ok(Some(Passage::Shut(format!("the gate refuses this: {}", case.decision.reason))));
            }
            Settled::AskPerson => match boxed(self.ask_gate(action, case, None)).await? {
                Passage::Open(_) => {}
                shut => return Ok(Some(shut)),
            },
        }
        self.permitted = Some(operation);
        // They took their time: what is touched is judged on what the screen shows now.
        self.stale = true;
        Ok(own_command.then_some(Passage::Open(None)))
    }

    /// Whether it is a command that a plan's step itself chose.
    pub(super) fn is_own_command(&self, action: &AgentAction) -> bool {
        self.operation.is_some() && matches!(action, AgentAction::Shell(_)) && !touches_screen(action)
    }

    fn operation_case(&self, name: &str) -> Case {
        let request = Request {
            who: Actor::Agent(self.actor.clone()),
            surface: Surface::Phone,
            action: Action::Op { name },
            target: None,
            package: None,
            evidence: None,
        };
        Case { target: None, package: None, decision: decide(&request), question: None, tool: None }
    }
}
