//! The way of an action from a proposal to the world, in four stages that no action can skip.
//!
//! [`Observed`] → [`Judged`] → [`Recorded`] → [`Sent`]. Each type is made only from the one before it, in the file of
//! its own name, so what was not judged on the screen it lands on, or is not on record, cannot be sent: it does not
//! compile. Each stage owns its state: the eyes look, the [`Gate`] judges, the recorder writes, and the
//! [`Sender`] alone holds the half of the phone that acts. What all of them need is passed as a
//! [`Context`](crate::Context).
//!
//! `dispatch` finds the handler of an action: `phone` acts on the phone, `file` puts one there, `tool` calls other
//! programs, `person` asks people, `local` does what stays in here. `gate` is what the [`Gate`] keeps over a task,
//! `consent` asks for it, `operation` judges a plan's step, `doubt` decides what an earlier run left open. Nothing here
//! decides what comes next.
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
//! What was judged and is not on record cannot be sent:
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
//! What was looked at and not judged cannot be recorded:
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
//! A record is used up by sending, so nothing is sent twice on one judgement:
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
//! No stage can be made by hand:
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
mod judged;
mod local;
#[cfg(test)]
pub(crate) mod mutation;
mod observed;
mod operation;
mod person;
mod phone;
mod recorded;
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

/// The stages of one running task, with what each owns.
pub(crate) struct Pipeline {
    gate: Gate,
    sender: Sender,
    middleware: Vec<Box<dyn Middleware>>,
}

impl Pipeline {
    pub(crate) fn new(gate: Gate, sender: Sender, middleware: Vec<Box<dyn Middleware>>) -> Self {
        Self { gate, sender, middleware }
    }

    /// The last stage, for what belongs to no action: giving the phone back.
    pub(crate) fn sender(&self) -> &Sender {
        &self.sender
    }

    /// The step of a plan that the next actions belong to, if they do.
    pub(crate) fn belongs_to(&mut self, operation: Option<crate::mind::Named>) {
        self.gate.belongs_to(operation);
    }
}
