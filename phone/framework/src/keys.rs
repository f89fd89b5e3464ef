//! Keys and text: from the `input` command, keyboards and the soft keyboard.

use super::Phone;
use commands::Shade;
use state::app::Intent;
use toolkit::{KeyPress, Reveal, Scene, reveal, type_key};

impl Phone {
    /// Types a key press into the focused field.
    pub(super) fn press(&mut self, key: &KeyPress) {
        if *key == KeyPress::Hide {
            self.hide_keyboard_now();
            return;
        }
        self.input.touch.forget_taps();
        let (windows, display, now) = (self.windows_now(), self.display_now(), self.ui_now());
        let mut ui = std::mem::take(&mut self.display.ui);
        let outcomes = {
            let scene = Scene::new(&windows, &display, &ui, now);
            type_key(&scene, &mut ui, key)
        };
        self.display.ui = ui;
        self.apply_outcomes(outcomes);
    }

    /// Shows the keyboard for the focused field of a window, and scrolls the field into view.
    pub(super) fn type_into(&mut self, window: String) {
        self.input.typing_into = None;
        let (before, display, now) = (self.windows_now(), self.display_now(), self.ui_now());
        self.input.typing_into = Some(window.clone());
        let after = self.windows_now();
        let field = self.display.ui.get(&window).and_then(|state| state.focus.as_ref());
        let moved = field.and_then(|field| {
            let scenes = [&before, &after].map(|windows| Scene::new(windows, &display, &self.display.ui, now));
            let [before, after] = &scenes;
            reveal(&before.window(&window)?.laid, &after.window(&window)?.laid, &field.id)
        });
        if let Some(Reveal { list, by, max }) = moved {
            self.display.ui.of(&window).scroll_by(&list, by, now, max);
        }
    }

    pub(super) fn hide_keyboard_now(&mut self) {
        self.input.typing_into = None;
        self.input.keyboard = toolkit::keyboard::Keyboard::default();
    }

    /// Handles a key by its keycode.
    pub(super) fn do_key(&mut self, code: u32, long_press: bool) {
        const WAKEUP: u32 = 224;
        // Media keys work with the screen off, too.
        if self.shared.media.key(code, self.shared.clock.now_ms) {
            return;
        }
        if !self.display.awake && !matches!(code, 26 | WAKEUP | 24 | 25) {
            return;
        }
        if self.keyguard_key(code) || self.dialog_key(code) {
            return;
        }
        match code {
            // No key reaches the apps behind the lock screen.
            3 | 4 | 111 | 187 if self.display.locked && !self.call_over_lock() => {}
            3 => {
                self.go_home();
                self.quirk_home();
            }
            4 => self.go_back(),
            5 | 6 => self.call_key(code == 5),
            19 => self.press(&KeyPress::Up),
            20 => self.press(&KeyPress::Down),
            21 => self.press(&KeyPress::Left),
            22 => self.press(&KeyPress::Right),
            24 | 25 => self.volume(if code == 24 { 1 } else { -1 }),
            164 | 91 => self.volume(-100),
            26 if long_press => {}
            26 => self.set_awake(!self.display.awake),
            223 => self.set_awake(false),
            WAKEUP => self.set_awake(true),
            27 => {
                _ = self.start_intent(&Intent {
                    action: Some("android.media.action.STILL_IMAGE_CAMERA".to_owned()),
                    ..Intent::default()
                })
            }
            28 => self.press(&KeyPress::Set(String::new())),
            61 => self.next_field(),
            66 | 160 | 23 => self.press(&KeyPress::Enter),
            67 => self.press(&KeyPress::Backspace),
            82 if self.display.locked => self.push_keyguard(),
            83 => self.overlays.shade = Shade::Notifications,
            111 => self.go_back(),
            112 => self.press(&KeyPress::Delete),
            120 => self.save_screenshot(),
            122 => self.press(&KeyPress::LineStart),
            123 => self.press(&KeyPress::LineEnd),
            187 => self.recents_pressed(),
            277 => self.edit_text("cut"),
            278 => self.edit_text("copy"),
            279 => self.edit_text("paste"),
            code => {
                if let Some(text) = character(code) {
                    self.press(&KeyPress::Text(text.to_string()));
                }
            }
        }
    }

    /// The key for a screenshot: a file among the pictures, named as Android names it.
    fn save_screenshot(&mut self) {
        let now_ms = self.shared.clock.now_ms;
        let name = self.shared.clock.local(now_ms).strftime("Screenshot_%Y%m%d-%H%M%S.png").to_string();
        let picture = self.png();
        // A full disk has no screenshot, as on a phone.
        _ = self.shared.files.as_system(|files| {
            files.make_dirs("/sdcard/Pictures/Screenshots", now_ms)?;
            files.write(&format!("/sdcard/Pictures/Screenshots/{name}"), picture, now_ms)
        });
    }

