//! What sort of thing a request is about, as far as the rules tell them apart: what the table of verbs says,
//! or more than that where the values decide.

use super::Action;
use super::keys::{self, KeyFunction};
use super::lexicon::Hazard;
use action::phone::{AgentAction, Class};

/// The sort of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// What the verb's row in the table of verbs says.
    Verb(Class),
    /// What sets off the element or the form that has the focus: Enter, the middle of the pad, paste.
    Submit,
    /// A step of a plan.
    Op,
    /// A change on the desktop.
    Desktop,
}

/// What sort of thing is requested.
pub(super) fn act(requested: Action<'_>) -> Act {
    match requested {
        Action::Op { .. } => Act::Op,
        Action::Os(_) => Act::Desktop,
        Action::Phone(action) if submits(action) => Act::Submit,
        Action::Phone(action) => Act::Verb(action.verb().class),
    }
}

/// Whether what is typed or pressed sets off what has the focus, which depends on the values and not on the verb.
fn submits(action: &AgentAction) -> bool {
    match action {
        // A line break in the text is the Enter key.
        AgentAction::Type(verb) => verb.text.contains(['\n', '\r']),
        action => keys::functions(action).contains(&KeyFunction::Submits),
    }
}

/// The operations of a plan that are confirmed at any confidence.
const ALWAYS_ASKED_OPS: &[(&str, Hazard)] = &[
    ("pay", Hazard::Pays),
    ("delete_items", Hazard::Deletes),
    ("uninstall_app", Hazard::Deletes),
    ("share_location", Hazard::Locates),
    ("factory_reset", Hazard::Resets),
];

/// Whether the operation `name` calls for help.
pub(super) fn is_emergency(name: &str) -> bool {
    canonical(name) == "call_emergency"
}

fn canonical(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace('-', "_")
}

/// Why the operation `name` is always asked about, if it is.
pub(super) fn op_hazard(name: &str) -> Option<Hazard> {
    let name = canonical(name);
    ALWAYS_ASKED_OPS.iter().find(|(op, _)| *op == name).map(|(_, hazard)| *hazard)
}
