//! Taking back what an app lets be taken back: a person's act, looked for on the screen afresh.
//!
//! It is pressed only if it is still there and still the same. A task that holds the phone stands still meanwhile, and
//! is told that a person acted.

use std::path::Path;
use std::sync::Arc;

use action::phone::AgentAction;
use agent::Mark;
use agent::record::{ReadError, last_undo};
use agent::undo::{Undo, find};
use device::Device;

use super::{Service, blocking};
use crate::error::TaskError;
use crate::queue::{Holder, Taker};

/// The way back that a task's journal holds last; nothing where there is no journal yet. Blocking.
pub(super) fn on_record(folder: &Path) -> Result<Option<(Mark, Undo)>, TaskError> {
    match last_undo(folder) {
        Ok(undo) => Ok(undo),
        Err(ReadError::None { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Service {
    /// Takes back what the task did last that the app lets be taken back, if its way back is still on the screen.
    pub async fn undo(self: &Arc<Self>, id: &str) -> Result<(), TaskError> {
        let view = self.show(id).await?;
        let folder = self.folder(&view.id);
        let Some((_, undo)) = blocking(move || on_record(&folder)).await? else {
            return Err(TaskError::state(id, "did nothing that an app offered to take back"));
        };
        if undo.until.is_some_and(|until| until <= self.environment.clock.time()) {
            return Err(TaskError::state(id, "can no longer be taken back: the time for that is over"));
        }
        let Some(element) = undo.element else {
            let problem = format!("left it in a bin of the app (“{}”): put it back there, on the phone", undo.label);
            return Err(TaskError::state(id, problem));
        };
        let device = self.environment.phones.reach(Some(&view.device)).await?;
        let theirs = self.queue.standing(device.id()).holder == Some(Holder::Person);
        self.take(Some(&view.device), &Taker::Person).await?;
        let pressed = self.press_undo(&*device, &element).await;
        if !theirs {
            self.queue.release(device.id(), &Taker::Person).await;
        }
        if pressed? {
            return Ok(());
        }
        let problem = format!("can no longer be taken back: “{}” has gone from the screen", undo.label);
        Err(TaskError::state(id, problem))
    }

    /// Whether it was there, and was pressed.
    async fn press_undo(&self, device: &dyn Device, element: &policy::Target) -> Result<bool, TaskError> {
        let Some((x, y)) = find(&device.tree().await?, element) else { return Ok(false) };
        tracing::info!(device = device.id(), "a person takes back what an app lets be taken back");
        device.act(&AgentAction::tap(x.into(), y.into())).await?;
        Ok(true)
    }
}
