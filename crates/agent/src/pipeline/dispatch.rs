//! Passes one action through the middleware and the stages to its handler.

use action::phone::AgentAction;
use model::Source;

use super::carried::Carried;
use super::consent::Consent;
use super::judged::Passage;
use super::observed::Observed;
use super::{Pipeline, local, person};
use crate::context::Context;
use crate::control::PauseReason;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Effect, EffectTrace, FailureReason, Outcome};
use crate::mind::AimedElement;
use crate::summary::EndReason;

/// The outcome of an action, and whether a pause interrupted it.
pub(crate) struct Dispatched {
    pub(crate) outcome: Outcome,
    pub(crate) paused: Option<PauseReason>,
}

impl Pipeline {
    /// Carries out or refuses one action, and reports its outcome, even if a pause intervenes.
    pub(crate) async fn dispatch(&mut self, action: AgentAction, context: &mut Context) -> Result<Dispatched, Halt> {
        let shown = context.recorder.redactor.action(&action);
        context.progress(Some(line(&shown)), None);
        let (action, carried) = match self.through_middleware(action) {
            Ok(action) => match boxed(self.carry_out(&action, context)).await {
                Err(Halt::Pause(reason)) => {
                    let why = "the task was paused before this was done, so it was not done".to_owned();
                    let effect = refuse(context, &action, FailureReason::Stopped, why).await?;
                    (action, Carried { paused: Some(reason), ..effect.into() })
                }
                done => (action, done?),
            },
            Err((action, why)) => {
                let effect = refuse(context, &action, FailureReason::Middleware, why).await?;
                (action, effect.into())
            }
        };
        let Carried { effect, acted, outward, paused } = carried;
        self.middleware.iter_mut().for_each(|middleware| middleware.after(&action, &effect));
        context.progress(Some(line(&shown)), Some(effect.clone()));
        Ok(Dispatched { outcome: Outcome { action, effect, acted, outward }, paused })
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

    async fn carry_out(&mut self, action: &AgentAction, context: &mut Context) -> Result<Carried, Halt> {
        use AgentAction as A;
        if let Some(why) = context.handle_problem(action) {
            return Ok(refuse(context, action, FailureReason::Invalid, why).await?.into());
        }
        match action {
            A::Finish(verb) => {
                let end = End { reason: EndReason::Finished, message: verb.message.clone(), error: None };
                return Err(end.into());
            }
            A::Fail(verb) => return Err(End::failed(EndReason::GaveUp, verb.message.clone()).into()),
            // Do not ask about something that cannot be done.
            A::RunScript(_) => {
                if let Some(why) = self.sender.no_scripts() {
                    return Ok(refuse(context, action, FailureReason::NotAvailable, why).await?.into());
                }
            }
            A::McpCall(verb) if context.toolbox.find(&verb.tool).is_none() => {
                let why = boxed(context.not_offered(&verb.tool)).await?;
                return Ok(refuse(context, action, FailureReason::Tool, why).await?.into());
            }
            _ => {}
        }
        let aimed = self.aimed.take();
        let judged = match boxed(self.judge(action, aimed.as_ref(), context)).await? {
            None => return Ok(refuse(context, action, FailureReason::Moved, MOVED.to_owned()).await?.into()),
            Some(Passage::Open(judged)) => *judged,
            Some(Passage::Shut(why)) => return Ok(refuse(context, action, FailureReason::Refused, why).await?.into()),
            Some(Passage::Handed(why)) => {
                let effect = refuse(context, action, FailureReason::Person, why).await?;
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
            | A::Shell(_) => return boxed(self.act(judged, context)).await,
            A::McpCall(verb) => boxed(self.call_tool(judged, verb, context)).await?,
            A::RunScript(verb) => boxed(self.run_script(judged, verb, context)).await?,
            A::RequestHumanAuth(verb) => return boxed(self.human_auth(action, verb, context)).await,
            A::Wait(verb) => boxed(local::pass_time(action, verb, context)).await?,
            A::Observe(_) => boxed(local::look_again(action, context)).await?,
            A::Note(verb) => local::note(action, verb, context).await?,
            A::AskUser(verb) => boxed(person::ask_user(action, verb, context)).await?,
            A::Confirm(verb) => boxed(person::confirm(action, verb, context)).await?,
            A::Finish(_) | A::Fail(_) => Effect::NONE,
        };
        Ok(effect.into())
    }

    /// The first two stages: permits the plan's step, then observes and judges the action. `None` if another element is
    /// there than the one that the mind looked for.
    async fn judge(
        &mut self,
        action: &AgentAction,
        aimed: Option<&AimedElement>,
        context: &mut Context,
    ) -> Result<Option<Passage>, Halt> {
        match boxed(self.gate.permit_operation(action, context)).await? {
            Consent::Given => {}
            Consent::Refused(why) => return Ok(Some(Passage::Shut(why))),
            Consent::Handed(why) => return Ok(Some(Passage::Handed(why))),
        }
        let observed = Observed::of(action.clone(), context).await?;
        let now = || AimedElement::of(action, observed.tree()?, observed.screen());
        if aimed.is_some_and(|aimed| now().as_ref() != Some(aimed)) {
            return Ok(None);
        }
        self.gate.judge(observed, context).await.map(Some)
    }
}

/// What the mind gets if its element moved away.
const MOVED: &str = "the screen changed before it was touched, and something else is there now; nothing was sent";

/// Refuses the action and tells the mind why.
async fn refuse(
    context: &mut Context,
    action: &AgentAction,
    reason: FailureReason,
    why: String,
) -> Result<Effect, Halt> {
    let effect = Effect::failed(reason, why.clone());
    context.write_effect(None, action, &effect, EffectTrace::default()).await?;
    context.report(tool_name(action), Err(why), Source::Tool).await?;
    Ok(effect)
}

fn tool_name(action: &AgentAction) -> &str {
    match action {
        AgentAction::McpCall(verb) => &verb.tool,
        action => action.name(),
    }
}

/// The most characters of an action that watchers get.
const MOST_LINE: usize = 2_000;

/// The action as one line of JSON. One that is too long is cut: watchers get its verb.
fn line(action: &AgentAction) -> String {
    let json = serde_json::to_string(&action.clone().with_reason(None)).unwrap_or_default();
    if json.len() > MOST_LINE || json.is_empty() { format!(r#"{{"type":"{}"}}"#, action.name()) } else { json }
}
