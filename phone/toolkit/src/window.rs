//! A window: a screen of an app, a dialog, the keyboard, a bar. `scene` puts windows in their places.

use super::view::View;

/// What a window is for; it decides where it is and what is above it (the later, the higher).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WindowKind {
    /// An app: all that the bars and the keyboard leave. Only the last one is shown.
    App,
    /// A card in the middle of a dimmed screen. Nothing below it can be touched.
    Dialog,
    /// The same at the bottom, as wide as there is room.
    Sheet,
    /// What can be done with the text that is selected in the window below: cut, copy, paste. Beside that text.
    TextToolbar,
    /// The keyboard, at the bottom.
    Ime,
    /// A short message that cannot be touched.
    Toast,
    /// A notification that has just come, over the top of the screen; it goes by itself.
    HeadsUp,
    /// Notifications, pulled down from the top.
    Shade,
    /// Back, home, recents.
    Navigation,
    /// Clock and signs.
    Status,
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// What its memory is kept under (see [`UiStates`](super::UiStates)); an app takes one for each of its screens.
    pub key: String,
    /// Whose it is; the prefix of its resource ids.
    pub package: String,
    /// What is in it.
    pub view: View,
    /// What it is for.
    pub kind: WindowKind,
}
