//! One look at the phone: picture, app in front and elements, as they were at one moment.
//!
//! The tree of elements belongs to the picture: without it nobody knows what of the picture is secret. A look is made
//! guarded: password fields, secrets and codes are masked and painted over, and where nobody knows where they are the
//! picture is withheld. What was secret is not kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use action::dialect::Size;
use bytes::Bytes;
use device::tree::{Bounds, Node, Role};
use device::{Foreground, Picture, Tree, Visibility};

use crate::redact::{UNPAINTED, UNSEEN, paint_over};

/// What stands behind the fingerprint of a picture in which something was painted over: what changed under the paint
/// does not show in it.
pub(crate) const PAINTED: &str = "-painted";

/// What the phone showed, as long as it counts.
pub struct Look {
    /// Nothing where the screen is protected.
    pub(crate) picture: Option<Arc<Picture>>,
    pub(crate) app: Option<String>,
    /// The app in front and its window.
    pub(crate) front: Option<Foreground>,
    pub(crate) screen: Size,
    pub(crate) visibility: Option<Visibility>,
    pub(crate) sight: Sight,
    /// What may be shown of it.
    pub(crate) guarded: Option<model::Picture>,
    pub(crate) number: Option<u64>,
    /// What the model should know about it.
    pub(crate) remark: Option<String>,
    /// What it is in the journal.
    pub(crate) identifier: String,
    /// Whether its words were looked through for some that address the agent.
    pub(crate) read: bool,
    /// How often the task had waited when it was taken, see [`Deadline::waits`](crate::deadline::Deadline::waits).
    pub(crate) taken: u64,
}

/// The tree of a look.
pub(crate) enum Sight {
    Had(Arc<Tree>),
    Missing,
}

impl Look {
    /// The package in front.
    pub fn app(&self) -> Option<&str> {
        self.app.as_deref()
    }

    /// The size of the screen.
    pub fn screen(&self) -> Size {
        self.screen
    }

    /// The picture, with what is secret painted over.
    pub fn picture(&self) -> Option<&model::Picture> {
        self.guarded.as_ref()
    }

    /// Whether the picture shows what is on the screen; nothing where there is no picture.
    pub(crate) fn visibility(&self) -> Option<Visibility> {
        self.visibility
    }

    /// What is odd about it, for whoever decides.
    pub fn remark(&self) -> Option<&str> {
        self.remark.as_deref()
    }

    /// Equal for equal pictures; 0 without one.
    pub(crate) fn fingerprint(&self) -> u64 {
        self.picture.as_ref().map_or(0, |picture| picture.fingerprint())
    }

    /// The elements, if they were read.
    pub fn tree(&self) -> Option<&Arc<Tree>> {
        match &self.sight {
            Sight::Had(tree) => Some(tree),
            Sight::Missing => None,
        }
    }

    /// Equal for screens on which the same action would do the same. Where a field has the focus its blinking
    /// caret makes two pictures of one screen, so there the elements are compared.
    pub(crate) fn identity(&self) -> u64 {
        let focused = |node: &Node| node.state.focused && node.role() == Role::Field;
        match self.tree() {
            Some(tree) if self.picture.is_none() || tree.nodes.iter().any(focused) => {
                let mut hasher = DefaultHasher::new();
                for node in &tree.nodes {
                    (&node.text, &node.description, &node.resource_id, &node.class).hash(&mut hasher);
                    let bounds = node.bounds;
                    (bounds.left, bounds.top, bounds.right, bounds.bottom).hash(&mut hasher);
                    (node.state.checked, node.state.selected, node.state.focused).hash(&mut hasher);
                }
                hasher.finish()
            }
            _ => self.fingerprint(),
        }
    }
}

/// What a screen is in the journal, by its fingerprint.
pub(crate) fn identifier(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A picture as it may be shown.
pub(super) struct Guarded {
    pub(super) picture: Option<model::Picture>,
    /// Why there is none.
    pub(super) withheld: Option<String>,
    /// What the screen is in the journal. A fingerprint of what is secret would let it be guessed.
    pub(super) identifier: String,
}

impl Guarded {
    fn withheld(why: impl Into<String>) -> Self {
        Self { picture: None, withheld: Some(why.into()), identifier: identifier(0) }
    }
}

/// The picture as it may be shown, or why it may not; `places` are those to paint over, if they are known.
pub(super) async fn guard(picture: Option<&Arc<Picture>>, places: Option<Vec<Bounds>>) -> Guarded {
    let Some(picture) = picture else { return Guarded::withheld("the screen is protected") };
    let Some(places) = places else { return Guarded::withheld(UNSEEN) };
    let (width, height) = (picture.width, picture.height);
    let shown = |png: Bytes| Some(model::Picture { png, width, height });
    if places.is_empty() {
        return match picture.encoded().await {
            Ok(png) => Guarded { picture: shown(png), withheld: None, identifier: identifier(picture.fingerprint()) },
            Err(error) => Guarded::withheld(error.to_string()),
        };
    }
    let painted = paint_over(Arc::clone(picture), places).await;
    match painted.and_then(|painted| Some((painted.png().ok()?, painted.fingerprint()))) {
        Some((png, fingerprint)) => {
            let identifier = format!("{}{PAINTED}", identifier(fingerprint));
            Guarded { picture: shown(png), withheld: None, identifier }
        }
        None => Guarded::withheld(UNPAINTED),
    }
}
