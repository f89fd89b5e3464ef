//! Looks back on runs: what happened step by step, why a run ended, how two runs differ, and what can be made of them.
//!
//! [`Run`] is a task's journal as typed steps. [`why`](why()) names the first thing that went wrong, [`compare`] aligns
//! two runs. All of these are pure: only [`Run::read`] touches a disk, and nothing here touches a phone, asks a model or
//! changes a record. The format of a record belongs to `agent::record`; what it hides stays hidden here, because
//! everything is made from what was written.

mod compare;
mod export;
mod run;
mod telemetry;
mod why;

pub use self::compare::{Comparison, Difference, Divergence, Pair, PairKind, StepChange, Totals, compare};
pub use self::export::{ExportError, animation, maestro, script, training};
pub use self::run::{Act, Asking, Ending, PhaseTiming, Run, RunStep, Screen, StepFileError};
pub use self::telemetry::{Measures, trace};
pub use self::why::{Cause, Finding, Why, why};
