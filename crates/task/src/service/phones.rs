//! Phones as people use them: viewed, touched, taken over and given back.

use std::sync::Arc;

use action::phone::{AgentAction, ScreenSnapshot};
use agent::PauseReason;
use device::{Acted, Device, DeviceError, Gesture, Shot, Tree};
use policy::{Action, Actor, Request, Settled, Surface, decide};
use tokio::sync::watch;

use super::Service;
use crate::error::TaskError;
use crate::queue::{TakeOutcome, Taker};
use crate::stream::{PhoneWatch, masked_tree};
use crate::view::PhoneView;

/// Returns whether an action may type into a field.
fn may_type(action: &AgentAction) -> bool {
    matches!(
        action,
        AgentAction::Type(_)
            | AgentAction::ClearText(_)
            | AgentAction::Keyevent(_)
            | AgentAction::KeyCombination(_)
            | AgentAction::Shell(_)
    )
}

/// Signals that something about the phones changed; [`Service::phones`] returns the new state.
#[derive(Debug)]
pub struct PhoneChanges {
    hands: Option<watch::Receiver<u64>>,
    troubles: watch::Receiver<u64>,
}

impl PhoneChanges {
    /// Waits for the next change. Several changes may be reported as one.
    pub async fn next(&mut self) {
        let Self { hands, troubles } = self;
        let hands = async {
            match hands {
                Some(hands) => hands.changed().await,
                None => std::future::pending().await,
            }
        };
        // An error means that the service is gone, so nothing will change any more.
        let changed = tokio::select! {
            changed = hands => changed,
            changed = troubles.changed() => changed,
        };
        if changed.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Service {
    /// Returns the reachable phones and their holders.
    pub async fn phones(&self) -> Result<Vec<PhoneView>, TaskError> {
        let phones = self.environment.phones.list().await?;
        let view = |phone: crate::environment::Phone| {
            let standing = self.queue.standing(&phone.id);
            let (holder, waiting) = (standing.holder, standing.waiting);
            let trouble = phone.trouble.or_else(|| self.streams.trouble(&phone.id));
            PhoneView { id: phone.id, name: phone.name, trouble, holder, waiting }
        };
        let mut phones: Vec<PhoneView> = phones.into_iter().map(view).collect();
        phones.extend(self.elsewhere.get().map_or_else(Vec::new, |elsewhere| elsewhere.phones()));
        Ok(phones)
    }

    /// Returns a screenshot of a phone with secrets painted over. Does not take the phone from its holder.
    pub async fn screen(&self, name: Option<&str>) -> Result<Shot, TaskError> {
        let device = self.reach(name).await?;
        self.shot(&*device).await
    }

    /// Like [`Service::screen`], as the specification's `ScreenSnapshot`: picture, size, app, phone and time.
    pub async fn snapshot(&self, name: Option<&str>) -> Result<ScreenSnapshot, TaskError> {
        let device = self.reach(name).await?;
        let shot = self.shot(&*device).await?;
        let captured_at = self.environment.clock.time().to_string();
        Ok(shot.to_snapshot(device.id(), captured_at).await.map_err(DeviceError::from)?)
    }

    async fn shot(&self, device: &dyn Device) -> Result<Shot, TaskError> {
        let (shot, tree) = tokio::join!(device.snapshot(), device.tree());
        Ok(self.redactors.of(device.id()).shot(shot?, tree.ok()).await?)
    }

    /// Returns the elements on a phone's screen with secrets masked. Does not take the phone from its holder.
    pub async fn tree(&self, name: Option<&str>) -> Result<Tree, TaskError> {
        let device = self.reach(name).await?;
        Ok(masked_tree(&*device, &self.redactors.of(device.id())).await?)
    }

    /// Watches a phone's screen with secrets painted over. Does not take the phone from its holder.
    pub async fn watch_phone(self: &Arc<Self>, name: &str) -> PhoneWatch {
        // A phone that is gone is awaited under the requested name.
        let device = self.reach(Some(name)).await;
        let id = device.as_ref().map_or(name, |device| device.id());
        self.streams.watch(id)
    }

    /// Watches for phones that change hands, disconnect or reconnect.
    pub fn phone_changes(&self) -> PhoneChanges {
        PhoneChanges { hands: self.queue.changes(), troubles: self.streams.changes() }
    }

    /// Carries out a person's own action. A free phone becomes theirs; if a task or a client has it, they must [take it
    /// over](Service::take) first.
    pub async fn input(self: &Arc<Self>, name: Option<&str>, action: &AgentAction) -> Result<Acted, TaskError> {
        let device = self.reach(name).await?;
        let request = Request {
            who: Actor::Person,
            surface: Surface::Phone,
            action: Action::Phone(action),
            target: None,
            package: None,
            evidence: None,
        };
        let decision = decide(&request);
        tracing::info!(
            device = device.id(),
            action = action.name(),
            rule = decision.rule,
            verdict = ?decision.verdict,
            reason = decision.reason,
            "a person acts"
        );
        if decision.settle(false, false) != Settled::Go {
            return Err(TaskError::Refused(decision.reason));
        }
        self.claim(device.id()).await?;
        // Watchers see the action while it happens, and its effect.
        self.streams.touched(device.id());
        let typing = may_type(action).then(|| self.streams.typing(device.id()));
        let acted = device.act(action).await;
        drop(typing);
        self.streams.touched(device.id());
        Ok(acted?)
    }

    /// Follows a person's touch on a phone. A free phone becomes theirs.
    pub async fn gesture(self: &Arc<Self>, name: Option<&str>, gesture: &Gesture) -> Result<(), TaskError> {
        let device = self.reach(name).await?;
        self.claim(device.id()).await?;
        let done = device.gesture(gesture).await;
        self.streams.touched(device.id());
        Ok(done?)
    }

    /// Copies a person's file to a phone and returns its path there. Does not disturb the phone's holder.
    pub async fn push_file(&self, name: Option<&str>, file: &str, data: &[u8]) -> Result<String, TaskError> {
        let device = self.reach(name).await?;
        let modified = u32::try_from(self.environment.clock.time().as_second()).unwrap_or_default();
        Ok(device.push_file(file, data, modified).await?)
    }

    /// Takes a free phone for a person who acts on it, or returns the holder as an error.
    async fn claim(self: &Arc<Self>, id: &str) -> Result<(), TaskError> {
        let until = self.until();
        if !self.queue.renew(id, &Taker::Person, until).await {
            if let Some(holder) = self.queue.standing(id).holder {
                return Err(TaskError::Held { device: id.to_owned(), holder });
            }
            self.hold(id, &Taker::Person).await?;
        }
        Ok(())
    }

    /// Takes a phone and returns once the taker has it. A person takes over: the task that holds it is paused, and
    /// continues when they give it back. A client takes only a free phone.
    pub async fn take(self: &Arc<Self>, name: Option<&str>, taker: &Taker) -> Result<(), TaskError> {
        let device = self.reach(name).await?;
        self.hold(device.id(), taker).await
    }

    /// Gives a phone back. The task that was paused for it continues, otherwise the next in line.
    pub async fn release(&self, name: Option<&str>, taker: &Taker) -> Result<(), TaskError> {
        let device = self.reach(name).await?;
        // Also gives back the person's keyboard and clipboard.
        let released = device.release().await;
        if !self.queue.release(device.id(), taker).await {
            let problem = format!("`{}` is not held by {}", device.id(), crate::queue::Holder::from(taker));
            return Err(TaskError::Invalid { field: "device", problem });
        }
        Ok(released?)
    }

    pub(super) async fn reach(&self, name: Option<&str>) -> Result<Arc<dyn Device>, TaskError> {
        Ok(self.environment.phones.reach(name).await?)
    }

    /// Gives a task's phone to the person who chose to do the step themselves. The pause has been requested when this
    /// returns. They get the phone once the task has paused, and give it back with [`Service::go_on`].
    pub(super) fn hand_over(self: &Arc<Self>, task: &str) {
        let (theirs, handed_over) = watch::channel(false);
        let device = {
            let mut tasks = self.tasks();
            let Some(live) = tasks.live.get_mut(task) else { return };
            live.controller.pause(PauseReason::TakenOver);
            live.handed_over = Some(handed_over);
            live.view.device.clone()
        };
        let (service, task) = (Arc::clone(self), task.to_owned());
        tokio::spawn(async move {
            let held = service.hold(&device, &Taker::Person).await;
            theirs.send_replace(true);
            if let Err(error) = held {
                tracing::warn!(task, %error, "couldn't hand the phone to the person; the task continues");
                if let Some(live) = service.tasks().live.get(&task) {
                    live.controller.go_on();
                }
            }
        });
    }

    async fn hold(self: &Arc<Self>, device: &str, taker: &Taker) -> Result<(), TaskError> {
        let id = device.to_owned();
        let taken = self.queue.take(&id, taker, self.until()).await;
        match taken.map_err(|holder| TaskError::Held { device: id.clone(), holder })? {
            TakeOutcome::Already => return Ok(()),
            TakeOutcome::Now => {}
            TakeOutcome::Soon(turn) => {
                let lost = || TaskError::System(format!("the turn for `{id}` was lost; try again"));
                turn.await.ok_or_else(lost)?.keep(self.until());
            }
        }
        let service = Arc::downgrade(self);
        let clock = Arc::clone(&self.environment.clock);
        tokio::spawn(async move {
            loop {
                let Some(service) = service.upgrade() else { return };
                let next = service.queue.expire(&id, clock.now()).await;
                drop(service);
                let Some(until) = next else { return };
                clock.sleep_until(until).await;
            }
        });
        Ok(())
    }

    /// Returns when a holder that is idle from now on loses its phone.
    fn until(&self) -> std::time::Duration {
        self.environment.clock.now().saturating_add(self.options.limits.idle)
    }
}
