//! Somebody between the model and the phone: sees every action before the gate does, and its effect after.

use action::phone::AgentAction;

use crate::effect::Effect;

/// One that stands in between. The gate judges what it lets through, so it can make nothing milder.
pub trait Middleware: Send {
    /// Before an action: the same, another, or none.
    fn before(&mut self, action: AgentAction) -> Result<AgentAction, Refused> {
        Ok(action)
    }

    /// After an action, or after it was refused.
    fn after(&mut self, action: &AgentAction, effect: &Effect) {
        let _ = (action, effect);
    }
}

/// Why an action is not carried out, in words for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);
