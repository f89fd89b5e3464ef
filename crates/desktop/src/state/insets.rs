//! How much of a monitor its panels occupy.

use action::Finite;

/// The space that panels occupy on the edges of a monitor.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Insets {
    pub(super) top: Finite,
    pub(super) bottom: Finite,
}
