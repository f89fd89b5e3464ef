//! The element that a mind saw under its touch. If another one is there when the touch is judged, nothing is sent: a
//! window may open between the decision and the touch.

use action::phone::{AgentAction, Aims, limits};
use device::Tree;

/// The element under a touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AimedElement {
    package: String,
    id: String,
    class: String,
    label: String,
}

impl AimedElement {
    /// The element that the action touches on this screen; `None` if it touches none.
    pub(crate) fn of(action: &AgentAction, tree: &Tree, screen: (u32, u32)) -> Option<Self> {
        if !matches!(action.verb().aims, Aims::Point | Aims::TwoPoints) {
            return None;
        }
        let (x, y) = limits::pixel(*action.points().first()?, screen);
        let node = tree.at(i32::try_from(x).ok()?, i32::try_from(y).ok()?)?;
        let (package, id) = (node.package.clone(), node.resource_id.clone());
        Some(Self { package, id, class: node.class.clone(), label: node.label().to_owned() })
    }
}
