//! What is done on the phone: written down, sent, waited for, looked at. Never sent twice blindly.

use std::sync::Arc;
use std::time::Duration;

use action::phone::AgentAction;
use action::phone::limits::pixel;
use action::policy::Target;
use device::settle::Rest;
use device::wire::WireError;
use device::{Acted, DeviceError, Next, Pace, Picture, Settled, Tree};
use model::Source;

use super::Hands;
use super::dispatch::Carried;
use super::look::is_lost;
use crate::deadline::{End, Halt, boxed};
use crate::effect::{Change, Effect, FailureReason};
use crate::event::Event;
use crate::journal::RetryOf;
use crate::undo::{Undo, offered};

/// How long an action under way may go on when the task is stopped.
const GRACE: Duration = Duration::from_secs(2);

/// How sending ended.
enum Sent {
    /// The phone answered.
    Answered(Result<Acted, DeviceError>),
    /// The phone answered, and meanwhile the task is over.
    AnsweredLast(Result<Acted, DeviceError>, End),
    /// The task is over, and nobody knows what became of it.
    Unknown(End),
}

/// What is known of an action.
struct Known {
    effect: Effect,
    acted: Option<Acted>,
}

impl Hands {
    /// Does it on the phone. Its intent is on disk before it is sent, its effect before anything else is.
    pub(super) async fn act(&mut self, action: &AgentAction, target: Option<Target>) -> Result<Carried, Halt> {
        if self.types_secret(action) {
            self.hide_place().await?;
        }
        let before = self.look.as_ref().and_then(|look| look.picture.clone());
        let stood = self.look.as_ref().and_then(|look| look.tree().cloned());
        let consented = std::mem::take(&mut self.consented);
        let label = target.as_ref().map(|target| target.label.clone()).filter(|label| !label.is_empty());
        let number = self.write_intent(action, target).await?;
        self.tell_acting(action, label);
        let stopped =
            Effect::failed(FailureReason::Stopped, "the task was halted before this was sent, so it was not done");
        let mut known = Known { effect: stopped, acted: None };
        let tried = boxed(self.try_to_act(action, before.as_ref(), &mut known)).await;
        self.recorder.redactor.typed();
        let Known { mut effect, mut acted } = known;
        self.guard_output(action, acted.as_mut());
        if tried.is_ok() && effect.failure.is_none() && effect.change == Change::Changed {
            effect.undo = self.way_back(stood.as_deref(), consented).await;
        }
        let json = acted.as_ref().and_then(|acted| serde_json::to_value(acted).ok());
        // Also when the task is halted here: whoever goes on with it must know how far this got.
        self.write_effect(Some(number), action, &effect, json).await?;
        let paused = match tried {
            Ok(()) => None,
            Err(Halt::Pause(reason)) => Some(reason),
            Err(end) => return Err(end),
        };
        self.report_acted(action, &effect, acted.as_ref()).await?;
        Ok(Carried { effect, acted, paused })
    }

    /// Tells those who watch what is about to happen, and where. Nobody waits for it.
    fn tell_acting(&mut self, action: &AgentAction, label: Option<String>) {
        let picture = self.look.as_ref().and_then(|look| look.picture.as_ref());
        let screen = picture.map_or([0, 0], |picture| [picture.width, picture.height]);
        let (step, verb, points) = (self.step(), action.name().to_owned(), points(action, screen));
        self.emit(Event::Acting { step, verb, points, screen, label });
    }

    /// The way back that the app offers. The elements are fetched for it only after what a person was asked about;
    /// else what is known is looked at. That they cannot be read ends nothing.
    async fn way_back(&mut self, before: Option<&Tree>, consented: bool) -> Option<Box<Undo>> {
        let after = match consented {
            true => boxed(self.tree()).await.ok().flatten(),
            false => self.look.as_ref().and_then(|look| look.tree().cloned()),
        };
        let mut undo = offered(before, &*after?, self.mark().at, consented)?;
        let redactor = &self.recorder.redactor;
        undo.label = redactor.owned(undo.label);
        // Masked it would never be found again.
        undo.element = undo.element.filter(|element| element.label == undo.label);
        Some(Box::new(undo))
    }

