//! The vocabulary of Fingertip: phone actions, desktop actions, plans, and the readers that turn outside text into
//! them.
//!
//! Invariants: no I/O, no clock, no randomness, no async. All input from a model, a page, a phone or a file enters
//! through a reader in this crate. Readers never panic, are bounded, and report their repairs. Past them, values need
//! no further checks.
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
pub use self::finding::{Code, Finding, Findings, Path, in_quotes, quoted};
pub use self::loop_event::LoopEvent;
pub use self::number::Finite;
pub use self::os::OsAction;
pub use self::phone::AgentAction;
pub use self::question::{AnswerForm, QuestionKind};
