//! Limits on an action's numbers when it is carried out: rounding, clamping, bounds.
//!
//! These limits are only here. A device uses the results as they are and never rounds by itself.

use std::time::Duration;

use crate::number::Finite;

/// The longest press, swipe, drag or wait.
pub const MAX_DURATION: Duration = Duration::from_secs(60);

/// Returns the pixel of a screen of `width` x `height` for a point: rounded half up, inside the screen.
pub fn pixel((x, y): (Finite, Finite), (width, height): (u32, u32)) -> (u32, u32) {
    (along(x, width), along(y, height))
}

fn along(at: Finite, size: u32) -> u32 {
    let last = f64::from(size.saturating_sub(1));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped into 0..size")]
    let pixel = (at.get() + 0.5).floor().clamp(0.0, last) as u32;
    pixel
}

/// Converts milliseconds to a duration, at most [`MAX_DURATION`].
pub fn duration(ms: Finite) -> Duration {
    Duration::from_secs_f64(ms.get().clamp(0.0, 60_000.0) / 1000.0)
}

/// The timeout of a script: 1 to 3600 s.
pub fn script_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(1.0, 3600.0))
}

/// The timeout of a human authorisation: 30 to 1800 s.
pub fn auth_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(30.0, 1800.0))
}

/// The timeout of a question, a confirmation or a tool call: 1 to 3600 s.
pub fn answer_timeout(seconds: Finite) -> Duration {
    Duration::from_secs_f64(seconds.get().clamp(1.0, 3600.0))
}

/// The reason why an action is never sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It names nothing to launch, run or open.
    #[error("`{verb}` needs a `{field}`, but it is empty")]
    Empty {
        /// The action's type.
        verb: &'static str,
        /// The empty field.
        field: &'static str,
    },
}

/// Refuses an action that would be sent empty.
pub fn sendable(action: &super::AgentAction) -> Result<(), Refused> {
    match action.empty_field() {
        Some(field) => Err(Refused::Empty { verb: action.name(), field }),
        None => Ok(()),
    }
}
