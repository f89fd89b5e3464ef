//! The touch panel: events written to its slots become touches on the screen at each report.
//!
//! One finger acts like `input`'s. Two fingers that move apart or together are a pinch, sent to the view between them.
//! More fingers, or one left over from two, do nothing.

#[cfg(test)]
mod tests;

use super::Phone;
use commands::{Gesture, Motion, PANEL_MOST, SLOTS};
use toolkit::{Scene, pinched};

const EV_SYN: u16 = 0;
const EV_ABS: u16 = 3;
const SYN_REPORT: u16 = 0;
const ABS_MT_SLOT: u16 = 0x2f;
const ABS_MT_POSITION_X: u16 = 0x35;
const ABS_MT_POSITION_Y: u16 = 0x36;
const ABS_MT_TRACKING_ID: u16 = 0x39;

/// The interval between two reports of the panel.
const REPORT_MS: u64 = 16;
/// Fingers nearer than this many pixels cannot be told apart.
const NEAREST: f32 = 4.0;

/// The panel's state, built up until the next report.
#[derive(Clone, Debug, Default)]
pub(super) struct Panel {
    slot: usize,
    /// The position of each finger in panel coordinates; `None` for a free slot.
    fingers: [Option<(i32, i32)>; SLOTS],
    doing: PanelGesture,
}

/// The gesture in progress.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum PanelGesture {
    /// No finger is down.
    #[default]
    Nothing,
    /// One finger is followed, at this position.
    One(f32, f32),
    /// Two fingers, this far apart.
    Two(f32),
    /// A finished gesture, until all fingers are lifted.
    Done,
}

impl Phone {
    /// Handles one event written to the panel.
    pub(super) fn panel_event(&mut self, kind: u16, code: u16, value: i32) {
        self.tell_input(1, kind, code, value);
        let panel = &mut self.input.panel;
        let finger = panel.fingers.get_mut(panel.slot);
        match (kind, code) {
            (EV_ABS, ABS_MT_SLOT) => panel.slot = usize::try_from(value).unwrap_or(SLOTS),
            (EV_ABS, ABS_MT_TRACKING_ID) => {
                if let Some(finger) = finger {
                    *finger = (value >= 0).then(|| finger.unwrap_or_default());
                }
            }
            (EV_ABS, ABS_MT_POSITION_X) => {
                if let Some(Some(finger)) = finger {
                    finger.0 = value.clamp(0, PANEL_MOST);
                }
            }
            (EV_ABS, ABS_MT_POSITION_Y) => {
                if let Some(Some(finger)) = finger {
                    finger.1 = value.clamp(0, PANEL_MOST);
                }
            }
            (EV_SYN, SYN_REPORT) => self.report(),
            _ => {}
        }
    }

    /// Handles a report: the positions of all fingers are complete.
    fn report(&mut self) {
        let places: Vec<(i32, i32)> = self.input.panel.fingers.iter().flatten().copied().collect();
        let places: Vec<(f32, f32)> = places.into_iter().map(|place| self.on_screen(place)).collect();
        self.time.ahead_ms += REPORT_MS;
        self.input.panel.doing = match (self.input.panel.doing, places.as_slice()) {
            (PanelGesture::One(x, y), []) => {
                self.do_gesture(Gesture::Motion(Motion::Up, x, y));
                PanelGesture::Nothing
            }
            (_, []) => PanelGesture::Nothing,
            (PanelGesture::Nothing, &[(x, y)]) => {
                self.do_gesture(Gesture::Motion(Motion::Down, x, y));
                PanelGesture::One(x, y)
            }
            (PanelGesture::One(..), &[(x, y)]) => {
                self.do_gesture(Gesture::Motion(Motion::Move, x, y));
                PanelGesture::One(x, y)
            }
            (PanelGesture::Nothing | PanelGesture::One(..), &[first, second]) => {
                self.do_gesture(Gesture::Motion(Motion::Cancel, 0.0, 0.0));
                PanelGesture::Two(apart(first, second))
            }
            (PanelGesture::Two(before), &[first, second]) => {
                let now = apart(first, second);
                self.pinch(((first.0 + second.0) / 2.0, (first.1 + second.1) / 2.0), now / before);
                PanelGesture::Two(now)
            }
            (doing, _) => {
                if matches!(doing, PanelGesture::One(..)) {
                    self.do_gesture(Gesture::Motion(Motion::Cancel, 0.0, 0.0));
                }
                PanelGesture::Done
            }
        };
    }

    /// Sends a pinch to the view between two fingers.
    fn pinch(&mut self, (x, y): (f32, f32), scale: f32) {
        if !self.display.awake || (scale - 1.0).abs() < 0.001 {
            return;
        }
        let (windows, display, now) = (self.windows_now(), self.display_now(), self.ui_now());
        let scene = Scene::new(&windows, &display, &self.display.ui, now);
        let outcome = pinched(&scene, x as i32, y as i32, scale);
        self.apply_outcomes(outcome.into_iter().collect());
    }

    /// Converts panel coordinates, which do not rotate, to pixels of the screen in its current rotation.
    fn on_screen(&self, (x, y): (i32, i32)) -> (f32, f32) {
        let display = self.display_now();
        let (width, height) = display.size();
        let part = |value: i32| value as f32 / PANEL_MOST as f32;
        let (x, y) = (part(x), part(y));
        let (x, y) = match display.rotation {
            1 => (y, 1.0 - x),
            2 => (1.0 - x, 1.0 - y),
            3 => (1.0 - y, x),
            _ => (x, y),
        };
        let pixel = |part: f32, side: i32| (part * (side - 1) as f32).round();
        (pixel(x, width), pixel(y, height))
    }
}

fn apart(first: (f32, f32), second: (f32, f32)) -> f32 {
    (first.0 - second.0).hypot(first.1 - second.1).max(NEAREST)
}
