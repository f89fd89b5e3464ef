//! Acts on the phone: record, send, wait, look. Never sends anything twice blindly.

use std::sync::Arc;
use std::time::Duration;

use action::LoopEvent;
use action::phone::AgentAction;
use action::phone::limits::pixel;
use device::settle::Rest;
use device::wire::WireError;
use device::{Acted, DeviceError, Next, Pace, Picture, Settled, Tree};
use model::Source;

use super::Pipeline;
use super::carried::Carried;
use super::judged::{Judged, JudgedAgain};
use super::local::change_since;
use super::recorded::Recorded;
use super::sent::{Reply, Sent};
use crate::context::{Context, is_lost};
use crate::deadline::{Halt, boxed};
use crate::effect::{ActTiming, Change, Effect, EffectTrace, FailureReason};
use crate::event::Event;
use crate::identity::ScreenChange;
use crate::journal::RetryOf;
use crate::settings::rounded_seconds;
use crate::undo::{Undo, offered};

/// The result of an attempt, as far as it is known.
struct AttemptOutcome {
    effect: Effect,
    acted: Option<Acted>,
    /// How long the phone took to answer, over all attempts.
    act: Duration,
    /// How long it took until the result was known.
    settle: Duration,
}

impl AttemptOutcome {
    /// Sets what is known now.
    fn know(&mut self, effect: Effect, acted: Option<Acted>) {
        (self.effect, self.acted) = (effect, acted);
    }
}

/// What to do after an attempt.
enum After {
    /// It is finished.
    Done,
    /// It did not arrive, and may be sent once more on this judgement.
    Again(Box<JudgedAgain>),
}

impl Pipeline {
    /// Carries out an action on the phone. Its intent is on disk before it is sent, its effect before anything else is
    /// sent.
    pub(super) async fn act(&mut self, judged: Judged, context: &mut Context) -> Result<Carried, Halt> {
        let action = judged.action().clone();
        if context.types_secret(&action) {
            context.hide_secret_field().await?;
        }
        let before = judged.observed().picture().cloned();
        let stood = context.present_tree();
        let (consented, outward) = (judged.is_consented(), judged.is_outward());
        let label = judged.target().map(|target| target.label.clone()).filter(|label| !label.is_empty());
        let recorded = Recorded::write(judged, context).await?;
        tell_acting(&action, label, context);
        let stopped =
            Effect::failed(FailureReason::Stopped, "the task was halted before this was sent, so it was not done");
        let mut outcome = AttemptOutcome { effect: stopped, acted: None, act: Duration::ZERO, settle: Duration::ZERO };
        let (sent, tried) = boxed(self.attempt(recorded, before.as_ref(), &mut outcome, context)).await;
        context.recorder.redactor.typed();
        let AttemptOutcome { mut effect, mut acted, act, settle } = outcome;
        context.guard_output(&action, acted.as_mut());
        if tried.is_ok() && effect.failure.is_none() && effect.change == Change::Changed {
            effect.undo = way_back(stood.as_deref(), consented, context);
        }
        let record = context.recorder.take_spent();
        let trace = EffectTrace {
            acted: acted.as_ref().and_then(|acted| serde_json::to_value(acted).ok()),
            seen: seen_change(stood.as_ref(), context),
            took: Some(ActTiming {
                act: rounded_seconds(act),
                settle: rounded_seconds(settle),
                record: rounded_seconds(record),
            }),
        };
        // Recorded even if the task is halted here: a resumed task must know how far this got.
        sent.close(&effect, trace, context).await?;
        let paused = match tried {
            Ok(()) => None,
            Err(Halt::Pause(reason)) => Some(reason),
            Err(end) => return Err(end),
        };
        report_acted(&action, &effect, acted.as_ref(), context).await?;
        let arrived = effect.failure.as_ref().is_none_or(|failure| failure.reason == FailureReason::MaybeSent);
        Ok(Carried { effect, acted, outward: outward && arrived, paused })
    }

    /// Sends an action until it is done, has failed, or is out of retries. `outcome` always holds the current
    /// knowledge, even if the task ends in between.
    async fn attempt(
        &mut self,
        recorded: Recorded,
        before: Option<&Arc<Picture>>,
        outcome: &mut AttemptOutcome,
        context: &mut Context,
    ) -> (Sent, Result<(), Halt>) {
        let mut retries = 0;
        let mut recorded = recorded;
        loop {
            let began = context.now();
            let sent = self.sender.act(recorded, context).await;
            let answered = context.now();
            outcome.act += answered.saturating_sub(began);
            let after = boxed(self.after(&sent, before, retries, outcome, context)).await;
            outcome.settle += context.now().saturating_sub(answered);
            match after {
                Ok(After::Done) => return (sent, Ok(())),
                Ok(After::Again(judged)) => {
                    retries += 1;
                    recorded = sent.again(*judged);
                }
                Err(halt) => return (sent, Err(halt)),
            }
        }
    }

