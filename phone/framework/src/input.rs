//! Touch input: gestures become touches with their own timing, touches become events, events go to apps.

use super::Phone;
use commands::{Gesture, Motion, Shade};
use state::profile::Quirk;
use toolkit::{Outcome, Scene, UiStates, WindowKind};

/// One touch event.
#[derive(Clone, Copy)]
enum Contact {
    Down,
    Move,
    Up,
    Hold,
}

/// The interval between two events of a moving finger.
const STEP_MS: u64 = 16;
/// The most steps of one gesture.
const MAX_STEPS: u64 = 240;

impl Phone {
    /// Performs a gesture.
    pub(super) fn do_gesture(&mut self, gesture: Gesture) {
        if !self.display.awake || self.has(Quirk::TouchesIgnored) {
            return;
        }
        match gesture {
            Gesture::Tap(x, y) => {
                self.contact(Contact::Down, x, y);
                self.time.ahead_ms += STEP_MS;
                self.contact(Contact::Up, x, y);
            }
            Gesture::Swipe(x1, y1, x2, y2, ms) => self.slide((x1, y1), (x2, y2), ms, 0),
            // Hold first, then move.
            Gesture::DragAndDrop(x1, y1, x2, y2, ms) => self.slide((x1, y1), (x2, y2), ms, 600),
            Gesture::Motion(Motion::Down, x, y) => self.contact(Contact::Down, x, y),
            Gesture::Motion(Motion::Move, x, y) => self.contact(Contact::Move, x, y),
            Gesture::Motion(Motion::Up, x, y) => self.contact(Contact::Up, x, y),
            Gesture::Motion(Motion::Cancel, ..) => self.input.touch.cancel(&mut self.display.ui),
            // One notch of a wheel is a short drag.
            Gesture::Scroll(x, y, across, along) => {
                const NOTCH: f32 = 160.0;
                self.slide((x, y), (x + across * NOTCH, y + along * NOTCH), 300, 0);
            }
            Gesture::Roll(..) | Gesture::Press => {}
        }
    }

    fn slide(&mut self, from: (f32, f32), to: (f32, f32), ms: u64, hold_ms: u64) {
        if self.swipes_launcher(from, to) {
            self.time.ahead_ms += ms.min(60_000);
            return;
        }
        self.contact(Contact::Down, from.0, from.1);
        if hold_ms > 0 {
            self.time.ahead_ms += hold_ms;
            self.contact(Contact::Hold, from.0, from.1);
        }
        let ms = ms.min(60_000);
        let steps = (ms / STEP_MS).clamp(1, MAX_STEPS);
        for step in 1..=steps {
            self.time.ahead_ms += (ms * step / steps) - (ms * (step - 1) / steps);
            let part = step as f32 / steps as f32;
            let (x, y) = (from.0 + (to.0 - from.0) * part, from.1 + (to.1 - from.1) * part);
            self.contact(Contact::Move, x, y);
            // A finger that stays in place long enough is a long press.
            if self.input.touch.long_press_at().is_some_and(|at| at <= self.ui_now()) {
                self.contact(Contact::Hold, x, y);
            }
        }
        self.contact(Contact::Up, to.0, to.1);
    }

    /// Handles long upward swipes: on the home screen they open the app drawer, on the lock screen they unlock.
    fn swipes_launcher(&mut self, from: (f32, f32), to: (f32, f32)) -> bool {
        let height = self.display_now().size().1 as f32;
        let (across, along) = (to.0 - from.0, to.1 - from.1);
        let far = along.abs() > height * 0.12 && along.abs() > across.abs() * 1.5;
        if self.display.locked && far && along < 0.0 && !self.call_over_lock() {
            self.push_keyguard();
            return true;
        }
        let from_status_bar = from.1 < height * 0.03;
        if !far
            || along > 0.0
            || from_status_bar
            || self.display.locked
            || self.overlays.dialog.is_some()
            || self.overlays.shade != Shade::Closed
            || self.overlays.system_ui.overview.is_some()
        {
            return false;
        }
        let Some((package, route)) =
            self.front_screen().map(|(package, screen)| (package.to_owned(), screen.route.clone()))
        else {
            return false;
        };
        if package != super::LAUNCHER || route != "home" {
            return false;
        }
        let event = kit::home::swipe_up();
        self.dispatch_event(&package, &route, &event);
        true
    }

    /// Keeps the finger that is down in place for some time.
    pub fn finger_rests(&mut self, ms: u64) {
        self.time.ahead_ms += ms;
        if self.input.touch.long_press_at().is_some_and(|at| at <= self.ui_now()) {
            self.long_press();
        }
    }

