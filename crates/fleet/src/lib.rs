//! Many phones on many machines, over NATS JetStream: the queue of tasks, the record of each, what happens to them, and
//! who is there. There is no coordinator: workers pull what they have phones for.
//!
//! [`Fleet`] is a connection whose streams stand; [`Worker`] runs tasks with a [`task::Service`] of its own;
//! [`Fleet::submit`] hands one in, and the rest of [`Fleet`] shows and steers what is there. Called by the binary.
//!
//! Laws: an intent is acknowledged by JetStream before the action is sent. Who lost their lease finds that out when they
//! write the next intent, and stops with the phone untouched. What the redactor hides at home is on no subject; a
//! person's answer is sealed to the worker that asked.

mod connect;
mod control;
mod error;
mod journal;
mod lease;
mod message;
mod mirror;
mod overview;
mod presence;
mod record;
mod sealed;
mod state;
mod streams;
mod subject;
mod submit;
mod tls;
mod worker;

pub use self::connect::{Access, Fleet};
pub use self::control::{Command, Reply as CommandReply};
pub use self::error::FleetError;
pub use self::message::{Priority, TaskMessage};
pub use self::mirror::Mirror;
pub use self::overview::{DeadTask, Overview};
pub use self::presence::{PhonePresence, WaitingPhone, WorkerPresence};
pub use self::state::{FleetState, TaskState};
pub use self::streams::Limits;
pub use self::submit::{Submission, Submitter};
pub use self::worker::{Worker, WorkerOptions, WorkerPhone};
