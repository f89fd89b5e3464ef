//! The words of Fingertip: what an agent can do on a phone and on the desktop, what a plan is, and how
//! text from outside becomes one of them.
//!
//! Laws: no I/O, no clock, no randomness, no async. Whatever comes from a model, a page, a phone or
//! a file enters through one of the readers here, which never panic, are bounded, and say what they
//! repaired. Past them nobody doubts again.
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod consent;
pub mod dialect;
mod directory;
pub mod fields;
mod finding;
pub mod json;
mod loop_event;
mod number;
pub mod os;
pub mod phone;
pub mod plan;
mod question;
pub mod schema;
pub mod slice;
pub mod sse;

pub use self::directory::{App, Contact, Directory};
pub use self::finding::{Code, Finding, Findings, Path, quoted};
pub use self::loop_event::LoopEvent;
pub use self::number::Finite;
pub use self::os::OsAction;
pub use self::phone::AgentAction;
pub use self::question::{AnswerForm, QuestionKind};
