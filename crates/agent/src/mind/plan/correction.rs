//! Carries out a correction of a request that was already carried out: `no, I meant Emily`.
//!
//! What the request did is undone first, if it can be. Nothing is undone or repeated silently: the person is asked,
//! unless the phone can go back from both deeds. Messages that were sent stay sent, and the question says so.

use action::plan::{ActionPlan, CONFIDENT, MAX_STEPS, Step, operation};
use device::Reading;

use super::{Dialogues, has_mask};
use crate::context::Context;
use crate::deadline::Halt;

/// What the corrected request left on the phone.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum FirstDeed {
    /// Nothing.
    #[default]
    None,
    /// Something that these steps undo.
    Undone(Vec<Step>),
    /// Something that cannot be undone.
    Stays,
}

/// The step that ends a call; it has nothing to do once the call is over.
const END_CALL: &str = "end_call";

/// Returns what the last request on this phone left there.
pub(super) async fn first_deed(dialogues: &dyn Dialogues, context: &mut Context) -> Result<FirstDeed, Halt> {
    let phone = context.eyes.observer().id().to_owned();
    let mut remembered = dialogues.recall();
    if !remembered.last.get(&phone).is_some_and(|last| last.done) {
        return Ok(FirstDeed::None);
    }
    let mut steps = remembered.undo.remove(&phone).unwrap_or_default();
    if steps.is_empty() || has_mask(&steps) {
        return Ok(FirstDeed::Stays);
    }
    if steps.iter().any(|step| step.op == END_CALL) {
        let said = context.read(&Reading::Service("telephony.registry")).await?;
        let busy = said.lines().any(|line| matches!(line.trim(), "mCallState=1" | "mCallState=2"));
        if !busy {
            steps.retain(|step| step.op != END_CALL);
        }
    }
    Ok(if steps.is_empty() { FirstDeed::Stays } else { FirstDeed::Undone(steps) })
}

impl FirstDeed {
    /// Whether the corrected plan may run without a question: the phone can go back from the first deed and from this
    /// one.
    pub(super) fn is_silent(&self, plan: &ActionPlan, always_confirm: bool) -> bool {
        let reversible = |step: &Step| operation(&step.op).is_some_and(|operation| operation.reversible);
        *self != Self::Stays
            && !always_confirm
            && plan.confidence.get() >= CONFIDENT
            && plan.steps.iter().all(reversible)
    }

    /// The question about the corrected plan, with what becomes of the first deed.
    pub(super) fn explained(&self, plan: &ActionPlan, question: String) -> String {
        let key = match self {
            Self::None => return question,
            Self::Undone(_) => "first undone",
            Self::Stays => "first stays",
        };
        format!("{} {question}", planner::told(plan, key, &[]))
    }

    /// Puts the steps that undo the first deed before those of the corrected plan.
    pub(super) fn undo_first(self, plan: &mut ActionPlan) {
        if let Self::Undone(steps) = self
            && steps.len() + plan.steps.len() <= MAX_STEPS
        {
            plan.steps.splice(0..0, steps);
        }
    }
}

#[cfg(test)]
mod tests {
    use action::Finite;

    use super::*;

    #[test]
    fn only_what_can_be_taken_back_is_corrected_without_a_question() {
        let plan = |op: &str| {
            let mut plan = ActionPlan::new(op, Finite::new(0.95).unwrap());
            plan.steps = vec![Step::new(op)];
            plan
        };
        let undone = FirstDeed::Undone(vec![Step::new("cancel_alarm")]);
        assert!(undone.is_silent(&plan("set_alarm"), false) && FirstDeed::None.is_silent(&plan("set_alarm"), false));
        assert!(!undone.is_silent(&plan("set_alarm"), true));
        assert!(!undone.is_silent(&plan("send"), false) && !undone.is_silent(&plan("call_contact"), false));
        assert!(!FirstDeed::Stays.is_silent(&plan("set_alarm"), false));
    }
}
