//! A shortcut on the desktop, and the agent it belongs to.

use action::os::DesktopShortcut;
use serde::{Deserialize, Serialize};

/// A shortcut and the agent that is notified when it is pressed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Shortcut {
    /// The shortcut as sent.
    #[serde(flatten)]
    pub shortcut: DesktopShortcut,
    /// The agent that created it, or that last changed what it opens. Absent if a person created it, and in desktops
    /// that an older version saved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
}