    /// Handles the long press of the finger that is down.
    pub(super) fn long_press(&mut self) {
        self.contact(Contact::Hold, 0.0, 0.0);
    }

    fn contact(&mut self, contact: Contact, x: f32, y: f32) {
        let (x, y) = (x.floor() as i32, y.floor() as i32);
        let (windows, display, now) = (self.windows_now(), self.display_now(), self.ui_now());
        let mut ui: UiStates = std::mem::take(&mut self.display.ui);
        let loading = self.is_loading();
        let outcomes = {
            let scene = Scene::new(&windows, &display, &ui, now);
            let on_app = || scene.at(x, y).is_some_and(|(shown, _)| shown.window.kind == WindowKind::App);
            match contact {
                // A finger that came down before the screen appeared has no effect until it is lifted.
                Contact::Down if loading && on_app() => Vec::new(),
                Contact::Down => self.input.touch.down(&scene, &mut ui, x, y, now),
                Contact::Move => self.input.touch.moved(&scene, &mut ui, x, y, now),
                Contact::Up => self.input.touch.up(&scene, &mut ui, x, y, now),
                Contact::Hold => self.input.touch.tick(&scene, &mut ui, now),
            }
        };
        self.display.ui = ui;
        self.apply_outcomes(outcomes);
    }

    /// Applies the outcomes of a touch or a key.
    pub(super) fn apply_outcomes(&mut self, outcomes: Vec<Outcome>) {
        for outcome in outcomes {
            match outcome {
                Outcome::Event { window, kind, event, .. } => self.window_event(&window, kind, &event),
                Outcome::Focused { window, .. } => self.type_into(window),
                Outcome::Key(event) => {
                    if let Some(key) = self.input.keyboard.press(&event) {
                        self.press(&key);
                    }
                }
                Outcome::Outside { .. } => {
                    if self.overlays.shade == Shade::Closed && self.overlays.dialog.is_none() {
                        self.hide_keyboard_now();
                        self.go_back();
                    } else if self.overlays.shade == Shade::Closed {
                        // Permission dialogs and system messages about apps are not cancelled by a touch outside, as on
                        // Android.
                        self.overlays.dialog.take_if(|dialog| dialog.permission.is_none() && dialog.trouble.is_none());
                    } else {
                        self.hide_keyboard_now();
                        self.overlays.system_ui.reply = None;
                        self.overlays.shade = Shade::Closed;
                    }
                }
                Outcome::PullShade if self.overlays.shade == Shade::Notifications => {
                    self.overlays.shade = Shade::Settings
                }
                Outcome::PullShade => self.overlays.shade = Shade::Notifications,
                Outcome::PushShade => self.overlays.shade = Shade::Closed,
            }
        }
    }

    pub(super) fn window_event(&mut self, window: &str, kind: WindowKind, event: &toolkit::Event) {
        match kind {
            WindowKind::App if window == super::keyguard::KEY => self.keyguard_event(event),
            WindowKind::App if window == super::overview::KEY => self.overview_event(event),
            kind if super::notifications::is_shade(kind) => self.shade_event(event),
            WindowKind::App | WindowKind::Dialog if self.popup_event(event) => {}
            WindowKind::Dialog if self.overlays.dialog.is_some() => self.answer_dialog(event),
            WindowKind::App | WindowKind::Dialog | WindowKind::Sheet => {
                let front = self.front_screen().filter(|(_, screen)| screen.key == window);
                if let Some((package, route)) =
                    front.map(|(package, screen)| (package.to_owned(), screen.route.clone()))
                {
                    self.dispatch_event(&package, &route, event);
                }
            }
            WindowKind::Navigation => match event.name.as_ref() {
                "back" => self.go_back(),
                "home" => self.go_home(),
                _ => self.recents_pressed(),
            },
            WindowKind::TextToolbar => self.edit_text(&event.name),
            WindowKind::Ime | WindowKind::Toast | WindowKind::Status | WindowKind::HeadsUp | WindowKind::Shade => {}
        }
    }

    /// Handles a button of the dialog: closes it and sends the event to the app that asked.
    fn answer_dialog(&mut self, event: &toolkit::Event) {
        let Some(dialog) = self.overlays.dialog.take() else { return };
        let pressed = event.value.parse::<usize>().ok().and_then(|button| dialog.buttons.get(button).cloned());
        let (Some((_, answer)), Some((package, route))) =
            (pressed, self.front_screen().map(|(package, screen)| (package.to_owned(), screen.route.clone())))
        else {
            return;
        };
        if package == dialog.package {
            self.dispatch_event(&package, &route, &answer);
        }
    }
}
