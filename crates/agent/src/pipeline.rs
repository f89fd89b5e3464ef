//! The route of an action from proposal to phone, in four stages that no action can skip.
//!
//! [`Observed`] → [`Judged`] → [`Recorded`] → [`Sent`]. Each type can only be made from the one before it, in the file
//! of the same name. Sending an action that was not judged on the screen it lands on, or is not on record, does not
//! compile. Each stage owns its state: the eyes look, the [`Gate`] judges, the recorder writes, and only the [`Sender`]
//! holds the half of the phone that acts. Shared state is passed as a [`Context`](crate::Context).
//!
//! `dispatch` finds the handler of an action: `phone` acts on the phone, `file` puts a file there, `tool` calls other
//! programs, `person` asks people, `local` handles what stays in this process. `gate` is the state that the [`Gate`]
//! keeps over a task, `consent` asks for approval, `operation` judges a plan's step, `doubt` resolves the action that
//! an earlier run left open. Nothing here decides the next action.
//!
//! A stage cannot be skipped:
//!
//! ```
//! use agent::pipeline::{Recorded, Sender, Sent};
//! use agent::Context;
//!
//! async fn send(recorded: Recorded, sender: &Sender, context: &mut Context) -> Sent {
//!     sender.act(recorded, context).await
//! }
//! ```
//!
//! A judged action that is not on record cannot be sent:
//!
//! ```compile_fail,E0308
//! use agent::pipeline::{Judged, Sender, Sent};
//! use agent::Context;
//!
//! async fn send(judged: Judged, sender: &Sender, context: &mut Context) -> Sent {
//!     sender.act(judged, context).await
//! }
//! ```
//!
//! An observed action that is not judged cannot be recorded:
//!
//! ```compile_fail,E0308
//! use agent::pipeline::{Observed, Recorded};
//! use agent::{Context, Halt};
//!
//! async fn record(observed: Observed, context: &mut Context) -> Result<Recorded, Halt> {
//!     Recorded::write(observed, context).await
//! }
//! ```
//!
//! Sending consumes the record, so nothing is sent twice on one judgement:
//!
//! ```compile_fail,E0382
//! use agent::pipeline::{Recorded, Sender};
//! use agent::Context;
//!
//! async fn send_twice(recorded: Recorded, sender: &Sender, context: &mut Context) {
//!     sender.act(recorded, context).await;
//!     sender.act(recorded, context).await;
//! }
//! ```
//!
//! No stage can be constructed by hand:
//!
//! ```compile_fail,E0451
//! use agent::pipeline::{Judged, Recorded};
//!
//! fn forge(judged: Judged) -> Recorded {
//!     Recorded { judged, number: 1 }
//! }
//! ```

mod carried;
mod consent;
mod dispatch;
mod doubt;
mod file;
mod gate;
mod introduced;
mod judged;
mod local;
#[cfg(test)]
pub(crate) mod mutation;
mod observed;
mod operation;
mod person;
mod phone;
mod recorded;
mod records;
mod sent;
mod tool;

pub(crate) use self::dispatch::Dispatched;
pub(crate) use self::doubt::decide as decide_doubt;
pub(crate) use self::gate::Gate;
pub use self::judged::Judged;
pub use self::observed::Observed;
pub use self::recorded::Recorded;
pub use self::sent::{Sender, Sent};
use crate::middleware::Middleware;
use crate::mind::AimedElement;

/// The stages of one running task, each with its state.
pub(crate) struct Pipeline {
    gate: Gate,
    sender: Sender,
    middleware: Vec<Box<dyn Middleware>>,
    /// The element that the next action must touch.
    aimed: Option<AimedElement>,
}

impl Pipeline {
    pub(crate) fn new(gate: Gate, sender: Sender, middleware: Vec<Box<dyn Middleware>>) -> Self {
        Self { gate, sender, middleware, aimed: None }
    }

    /// Sets the element that the next action must touch, if the mind looked for one.
    pub(crate) fn aims_at(&mut self, aimed: Option<AimedElement>) {
        self.aimed = aimed;
    }

    /// The last stage, for releasing the phone, which belongs to no action.
    pub(crate) fn sender(&self) -> &Sender {
        &self.sender
    }

    /// Sets the plan's step that the next actions belong to, if any.
    pub(crate) fn belongs_to(&mut self, operation: Option<crate::mind::Named>) {
        self.gate.belongs_to(operation);
    }
}
