//! The loop: a phone is looked at, a model says what to do, the gate allows it or not, and it is done.
//!
//! [`Executor`] runs one task. What it needs of the world it is given: a `Device`, a `Model`, [`Human`] and
//! [`Tools`], a [`Record`] to write to, a [`Watch`] to tell, a [`Clock`]. This crate opens no socket, reads no
//! clock of its own and never decides what a person must decide.
//!
//! Laws: the intent is written before an action is sent, its effect before the next. What may have been sent
//! is never sent again before somebody looked. Everything that waits can be stopped and ends by itself. Every
//! line, event and prompt passes one redactor.

mod clock;
mod effect;
mod error;
mod event;
mod executor;
mod human;
mod line;
mod memory;
mod middleware;
pub mod record;
pub mod redact;
mod settings;
mod stop;
mod summary;
mod tools;
mod words;

pub use model;

pub use self::clock::{Clock, Sleep, SystemClock};
pub use self::effect::{Change, Effect, Failure, FailureReason};
pub use self::error::AgentError;
pub use self::event::{Event, Ignores, Progress, Watch};
pub use self::executor::{Doubt, Executor, Resume};
pub use self::human::{Answer, Artefact, Asks, GateQuestion, Human, Nobody, Question};
pub use self::line::{
    Carried, Ended, GateLine, Intent, Line, Mark, Noted, Prediction, Record, Retry, RetryOf, Screenshot, Seen, Started,
    ToolLine, Unrecorded,
};
pub use self::memory::{Memory, Remembers};
pub use self::middleware::{Middleware, Refused};
pub use self::redact::{Redactor, Secret};
pub use self::settings::{Budgets, OnAskTimeout, RetryDelay, Seconds, Settings};
pub use self::stop::{Stop, StopReason, Stopper};
pub use self::summary::{EndReason, Status, Summary, Task};
pub use self::tools::{NoTools, ToolError, Tools};
pub use self::words::{PlanError, plan_by_model};