    /// Sends it until it is done, failed, or has been tried often enough. What is known of it at any moment is
    /// in `known`, also when the task ends in the middle.
    async fn try_to_act(
        &mut self,
        action: &AgentAction,
        before: Option<&Arc<Picture>>,
        known: &mut Known,
    ) -> Result<(), Halt> {
        // Whether a command ran is nothing that a screen shows.
        let shows = action.verb().shows;
        let mut retries = 0;
        loop {
            let sent = self.send(action).await;
            let said = match &sent {
                Sent::Answered(Err(error)) | Sent::AnsweredLast(Err(error), _) => self.error_text(action, error),
                _ => String::new(),
            };
            let failed = |error: &DeviceError| Effect { retries, ..Effect::failed(error.into(), said.clone()) };
            let error = match sent {
                Sent::Answered(Ok(acted)) => {
                    *known = Known { effect: Effect { retries, ..Effect::NONE }, acted: Some(acted) };
                    // What a plan's own command did is read from the phone's state: no screen is waited for, and the
                    // next to need one looks anew.
                    if self.is_own_command(action) {
                        self.look = None;
                        return Ok(());
                    }
                    let effect = boxed(self.settled(action, before)).await?;
                    known.effect = self.validated(action, Effect { retries, ..effect });
                    return Ok(());
                }
                Sent::AnsweredLast(Ok(acted), end) => {
                    *known = Known { effect: Effect { retries, ..Effect::NONE }, acted: Some(acted) };
                    return Err(end.into());
                }
                Sent::AnsweredLast(Err(error), end) => {
                    known.effect = failed(&error);
                    return Err(end.into());
                }
                Sent::Unknown(end) => {
                    let why = "the task was stopped while this was under way: it may or may not have been carried out";
                    known.effect = Effect { retries, ..Effect::failed(FailureReason::MaybeSent, why) };
                    return Err(end.into());
                }
                Sent::Answered(Err(error)) => error,
            };
            known.effect = failed(&error);
            let next = error.next();
            tracing::warn!(step = self.step(), verb = action.name(), "the action failed: {said}");
            match next {
                Next::Tell => return Ok(()),
                Next::Ask => {
                    if retries >= self.settings.max_retries || !boxed(self.attention(&error)).await? {
                        return Ok(());
                    }
                    retries += 1;
                    continue;
                }
                Next::Retry | Next::Look => {}
            }
            if is_lost(&error) {
                boxed(self.reconnect(error.clone())).await?;
            }
            if next == Next::Look && !shows {
                return boxed(self.observe()).await;
            }
            if retries < self.settings.max_retries {
                self.pause_before_retry(RetryOf::Action, retries + 1, &said).await?;
            }
            let seen = boxed(self.settled(action, before)).await?;
            match (seen.change, next) {
                // It took effect after all.
                (Change::Changed, Next::Look) => {
                    known.effect = Effect { retries, ..seen };
                    return Ok(());
                }
                // It was not sent, and what it was meant for is not there any more.
                (Change::Changed, _) => {
                    let why = format!("{said}; the screen has changed meanwhile, so it was not tried again");
                    known.effect = Effect { retries, change: seen.change, ..Effect::failed((&error).into(), why) };
                    return Ok(());
                }
                // Nobody can see whether it was done, or it may yet be.
                (Change::Unknown, Next::Look) => return Ok(()),
                (_, Next::Look) if may_yet_be(&error) => return Ok(()),
                _ if retries >= self.settings.max_retries => {
                    known.effect.change = seen.change;
                    return Ok(());
                }
                _ => retries += 1,
            }
        }
    }

