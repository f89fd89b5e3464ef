//! The location of a secret on the phone. The journal stores it instead of the secret, so that a later run that no
//! longer knows the secret still hides it. Contains nothing of the secret itself.

use device::Foreground;
use device::tree::{Bounds, Node, Role, Tree};
use serde::{Deserialize, Serialize};

/// How many locations are remembered; the oldest are dropped first. A task fills in a few fields.
const MOST_LOCATIONS: usize = 64;
/// How much of a name is kept. Android's own limit for package names is 255.
const LONGEST_NAME: usize = 255;

/// The journal's data about secrets: their locations, and how many codes have been numbered.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Hidden {
    /// The locations.
    pub places: Vec<SecretLocation>,
    /// How many codes have a number, so that no number is used twice.
    pub codes: usize,
}

/// The location of a secret, valid while its window exists.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SecretLocation {
    /// The app.
    pub package: String,
    /// Its window, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<String>,
    /// The field, if it has a name.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub resource_id: String,
    /// Left, top, right and bottom of the field; `None` if the field could not be determined.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounds: Option<[i32; 4]>,
    /// Whether the field was seen to be gone or empty. The text of its window is still checked closely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub gone: bool,
    /// The field's content before: mostly its hint. In this run only.
    #[serde(skip)]
    pub(crate) before: Option<String>,
    /// Whether this run knows the content.
    #[serde(skip)]
    pub(crate) known: bool,
}

impl SecretLocation {
    /// The focused field of this screen, or its whole window if no field is visible.
    pub(crate) fn focused(tree: Option<&Tree>, front: Option<&Foreground>) -> Self {
        let focused = |node: &&Node| node.state.focused && (node.role() == Role::Field || node.state.password);
        let field = tree.and_then(|tree| tree.nodes.iter().rev().find(focused));
        let package = front.map(|front| front.package.as_str()).or(field.map(|field| field.package.as_str()));
        let name = |name: &str| name.chars().take(LONGEST_NAME).collect::<String>();
        Self {
            package: name(package.unwrap_or_default()),
            window: front.and_then(|front| front.activity.as_deref()).map(name),
            resource_id: name(field.map_or("", |field| &field.resource_id)),
            bounds: field.map(|field| field.bounds).filter(|bounds| !bounds.is_empty()).map(sides),
            gone: false,
            before: field.map(|field| field.text.clone()),
            known: true,
        }
    }

    /// Whether it is the same location, whatever its content.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        let named = !self.resource_id.is_empty() && self.resource_id == other.resource_id;
        self.package == other.package && self.window == other.window && (named || self.bounds == other.bounds)
    }

    /// Whether its window is in front. An unknown window may be it.
    pub(super) fn is_in_front(&self, front: Option<&Foreground>, tree: Option<&Tree>) -> bool {
        match front {
            Some(front) => {
                let other = |(mine, its): (&String, &String)| mine != its;
                self.is_of(&front.package) && !self.window.as_ref().zip(front.activity.as_ref()).is_some_and(other)
            }
            None => tree.is_none_or(|tree| tree.nodes.iter().any(|node| self.is_of(&node.package))),
        }
    }

    fn is_of(&self, package: &str) -> bool {
        self.package.is_empty() || self.package == package
    }

    /// The nodes of its window that may show the secret.
    pub(super) fn nodes(&self, tree: &Tree) -> Vec<usize> {
        let nodes = || tree.nodes.iter().enumerate();
        let all = |is: &dyn Fn(&Node) -> bool| nodes().filter(|(_, node)| is(node)).map(|(at, _)| at).collect();
        if !self.resource_id.is_empty() {
            return all(&|node| node.resource_id == self.resource_id);
        }
        // A field without an id may have moved with the keyboard, so any such field in the window counts.
        let field = |node: &Node| node.role() == Role::Field && node.resource_id.is_empty();
        let here: Vec<usize> = all(&|node| field(node) && self.rectangle().is_some_and(|own| meet(own, node.bounds)));
        if here.is_empty() { all(&|node| node.role() == Role::Field) } else { here }
    }

    /// Its last known position.
    pub(super) fn rectangle(&self) -> Option<Bounds> {
        self.bounds.map(|[left, top, right, bottom]| Bounds { left, top, right, bottom })
    }
}

pub(super) fn sides(bounds: Bounds) -> [i32; 4] {
    [bounds.left, bounds.top, bounds.right, bounds.bottom]
}

fn meet(a: Bounds, b: Bounds) -> bool {
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}

/// Adds a location, or updates it if it is known.
pub(super) fn remember(places: &mut Vec<SecretLocation>, location: SecretLocation) {
    places.retain(|known| !known.is_same(&location));
    if places.len() >= MOST_LOCATIONS {
        places.remove(0);
    }
    places.push(location);
}
