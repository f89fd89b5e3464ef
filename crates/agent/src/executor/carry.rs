//! Carrying out what the model wants: one file for each family of actions, and what they have in common here.

mod inward;
mod person;
mod phone;
mod tool;

use action::phone::AgentAction;
use device::Device;
use model::{Model, Source, ToolResult};

use super::gate::Passage;
use super::patience::{End, boxed};
use super::run::Run;
use super::stuck::Loop;
use crate::effect::{Effect, FailureReason};
use crate::line::{Carried, Line, ToolLine};
use crate::summary::EndReason;
use crate::tools::Tools;

/// The longest result that a model is given.
const LONGEST_RESULT: usize = 64 << 10;

impl Run {
    /// Carries out the actions of a reply in order, to the first that fails; what came of them, in words.
    pub(super) async fn carry_all(&mut self, actions: Vec<AgentAction>) -> Result<String, End> {
        let several = actions.len() > 1;
        let mut words: Vec<String> = Vec::new();
        let mut left = actions.into_iter();
        while let Some(action) = left.next() {
            self.patience.check()?;
            let name = action.name();
            let effect = self.carry(action).await?;
            words.push(if several { format!("{name}: {}", effect.words()) } else { effect.words() });
            if effect.failure.is_some() {
                let rest: Vec<&str> = left.as_slice().iter().map(AgentAction::name).collect();
                if !rest.is_empty() {
                    let dropped = format!("`{name}` failed, so what followed it was not done: {}", rest.join(", "));
                    self.history.problems.push(dropped);
                }
                break;
            }
        }
        Ok(words.join("; "))
    }

    async fn carry(&mut self, action: AgentAction) -> Result<Effect, End> {
        let screen = self.look.as_ref().map_or(0, super::look::Look::identity);
        let shown = self.book.redactor.action(&action);
        self.progress(Some(words(&shown)), None);
        let (action, effect) = match self.through_middleware(action) {
            Ok(action) => {
                let effect = boxed(self.do_it(&action)).await?;
                (action, effect)
            }
            Err((action, why)) => {
                let effect = self.refuse(&action, FailureReason::Middleware, why)?;
                (action, effect)
            }
        };
        self.middleware.iter_mut().for_each(|middleware| middleware.after(&action, &effect));
        self.progress(Some(words(&shown)), Some(effect.clone()));
        match self.stuck.saw(&action, screen) {
            Loop::No => {}
            Loop::Tell(found) => {
                self.book.warn(found.clone());
                self.history.problems.push(format!("{found}; do something else, or end with `fail`"));
            }
            Loop::Over(found) => return Err(End::failed(EndReason::Stuck, format!("stuck: {found}"))),
        }
        Ok(effect)
    }

    fn through_middleware(&mut self, action: AgentAction) -> Result<AgentAction, (AgentAction, String)> {
        let mut action = action;
        for middleware in &mut self.middleware {
            match middleware.before(action.clone()) {
                Ok(passed) => action = passed,
                Err(refused) => return Err((action, refused.0)),
            }
        }
        Ok(action)
    }

    async fn do_it(&mut self, action: &AgentAction) -> Result<Effect, End> {
        use AgentAction as A;
        match action {
            A::Finish(verb) => {
                let end = End { reason: EndReason::Finished, message: verb.message.clone(), error: None };
                return Err(end);
            }
            A::Fail(verb) => return Err(End::failed(EndReason::GaveUp, verb.message.clone())),
            // Nobody is asked for what cannot be done.
            A::RunScript(_) => {
                let why = "scripts on the host are not available; use the phone, or a tool".to_owned();
                return self.refuse(action, FailureReason::NotAvailable, why);
            }
            A::McpCall(verb) if !self.tools.offered().iter().any(|tool| tool.name == verb.tool) => {
                let why = self.not_offered(&verb.tool);
                return self.refuse(action, FailureReason::Tool, why);
            }
            _ => {}
        }
        let target = match boxed(self.pass(action)).await? {
            Passage::Open(target) => target,
            Passage::Shut(why) => return self.refuse(action, FailureReason::Refused, why),
        };
        match action {
            A::Tap(_)
            | A::DoubleTap(_)
            | A::LongPress(_)
            | A::Swipe(_)
            | A::Drag(_)
            | A::Type(_)
            | A::ClearText(_)
            | A::Keyevent(_)
            | A::KeyCombination(_)
            | A::LaunchApp(_)
            | A::OpenApp(_)
            | A::OpenUrl(_)
            | A::Shell(_) => boxed(self.act(action, target)).await,
            A::Wait(verb) => boxed(self.wait(action, verb)).await,
            A::Observe(_) => boxed(self.look_again(action)).await,
            A::Note(verb) => self.note(action, verb),
            A::AskUser(verb) => boxed(self.ask_user(action, verb)).await,
            A::Confirm(verb) => boxed(self.confirm(action, verb)).await,
            A::RequestHumanAuth(verb) => boxed(self.human_auth(action, verb)).await,
            A::McpCall(verb) => boxed(self.call_tool(action, verb)).await,
            A::RunScript(_) | A::Finish(_) | A::Fail(_) => Ok(Effect::NONE),
        }
    }

    /// It is not done; the model is told why.
    fn refuse(&mut self, action: &AgentAction, reason: FailureReason, why: String) -> Result<Effect, End> {
        let effect = Effect::failed(reason, why.clone());
        self.effect_line(None, action, &effect, None)?;
        self.result(tool_name(action), Err(why), Source::Tool)?;
        Ok(effect)
    }

    fn effect_line(
        &mut self,
        number: Option<u64>,
        action: &AgentAction,
        effect: &Effect,
        acted: Option<serde_json::Value>,
    ) -> Result<(), End> {
        let mark = self.book.mark();
        self.book.write(Line::Effect(Carried { mark, number, action: action.clone(), effect: effect.clone(), acted }))
    }

    /// What came of a call or a question, written down and kept for the model.
    fn result(&mut self, tool: &str, came: Result<String, String>, source: Source) -> Result<(), End> {
        let ok = came.is_ok();
        let text = self.book.redactor.owned(capped(came.unwrap_or_else(|error| error)));
        let (result, error) = if ok { (Some(text.clone()), None) } else { (None, Some(text.clone())) };
        let mark = self.book.mark();
        self.book.write(Line::ToolResult(ToolLine { mark, tool: tool.to_owned(), ok, result, error }))?;
        self.history.results.push(ToolResult { tool: tool.to_owned(), ok, text, source });
        Ok(())
    }
}

fn tool_name(action: &AgentAction) -> &str {
    match action {
        AgentAction::McpCall(verb) => &verb.tool,
        action => action.name(),
    }
}

/// At most so much, and a mark where there was more.
fn capped(mut text: String) -> String {
    if text.len() > LONGEST_RESULT {
        let end = (0..=LONGEST_RESULT).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
        text.truncate(end);
        text.push_str("\n[cut: there was more]");
    }
    text
}

/// An action in a line, for a person.
fn words(action: &AgentAction) -> String {
    let json = serde_json::to_string(&action.clone().with_reason(None)).unwrap_or_else(|_| action.name().to_owned());
    json.chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_result_is_cut_between_letters_and_says_so() {
        assert_eq!(capped("short".to_owned()), "short");
        let cut = capped("é".repeat(LONGEST_RESULT));
        assert!(cut.starts_with("éé") && cut.ends_with("[cut: there was more]") && cut.len() < LONGEST_RESULT + 40);
    }
}