    /// Evaluates one attempt, and decides whether to try again.
    async fn after(
        &mut self,
        sent: &Sent,
        before: Option<&Arc<Picture>>,
        retries: u32,
        outcome: &mut AttemptOutcome,
        context: &mut Context,
    ) -> Result<After, Halt> {
        let action = sent.action();
        let failed = |error: &DeviceError, said: &str| Effect { retries, ..Effect::failed(error.into(), said) };
        let (error, said) = match sent.reply().clone() {
            Reply::Answered(Ok(acted)) => {
                outcome.know(Effect { retries, ..Effect::NONE }, Some(acted));
                // The effect of a plan's own command is read from the phone's state: no wait for the screen, and the
                // next use of a look takes a new one.
                if self.gate.is_own_command(action) {
                    context.eyes.close();
                    return Ok(After::Done);
                }
                let effect = boxed(settled(action, before, context)).await?;
                outcome.effect = validated(action, Effect { retries, ..effect }, context);
                return Ok(After::Done);
            }
            Reply::AnsweredLast(Ok(acted), end) => {
                outcome.know(Effect { retries, ..Effect::NONE }, Some(acted));
                return Err(end.into());
            }
            Reply::AnsweredLast(Err(error), end) => {
                outcome.effect = failed(&error, &context.error_text(action, &error));
                return Err(end.into());
            }
            Reply::Unknown(end) => {
                let why = "the task was stopped while this was under way: it may or may not have been carried out";
                outcome.effect = Effect { retries, ..Effect::failed(FailureReason::MaybeSent, why) };
                return Err(end.into());
            }
            Reply::Elsewhere => return Ok(After::Done),
            Reply::Answered(Err(error)) => {
                let said = context.error_text(action, &error);
                (error, said)
            }
        };
        outcome.effect = failed(&error, &said);
        let next = error.next();
        let most = context.settings.max_retries;
        tracing::warn!(step = context.step(), verb = action.name(), "the action failed: {said}");
        match next {
            Next::Tell => return Ok(After::Done),
            Next::Ask => {
                if retries >= most || !boxed(context.attention(&error)).await? {
                    return Ok(After::Done);
                }
                return self.once_more(sent, &error, &said, retries, outcome, context).await;
            }
            Next::Retry | Next::Look => {}
        }
        if is_lost(&error) {
            boxed(context.reconnect(error.clone())).await?;
        }
        // No screen shows whether a command ran.
        if next == Next::Look && !action.verb().shows {
            boxed(context.observe()).await?;
            return Ok(After::Done);
        }
        if retries < most {
            context.pause_before_retry(RetryOf::Action, retries + 1, &said).await?;
        }
        let seen = boxed(settled(action, before, context)).await?;
        match (seen.change, next) {
            // It took effect after all.
            (Change::Changed, Next::Look) => {
                outcome.effect = Effect { retries, ..seen };
                Ok(After::Done)
            }
            // It was not sent, and its target has changed.
            (Change::Changed, _) => {
                let why = format!("{said}; the screen has changed meanwhile, so it was not tried again");
                outcome.effect = Effect { retries, change: seen.change, ..Effect::failed((&error).into(), why) };
                Ok(After::Done)
            }
            // The screen cannot tell whether it was done, or it may still happen.
            (Change::Unknown, Next::Look) => Ok(After::Done),
            (_, Next::Look) if may_yet_be(&error) => Ok(After::Done),
            _ if retries >= most => {
                outcome.effect.change = seen.change;
                Ok(After::Done)
            }
            _ => self.once_more(sent, &error, &said, retries, outcome, context).await,
        }
    }

    /// Judges it again on the current screen: an action meant for another element is not sent.
    async fn once_more(
        &mut self,
        sent: &Sent,
        error: &DeviceError,
        said: &str,
        retries: u32,
        outcome: &mut AttemptOutcome,
        context: &mut Context,
    ) -> Result<After, Halt> {
        if let Some(judged) = boxed(self.gate.judge_again(sent.judged(), context)).await? {
            return Ok(After::Again(Box::new(judged)));
        }
        let why = format!("{said}; another element is in that place by now, so it was not tried again");
        outcome.effect = Effect { retries, ..Effect::failed(error.into(), why) };
        Ok(After::Done)
    }
}

