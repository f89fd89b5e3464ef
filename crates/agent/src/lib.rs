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
    Aim, AimedAction, Dialogues, Forgets, Mind, ModelMind, OutsideHands, OutsideMind, PLAN, PlanMind, Proposal,
    Remembered, Report, Screen, SeenElement, Unheard, forget_undo, has_mask,
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
