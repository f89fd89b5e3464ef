//! The gate's verdict on pressing each element of a screen, without a task.

use action::AgentAction;
use device::Tree;
use device::tree::Role;
use policy::{Decision, Verdict};

/// Returns the verdict on a tap in the middle of each element, for a task with this goal; none for what takes no press.
pub(super) fn of(tree: &Tree, goal: &str) -> Vec<Option<Decision>> {
    let screen = tree.screen();
    let elements = tree.elements();
    let verdict = |element: &device::tree::Element| {
        let node = &tree.nodes[element.node];
        if element.role == Role::List || !node.is_interactive() {
            return None;
        }
        let (x, y) = node.bounds.centre();
        Some(agent::judged(&AgentAction::tap(x.into(), y.into()), tree, screen, goal))
    };
    elements.iter().map(verdict).collect()
}

/// Renders a verdict at the end of a line.
pub(super) fn said(decision: &Decision) -> String {
    match decision.verdict {
        Verdict::Allow => "  allowed".to_owned(),
        _ => format!("  asks ({}): {}", decision.rule, decision.reason),
    }
}