    /// Sends it once. When the task is over meanwhile, it is given a moment to end.
    async fn send(&mut self, action: &AgentAction) -> Sent {
        let action = self.revealed(action);
        let mut sending = self.device.act(&action);
        let end = tokio::select! {
            biased;
            answer = &mut sending => return Sent::Answered(answer),
            end = self.deadline.over() => end,
        };
        let until = self.deadline.clock.now().saturating_add(GRACE);
        tokio::select! {
            biased;
            answer = &mut sending => Sent::AnsweredLast(answer, end),
            () = self.deadline.clock.sleep_until(until) => Sent::Unknown(end),
        }
    }

    /// Waits until the screen is still, and makes that the present look.
    async fn settled(&mut self, action: &AgentAction, before: Option<&Arc<Picture>>) -> Result<Effect, Halt> {
        let pace = self.pace(action);
        let waited = self.deadline.wait(self.device.settle(pace, before.map(AsRef::as_ref))).await?;
        match waited {
            Ok(Settled { rest, change, last, .. }) => {
                boxed(self.observe_settled(last)).await?;
                let still_moving = rest == Rest::StillMoving;
                Ok(Effect { change: change.into(), still_moving, ..Effect::NONE })
            }
            // Protected now, or gone for a moment: the whole look deals with it.
            Err(_) => {
                boxed(self.observe()).await?;
                let change = self.change_since(before.map(|picture| picture.fingerprint()));
                Ok(Effect { change, ..Effect::NONE })
            }
        }
    }

    /// With `validate_screen_change`, what changed nothing did not work.
    fn validated(&self, action: &AgentAction, effect: Effect) -> Effect {
        let shows = action.verb().shows;
        if !(self.settings.validate_screen_change && shows && effect.change == Change::Unchanged) {
            return effect;
        }
        let why = format!("`{}` was sent, but nothing on the screen changed", action.name());
        let failure = Effect::failed(FailureReason::NoChange, why).failure;
        Effect { failure, ..effect }
    }

    fn pace(&self, action: &AgentAction) -> Pace {
        let bound = self.settings.step_delay.unwrap_or_else(|| Pace::after(action).bound);
        if self.settings.fixed_delay {
            return Pace::fixed(bound);
        }
        Pace { bound, maximum: self.settings.settle_maximum.max(bound), fixed: false }
    }

    /// Tells the mind what it has to know about it.
    async fn report_acted(&mut self, action: &AgentAction, effect: &Effect, acted: Option<&Acted>) -> Result<(), Halt> {
        if let Some(failure) = &effect.failure {
            return self.report(action.name(), Err(failure.message.clone()), Source::Tool).await;
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
        self.report(action.name(), came, Source::Tool).await
    }
}

/// Where an action touches a screen of this size. What cannot be seen of it is left out.
fn points(action: &AgentAction, [width, height]: [u32; 2]) -> Vec<[i32; 2]> {
    let ends = match action {
        AgentAction::Tap(at) => vec![(at.x, at.y)],
        AgentAction::DoubleTap(at) => vec![(at.x, at.y)],
        AgentAction::LongPress(at) => vec![(at.x, at.y)],
        AgentAction::Swipe(way) => vec![(way.x1, way.y1), (way.x2, way.y2)],
        AgentAction::Drag(way) => vec![(way.x1, way.y1), (way.x2, way.y2)],
        _ => Vec::new(),
    };
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let whole = |side: u32| i32::try_from(side).unwrap_or(i32::MAX);
    ends.into_iter().map(|point| pixel(point, (width, height))).map(|(x, y)| [whole(x), whole(y)]).collect()
}

/// Whether the phone may still carry it out: it got it, perhaps, and has not answered.
fn may_yet_be(error: &DeviceError) -> bool {
    matches!(error, DeviceError::MaybeSent { why: WireError::Timeout { .. }, .. })
}
