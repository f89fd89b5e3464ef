//! What the gate keeps over the actions of a task, and how it writes its verdicts down.
//!
//! `judged` judges an action, `operation` a plan's step, and `consent` asks the person: each adds its own part to
//! [`Gate`]. Nothing is judged here.

use std::sync::Arc;

use action::phone::AgentAction;
use policy::Pattern;

use crate::context::Context;
use crate::deadline::Halt;
use crate::journal::{GateEntry, JournalEntry};
use crate::judgement::Case;
use crate::memory::Memory;
use crate::mind::Named;

/// What a gate keeps over the actions of a task.
pub(crate) struct Gate {
    /// Who acts, as people know it.
    pub(super) actor: String,
    pub(super) memory: Arc<dyn Memory>,
    /// The step of a plan that is being carried out, and the last one that was let through.
    pub(super) operation: Option<Named>,
    pub(super) permitted: Option<Named>,
}

impl Gate {
    pub(crate) fn new(actor: String, memory: Arc<dyn Memory>) -> Self {
        Self { actor, memory, operation: None, permitted: None }
    }

    /// The step of a plan that the next actions belong to, if they do.
    pub(crate) fn belongs_to(&mut self, operation: Option<Named>) {
        self.operation = operation;
    }

    /// Writes down what was decided, and by whom.
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
