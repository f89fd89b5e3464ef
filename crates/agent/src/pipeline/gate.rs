//! The gate's state over the actions of a task, and its verdicts in the journal.
//!
//! `judged` judges an action, `operation` a plan's step, and `consent` asks the person: each adds its own part to
//! [`Gate`]. Nothing is judged here.

use std::sync::Arc;

use action::phone::AgentAction;
use policy::{Agreed, Pattern};

use crate::context::Context;
use crate::deadline::Halt;
use crate::journal::{GateEntry, JournalEntry};
use crate::judgement::Case;
use crate::memory::Memory;
use crate::mind::Named;
use crate::provenance::Provenance;

/// The gate's state over the actions of a task.
pub(crate) struct Gate {
    /// The name of the actor, as people know it.
    pub(super) actor: String,
    pub(super) memory: Arc<dyn Memory>,
    pub(super) provenance: Arc<dyn Provenance>,
    /// The plan's step in progress, and the last one that was allowed.
    pub(super) operation: Option<Named>,
    pub(super) permitted: Option<Named>,
    /// The deed that the person agreed to last, while its presses continue.
    pub(super) agreed: Option<Agreed>,
}

impl Gate {
    pub(crate) fn new(actor: String, memory: Arc<dyn Memory>, provenance: Arc<dyn Provenance>) -> Self {
        Self { actor, memory, provenance, operation: None, permitted: None, agreed: None }
    }

    /// Sets the plan's step that the next actions belong to, if any.
    pub(crate) fn belongs_to(&mut self, operation: Option<Named>) {
        let step = |named: &Option<Named>| named.as_ref().map(|named| named.step);
        if step(&operation) != step(&self.operation) {
            self.agreed = None;
        }
        self.operation = operation;
    }

    /// Records a decision, and who made it.
    pub(super) async fn write_verdict(
        &self,
        context: &mut Context,
        action: &AgentAction,
        case: &Case,
        allowed: bool,
        by: &str,
        remember: Option<Pattern>,
    ) -> Result<(), Halt> {
        let rule = case.decision.rule;
        tracing::info!(step = context.step(), verb = action.name(), rule, allowed, by, "the gate decided");
        let entry = GateEntry {
            mark: context.mark(),
            action: action.clone(),
            target: case.target.clone(),
            package: case.package.clone(),
            verdict: case.decision.verdict,
            rule: rule.to_owned(),
            reason: case.decision.reason.clone(),
            allowed,
            by: by.to_owned(),
            remember,
        };
        context.write(JournalEntry::Gate(entry)).await
    }
}
