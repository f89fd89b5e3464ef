//! Gestures of a person on a phone that they watch, beyond the actions: following a finger, a mouse wheel, turning the
//! phone. Pure except for [`perform`], which sends one command; `touch_panel` handles two fingers.

use action::Finite;
use action::phone::limits::pixel;

use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::shell_command;
use crate::wire::{Connect, Limit};

/// A person's gesture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// A finger, followed while it moves.
    Touch {
        /// Its phase.
        finger: Finger,
        /// Its position, in pixels.
        at: (Finite, Finite),
    },
    /// The wheel of a mouse.
    Scroll {
        /// The position of the pointer.
        at: (Finite, Finite),
        /// The distance that the content moves, in pixels, to the left and up.
        by: (Finite, Finite),
    },
    /// Two fingers that move apart or together.
    Pinch {
        /// The midpoint between them.
        at: (Finite, Finite),
        /// Their final distance, as a multiple of the initial one.
        scale: Finite,
    },
    /// The phone is turned.
    Turn(Turn),
}

/// The phase of a touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finger {
    /// It touches the glass.
    Down,
    /// It moves on it.
    Move,
    /// It leaves it.
    Up,
    /// The touch is discarded.
    Cancel,
}

/// The orientation of a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Upright, and locked.
    Portrait,
    /// On its side, and locked.
    Landscape,
    /// By the phone's own sensor.
    Auto,
}

/// The duration of a wheel's stroke: slow enough that a list does not keep flinging.
const SCROLL_MS: u32 = 120;

impl Gesture {
    /// Returns the gesture's name, for people.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Touch { .. } => "follow a finger",
            Self::Scroll { .. } => "scroll",
            Self::Pinch { .. } => "pinch with two fingers",
            Self::Turn(_) => "be turned",
        }
    }

    /// Whether a finger is on the glass after it.
    pub fn holds(&self) -> bool {
        matches!(self, Self::Touch { finger: Finger::Down | Finger::Move, .. })
    }
}

/// Returns the command of a gesture on a screen of this size, which is natively upright if `tall`; `None` if a phone's
/// shell has no such command.
fn command(gesture: &Gesture, size: (u32, u32), tall: bool) -> Option<String> {
    Some(match gesture {
        Gesture::Touch { finger, at } => {
            let (x, y) = pixel(*at, size);
            let name = match finger {
                Finger::Down => "DOWN",
                Finger::Move => "MOVE",
                Finger::Up => "UP",
                Finger::Cancel => "CANCEL",
            };
            shell_command!("input", "motionevent", name, x, y)
        }
        Gesture::Scroll { at, by } => {
            // `input scroll` came with Android 14; a short stroke of the finger does the same on every phone.
            let moved = |at: Finite, by: Finite| Finite::new(at.get() - by.get()).unwrap_or(at);
            let (from, to) = (pixel(*at, size), pixel((moved(at.0, by.0), moved(at.1, by.1)), size));
            shell_command!("input", "swipe", from.0, from.1, to.0, to.1, SCROLL_MS)
        }
        // A shell has one finger; `touch_panel` has two.
        Gesture::Pinch { .. } => return None,
        Gesture::Turn(turn) => {
            // A tablet's screen may be natively wide: turned by a quarter it is upright.
            let quarters = match (turn, tall) {
                (Turn::Auto, _) => return Some("settings put system accelerometer_rotation 1".to_owned()),
                (Turn::Portrait, true) | (Turn::Landscape, false) => 0,
                (Turn::Portrait, false) | (Turn::Landscape, true) => 1,
            };
            let fixed = "settings put system accelerometer_rotation 0";
            format!("{fixed} && {}", shell_command!("settings", "put", "system", "user_rotation", quarters))
        }
    })
}

/// Performs a gesture. `size` is that of the screen as held, `made` its native size.
pub(crate) async fn perform<C: Connect>(
    phone: &Connection<C>,
    gesture: &Gesture,
    size: (u32, u32),
    made: (u32, u32),
) -> Result<(), DeviceError> {
    let unsupported = || DeviceError::Unsupported { what: gesture.name(), why: None };
    let command = command(gesture, size, made.0 <= made.1).ok_or_else(unsupported)?;
    match phone.execute(&command, Limit::SHORT).await {
        Ok(_) => Ok(()),
        // `Unknown command: motionevent`, `Error: Unknown command: motionevent`: the command came with Android 11.
        Err(DeviceError::Phone { said, .. }) if said.contains("nknown command") => Err(unsupported()),
        Err(error) => Err(error),
    }
}

/// The query about the focused field.
const EDITOR: &str = "dumpsys input_method | grep -E 'inputType=0x|mInputShown='";