    /// Handles a key that moves the focus among a dialog's buttons or presses one. Returns whether it was consumed.
    ///
    /// As on Android, the first such key after a touch only shows the focus.
    fn dialog_key(&mut self, code: u32) -> bool {
        if self.overlays.shade != Shade::Closed || self.display.locked {
            return false;
        }
        let in_field = self.input.typing_into.is_some();
        let Some(dialog) = self.overlays.dialog.as_mut() else { return false };
        let pressable = match &dialog.made {
            Some(popup) => popup.pressable(),
            None => (0..dialog.buttons.len()).collect(),
        };
        let place = dialog.focus.and_then(|focus| pressable.iter().position(|number| *number == focus));
        let to = |place: usize| pressable.get(place % pressable.len().max(1)).copied();
        match code {
            61 | 20 | 22 if !in_field || code == 61 => dialog.focus = to(place.map_or(0, |place| place + 1)),
            19 | 21 if !in_field => dialog.focus = to(place.map_or(0, |place| place + pressable.len() - 1)),
            23 | 62 | 66 | 160 if !in_field => match dialog.focus {
                Some(number) if dialog.made.is_some() => self.press_popup(number),
                Some(number) => {
                    let event = toolkit::Event::with("dialog_button", number.to_string());
                    self.window_event("dialog", toolkit::WindowKind::Dialog, &event);
                }
                None => dialog.focus = to(0),
            },
            _ => return false,
        }
        if code == 61 {
            self.hide_keyboard_now();
        }
        true
    }

    /// Handles key combinations: those used in text fields.
    pub(super) fn do_combination(&mut self, codes: &[u32]) {
        const CTRL: [u32; 2] = [113, 114];
        const SHIFT: [u32; 2] = [59, 60];
        match codes {
            [modifier, 29] if CTRL.contains(modifier) => self.edit_text("select_all"),
            [modifier, 31] if CTRL.contains(modifier) => self.edit_text("copy"),
            [modifier, 52] if CTRL.contains(modifier) => self.edit_text("cut"),
            [modifier, 50] if CTRL.contains(modifier) => self.edit_text("paste"),
            [modifier, 122] if CTRL.contains(modifier) => self.press(&KeyPress::Start),
            [modifier, 123] if CTRL.contains(modifier) => self.press(&KeyPress::End),
            [modifier, code] if SHIFT.contains(modifier) => {
                if let Some(text) = character(*code) {
                    self.press(&KeyPress::Text(text.to_ascii_uppercase().to_string()));
                }
            }
            codes => codes.iter().for_each(|code| self.do_key(*code, false)),
        }
    }

    /// Types text as a hardware keyboard would.
    pub(super) fn do_text(&mut self, text: &str) {
        if self.display.locked && !self.call_over_lock() {
            if self.overlays.system_ui.keyguard.asks {
                self.type_pin(text);
            }
            return;
        }
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.do_key(66, false);
            }
            for (index, part) in line.split('\t').enumerate() {
                if index > 0 {
                    self.do_key(61, false);
                }
                // Space is a key too, and presses the focused button.
                part.matches(' ').for_each(|_| _ = self.dialog_key(62));
                if !part.is_empty() {
                    self.press(&KeyPress::Text(part.to_owned()));
                }
            }
        }
    }

    fn next_field(&mut self) {
        let Some((_, screen)) = self.front_screen() else { return };
        let key = screen.key.clone();
        let windows = self.windows_now();
        let Some(window) = windows.iter().find(|window| window.key == key) else { return };
        let mut fields = Vec::new();
        collect_fields(&window.view, &mut fields);
        let current = self
            .display
            .ui
            .get(&key)
            .and_then(|state| state.focus.as_ref())
            .and_then(|focus| fields.iter().position(|id| *id == focus.id));
        let next = current.map_or(0, |place| place + 1);
        if let Some(id) = fields.get(next % fields.len().max(1)).cloned() {
            self.display.ui.of(&key).focus_on(&id);
            self.type_into(key);
        }
    }

    fn volume(&mut self, change: i64) {
        let old = self.shared.settings.system_number("volume_music", 8);
        self.shared.settings.system.insert("volume_music".to_owned(), (old + change).clamp(0, 25).to_string());
    }

    fn set_awake(&mut self, on: bool) {
        self.display.awake = on;
        if !on {
            self.leave_screen();
            self.lock();
        }
    }

    fn call_key(&mut self, answer: bool) {
        if answer { self.answer() } else { self.hang_up() }
    }
}

fn collect_fields(view: &toolkit::View, fields: &mut Vec<String>) {
    if matches!(view.kind, toolkit::Kind::Field { .. }) && view.enabled {
        fields.push(view.id.clone());
    }
    view.children.iter().for_each(|child| collect_fields(child, fields));
}

/// Returns the character of a keycode.
fn character(code: u32) -> Option<char> {
    Some(match code {
        7..=16 => char::from_digit(code - 7, 10)?,
        29..=54 => char::from_u32(u32::from(b'a') + code - 29)?,
        144..=153 => char::from_digit(code - 144, 10)?,
        17 => '*',
        18 => '#',
        55 => ',',
        56 => '.',
        62 => ' ',
        68 => '`',
        69 => '-',
        70 => '=',
        71 => '[',
        72 => ']',
        73 => '\\',
        74 => ';',
        75 => '\'',
        76 => '/',
        77 => '@',
        81 => '+',
        _ => return None,
    })
}
