//! What becomes a secret on the way: text for a password field, from before it is first written down.

use action::phone::{AgentAction, limits};

use super::Hands;
use crate::deadline::Halt;
use crate::redact::Secret;

impl Hands {
    /// Learns what of these actions goes into a password field.
    pub(crate) async fn learn_secrets(&mut self, actions: &[AgentAction]) -> Result<(), Halt> {
        if !actions.iter().any(|action| matches!(action, AgentAction::Type(_))) {
            return Ok(());
        }
        let Some(tree) = self.tree().await? else { return Ok(()) };
        let screen = self.look.as_ref().map_or((1, 1), |look| (look.screen.w, look.screen.h));
        let mut hidden = tree.nodes.iter().any(|node| node.state.focused && node.state.password);
        for action in actions {
            match action {
                AgentAction::Tap(tap) => {
                    let (x, y) = limits::pixel((tap.x, tap.y), screen);
                    let at = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| tree.at(x, y));
                    hidden = at.is_some_and(|node| node.state.password);
                }
                AgentAction::Type(text) if hidden => self.recorder.redactor.add(&Secret::new(text.text.clone())),
                _ => {}
            }
        }
        Ok(())
    }
}
