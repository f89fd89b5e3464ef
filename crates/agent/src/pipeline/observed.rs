//! The first stage: an action, and the current screen that it would land on.

use std::sync::Arc;

use action::phone::{AgentAction, Aims};
use device::tree::{Bounds, Role};
use device::{Picture, Reading, Tree};

use crate::context::{Context, Look, identifier};
use crate::deadline::Halt;
use crate::identity::ScreenPlace;

/// An action with the look it is judged by.
///
/// If the action lands on the screen, the look is fresh, unless the task has not waited since the last look. Only this
/// file creates it.
#[derive(Debug)]
pub struct Observed {
    action: AgentAction,
    /// The elements it lands on; `None` if it lands on none, or the phone does not report them.
    tree: Option<Arc<Tree>>,
    picture: Option<Arc<Picture>>,
    package: Option<String>,
    screen: (u32, u32),
    fingerprint: String,
    /// The screen, for the record.
    place: Option<ScreenPlace>,
    /// Whether a keyboard may cover the place.
    keyboard: bool,
}

/// The field that receives typed text, described so that it can be recognised later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FocusedField {
    package: String,
    resource_id: String,
    class: String,
    bounds: Bounds,
}

impl Observed {
    /// Looks at the place where the action would land.
    pub(crate) async fn of(action: AgentAction, context: &mut Context) -> Result<Self, Halt> {
        // The mind's view counts, even if the screen has changed since.
        context.read_screen();
        let lands = lands(&action);
        #[cfg(test)]
        let lands = lands && !super::mutation::judges_unseen(context.look().is_none());
        if lands {
            context.look_afresh().await?;
            context.read_screen();
        }
        let keyboard = lands && may_hit_keyboard(&action, context) && shows_keyboard(context).await?;
        let look = context.look();
        Ok(Self {
            action,
            keyboard,
            tree: look.filter(|_| lands).and_then(Look::tree).cloned(),
            picture: look.and_then(|look| look.picture.clone()),
            package: look.and_then(|look| look.app.clone()),
            screen: look.map_or((1, 1), |look| (look.screen.w, look.screen.h)),
            fingerprint: look.map_or_else(|| identifier(0), |look| look.identifier.clone()),
            place: look.map(Look::place),
        })
    }

    /// The action.
    pub fn action(&self) -> &AgentAction {
        &self.action
    }

    /// Whether a keyboard may cover the place.
    pub(super) fn keyboard(&self) -> bool {
        self.keyboard
    }

    /// The elements that it lands on.
    pub(super) fn tree(&self) -> Option<&Arc<Tree>> {
        self.tree.as_ref()
    }

    /// The picture it was judged by.
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

    /// The screen's fingerprint in the journal.
    pub(super) fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The screen, for the record.
    pub(super) fn place(&self) -> Option<&ScreenPlace> {
        self.place.as_ref()
    }

    /// The field that would receive typed text.
    pub(super) fn field(&self) -> Option<FocusedField> {
        self.tree.as_deref().and_then(focused_field)
    }
}

/// Whether a keyboard may be where the action lands: a field has the focus.
fn may_hit_keyboard(action: &AgentAction, context: &Context) -> bool {
    let points = matches!(action.verb().aims, Aims::Point | Aims::TwoPoints) || touches_screen(action);
    points && context.look().and_then(Look::tree).is_some_and(|tree| focused_field(tree).is_some())
}

/// Asks the phone whether its keyboard is shown. A phone that does not tell may show one.
async fn shows_keyboard(context: &mut Context) -> Result<bool, Halt> {
    let observer = context.eyes.observer();
    let said = context.deadline.wait(observer.read(&Reading::Service("input_method"))).await?;
    Ok(said.map_or(true, |said| !said.contains("mInputShown=false") || said.contains("mInputShown=true")))
}

/// Whether it acts on the element under the finger or in focus.
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
