//! The result that an action's handler returns to `dispatch`.

use device::Acted;

use crate::control::PauseReason;
use crate::effect::Effect;

/// How far an action got.
pub(super) struct Carried {
    pub(super) effect: Effect,
    /// What the phone reported.
    pub(super) acted: Option<Acted>,
    /// Whether it was sent and may have done something irreversible.
    pub(super) outward: bool,
    /// The pause that cut the wait short.
    pub(super) paused: Option<PauseReason>,
}

impl From<Effect> for Carried {
    fn from(effect: Effect) -> Self {
        Self { effect, acted: None, outward: false, paused: None }
    }
}
