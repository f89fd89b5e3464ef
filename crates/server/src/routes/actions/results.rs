//! What an agent is told: one result an action.

use action::Finding;
use schemars::JsonSchema;
use serde::Serialize;

use crate::mailbox::Feedback;
use crate::problem::Fault;

/// What became of what an agent sent.
#[derive(Debug, Default, Serialize, JsonSchema)]
pub(in crate::routes) struct Answered {
    /// The number of the change, if anything changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) seq: Option<u64>,
    /// One for each action, in order.
    pub(super) results: Vec<Outcome>,
    /// What was ignored, such as fields that nobody knows.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) warnings: Vec<Finding>,
}

/// What became of one action.
#[derive(Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Outcome {
    /// Which action, counted from 0.
    pub(super) index: usize,
    /// Whether all went well.
    pub(super) ok: bool,
    /// What the agent calls its request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) request_id: Option<String>,
    /// What a page or a remembered choice says to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) feedback: Option<Told>,
    /// Whether the desktop was changed although not all went well.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(super) applied: bool,
    /// What is wrong.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) error: Option<Fault>,
}

/// What is said to an action besides that it was carried out.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Told {
    /// How a page loaded or drew the window.
    Rendering(Feedback),
    /// How a remembered choice answers the dialog.
    Dialog {
        /// Yes or no.
        confirmed: bool,
        /// Always true: otherwise the answer is a person's and comes later.
        remembered: bool,
    },
}

impl Answered {
    /// Every action refused: those at fault with their first fault, the others because of them.
    pub(super) fn refused(requests: Vec<Option<String>>, mut faults: Vec<(usize, Fault)>) -> Self {
        faults.sort_by_key(|(index, _)| *index);
        let results = requests.into_iter().enumerate().map(|(index, request_id)| {
            let own = faults.iter().find(|(at, _)| *at == index).map(|(_, fault)| fault.clone());
            let error =
                own.or_else(|| Some(Fault::new("refused_with_batch", "another action of the batch is refused")));
            Outcome { index, request_id, error, ..Outcome::default() }
        });
        Self { results: results.collect(), ..Self::default() }
    }

    /// What could not be read, with everything that is wrong in the results it belongs to.
    pub(super) fn malformed(count: usize, faults: Vec<Fault>) -> Self {
        let count = count.max(1);
        let placed: Vec<(usize, Fault)> =
            faults.iter().map(|fault| (place(&fault.path).unwrap_or(0).min(count - 1), fault.clone())).collect();
        let mut answered = Self::refused(vec![None; count], placed);
        answered.warnings = Vec::new();
        answered
    }
}

/// Which action a path is about: `actions[3].title`.
fn place(path: &str) -> Option<usize> {
    path.strip_prefix("actions[")?.split_once(']')?.0.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_action_gets_its_own_fault_and_the_innocent_say_so() {
        let mut fault = Fault::new("missing", "`title` is missing");
        fault.path = "actions[1].title".to_owned();
        let answered = Answered::malformed(3, vec![fault]);
        let codes: Vec<&str> =
            answered.results.iter().map(|each| each.error.as_ref().map_or("", |error| error.code.as_ref())).collect();
        assert_eq!(codes, ["refused_with_batch", "missing", "refused_with_batch"]);
        assert_eq!(Answered::malformed(0, vec![Fault::new("syntax", "x")]).results.len(), 1);
        assert_eq!((place("actions[12].x"), place("agentId"), place("actions[x]")), (Some(12), None, None));
    }
}
