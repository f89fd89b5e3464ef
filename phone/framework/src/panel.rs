//! The touch panel below the glass: what is written to it, slot by slot, becomes fingers on the screen at each report.
//!
//! One finger is what `input` does with one; two that move apart or together are a pinch, and what lies between them
//! is told. More fingers, and one that is left of two, do nothing.

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

/// How often a panel says where the fingers are.
const REPORT_MS: u64 = 16;
/// Fingers nearer than this many pixels are not told apart.
const NEAREST: f32 = 4.0;

/// What the panel was told since it was last asked.
#[derive(Clone, Debug, Default)]
pub(super) struct Panel {
    slot: usize,
    /// Where each finger is, as the panel measures it; `None` where there is none.
    fingers: [Option<(i32, i32)>; SLOTS],
    doing: PanelGesture,
}

/// What the fingers on the glass are doing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum PanelGesture {
    /// There are none.
    #[default]
    Nothing,
    /// One is followed; where it is.
    One(f32, f32),
    /// Two, so far apart.
    Two(f32),
    /// Something that is done with, until the glass is free.
    Done,
}

impl Phone {
    /// One event that is written to the panel.
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

    /// The panel says where all fingers are.
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

    /// What lies between two fingers hears how much further apart they are.
    fn pinch(&mut self, (x, y): (f32, f32), scale: f32) {
        if !self.display.awake || (scale - 1.0).abs() < 0.001 {
            return;
        }
        let (windows, display, now) = (self.windows_now(), self.display_now(), self.ui_now());
        let scene = Scene::new(&windows, &display, &self.display.ui, now);
        let outcome = pinched(&scene, x as i32, y as i32, scale);
        self.apply_outcomes(outcome.into_iter().collect());
    }

    /// The pixel of the screen as it is held that lies over a place of the panel, which does not turn with it.
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
