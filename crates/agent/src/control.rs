//! Lets the owner of a running task control it: stop it, or pause and continue it.
//!
//! [`Controller`] is the owner's end, [`Control`] the end inside the loop. A requested pause takes effect only when
//! nothing is half done; [`Controller::standing_still`] tells when it has.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::watch;

/// Why a task is stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// Ctrl+C.
    Interrupt,
    /// The task was cancelled.
    Cancel,
    /// Another holder took the phone for good.
    Preempted,
}

/// Why a task is paused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PauseReason {
    /// A pause was requested; the phone stays untouched meanwhile.
    Asked,
    /// A person took the phone over.
    TakenOver,
}

/// The owner's requests to the task.
#[derive(Clone, Copy, Debug, Default)]
struct ControlRequest {
    stop: Option<StopReason>,
    pause: Option<PauseReason>,
}

/// The owner's end.
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

    /// Pauses the task as soon as nothing is half done. A takeover outranks a plain request to pause.
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

    /// Continues the task. Returns whether it was paused, or about to be.
    pub fn go_on(&self) -> bool {
        self.asked.send_if_modified(|asked| asked.pause.take().is_some())
    }

    /// Why the task is paused, or about to be.
    pub fn pause_reason(&self) -> Option<PauseReason> {
        self.asked.borrow().pause
    }

    /// Resolves when the task is idle: it is paused, or its loop has ended.
    pub async fn standing_still(&self) {
        let mut still = self.still.clone();
        // An error means that the loop has ended and dropped its end.
        let _ = still.wait_for(|still| *still).await;
    }
}

/// The end inside the loop. Clones receive the same requests.
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

    /// A control without an owner.
    pub fn none() -> Self {
        Self::pair().1
    }

    /// Why the task must stop, if it must.
    pub fn stop_reason(&self) -> Option<StopReason> {
        self.asked.borrow().stop
    }

    /// Why the task must pause, if it must.
    pub fn pause_reason(&self) -> Option<PauseReason> {
        self.asked.borrow().pause
    }

    /// Resolves when the task must stop. Never resolves once every controller is dropped.
    pub async fn stop_requested(&self) -> StopReason {
        self.heard(|asked| asked.stop).await
    }

    /// Resolves when the task must pause. Never resolves once every controller is dropped.
    pub(crate) async fn pause_requested(&self) -> PauseReason {
        self.heard(|asked| asked.pause).await
    }

    /// Resolves when a pause is over; at once if every controller is dropped, because then nothing could end the pause.
    pub(crate) async fn go_on_requested(&self) {
        let mut asked = self.asked.clone();
        let _ = asked.wait_for(|asked| asked.pause.is_none()).await;
    }

    /// Marks the task as idle, or as running again. Called by the loop, and by tests that replace it.
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
