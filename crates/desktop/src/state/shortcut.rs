//! A shortcut on the desktop, and whom it belongs to.

use action::os::DesktopShortcut;
use serde::{Deserialize, Serialize};

/// A shortcut and the agent that hears of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shortcut {
    /// The shortcut as it was sent.
    #[serde(flatten)]
    pub shortcut: DesktopShortcut,
    /// The agent that made it, or that last changed what it opens. Absent if a person made it, and in desktops that
    /// an older version saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}