/// Whether the focused field hides typed text.
pub(crate) async fn fetch_hides_typing<C: Connect>(phone: &Connection<C>) -> Result<bool, DeviceError> {
    // Without a match `grep` exits with 1, which is an answer too.
    Ok(hides_typing(&phone.query_unchecked(EDITOR, Limit::SHORT).await?.text()))
}

/// Reads `inputType=0x81 imeOptions=…` (`EditorInfo.dump`). If a keyboard is up and its field says nothing, it may hide
/// typed text.
fn hides_typing(dump: &str) -> bool {
    let types = dump.split("inputType=0x").skip(1).filter_map(|rest| {
        let digits = rest.split(|letter: char| !letter.is_ascii_hexdigit()).next()?;
        u32::from_str_radix(digits, 16).ok()
    });
    let types: Vec<u32> = types.collect();
    if types.is_empty() {
        return dump.contains("mInputShown=true");
    }
    types.into_iter().any(is_password)
}

/// Checks for a password type of `android.text.InputType`: a class, and a variation of it.
fn is_password(input_type: u32) -> bool {
    const TEXT: u32 = 0x1;
    const NUMBER: u32 = 0x2;
    match (input_type & 0xf, input_type & 0xff0) {
        // TYPE_TEXT_VARIATION_PASSWORD, _VISIBLE_PASSWORD, _WEB_PASSWORD
        (TEXT, variation) => matches!(variation, 0x80 | 0x90 | 0xe0),
        // TYPE_NUMBER_VARIATION_PASSWORD
        (NUMBER, variation) => variation == 0x10,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> (Finite, Finite) {
        (Finite::new(x).unwrap(), Finite::new(y).unwrap())
    }

    #[test]
    fn a_gesture_is_one_command_inside_the_screen() {
        let size = (1080, 2400);
        let check = |gesture: Gesture, tall: bool, expected: Option<&str>| {
            assert_eq!(command(&gesture, size, tall).as_deref(), expected, "{gesture:?}");
        };
        let touch = |finger, x, y| Gesture::Touch { finger, at: point(x, y) };
        check(touch(Finger::Down, 10.4, 20.6), true, Some("input motionevent DOWN 10 21"));
        check(touch(Finger::Move, -5.0, 9e9), true, Some("input motionevent MOVE 0 2399"));
        check(touch(Finger::Up, 1.0, 2.0), true, Some("input motionevent UP 1 2"));
        check(touch(Finger::Cancel, 1.0, 2.0), true, Some("input motionevent CANCEL 1 2"));
        let scroll = Gesture::Scroll { at: point(500.0, 1000.0), by: point(0.0, 300.0) };
        check(scroll, true, Some("input swipe 500 1000 500 700 120"));
        let far = Gesture::Scroll { at: point(500.0, 100.0), by: point(-1e300, 1e300) };
        check(far, true, Some("input swipe 500 100 1079 0 120"));
        check(Gesture::Pinch { at: point(1.0, 1.0), scale: 2.into() }, true, None);
        let turned = |quarters: u32| {
            format!("settings put system accelerometer_rotation 0 && settings put system user_rotation {quarters}")
        };
        check(Gesture::Turn(Turn::Portrait), true, Some(&turned(0)));
        check(Gesture::Turn(Turn::Landscape), true, Some(&turned(1)));
        check(Gesture::Turn(Turn::Landscape), false, Some(&turned(0)));
        check(Gesture::Turn(Turn::Portrait), false, Some(&turned(1)));
        check(Gesture::Turn(Turn::Auto), true, Some("settings put system accelerometer_rotation 1"));
    }

    #[test]
    fn a_field_that_hides_what_is_typed_is_known_by_its_type() {
        let rows = [
            ("      inputType=0x81 imeOptions=0x2000005 privateImeOptions=null\n  mInputShown=true\n", true),
            ("inputType=0x20091 imeOptions=0x0", true),
            ("inputType=0xe1 imeOptions=0x0", true),
            ("inputType=0x12 imeOptions=0x0", true),
            ("inputType=0x20001 imeOptions=0x2000000\n  mInputShown=true\n", false),
            ("inputType=0x2 imeOptions=0x0", false),
            ("inputType=0x0 imeOptions=0x0\n  mInputShown=false", false),
            // One report of a hidden field is enough.
            ("inputType=0x1 a\n inputType=0x81 b", true),
            ("  mShowRequested=true mInputShown=true", true),
            ("  mShowRequested=false mInputShown=false", false),
            ("inputType=0xzz mInputShown=false", false),
            ("", false),
        ];
        for (dump, expected) in rows {
            assert_eq!(hides_typing(dump), expected, "{dump}");
        }
    }
}
