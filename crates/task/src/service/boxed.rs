//! The phone and the model as the executor gets them: what a call keeps while it waits lies on the heap.
//!
//! The states of all calls would otherwise lie within the state of the loop, and that within each of its
//! callers: without optimisation more than a worker's stack holds.

use std::sync::Arc;

use action::phone::AgentAction;
use agent::model::{Answer, Endpoint, Model, ModelError, Prompt, Traits};
use device::{Acted, AdbDevice, App, Device, DeviceError, Directory, Foreground, Pace, Picture, Settled, Shot, Tree};

/// A phone.
pub(super) struct BoxedPhone(pub(super) Arc<AdbDevice>);

impl Device for BoxedPhone {
    fn id(&self) -> &str {
        self.0.id()
    }

    async fn snapshot(&self) -> Result<Shot, DeviceError> {
        Box::pin(self.0.snapshot()).await
    }

    async fn tree(&self) -> Result<Tree, DeviceError> {
        Box::pin(self.0.tree()).await
    }

    async fn current_app(&self) -> Result<Option<Foreground>, DeviceError> {
        Box::pin(self.0.current_app()).await
    }

    async fn apps(&self) -> Result<Vec<App>, DeviceError> {
        Box::pin(self.0.apps()).await
    }

    async fn directory(&self) -> Result<Directory, DeviceError> {
        Box::pin(self.0.directory()).await
    }

    async fn act(&self, action: &AgentAction) -> Result<Acted, DeviceError> {
        Box::pin(self.0.act(action)).await
    }

    async fn settle(&self, pace: Pace, before: Option<&Picture>) -> Result<Settled<Picture>, DeviceError> {
        Box::pin(self.0.settle(pace, before)).await
    }

    async fn release(&self) -> Result<(), DeviceError> {
        Box::pin(self.0.release()).await
    }
}

/// A model.
pub(super) struct BoxedModel(pub(super) Arc<Endpoint>);

impl Model for BoxedModel {
    fn name(&self) -> &str {
        self.0.name()
    }

    fn traits(&self) -> &Traits {
        self.0.traits()
    }

    async fn answer(&self, prompt: &Prompt) -> Result<Answer, ModelError> {
        Box::pin(self.0.answer(prompt)).await
    }
}
