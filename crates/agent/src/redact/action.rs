//! Every text of an action. Which of its fields are texts is said where the verb is defined.

use action::phone::AgentAction;

use super::Redactor;

impl Redactor {
    /// The action without secrets, for showing it.
    #[must_use]
    pub fn action(&self, action: &AgentAction) -> AgentAction {
        let mut masked = action.clone();
        masked.each_text(&mut |text| *text = self.owned(std::mem::take(text)));
        masked
    }
}
