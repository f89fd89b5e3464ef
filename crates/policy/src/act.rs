//! Sorts requests into the kinds that the rules distinguish. The kind comes from the table of verbs, unless the
//! action's values decide.

use super::Action;
use super::keys::{self, KeyFunction};
use super::lexicon::Hazard;
use action::phone::{AgentAction, Class};

/// The kind of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// The class of the verb, from the table of verbs.
    Verb(Class),
    /// Triggers the focused element or its form: Enter, the centre of the D-pad, paste.
    Submit,
    /// A step of a plan.
    Op,
    /// A change on the desktop.
    Desktop,
}

/// Returns the kind of the requested action.
pub(super) fn act(requested: Action<'_>) -> Act {
    match requested {
        Action::Op { .. } => Act::Op,
        Action::Os(_) => Act::Desktop,
        Action::Phone(action) if submits(action) => Act::Submit,
        Action::Phone(action) => Act::Verb(action.verb().class),
    }
}

/// Whether typing this text or pressing these keys triggers the focused element. The values decide, not the verb.
fn submits(action: &AgentAction) -> bool {
    match action {
        // A line break in the text is the Enter key.
        AgentAction::Type(verb) => verb.text.contains(['\n', '\r']),
        action => keys::functions(action).contains(&KeyFunction::Submits),
    }
}

/// The plan operations that always need approval, at any confidence.
const ALWAYS_ASKED_OPS: &[(&str, Hazard)] = &[
    ("pay", Hazard::Pays),
    ("delete_items", Hazard::Deletes),
    ("delete_file", Hazard::Deletes),
    ("replace_note", Hazard::Deletes),
    ("cancel_event", Hazard::Deletes),
    ("uninstall_app", Hazard::Deletes),
    ("share_location", Hazard::Locates),
    ("factory_reset", Hazard::Resets),
    ("install_app", Hazard::Installs),
    // The contact's earlier details are overwritten.
    ("edit_contact", Hazard::Deletes),
    ("block_number", Hazard::ChangesSecurity),
];

/// Whether the operation `name` reaches a person by a command. Other operations press a button, and the gate judges
/// that press.
pub(super) fn op_reaches(name: &str) -> bool {
    matches!(canonical(name).as_str(), "call_contact" | "answer_call")
}

/// Whether the operation `name` calls an emergency service.
pub(super) fn is_emergency(name: &str) -> bool {
    canonical(name) == "call_emergency"
}

fn canonical(name: &str) -> String {
    name.trim().to_ascii_lowercase().replace('-', "_")
}

/// Returns everything that approving the operation `name` covers: removing an app also counts as installing.
pub(super) fn op_hazards(name: &str) -> Vec<Hazard> {
    let removes = canonical(name) == "uninstall_app";
    op_hazard(name).into_iter().chain(removes.then_some(Hazard::Installs)).collect()
}

/// Returns the hazard for which the operation `name` always needs approval, if any.
pub(super) fn op_hazard(name: &str) -> Option<Hazard> {
    let name = canonical(name);
    ALWAYS_ASKED_OPS.iter().find(|(op, _)| *op == name).map(|(_, hazard)| *hazard)
}