/// Announces the next action and its position to the watchers. Does not wait for them.
fn tell_acting(action: &AgentAction, label: Option<String>, context: &mut Context) {
    let picture = context.look().and_then(|look| look.picture.as_ref());
    let screen = picture.map_or([0, 0], |picture| [picture.width, picture.height]);
    let (step, verb, points) = (context.step(), action.name().to_owned(), points(action, screen));
    context.emit(Event::Loop(LoopEvent::Acting { step, verb, points, screen, label }));
}

/// The changes on the screen, if the elements were fetched before and after the action.
fn seen_change(before: Option<&Arc<Tree>>, context: &Context) -> Option<Box<ScreenChange>> {
    let look = context.look()?;
    let (before, after) = (before?, look.tree()?);
    (!Arc::ptr_eq(before, after)).then(|| Box::new(ScreenChange::between(before, after, look.place())))
}

/// The undo offer of the app, if the current look shows one.
fn way_back(before: Option<&Tree>, consented: bool, context: &Context) -> Option<Box<Undo>> {
    let after = context.present_tree()?;
    let mut undo = offered(before, &after, context.mark().at, consented)?;
    let redactor = &context.recorder.redactor;
    undo.label = redactor.owned(undo.label);
    // A masked label could never be found again.
    undo.element = undo.element.filter(|element| element.label == undo.label);
    Some(Box::new(undo))
}

/// Waits until the screen is still, and makes that the current look.
async fn settled(action: &AgentAction, before: Option<&Arc<Picture>>, context: &mut Context) -> Result<Effect, Halt> {
    let pace = pace(action, context);
    let observer = context.eyes.observer();
    let waited = context.deadline.wait(observer.settle(pace, before.map(AsRef::as_ref))).await?;
    match waited {
        Ok(Settled { rest, change, last, .. }) => {
            boxed(context.observe_settled(last)).await?;
            let still_moving = rest == Rest::StillMoving;
            Ok(Effect { change: change.into(), still_moving, ..Effect::NONE })
        }
        // The screen is protected by now, or gone for a moment: the full look handles that.
        Err(_) => {
            boxed(context.observe()).await?;
            let change = change_since(context, before.map(|picture| picture.fingerprint()));
            Ok(Effect { change, ..Effect::NONE })
        }
    }
}

/// With `validate_screen_change`, an action that changed nothing has failed.
fn validated(action: &AgentAction, effect: Effect, context: &Context) -> Effect {
    let shows = action.verb().shows;
    if !(context.settings.validate_screen_change && shows && effect.change == Change::Unchanged) {
        return effect;
    }
    let why = format!("`{}` was sent, but nothing on the screen changed", action.name());
    let failure = Effect::failed(FailureReason::NoChange, why).failure;
    Effect { failure, ..effect }
}

fn pace(action: &AgentAction, context: &Context) -> Pace {
    let bound = context.settings.step_delay.unwrap_or_else(|| Pace::after(action).bound);
    if context.settings.fixed_delay {
        return Pace::fixed(bound);
    }
    Pace { bound, maximum: context.settings.settle_maximum.max(bound), fixed: false }
}

/// Reports the result to the mind.
async fn report_acted(
    action: &AgentAction,
    effect: &Effect,
    acted: Option<&Acted>,
    context: &mut Context,
) -> Result<(), Halt> {
    if let Some(failure) = &effect.failure {
        return context.report(action.name(), Err(failure.message.clone()), Source::Tool).await;
    }
    let Some(Acted::Ran(ran)) = acted else { return Ok(()) };
    let mut text = ran.stdout.clone();
    if !ran.stderr.is_empty() {
        text.push_str("\nstderr: ");
        text.push_str(&ran.stderr);
    }
    if ran.cut {
        text.push_str("\n[cut: there was more]");
    }
    let came = match ran.status {
        Some(status) if status != 0 => Err(format!("exit status {status}: {text}")),
        _ => Ok(text),
    };
    context.report(action.name(), came, Source::Tool).await
}

/// The points that an action touches on a screen of this size, without those outside it.
fn points(action: &AgentAction, [width, height]: [u32; 2]) -> Vec<[i32; 2]> {
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let whole = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    action.ends().into_iter().map(|point| pixel(point, (width, height))).map(|(x, y)| [whole(x), whole(y)]).collect()
}

/// Whether the phone may still carry it out: it may have received it, and has not answered.
fn may_yet_be(error: &DeviceError) -> bool {
    matches!(error, DeviceError::MaybeSent { why: WireError::Timeout { .. }, .. })
}
