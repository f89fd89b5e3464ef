//! Many phones on many machines, over NATS JetStream: the task queue, the record of each task, events, and presence.
//! There is no coordinator: workers pull tasks for their phones.
//!
//! [`Fleet`] is a connection with its streams; [`Worker`] runs tasks with its own [`task::Service`]; [`Fleet::submit`]
//! submits a task, and the rest of [`Fleet`] shows and controls tasks. The binary calls it.
//!
//! Invariants: JetStream acknowledges an intent before the action is sent. A worker that lost its lease finds out when
//! it writes the next intent, and stops without touching the phone. Text that the redactor hides locally is on no
//! subject; a person's answer is sealed to the worker that asked.
//!
//! The modules:
//!
//! - `subject`, `message`, `streams`: names and formats
//! - `record`, `journal`: a task's record with its fence, and the loop's access to it
//! - `lease`: how long a task or phone is ours
//! - `worker`: pulls and runs tasks, announces itself and publishes events
//! - `submit`, `overview`, `control`: submit, watch and control tasks; `state` and `presence` hold the watcher's
//!   view
//! - `sealed`: encrypts a message to one worker
//! - `mirror`: shows the fleet on a desktop
//!
//! `fleet` does not implement `task::Queue` and `task::EventLog`. A worker's own service keeps those of its process (a
//! queue per phone, the ring of events); the fleet feeds it through `Service::adopt` and reads it through
//! `Service::watch_all`. A task that began on a phone goes back into that phone's queue, so workers need not pass it
//! around until the right one gets it.

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
