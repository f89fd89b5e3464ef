//! How a running task is steered by whoever started it: stopped for good, or paused and let go on.
//!
//! [`Controller`] is the end that steers, [`Control`] the end inside the loop. A pause is asked for here and
//! takes effect where nothing is half done; [`Controller::standing_still`] tells when it has.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Why a task is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Ctrl+C.
    Interrupt,
    /// Somebody cancelled it.
    Cancel,
    /// Somebody else took the phone for good.
    Preempted,
}

/// Why a task is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// Somebody asked for it; the phone is not touched.
    Asked,
    /// A person took the phone over.
    TakenOver,
}

/// What the other end asks of the task.
#[derive(Clone, Copy, Debug, Default)]
struct ControlRequest {
    stop: Option<StopReason>,
    pause: Option<PauseReason>,
}

/// The end that steers.
#[derive(Clone, Debug)]
pub struct Controller {
    asked: watch::Sender<ControlRequest>,
    still: watch::Receiver<bool>,
}

impl Controller {
    /// Stops the task. The first reason counts.
    pub fn stop(&self, reason: StopReason) {
        self.asked.send_if_modified(|asked| {
            let first = asked.stop.is_none();
            asked.stop = asked.stop.or(Some(reason));
            first
        });
    }

    /// Pauses the task as soon as nothing is half done. That a person has the phone outweighs a mere request.
    pub fn pause(&self, reason: PauseReason) {
        self.asked.send_if_modified(|asked| {
            let stronger = asked.pause.is_none() || reason == PauseReason::TakenOver;
            let changed = stronger && asked.pause != Some(reason);
            if changed {
                asked.pause = Some(reason);
            }
            changed
        });
    }

    /// Lets the task go on; whether it was paused, or about to be.
    pub fn go_on(&self) -> bool {
        self.asked.send_if_modified(|asked| asked.pause.take().is_some())
    }

    /// Why it is paused, or about to be.
    pub fn pause_reason(&self) -> Option<PauseReason> {
        self.asked.borrow().pause
    }

    /// Resolves when the task does nothing any more: it is paused, or its loop is over.
    pub async fn standing_still(&self) {
        let mut still = self.still.clone();
        // An error means that the other end is gone, and with it the loop.
        let _ = still.wait_for(|still| *still).await;
    }
}

/// The end inside the loop. Copies hear the same.
#[derive(Clone, Debug)]
pub struct Control {
    asked: watch::Receiver<ControlRequest>,
    still: Arc<watch::Sender<bool>>,
}

impl Control {
    /// Both ends.
    pub fn pair() -> (Controller, Self) {
        let (asked, hears) = watch::channel(ControlRequest::default());
        let (tells, still) = watch::channel(false);
        (Controller { asked, still }, Self { asked: hears, still: Arc::new(tells) })
    }

    /// One that nobody steers.
    pub fn none() -> Self {
        Self::pair().1
    }

    /// Why to stop, if it is time to.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.asked.borrow().stop
    }

    /// Why to pause, if it is time to.
    pub fn pause_reason(&self) -> Option<PauseReason> {
        self.asked.borrow().pause
    }

    /// Resolves when it is time to stop, and never if nobody is left who could say so.
    pub async fn stop_requested(&self) -> StopReason {
        self.heard(|asked| asked.stop).await
    }

    /// Resolves when it is time to pause, and never if nobody is left who could say so.
    pub(crate) async fn pause_requested(&self) -> PauseReason {
        self.heard(|asked| asked.pause).await
    }

    /// Resolves when a pause is over. Where nobody is left who could end it, it is over at once.
    pub(crate) async fn go_on_requested(&self) {
        let mut asked = self.asked.clone();
        let _ = asked.wait_for(|asked| asked.pause.is_none()).await;
    }

    /// The task stands still now, or does not any more. Said by the loop, and by tests that stand in for it.
    pub fn stand_still(&self, still: bool) {
        self.still.send_replace(still);
    }

    async fn heard<T>(&self, wanted: impl Fn(&ControlRequest) -> Option<T>) -> T {
        let mut asked = self.asked.clone();
        let said = asked.wait_for(|asked| wanted(asked).is_some()).await.ok().and_then(|asked| wanted(&asked));
        match said {
            Some(said) => said,
            None => std::future::pending().await,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_first_stop_counts_and_a_person_outweighs_a_request() {
        let (controller, control) = Control::pair();
        assert_eq!((control.stop_reason(), control.pause_reason()), (None, None));
        controller.pause(PauseReason::Asked);
        controller.pause(PauseReason::TakenOver);
        controller.pause(PauseReason::Asked);
        assert_eq!(control.pause_requested().await, PauseReason::TakenOver);
        assert!(controller.go_on() && !controller.go_on());
        control.go_on_requested().await;
        controller.stop(StopReason::Cancel);
        controller.stop(StopReason::Interrupt);
        assert_eq!(control.stop_requested().await, StopReason::Cancel);
    }

    #[tokio::test]
    async fn a_loop_that_is_gone_stands_still() {
        let (controller, control) = Control::pair();
        control.stand_still(true);
        controller.standing_still().await;
        control.stand_still(false);
        drop(control);
        controller.standing_still().await;
    }
}
