//! The first stage: an action, and the screen that it would land on as it is now.

use std::sync::Arc;

use action::phone::{AgentAction, Aims};
use device::tree::{Bounds, Role};
use device::{Picture, Tree};

use crate::context::{Context, Look, identifier};
use crate::deadline::Halt;

/// An action with the look that it is judged by.
///
/// What lands on the screen is looked at afresh, unless nothing was waited for since the last look. It is made in this
/// file alone.
#[derive(Debug)]
pub struct Observed {
    action: AgentAction,
    /// The elements that it lands on; nothing where it lands on none, or the phone does not tell them.
    tree: Option<Arc<Tree>>,
    picture: Option<Arc<Picture>>,
    package: Option<String>,
    screen: (u32, u32),
    fingerprint: String,
}

/// A field that takes what is typed, so that it can be known again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FocusedField {
    package: String,
    resource_id: String,
    class: String,
    bounds: Bounds,
}

impl Observed {
    /// Looks where the action would land.
    pub(crate) async fn of(action: AgentAction, context: &mut Context) -> Result<Self, Halt> {
        // What the mind saw counts, even where the screen shows something else by now.
        context.read_screen();
        let lands = lands(&action);
        #[cfg(test)]
        let lands = lands && !super::mutation::judges_unseen(context.look().is_none());
        if lands {
            context.look_afresh().await?;
            context.read_screen();
        }
        let look = context.look();
        Ok(Self {
            action,
            tree: look.filter(|_| lands).and_then(Look::tree).cloned(),
            picture: look.and_then(|look| look.picture.clone()),
            package: look.and_then(|look| look.app.clone()),
            screen: look.map_or((1, 1), |look| (look.screen.w, look.screen.h)),
            fingerprint: look.map_or_else(|| identifier(0), |look| look.identifier.clone()),
        })
    }

    /// The action.
    pub fn action(&self) -> &AgentAction {
        &self.action
    }

    /// The elements that it lands on.
    pub(super) fn tree(&self) -> Option<&Arc<Tree>> {
        self.tree.as_ref()
    }

    /// The picture that it was judged by.
    pub(super) fn picture(&self) -> Option<&Arc<Picture>> {
        self.picture.as_ref()
    }

    /// The package in front.
    pub(super) fn package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    /// The size of the screen.
    pub(super) fn screen(&self) -> (u32, u32) {
        self.screen
    }

    /// What the screen is in the journal.
    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The field that what is typed would go into.
    pub(super) fn field(&self) -> Option<FocusedField> {
        self.tree.as_deref().and_then(focused_field)
    }
}

/// Whether it acts on whatever is under the finger or has the focus.
pub(super) fn lands(action: &AgentAction) -> bool {
    (action.verb().aims != Aims::Nothing && !policy::only_navigates(action)) || touches_screen(action)
}

/// Whether it is a command that touches the screen.
pub(super) fn touches_screen(action: &AgentAction) -> bool {
    matches!(action, AgentAction::Shell(verb) if policy::touches(&verb.command).is_some())
}

/// The field that has the focus.
pub(super) fn focused_field(tree: &Tree) -> Option<FocusedField> {
    let node = tree.nodes.iter().rev().find(|node| node.state.focused && node.role() == Role::Field)?;
    let (package, resource_id) = (node.package.clone(), node.resource_id.clone());
    Some(FocusedField { package, resource_id, class: node.class.clone(), bounds: node.bounds })
}
