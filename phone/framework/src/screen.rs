//! The screen: windows of apps and the system, laid out, drawn and dumped.

use std::sync::Arc;

use super::{Dialog, Phone, Screen, Task};
use commands::{DumpError, Shade};
use state::app::Layer;
use state::profile::Quirk;
use toolkit::chrome::{self, DialogSpec, StatusBar};
use toolkit::languages::{self, Language};
use toolkit::tree::DumpOptions;
use toolkit::{Color, Display, Icon, Pixels, Rect, Scene, View, Window, WindowKind, inspect, tree};

impl Phone {
    /// Returns the display with the current rotation and overrides.
    pub(super) fn display_now(&self) -> Display {
        let (width, height) =
            self.display.size_override.unwrap_or((self.profile.screen.width, self.profile.screen.height));
        let side = |pixels: u32| i32::try_from(pixels).unwrap_or(Display::MAX_EDGE);
        let font_scale =
            self.shared.settings.system.get("font_scale").and_then(|scale| scale.parse().ok()).unwrap_or(1.0);
        Display {
            width: side(width),
            height: side(height),
            density_dpi: self.display.density_override.unwrap_or(self.profile.screen.density),
            rotation: self.rotation(),
            dark: self.shared.settings.is_dark(),
            font_scale,
            right_to_left: languages::right_to_left(&self.shared.locale) || self.shared.settings.on("debug.force_rtl"),
        }
    }

    /// Returns the rotation from the settings; with auto-rotate it follows the physical orientation.
    pub(super) fn rotation(&self) -> u8 {
        if self.has(Quirk::RotationStuck) {
            return 0;
        }
        let automatic = self.shared.settings.system_number("accelerometer_rotation", 1) != 0;
        if automatic {
            self.shared.hardware.orientation % 4
        } else {
            u8::try_from(self.shared.settings.system_number("user_rotation", 0).rem_euclid(4)).unwrap_or(0)
        }
    }

    /// Returns the screen of the front app.
    pub(super) fn front_screen(&self) -> Option<(&str, &Screen)> {
        let task = self.front_task()?;
        let screen = task.screens.last()?;
        Some((task.owner(screen), screen))
    }

    /// Builds every window from the apps' current state.
    pub(super) fn windows_now(&self) -> Vec<Window> {
        if !self.display.awake {
            return Vec::new();
        }
        let mut windows = Vec::new();
        if self.display.locked && !self.call_over_lock() {
            windows.push(self.lock_screen());
        } else if let Some(at) = self.overlays.system_ui.overview {
            windows.push(self.overview_window(at));
        } else if let Some(task) = self.front_task() {
            windows.extend(self.app_windows(task));
            if let Some(dialog) = &self.overlays.dialog {
                windows.push(dialog.window());
            }
            windows.extend(self.text_toolbar(windows.last()));
        }
        if self.input.typing_into.is_some() && !self.display.locked && !self.is_loading() {
            windows.push(chrome::ime(&self.input.keyboard));
        }
        if let Some((package, text, _)) = &self.overlays.toast {
            windows.push(chrome::toast(package, text));
        }
        if !self.display.locked {
            windows.push(chrome::navigation_bar());
        }
        windows.extend(self.heads_up_window());
        if self.overlays.shade != Shade::Closed {
            windows.push(self.shade_window());
        }
        windows.push(chrome::status_bar(&self.status()));
        if let Some(language) = Language::of(&self.shared.locale) {
            let of_system = |window: &&mut Window| languages::is_of_system(&window.package);
            windows.iter_mut().filter(of_system).for_each(|window| languages::translate(&mut window.view, language));
        }
        windows
    }

    /// Builds the windows of a task: its screen and overlays.
    pub(super) fn app_windows(&self, task: &Task) -> Vec<Window> {
        let layer = |screen: &Screen| self.with_app(task.owner(screen), |app, _| app.layer(&screen.route));
        let bottom = task.screens.iter().rposition(|screen| layer(screen) == Layer::Screen).unwrap_or(0);
        let window = |screen: &Screen, kind| {
            let package = task.owner(screen);
            let view = self.with_app(package, |app, shared| app.view(&screen.route, shared));
            Window { key: screen.key.clone(), package: package.to_owned(), view, kind }
        };
        let mut windows = Vec::new();
        for (place, screen) in task.screens.iter().enumerate().skip(bottom) {
            if place == bottom
                && let Some((package, permission)) = self.missing_in(task)
            {
                let view = self.permission_wall(package, permission);
                let (key, package) = (screen.key.clone(), package.to_owned());
                return vec![Window { key, package, view, kind: WindowKind::App }];
            }
            match self.loading(screen) {
                Some(percent) if place == bottom => {
                    windows.push(self.loading_window(task, screen, percent));
                    continue;
                }
                // The window it will cover is already included.
                Some(_) => continue,
                None => {}
            }
            let kind = match layer(screen) {
                Layer::Dialog if place > bottom => WindowKind::Dialog,
                Layer::Sheet if place > bottom => WindowKind::Sheet,
                _ => WindowKind::App,
            };
            windows.push(window(screen, kind));
        }
        windows
    }

