//! What becomes of an action's numbers when it is carried out: rounded, clamped, bounded.
//!
//! The only place for these limits. A device asks here and sends what it gets; it never rounds by
//! itself.

use std::time::Duration;

use crate::number::Finite;

/// The longest press, swipe, drag or wait.
pub const MAX_DURATION: Duration = Duration::from_secs(60);

/// The pixel of a screen of `width` x `height` that a point means: rounded half up, inside the screen.
pub fn pixel((x, y): (Finite, Finite), (width, height): (u32, u32)) -> (u32, u32) {
    (along(x, width), along(y, height))
}

fn along(at: Finite, size: u32) -> u32 {
    let last = f64::from(size.saturating_sub(1));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped into 0..size")]
    let pixel = (at.get() + 0.5).floor().clamp(0.0, last) as u32;
    pixel
}

/// A duration in milliseconds, at most [`MAX_DURATION`].
pub fn duration(ms: Finite) -> Duration {
    Duration::from_secs_f64(ms.get().clamp(0.0, 60_000.0) / 1000.0)
}

/// The time-out of a script: 1 to 3600 s.
pub fn script_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(1.0, 3600.0))
}

/// The time-out of a human authorisation: 30 to 1800 s.
pub fn auth_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(30.0, 1800.0))
}

/// The time-out of a question, a confirmation or a tool call: 1 to 3600 s.
pub fn answer_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(1.0, 3600.0))
}

/// Why an action is never sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// There is nothing to launch, run or open.
    #[error("`{verb}` needs a `{field}`, and it is empty")]
    Empty {
        /// The action's type.
        verb: &'static str,
        /// The field that is empty.
        field: &'static str,
    },
}

/// Refuses what would be sent with nothing in it.
pub fn sendable(action: &super::AgentAction) -> Result<(), Refused> {
    match action.empty_field() {
        Some(field) => Err(Refused::Empty { verb: action.name(), field }),
        None => Ok(()),
    }
}
