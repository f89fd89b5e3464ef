//! The vocabulary of Fingertip: phone actions, desktop actions, plans, and the readers that turn outside text into
//! them.
//!
//! Invariants: no I/O, no clock, no randomness, no async. All input from a model, a page, a phone or a file enters
//! through a reader in this crate. Readers never panic, are bounded, and report their repairs. Past them, values need
//! no further checks.
//!
//! The modules:
//!
//! - `json`: parses outside text into a borrowed tree, strictly or leniently with repairs; bounded depth, linear
//!   time
//! - `finding`, `fields`: `{code, path, message}`, and the cursor through which every object is read
//! - `phone`: `AgentAction` and its parser; `phone::verb` defines a verb, `phone::limits` the limits applied on
//!   execution
//! - `os`: `OsAction`, its envelope, contents and components, and its strict parser
//! - `plan`: `ActionPlan`, the catalogue of operations as a table, the confirmation policy
//! - `consent`: the text that a person sees when the gate asks: what the action would do, in plain words
//! - `loop_event`: the events of the agent loop that `agent`, `task` and `desktop` publish in the same form
//! - `macros`: a run that can be run again with other values: its form, its checks, its parameters
//! - `question`: the kinds of questions to people, and the ways to answer them
//! - `dialect`: one file per model family; `out` is the writer that all of them use, `coordinates` the only code
//!   that converts coordinates, `text` their shared text parsing
//! - `sse`: server-sent events: their text, and the bounded reader of a stream
//! - `schema`: the list of types that cross a process or language boundary
#![cfg_attr(not(test), warn(clippy::string_slice))]

pub mod consent;
pub mod dialect;
mod directory;
pub mod fields;
mod finding;
pub mod json;
mod loop_event;
pub mod macros;
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
