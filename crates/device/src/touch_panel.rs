//! Two-finger gestures. `input` has only one finger, so the events are written to the touch panel itself, at kernel
//! level.
//!
//! `getevent -p` shows which of the phone's input devices is the panel and its ranges; `sendevent` writes the events of
//! two moving fingers (the kernel's multi-touch protocol, type B). Many phones allow that to a shell; otherwise, or if
//! the panel uses another protocol, the error gives the reason. Pure except for [`pinch`].

#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::sync::{Mutex, PoisonError};

use action::Finite;
use action::phone::limits::pixel;

use crate::DeviceError;
use crate::connection::Connection;
use crate::shell_command::shell_command;
use crate::wire::{Connect, Limit};

/// The name of a pinch in a sentence.
const WHAT: &str = "pinch with two fingers";

// From the kernel's `input-event-codes.h`.
const EV_SYN: u16 = 0;
const EV_KEY: u16 = 1;
const EV_ABS: u16 = 3;
const SYN_REPORT: u16 = 0;
const BTN_TOUCH: u16 = 0x14a;
const ABS_MT_SLOT: u16 = 0x2f;
const ABS_MT_POSITION_X: u16 = 0x35;
const ABS_MT_POSITION_Y: u16 = 0x36;
const ABS_MT_TRACKING_ID: u16 = 0x39;
const ABS_MT_PRESSURE: u16 = 0x3a;

/// The number of positions along the fingers' path. Each costs seven processes of some milliseconds on the phone, which
/// also sets the pace of the gesture.
const FRAMES: i64 = 8;
/// The smallest and largest distance between the fingers, as fractions of the shorter side of the screen: far enough
/// apart to be two, close enough to stay on the glass.
const NEAREST: f64 = 0.10;
const FARTHEST: f64 = 0.80;
/// The kernel's tracking ids of the two fingers. The person's own fingers have small ones.
const FINGERS: [i64; 2] = [60_001, 60_002];

/// The panel, once it is known.
#[derive(Debug, Default)]
pub(crate) struct Panels(Mutex<Option<Panel>>);

/// The touch panel: its path and its ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Panel {
    path: String,
    x: (i64, i64),
    y: (i64, i64),
    /// The pressure of a finger, if it is measured.
    pressure: Option<i64>,
    /// Whether the panel reports the presence of a finger as a button.
    button: bool,
}

/// Moves two fingers apart or together on a screen of this size, as held.
pub(crate) async fn pinch<C: Connect>(
    phone: &Connection<C>,
    panels: &Panels,
    at: (Finite, Finite),
    scale: Finite,
    size: (u32, u32),
) -> Result<(), DeviceError> {
    let known = panels.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let panel = match known {
        Some(panel) => panel,
        None => {
            let said = phone.query_unchecked("getevent -p", Limit::SHORT).await?.everything();
            let panel = read(&said).map_err(unsupported)?;
            *panels.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(panel.clone());
            panel
        }
    };
    let turned = phone.query_unchecked("dumpsys window | grep -m 1 mRotation=", Limit::SHORT).await?.text();
    let command = command(&panel, &fingers(at, scale, size), size, quarters(&turned));
    let output = phone.execute_unchecked(&command, Limit::SHORT).await?;
    match output.status {
        Some(status) if status != 0 => Err(unsupported(refused(&output.everything()))),
        _ => Ok(()),
    }
}

fn unsupported(why: &'static str) -> DeviceError {
    DeviceError::Unsupported { what: WHAT, why: Some(why) }
}

/// Returns why `sendevent` failed.
fn refused(said: &str) -> &'static str {
    let said = said.to_ascii_lowercase();
    if said.contains("denied") || said.contains("not permitted") {
        "its shell may not write to the touch panel"
    } else if said.contains("not found") || said.contains("inaccessible") {
        "its shell has no `sendevent`"
    } else {
        "the touch panel rejected the events"
    }
}

/// Finds the panel in the output of `getevent -p`, or returns the reason for its absence.
fn read(said: &str) -> Result<Panel, &'static str> {
    if said.contains("not found") && !said.contains("add device") {
        return Err("its shell has no `getevent`");
    }
    let mut touches = false;
    for device in said.split("add device ").skip(1) {
        let path = device.lines().next().and_then(|line| line.split_once(": ")).map(|(_, path)| path.trim());
        let Some(path) = path.filter(|path| is_device(path)) else { continue };
        let axis = |code: u16| device.lines().find_map(|line| range(line, code));
        let (Some(x), Some(y)) = (axis(ABS_MT_POSITION_X), axis(ABS_MT_POSITION_Y)) else { continue };
        touches = true;
        if axis(ABS_MT_SLOT).is_none() || x.0 >= x.1 || y.0 >= y.1 {
            continue;
        }
        let button = device.lines().skip_while(|line| !line.contains("KEY (0001)")).take_while(|line| {
            // The list of keys continues until the next kind of event.
            line.contains("KEY (0001)") || !line.contains("):")
        });
        let button = button.flat_map(str::split_whitespace).any(|word| word == "014a");
        // A light touch: the middle of the range may be a hard press.
        let pressure = axis(ABS_MT_PRESSURE).map(|(least, most)| least + (most - least) / 5);
        return Ok(Panel { path: path.to_owned(), x, y, pressure, button });
    }
    Err(match (touches, said.contains("add device")) {
        (true, _) => "its touch panel does not number its fingers",
        (false, true) => "none of its input devices is a touch panel",
        (false, false) => "its shell may not look at its input devices",
    })
}

