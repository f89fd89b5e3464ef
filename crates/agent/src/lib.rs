//! The task loop: look at the phone, ask a mind for the next action, pass it through the gate, send it.
//!
//! [`Executor`] runs one task. It asks a [`Mind`] (a model, a plan) for the next action and sends each proposal through
//! the [`pipeline`]: observed, judged, recorded, sent. The parts share a [`Context`]: a `Device` to look at, [`Human`],
//! [`Tools`], [`Scripts`], [`Reader`], the [`Journal`], the [`Watch`] and the [`Clock`]. This crate opens no socket,
//! reads no clock of its own and never decides for the person.
//!
//! Invariants: the intent is on disk before an action is sent, and its effect before the next action. An action that
//! may have been sent is never resent before somebody has looked. Every wait can be stopped and ends by itself. Every
//! entry, event and prompt passes one redactor.
//!
//! The modules:
//!
//! - `executor`: the loop: one turn after another, pauses, loop detection (`stuck`)
//! - `mind`: decides the next step; `model` asks a model, `plan` carries out a plan, `outside` takes orders from an
//!   outside program, `replay` repeats a recorded run. A new mind is one file
//! - `operations`: the operations of the catalogue, one file each, all of the same form: preconditions, strategies,
//!   and a check on the phone's state. They read the phone and return moves; they never act
//! - `affordance`: finds an element by its purpose: from a known layout (`layouts/PACKAGE.json`) or from common
//!   names (`layouts/affordances.json`)
//! - `pipeline`: the four stages of an action, each a type that only the previous stage can construct: `observed`,
//!   `judged`, `recorded`, `sent`. Only `sent` holds the acting half of the phone. `dispatch` picks the handler:
//!   `phone`, `file`, `tool`, `person`, `local`. `gate` holds the gate's state over a task, `consent` asks for
//!   approval, `operation` judges a plan's step, `doubt` settles what an earlier run left open
//! - `context`: the state that the parts of a running task share, and all that a mind gets. Nothing in it can act
//! - `control`, `deadline`: stop and pause a task; every wait ends through one of them
//! - `journal`, `record`, `resume`: the entries that are a task's source of truth; the folder that stores them with
//!   the trajectory and pictures; the point where an earlier run ended
//! - `evidence`: reads, from the screen's elements, what an action would touch: the target of the gesture, the
//!   question it answers, the conversation it goes to. `outward` finds recipients, forms and text that would be
//!   lost, `trail` keeps what led to this screen
//! - `judgement`: judges the evidence of one action by the rules of `policy`; the strictest verdict counts. Neither
//!   module looks at the phone or waits
//! - `provenance`: who brought a number to the phone; a trait, implemented by `task`. `pipeline::introduced`
//!   records it, and `pipeline::records` looks up in the phone's own records whom the person's words mean
//! - `redact`: the one place that hides secrets: `known_secrets` by value, `secret_location` by position, `codes`
//!   by shape and by the words of `words.txt`; `screen` covers elements and pictures. `masked_entries` applies it
//!   to entries, events and questions
//! - `read_screen`: describes a screen for listening, from its elements and the text recognised in its picture.
//!   Pure; its input is masked already
//! - `identity`: what an action touched and changed, in a form that outlives the screen; `layout` is the
//!   fingerprint of a screen by its parts
//! - `undo`: recognises the undo that an app offers after an action, and finds it again when a person uses it
//! - `human`, `tools`, `scripts`, `reader`, `memory`, `clock`: traits that other crates implement
//! - `explore` (tests only): the model checker. It drives the real loop through sequences of 20 kinds of events;
//!   `pipeline::mutation` reintroduces known bugs to prove that it finds them

mod affordance;
mod answers;
mod clock;
mod context;
mod control;
mod deadline;
mod effect;
mod error;
mod event;
mod evidence;
mod executor;
#[cfg(test)]
mod explore;
mod human;
mod identity;
mod journal;
mod judgement;
mod masked_entries;
mod memory;
mod middleware;
mod mind;
mod model_plan;
mod operations;
pub mod pipeline;
mod plan_progress;
mod plan_words;
mod provenance;
mod read_screen;
mod reader;
pub mod record;
pub mod redact;
mod resume;
mod rung;
mod scripts;
mod settings;
mod summary;
mod tools;
pub mod undo;

pub use model;

pub use self::clock::{Clock, Sleep, SystemClock};
pub use self::context::{Context, Look, Reports};
pub use self::control::{Control, Controller, PauseReason, StopReason};
pub use self::deadline::{End, Halt};
pub use self::effect::{ActTiming, Change, Effect, Failure, FailureReason, Outcome};
pub use self::error::AgentError;
pub use self::event::{Event, Ignores, Progress, Watch};
pub use self::executor::Executor;
pub use self::human::{Answer, Artefact, Asks, GateQuestion, Human, Nobody, Question};
pub use self::identity::{
    ChangedElement, Container, ElementIdentity, Neighbour, ScreenChange, ScreenPlace, SeenPart, Side,
};
pub use self::journal::{
    Checked, ContinueEntry, EffectEntry, Ended, GateEntry, HiddenEntry, Intent, Journal, JournalEntry, Mark, NoteEntry,
    ObservationEntry, PauseEntry, PlanEntry, PlanStepEntry, Prediction, QuestionEntry, Retry, RetryOf, Screenshot,
    Started, StepResultEntry, StoredPrompt, StoredTree, ToolEntry, Unrecorded,
};
#[doc(hidden)]
pub use self::judgement::judged;
pub use self::memory::{Memory, Remembers};
pub use self::middleware::{Middleware, Refused};
pub use self::mind::{
    Aim, AimedAction, Dialogues, Forgets, Mind, ModelMind, OutsideHands, OutsideMind, PLAN, PlanMind, Proposal, REPLAY,
    Remembered, ReplayMind, Report, Screen, SeenElement, Unheard, forget_last, has_mask,
};
pub use self::model_plan::{PlanError, plan_by_model};
pub use self::plan_progress::{PlanProgress, Reached};
pub use self::plan_words::plan_words;
pub use self::provenance::{IntroducedNow, Provenance, is_same_address};
pub use self::read_screen::{
    HOME, MOST_WORDS, ScreenParts, SpokenScreen, app_name, read_screen, says_nothing, screen_parts,
};
pub use self::reader::{NoReader, ReadError, ReadText, Reader};
pub use self::redact::{Hidden, Redactor, Secret, SecretLocation, paint_pixels};
pub use self::resume::{Doubt, Resume};
pub use self::rung::Rung;
pub use self::scripts::{NoScripts, ScriptError, ScriptOutput, Scripts};
pub use self::settings::{Budgets, OnAskTimeout, RetryDelay, Seconds, Settings};
pub use self::summary::{EndReason, Status, Summary, Task};
pub use self::tools::{Need, NoTools, ToolError, Tools};
