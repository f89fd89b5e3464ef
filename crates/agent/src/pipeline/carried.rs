//! How far an action got: what its handler returns to `dispatch`.

use device::Acted;

use crate::control::PauseReason;
use crate::effect::Effect;

/// How far an action got.
pub(super) struct Carried {
    pub(super) effect: Effect,
    /// What the phone said of it.
    pub(super) acted: Option<Acted>,
    /// Whether it was sent and may have done what cannot be taken back.
    pub(super) outward: bool,
    /// Why it was not waited for any longer.
    pub(super) paused: Option<PauseReason>,
}

impl From<Effect> for Carried {
    fn from(effect: Effect) -> Self {
        Self { effect, acted: None, outward: false, paused: None }
    }
}