/// Whether the path is a kernel input device; events are written to no other path.
fn is_device(path: &str) -> bool {
    path.strip_prefix("/dev/input/event").is_some_and(|number| {
        !number.is_empty() && number.len() <= 4 && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// Reads `0035  : value 0, min 0, max 32767, fuzz 0, …`, after `ABS (0003):` or alone.
fn range(line: &str, code: u16) -> Option<(i64, i64)> {
    let (head, values) = line.split_once(" : ").or_else(|| line.split_once("  :"))?;
    let found = u16::from_str_radix(head.split_whitespace().last()?, 16).ok()?;
    let value = |name: &str| {
        values.split(',').find_map(|part| part.trim().strip_prefix(name)?.trim().parse::<i32>().ok()).map(i64::from)
    };
    (found == code).then_some((value("min ")?, value("max ")?))
}

/// Reads `mRotation=1` or `mRotation=ROTATION_90`; upright if there is neither.
fn quarters(said: &str) -> u8 {
    let value = said.split("mRotation=").nth(1).unwrap_or_default();
    let value = value.strip_prefix("ROTATION_").unwrap_or(value);
    match value.split(|letter: char| !letter.is_ascii_digit()).next().unwrap_or_default() {
        "1" | "90" => 1,
        "2" | "180" => 2,
        "3" | "270" => 3,
        _ => 0,
    }
}

/// Returns the positions of the two fingers, frame by frame, in pixels of the screen as held.
fn fingers(at: (Finite, Finite), scale: Finite, (width, height): (u32, u32)) -> Vec<[(u32, u32); 2]> {
    let (x, y) = pixel(at, (width, height));
    let shorter = f64::from(width.min(height));
    let (nearest, farthest) = (shorter * NEAREST, shorter * FARTHEST);
    let scale = scale.get().clamp(nearest / farthest, farthest / nearest);
    // The direction with the most room: towards the side of the centre that is further from the edge.
    let (from, to) = if scale >= 1.0 {
        let from = (farthest / scale).min(nearest * 2.0);
        (from, from * scale)
    } else {
        let to = (farthest * scale).min(nearest * 2.0);
        (to / scale, to)
    };
    (0..=FRAMES)
        .map(|frame| {
            let apart = from + (to - from) * frame as f64 / FRAMES as f64;
            // Slanted, as a hand holds them; both stay on the glass and keep their distance.
            let (across, along) = (apart * 0.6, apart * 0.8);
            let place = |middle: u32, apart: f64, side: u32| {
                let most = f64::from(side.saturating_sub(1));
                let middle =
                    f64::from(middle).clamp((apart / 2.0).min(most / 2.0), (most - apart / 2.0).max(most / 2.0));
                (middle - apart / 2.0, middle + apart / 2.0)
            };
            let ((left, right), (top, bottom)) = (place(x, across, width), place(y, along, height));
            let whole = |value: f64| value.round().max(0.0) as u32;
            [(whole(left), whole(bottom)), (whole(right), whole(top))]
        })
        .collect()
}

/// Builds the whole gesture as one command. After the `--`, a lifted finger's `-1` is a value; toybox would read an
/// option otherwise. The `sendevent` before Android 7 does not know `--` and refuses the first word, so no finger is
/// ever left on the glass.
fn command(panel: &Panel, frames: &[[(u32, u32); 2]], size: (u32, u32), quarters: u8) -> String {
    let mut script = String::new();
    let mut send = |kind: u16, code: u16, value: i64| {
        // Nothing more is written if the first write failed.
        let and = if script.is_empty() { "" } else { " && " };
        let _ = write!(script, "{and}{}", shell_command!("sendevent", "--", panel.path, kind, code, value));
    };
    for (number, frame) in frames.iter().enumerate() {
        for (slot, (finger, place)) in (0..).zip(FINGERS.into_iter().zip(frame)) {
            let (x, y) = panel.place(*place, size, quarters);
            send(EV_ABS, ABS_MT_SLOT, slot);
            if number == 0 {
                send(EV_ABS, ABS_MT_TRACKING_ID, finger);
            }
            send(EV_ABS, ABS_MT_POSITION_X, x);
            send(EV_ABS, ABS_MT_POSITION_Y, y);
            if let (0, Some(pressure)) = (number, panel.pressure) {
                send(EV_ABS, ABS_MT_PRESSURE, pressure);
            }
        }
        if number == 0 && panel.button {
            send(EV_KEY, BTN_TOUCH, 1);
        }
        send(EV_SYN, SYN_REPORT, 0);
    }
    for slot in 0..2 {
        send(EV_ABS, ABS_MT_SLOT, slot);
        send(EV_ABS, ABS_MT_TRACKING_ID, -1);
    }
    if panel.button {
        send(EV_KEY, BTN_TOUCH, 0);
    }
    send(EV_SYN, SYN_REPORT, 0);
    script
}

impl Panel {
    /// Converts a pixel to the panel's units. The panel does not rotate with the picture.
    fn place(&self, (x, y): (u32, u32), (width, height): (u32, u32), quarters: u8) -> (i64, i64) {
        let part = |value: u32, side: u32| f64::from(value) / f64::from(side.saturating_sub(1).max(1));
        let (x, y) = (part(x, width), part(y, height));
        let (x, y) = match quarters {
            1 => (1.0 - y, x),
            2 => (1.0 - x, 1.0 - y),
            3 => (y, 1.0 - x),
            _ => (x, y),
        };
        let on = |part: f64, (least, most): (i64, i64)| least + (part * (most - least) as f64).round() as i64;
        (on(x, self.x), on(y, self.y))
    }
}
