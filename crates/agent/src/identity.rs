//! Describes the element that an action touched and the changes it caused, in a form that outlives the screen. A replay
//! uses it to find the element again, a comparison to align two runs.
//!
//! All descriptions come from redacted trees and are bounded. The module never looks at a phone, decides nothing, and
//! uses coordinates only to report a position.

mod difference;
mod element;
mod layout;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub use self::difference::{ChangedElement, ScreenChange, SeenPart};
pub use self::element::{Container, ElementIdentity, Neighbour, Side};
pub(crate) use self::element::{state_words, touched};
pub(crate) use self::layout::{floats, layout};

/// The phone's own bars. They show the time and the battery, which say nothing about an action.
const SYSTEM_BARS: &str = "com.android.systemui";

/// The screen and its app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ScreenPlace {
    /// The package in front.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app: Option<String>,
    /// The window in front, as the phone names it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activity: Option<String>,
    /// Equal for screens that are built of the same parts, whatever texts, pictures and rows they show; empty if the
    /// elements are unknown.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub layout: String,
    /// Whether a window that covers only part of the screen is in front: a dialog, a menu, a sheet.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub floating: bool,
    /// The number of its picture.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub screenshot: Option<u64>,
    /// The number of its tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tree: Option<u64>,
}

/// Returns the beginning of a text.
fn beginning(text: &str, most: usize) -> String {
    text.get(..text.floor_char_boundary(most)).unwrap_or_default().to_owned()
}

/// Whether a node belongs to the phone's own bars, on a screen that shows an app too.
fn is_bar(tree: &device::Tree) -> impl Fn(&device::tree::Node) -> bool {
    let only_bars = tree.nodes.iter().all(|node| node.package == SYSTEM_BARS);
    move |node| !only_bars && node.package == SYSTEM_BARS
}
