//! One look at the phone: picture, app in front and elements of the same moment.
//!
//! The tree belongs to the picture: only the tree shows which parts of the picture are secret. A look is redacted when
//! it is made: password fields, secrets and codes are masked and painted over, and if their place is unknown the
//! picture is withheld. The secrets themselves are not kept.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use action::dialect::Size;
use bytes::Bytes;
use device::tree::{Bounds, Node, Role};
use device::{Foreground, Picture, Tree, Visibility};

use crate::identity::ScreenPlace;
use crate::redact::{UNPAINTED, UNSEEN, paint_over};

/// The suffix of the fingerprint of a painted picture. Changes under the paint do not alter the fingerprint.
pub(crate) const PAINTED: &str = "-painted";

/// A snapshot of the phone's screen.
pub struct Look {
    /// `None` if the screen is protected.
    pub(crate) picture: Option<Arc<Picture>>,
    pub(crate) app: Option<String>,
    /// The app in front and its window.
    pub(crate) front: Option<Foreground>,
    pub(crate) screen: Size,
    pub(crate) visibility: Option<Visibility>,
    pub(crate) sight: Sight,
    /// The picture that may be shown.
    pub(crate) guarded: Option<model::Picture>,
    pub(crate) number: Option<u64>,
    /// The number of its elements in the record.
    pub(crate) tree_number: Option<u64>,
    /// Equal for screens that are built of the same parts.
    pub(crate) layout: String,
    /// Whether a window that covers only part of the screen is in front.
    pub(crate) floating: bool,
    /// A remark for the model.
    pub(crate) remark: Option<String>,
    /// Its fingerprint in the journal.
    pub(crate) identifier: String,
    /// Whether its text was checked for words that address the agent.
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

    /// The picture, with secrets painted over.
    pub fn picture(&self) -> Option<&model::Picture> {
        self.guarded.as_ref()
    }

    /// Whether the picture shows the screen's content; `None` without a picture.
    pub(crate) fn visibility(&self) -> Option<Visibility> {
        self.visibility
    }

    /// A remark for the mind about anything unusual.
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

    /// The screen, for the record.
    pub(crate) fn place(&self) -> ScreenPlace {
        ScreenPlace {
            app: self.app.clone(),
            activity: self.front.as_ref().and_then(|front| front.activity.clone()),
            layout: self.layout.clone(),
            floating: self.floating,
            screenshot: self.number,
            tree: self.tree_number,
        }
    }

    /// Equal for screens on which the same action would have the same effect. A focused field's blinking caret makes
    /// two pictures of one screen, so such screens are compared by their elements.
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

/// Formats a screen's fingerprint for the journal.
pub(crate) fn identifier(fingerprint: u64) -> String {
    format!("{fingerprint:016x}")
}

/// A picture that may be shown.
pub(super) struct Guarded {
    pub(super) picture: Option<model::Picture>,
    /// Why there is no picture.
    pub(super) withheld: Option<String>,
    /// The screen's fingerprint in the journal. The fingerprint of an unpainted secret could be used to guess it.
    pub(super) identifier: String,
}

impl Guarded {
    fn withheld(why: impl Into<String>) -> Self {
        Self { picture: None, withheld: Some(why.into()), identifier: identifier(0) }
    }
}

/// Paints over `places` in the picture, or withholds the picture if they are unknown.
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
