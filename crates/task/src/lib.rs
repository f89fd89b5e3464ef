//! Runs tasks: the task service, its queue and event log, questions to people, phone leases, remembered permissions,
//! and the data folder with its owner.
//!
//! Commands, the API and the desktop use [`Service`]; a process has one. The service receives everything it needs from
//! its machine as an [`Environment`]: phones, models, tools, a clock, randomness. This crate opens no socket.
//!
//! Invariants: every event is written to the log once, and readers never make the writer wait. A phone has one holder.
//! A person's answer appears in no event, file or log. Nothing starts by itself.
//!
//! The modules:
//!
//! - `service`: starts, queues, cancels and resumes tasks
//! - `queue`, `event_log`: the waiting tasks and phone leases; the numbered events. Both are traits, each with an
//!   in-process implementation
//! - `event_kind`, `narration`: everything that can happen to a task, and its spoken form
//! - `question`, `questions`: a question to people; the first answer wins
//! - `mind`: chooses the mind of a task
//! - `stream`: a phone's live picture, one loop for all viewers
//! - `dialogue`: what was said last, so that "call her" can be resolved
//! - `folder`, `permissions`, `provenance`, `links`: the files on disk
//! - `retention`: chooses the runs that are deleted

mod dialogue;
mod elsewhere;
mod environment;
mod error;
mod event;
mod event_kind;
mod event_log;
pub mod folder;
mod id;
mod identity;
mod links;
mod list_filter;
mod memory;
mod mind;
mod narration;
pub mod permissions;
mod provenance;
mod question;
mod questions;
mod queue;
mod redactors;
pub mod retention;
mod service;
mod spec;
mod stream;
mod text;
mod view;

/// Re-exported for crates that may import only this one.
pub use agent;
/// Re-exported for crates that may import only this one.
pub use device;
/// Describes an action in words; handed out to those who tell people about tasks.
pub use planner::deed_in_words;

pub use self::elsewhere::{Elsewhere, Steer};
pub use self::environment::{Environment, Models, NoModel, Phone, Phones, Unreachable};
pub use self::error::TaskError;
pub use self::event::Event;
pub use self::event_kind::EventKind;
pub use self::event_log::{EventLog, EventReader, News, Watching};
pub use self::id::{Random, new_task_id};
pub use self::identity::identity;
pub use self::list_filter::ListFilter;
pub use self::memory::Remembered;
pub use self::narration::{Earcon, Narration, narration};
pub use self::question::{Link, LinkedQuestion, Open, Outcome, QuestionByLink, QuestionList, Takes};
pub use self::questions::Reply;
pub use self::queue::{Holder, Lease, Queue, QueueFull, Standing, TakeOutcome, Taker, Ticket, Turn};
pub use self::service::{Adopted, Attached, Limits, Options, PhoneChanges, Recorder, Service};
pub use self::spec::{MOST_GOAL, NewTask, Spec, TaskMade};
pub use self::stream::{News as PhoneNews, PhoneWatch, Screen, Seen};
pub use self::view::{DeviceList, Page, PhoneView, State, UndoOffer, View};