    fn status(&self) -> StatusBar {
        let shared = &self.shared;
        StatusBar {
            clock: clock(shared.clock.now_ms, shared.clock.utc_offset_min),
            wifi: shared.settings.on("wifi_on"),
            mobile: shared.settings.on("mobile_data"),
            airplane: shared.settings.on("airplane_mode_on"),
            bluetooth: shared.settings.on("bluetooth_on"),
            battery: shared.hardware.battery,
            notifications: shared.notifications.iter().take(4).map(|_| Icon::Notifications).collect(),
        }
    }

    /// Returns the accessibility tree as uiautomator writes it.
    pub(super) fn dump(&self, compressed: bool) -> Result<String, DumpError> {
        if self.display.mishaps.no_tree {
            return Err(DumpError::NotIdle);
        }
        let windows = self.windows_now();
        if windows.is_empty() {
            return Err(DumpError::NoRoot);
        }
        let display = self.display_now();
        let scene = Scene::new(&windows, &display, &self.display.ui, self.ui_now());
        Ok(tree::xml(&scene, &self.display.ui, DumpOptions { all_windows: false, compressed }))
    }

    /// Returns the nodes of the front window.
    pub fn nodes(&self) -> Vec<tree::Node> {
        self.nodes_of(DumpOptions::default())
    }

    /// Returns the nodes of all windows, including the bars and the keyboard.
    #[cfg(test)]
    pub(crate) fn all_nodes(&self) -> Vec<tree::Node> {
        self.nodes_of(DumpOptions { all_windows: true, compressed: false })
    }

    fn nodes_of(&self, what: DumpOptions) -> Vec<tree::Node> {
        let (windows, display) = (self.windows_now(), self.display_now());
        let scene = Scene::new(&windows, &display, &self.display.ui, self.ui_now());
        tree::nodes(&scene, &self.display.ui, what)
    }

    /// Describes layout faults of the screen: see [`inspect`].
    pub fn inspect(&self) -> Vec<String> {
        let (windows, display) = (self.windows_now(), self.display_now());
        inspect(&Scene::new(&windows, &display, &self.display.ui, self.ui_now()))
    }

    /// Returns the text of the current toast.
    pub fn toast_text(&self) -> Option<String> {
        self.overlays.toast.as_ref().map(|(_, text, _)| text.clone())
    }

    /// Shows a toast.
    pub fn show_toast(&mut self, text: &str) {
        self.toast(text);
    }

    /// Returns the pixels; the same buffer while nothing visible changes.
    pub(super) fn pixels(&mut self) -> Arc<Pixels> {
        if let Some(frozen) = &self.display.mishaps.frozen {
            return Arc::clone(frozen);
        }
        let display = self.display_now();
        let size = display.size();
        let (width, height) = (u32::try_from(size.0).unwrap_or(1), u32::try_from(size.1).unwrap_or(1));
        if !self.display.awake || self.display.mishaps.secure || self.has(Quirk::BlackPictures) {
            let rgba = [0, 0, 0, 255].repeat(width as usize * height as usize);
            return Arc::new(Pixels { width, height, rgba });
        }
        let mut windows = self.windows_now();
        for window in windows.iter_mut().filter(|window| self.is_secure(window)) {
            // A secure window is black in screenshots; the bars belong to the system and stay.
            window.view = View::column(Vec::new()).background(Color::Rgb(0, 0, 0), 0.0);
        }
        let now = self.ui_now();
        self.display.frame.render(&windows, &display, &self.display.ui, now)
    }

    /// Returns a part of the screen as a PNG.
    pub fn picture_of(&mut self, part: Rect) -> Vec<u8> {
        self.pixels().part(part).to_png().unwrap_or_default()
    }

    /// Whether a window may not be captured: its screen is secure, or covers one that is.
    pub(super) fn is_secure(&self, window: &Window) -> bool {
        self.front_task().is_some_and(|task| self.is_secure_in(task, window))
    }

    /// Like [`Self::is_secure`], for any open task.
    pub(super) fn is_secure_in(&self, task: &Task, window: &Window) -> bool {
        let Some(screen) = task.screens.iter().find(|screen| screen.key == window.key) else { return false };
        self.code.apps.get(task.owner(screen)).is_some_and(|app| app.is_secure(&screen.route))
    }

    /// Returns the screen as a PNG, encoded once per distinct frame.
    pub(super) fn png(&mut self) -> Vec<u8> {
        let pixels = self.pixels();
        if let Some((_, png)) = self.display.encoded.as_ref().filter(|(known, _)| Arc::ptr_eq(known, &pixels)) {
            return png.to_vec();
        }
        let png = pixels.to_png().unwrap_or_default();
        self.display.encoded = Some((pixels, png.as_slice().into()));
        png
    }
}

impl Dialog {
    fn window(&self) -> Window {
        if let Some(made) = &self.made {
            return made.window(self.focus);
        }
        let buttons = self.buttons.iter().map(|(text, _)| text.clone()).collect();
        let spec = DialogSpec { title: self.title.clone(), message: self.message.clone(), buttons, focus: self.focus };
        chrome::dialog("dialog", &self.package, &spec)
    }
}

/// Formats a time as `10:24`.
pub(super) fn clock(ms: i64, utc_offset_min: i32) -> String {
    machine::calendar::local(ms, utc_offset_min).strftime("%-H:%M").to_string()
}
