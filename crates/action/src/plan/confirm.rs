//! Decides when the person is asked before a plan is carried out.
//!
//! The planner sets [`ActionPlan::confirm`] by this rule, and the executor checks again before the first step: a plan's
//! own field can only add a question, never remove one. The gate asks further questions about single actions; this rule
//! concerns the plan as a whole.

use std::fmt;

use super::{ActionPlan, operation};
use crate::number::Finite;

/// The confidence from which a plan needs no confirmation.
pub const CONFIDENT: f64 = 0.7;

/// The reason why the person is asked first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Why {
    /// It contains an operation that always needs a yes.
    AlwaysAsk {
        /// The operation.
        op: &'static str,
    },
    /// The planner is not sure enough.
    LowConfidence {
        /// How sure it is.
        confidence: Finite,
    },
    /// The person wants to be asked every time.
    AlwaysConfirm,
    /// The plan itself asks for it.
    PlanSays,
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AlwaysAsk { op } => write!(f, "`{}` always needs your approval", op.replace('_', " ")),
            Self::LowConfidence { confidence } => {
                write!(
                    f,
                    "the planner is not sure that you meant this: confidence {confidence}, and below {CONFIDENT} it asks first"
                )
            }
            Self::AlwaysConfirm => f.write_str("the settings say to ask every time"),
            Self::PlanSays => f.write_str("the plan says to ask first"),
        }
    }
}

/// Returns whether and why the person is asked before `plan` runs; the most severe reason counts.
///
/// `always_confirm` is the person's own setting. An always-ask operation counts anywhere: as a step, as the intent, or
/// as the intent of one of several requests.
pub fn needs_confirmation(plan: &ActionPlan, always_confirm: bool) -> Option<Why> {
    let named = plan.steps.iter().map(|step| &step.op);
    let wanted = plan.requests.iter().map(|request| &request.intent);
    let grave = named
        .chain([&plan.intent])
        .chain(wanted)
        .filter_map(|name| operation(name))
        .find(|operation| operation.risk.is_always_confirmed());
    if let Some(operation) = grave {
        return Some(Why::AlwaysAsk { op: operation.name });
    }
    if plan.confidence.get() < CONFIDENT {
        return Some(Why::LowConfidence { confidence: plan.confidence });
    }
    if always_confirm {
        return Some(Why::AlwaysConfirm);
    }
    plan.confirm.then_some(Why::PlanSays)
}
