//! One action on its way: past the middleware and the gate, to whoever carries it out.

use action::phone::AgentAction;
use device::Acted;
use model::{Source, ToolResult};

use super::Hands;
use super::gate::Passage;
use crate::control::PauseReason;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Effect, FailureReason, Outcome};
use crate::journal::{EffectEntry, Intent, JournalEntry, ToolEntry};
use crate::summary::EndReason;
use action::policy::Target;

/// The longest result that a mind is given.
const LONGEST_RESULT: usize = 64 << 10;

/// What became of an action, and whether a pause took the task out of it.
pub(crate) struct Dispatched {
    pub(crate) outcome: Outcome,
    pub(crate) paused: Option<PauseReason>,
}

/// How far an action got.
pub(super) struct Carried {
    pub(super) effect: Effect,
    /// What the phone said of it.
    pub(super) acted: Option<Acted>,
    /// Why it was not waited for any longer.
    pub(super) paused: Option<PauseReason>,
}

impl From<Effect> for Carried {
    fn from(effect: Effect) -> Self {
        Self { effect, acted: None, paused: None }
    }
}

impl Hands {
    /// Carries out one action, or refuses it, and tells what became of it; also when a pause came in between.
    pub(crate) async fn dispatch(&mut self, action: AgentAction) -> Result<Dispatched, Halt> {
        let shown = self.recorder.redactor.action(&action);
        self.progress(Some(line(&shown)), None);
        let (action, carried) = match self.through_middleware(action) {
            Ok(action) => match boxed(self.carry_out(&action)).await {
                Err(Halt::Pause(reason)) => {
                    let why = "the task was paused before this was done, so it was not done".to_owned();
                    let effect = self.refuse(&action, FailureReason::Stopped, why).await?;
                    (action, Carried { paused: Some(reason), ..effect.into() })
                }
                done => (action, done?),
            },
            Err((action, why)) => {
                let effect = self.refuse(&action, FailureReason::Middleware, why).await?;
                (action, effect.into())
            }
        };
        let Carried { effect, acted, paused } = carried;
        self.middleware.iter_mut().for_each(|middleware| middleware.after(&action, &effect));
        self.progress(Some(line(&shown)), Some(effect.clone()));
        Ok(Dispatched { outcome: Outcome { action, effect, acted }, paused })
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

    async fn carry_out(&mut self, action: &AgentAction) -> Result<Carried, Halt> {
        use AgentAction as A;
        if let Some(why) = self.handle_problem(action) {
            return Ok(self.refuse(action, FailureReason::Invalid, why).await?.into());
        }
        match action {
            A::Finish(verb) => {
                let end = End { reason: EndReason::Finished, message: verb.message.clone(), error: None };
                return Err(end.into());
            }
            A::Fail(verb) => return Err(End::failed(EndReason::GaveUp, verb.message.clone()).into()),
            // Nobody is asked for what cannot be done.
            A::RunScript(_) => {
                if let Some(why) = self.scripts.unavailable() {
                    return Ok(self.refuse(action, FailureReason::NotAvailable, why).await?.into());
                }
            }
            A::McpCall(verb) if self.tools.find(&verb.tool).is_none() => {
                let why = boxed(self.not_offered(&verb.tool)).await?;
                return Ok(self.refuse(action, FailureReason::Tool, why).await?.into());
            }
            _ => {}
        }
        self.consented = false;
        let target = match boxed(self.pass(action)).await? {
            Passage::Open(target) => target,
            Passage::Shut(why) => return Ok(self.refuse(action, FailureReason::Refused, why).await?.into()),
            Passage::Handed(why) => {
                let effect = self.refuse(action, FailureReason::Person, why).await?;
                return Ok(Carried { paused: Some(PauseReason::TakenOver), ..effect.into() });
            }
        };
        let effect = match action {
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
            | A::Shell(_) => return boxed(self.act(action, target)).await,
            A::Wait(verb) => boxed(self.pass_time(action, verb)).await?,
            A::Observe(_) => boxed(self.look_again(action)).await?,
            A::Note(verb) => self.note(action, verb).await?,
            A::AskUser(verb) => boxed(self.ask_user(action, verb)).await?,
            A::Confirm(verb) => boxed(self.confirm(action, verb)).await?,
            A::RequestHumanAuth(verb) => return boxed(self.human_auth(action, verb)).await,
            A::McpCall(verb) => boxed(self.call_tool(action, verb)).await?,
            A::RunScript(verb) => boxed(self.run_script(action, verb)).await?,
            A::Finish(_) | A::Fail(_) => Effect::NONE,
        };
        Ok(effect.into())
    }

    /// It is not done; the mind is told why.
    async fn refuse(&mut self, action: &AgentAction, reason: FailureReason, why: String) -> Result<Effect, Halt> {
        let effect = Effect::failed(reason, why.clone());
        self.write_effect(None, action, &effect, None).await?;
        self.report(tool_name(action), Err(why), Source::Tool).await?;
        Ok(effect)
    }

    /// Puts on record what is about to leave the process; its number.
    pub(super) async fn write_intent(&mut self, action: &AgentAction, target: Option<Target>) -> Result<u64, Halt> {
        self.meter.intents += 1;
        let number = self.meter.intents;
        let before = self.fingerprint_text();
        let intent = Intent { mark: self.mark(), number, action: action.clone(), target, before };
        self.write(JournalEntry::Intent(intent)).await?;
        Ok(number)
    }

    pub(super) async fn write_effect(
        &mut self,
        number: Option<u64>,
        action: &AgentAction,
        effect: &Effect,
        acted: Option<serde_json::Value>,
    ) -> Result<(), Halt> {
        let (mark, action, effect) = (self.mark(), action.clone(), effect.clone());
        self.write(JournalEntry::Effect(EffectEntry { mark, number, action, effect, acted })).await
    }

    /// What came of a call or a question, written down and kept for the mind.
    pub(super) async fn report(
        &mut self,
        tool: &str,
        came: Result<String, String>,
        source: Source,
    ) -> Result<(), Halt> {
        let ok = came.is_ok();
        let text = capped(self.recorder.redactor.owned(came.unwrap_or_else(|error| error)));
        if source == Source::Tool
            && let Some(words) = self.trail.reads(&text)
        {
            self.warn(format!(
                "what `{tool}` gave back addresses whoever reads it for you; it is not followed: {words}"
            ));
        }
        let (result, error) = if ok { (Some(text.clone()), None) } else { (None, Some(text.clone())) };
        let mark = self.mark();
        self.write(JournalEntry::ToolResult(ToolEntry { mark, tool: tool.to_owned(), ok, result, error })).await?;
        self.reports.results.push(ToolResult { tool: tool.to_owned(), ok, text, source });
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
        text.truncate(text.floor_char_boundary(LONGEST_RESULT));
        text.push_str("\n[cut: there was more]");
    }
    text
}

/// An action in a line, for a person.
fn line(action: &AgentAction) -> String {
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
