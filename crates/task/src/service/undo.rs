//! Undoes what the app can still undo. A person requests it, and the app's button is located afresh on the screen.
//!
//! The button is pressed only if it is still there and still the same. A task that holds the phone pauses meanwhile,
//! and learns that a person acted.

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

/// Returns the last undo in a task's journal; `None` if there is no journal yet. Blocking.
pub(super) fn on_record(folder: &Path) -> Result<Option<(Mark, Undo)>, TaskError> {
    match last_undo(folder) {
        Ok(undo) => Ok(undo),
        Err(ReadError::None { .. }) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Service {
    /// Undoes the task's last undoable action, if the app's button is still on the screen.
    pub async fn undo(self: &Arc<Self>, id: &str) -> Result<(), TaskError> {
        let view = self.show(id).await?;
        let folder = self.folder(&view.id);
        let Some((_, undo)) = blocking(move || on_record(&folder)).await? else {
            return Err(TaskError::state(id, "did nothing that an app offered to undo"));
        };
        if undo.until.is_some_and(|until| until <= self.environment.clock.time()) {
            return Err(TaskError::state(id, "can no longer be undone: the app's offer has expired"));
        }
        let Some(element) = undo.element else {
            let problem = format!("moved it to the app's bin (“{}”): restore it there, on the phone", undo.label);
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
        let problem = format!("can no longer be undone: “{}” is no longer on the screen", undo.label);
        Err(TaskError::state(id, problem))
    }

    /// Presses the button. Returns whether it was there.
    async fn press_undo(&self, device: &dyn Device, element: &policy::Target) -> Result<bool, TaskError> {
        let Some((x, y)) = find(&device.tree().await?, element) else { return Ok(false) };
        tracing::info!(device = device.id(), "a person undoes an action through the app");
        device.act(&AgentAction::tap(x.into(), y.into())).await?;
        Ok(true)
    }
}
