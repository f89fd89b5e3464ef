//! Converts an action to the shell command that carries it out. Pure: it sends nothing.
//!
//! Numbers go through `action::phone::limits`, and words through `shell_command`; no other path leads to the phone.

mod start;

use std::time::Duration;

use action::phone::limits::{duration, pixel};
use action::phone::{AgentAction, Aims, KeyCombination};

use crate::DeviceError;
use crate::shell_command::{join_quoted, shell_command};

pub(crate) use self::start::{address, component, launch, resolve, start, started};

/// Returns the command of a touch or a key, and how long it keeps the phone busy; `None` for other actions.
pub(crate) fn input(action: &AgentAction, size: (u32, u32)) -> Result<Option<(String, Duration)>, DeviceError> {
    let at = |x, y| pixel((x, y), size);
    let ms = |time: Duration| time.as_millis();
    let command = match action {
        AgentAction::Tap(tap) => {
            let (x, y) = at(tap.x, tap.y);
            (shell_command!("input", "tap", x, y), Duration::ZERO)
        }
        AgentAction::DoubleTap(tap) => {
            let (x, y) = at(tap.x, tap.y);
            let tap = shell_command!("input", "tap", x, y);
            // One command: two round trips would be too far apart.
            (format!("{tap} && {tap}"), Duration::ZERO)
        }
        AgentAction::LongPress(press) => {
            let ((x, y), time) = (at(press.x, press.y), duration(press.duration_ms));
            (shell_command!("input", "swipe", x, y, x, y, ms(time)), time)
        }
        AgentAction::Swipe(swipe) => {
            let ((x1, y1), (x2, y2)) = (at(swipe.x1, swipe.y1), at(swipe.x2, swipe.y2));
            let time = duration(swipe.duration_ms);
            (shell_command!("input", "swipe", x1, y1, x2, y2, ms(time)), time)
        }
        AgentAction::Drag(drag) => {
            let ((x1, y1), (x2, y2)) = (at(drag.x1, drag.y1), at(drag.x2, drag.y2));
            let time = duration(drag.duration_ms);
            (shell_command!("input", "draganddrop", x1, y1, x2, y2, ms(time)), time)
        }
        AgentAction::Keyevent(key) => (shell_command!("input", "keyevent", key_name(&key.keycode)?), Duration::ZERO),
        AgentAction::KeyCombination(combination) => (keys(combination)?, Duration::ZERO),
        _ => return Ok(None),
    };
    Ok(Some(command))
}

/// Whether the command of an action depends on the size of the screen.
pub(crate) fn needs_size(action: &AgentAction) -> bool {
    matches!(action.verb().aims, Aims::Point | Aims::TwoPoints)
}

fn keys(combination: &KeyCombination) -> Result<String, DeviceError> {
    let given = combination.keys.iter().filter(|key| !key.trim().is_empty());
    let names = given.map(|key| key_name(key)).collect::<Result<Vec<_>, _>>()?;
    match names.len() {
        // The phone refuses a combination of one key; the caller meant a single key.
        0 | 1 => Err(DeviceError::OneKey),
        _ => Ok(join_quoted(["input", "keycombination"].into_iter().chain(names.iter().map(String::as_str)))),
    }
}

/// Returns Android's name of a key, or its number.
fn key_name(key: &str) -> Result<String, DeviceError> {
    let name = key.trim().to_ascii_uppercase();
    let plain = name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_');
    if name.is_empty() || name.len() > 64 || !plain {
        return Err(DeviceError::NotAKey { key: key.chars().take(64).collect() });
    }
    Ok(name)
}
