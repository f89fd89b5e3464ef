//! A window: a screen of an app, a dialog, the keyboard, a bar. `scene` places windows.

use super::view::View;

/// The kind of a window. It determines its position and its z-order (later kinds are higher).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WindowKind {
    /// An app, in the area that the bars and the keyboard leave. Only the last one is shown.
    App,
    /// A card in the middle of a dimmed screen. It blocks touches to the windows below.
    Dialog,
    /// A bottom sheet: like a dialog, but at the bottom and as wide as there is room.
    Sheet,
    /// The toolbar beside selected text in the window below: cut, copy, paste.
    TextToolbar,
    /// The keyboard, at the bottom.
    Ime,
    /// A toast, which cannot be touched.
    Toast,
    /// The heads-up banner of a new notification, at the top of the screen; it disappears on its own.
    HeadsUp,
    /// The notification shade, pulled down from the top.
    Shade,
    /// The navigation bar: back, home, recents.
    Navigation,
    /// The status bar: clock and icons.
    Status,
}

/// A window.
#[derive(Clone, Debug, PartialEq)]
pub struct Window {
    /// The key of its UI state (see [`UiStates`](super::UiStates)); an app uses one for each of its screens.
    pub key: String,
    /// The package that owns it; the prefix of its resource ids.
    pub package: String,
    /// The root view.
    pub view: View,
    /// The kind.
    pub kind: WindowKind,
}
