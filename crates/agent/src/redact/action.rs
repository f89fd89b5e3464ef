//! Masks every text of an action. The definition of a verb says which of its fields are texts.

use action::phone::AgentAction;

use super::Redactor;

impl Redactor {
    /// The action without secrets, for display.
    #[must_use]
    pub fn action(&self, action: &AgentAction) -> AgentAction {
        let mut masked = action.clone();
        masked.each_text(&mut |text| *text = self.owned(std::mem::take(text)));
        masked
    }
}
