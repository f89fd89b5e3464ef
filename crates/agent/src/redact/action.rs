//! Every text of an action. The match is exhaustive, so a new verb does not compile until somebody has
//! decided what of it could be a secret.

use action::phone::AgentAction;

use super::Redactor;

impl Redactor {
    /// The action without secrets, for showing it.
    #[must_use]
    pub fn action(&self, action: &AgentAction) -> AgentAction {
        use AgentAction as A;
        let reason = action.reason().map(|reason| self.text(reason).into_owned());
        let mut masked = action.clone().with_reason(reason);
        let mask = |text: &mut String| *text = self.owned(std::mem::take(text));
        match &mut masked {
            A::Type(verb) => mask(&mut verb.text),
            A::OpenApp(verb) => mask(&mut verb.name),
            A::OpenUrl(verb) => mask(&mut verb.url),
            A::LaunchApp(verb) => mask(&mut verb.package_name),
            A::Shell(verb) => mask(&mut verb.command),
            A::RunScript(verb) => mask(&mut verb.script),
            A::McpCall(verb) => {
                mask(&mut verb.tool);
                verb.args.values_mut().for_each(|value| self.value(value));
            }
            A::RequestHumanAuth(verb) => mask(&mut verb.instruction),
            A::AskUser(verb) => mask(&mut verb.question),
            A::Confirm(verb) => mask(&mut verb.message),
            A::Note(verb) => mask(&mut verb.text),
            A::Finish(verb) => mask(&mut verb.message),
            A::Fail(verb) => mask(&mut verb.message),
            A::Keyevent(verb) => mask(&mut verb.keycode),
            A::KeyCombination(verb) => verb.keys.iter_mut().for_each(mask),
            A::Tap(_)
            | A::DoubleTap(_)
            | A::LongPress(_)
            | A::Swipe(_)
            | A::Drag(_)
            | A::ClearText(_)
            | A::Wait(_)
            | A::Observe(_) => {}
        }
        masked
    }
}
