//! A hook between the mind and the phone: sees every action before the gate, and its effect afterwards.

use action::phone::AgentAction;

use crate::effect::Effect;

/// A hook on actions. The gate judges its output, so it cannot loosen any rule.
pub trait Middleware: Send {
    /// Before an action: returns it, replaces it or refuses it.
    fn before(&mut self, action: AgentAction) -> Result<AgentAction, Refused> {
        Ok(action)
    }

    /// After an action was carried out or refused.
    fn after(&mut self, action: &AgentAction, effect: &Effect) {
        let _ = (action, effect);
    }
}

/// Why a middleware refused an action, worded for the model.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct Refused(pub String);
