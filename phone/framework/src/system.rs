//! The phone as Android's commands see it.

use std::sync::Arc;

use super::{LATIN, Phone};
use commands::{
    Component, Display, DumpError, Film, Front, Gesture, Removal, Shade, StartError, Started, System, TaskInfo, Window,
};
use state::app::Intent;
use state::packages::{InstallOptions, Part};
use state::profile::Quirk;
use state::shared::{KEYBOARD_PID, SYSTEM_SERVER, SYSTEM_UI, Shared};
use toolkit::{KeyPress, Kind, Pixels, Scene, WindowKind, focused};

impl System for Phone {
    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn shared_mut(&mut self) -> &mut Shared {
        &mut self.shared
    }

    fn resolve(&self, intent: &Intent) -> Vec<Component> {
        self.resolve_intent(intent)
    }

    fn start(&mut self, intent: &Intent) -> Result<Started, StartError> {
        self.start_intent(intent)
    }

    fn front(&self) -> Option<Front> {
        if !self.display.awake || (self.display.locked && !self.call_over_lock()) {
            return None;
        }
        let task = match self.overlays.system_ui.overview {
            Some(_) => self.activities.tasks.iter().find(|task| task.package == super::LAUNCHER)?,
            None => self.front_task()?,
        };
        // A pop-up is an activity of its own, unless it is a dialog of Android itself.
        let made = self.overlays.dialog.as_ref().and_then(|dialog| dialog.made.as_ref());
        if let Some(popup) = made.filter(|popup| popup.package != toolkit::chrome::ANDROID) {
            let asks = self.overlays.dialog.as_ref().is_some_and(|dialog| dialog.permission.is_some());
            let class = if asks { super::permissions::ACTIVITY } else { ".PopUpActivity" };
            return Some(Front { component: Component::new(&popup.package, class), task_id: task.id });
        }
        Some(Front { component: self.component_of(task, task.screens.last()?), task_id: task.id })
    }

    fn tasks(&self) -> Vec<TaskInfo> {
        let front = self.front_task().map(|task| task.id);
        let info = |task: &super::Task| {
            let (top, base) = (task.screens.last()?, task.screens.first()?);
            Some(TaskInfo {
                id: task.id,
                top: self.component_of(task, top),
                base: self.component_of(task, base),
                visible: Some(task.id) == front && self.display.awake,
                home: task.package == super::LAUNCHER,
            })
        };
        self.activities.tasks.iter().rev().filter_map(info).collect()
    }

    fn start_service(&mut self, package: &str, class: &str, foreground: bool) {
        self.mark_running(package);
        self.shared.services.start(package, class, foreground);
    }

    fn stop(&mut self, package: &str) {
        self.stop_app(package);
    }

    fn crash(&mut self, package: &str) {
        _ = Self::crash(self, package);
    }

    fn pid(&self, package: &str) -> Option<u32> {
        match package {
            "android" | "system_server" => Some(SYSTEM_SERVER),
            "com.android.systemui" => Some(SYSTEM_UI),
            toolkit::keyboard::PACKAGE => Some(KEYBOARD_PID),
            _ => self.activities.running.get(package).copied(),
        }
    }

    fn gesture(&mut self, gesture: Gesture) {
        self.do_gesture(gesture);
    }

    fn panel(&mut self, kind: u16, code: u16, value: i32) {
        self.panel_event(kind, code, value);
    }

    fn hardware_key(&mut self, kind: u16, code: u16, value: i32) {
        self.hardware_key_event(kind, code, value);
    }

    fn key(&mut self, code: u32, long_press: bool, meta: u32) {
        // META_CTRL_ON
        if meta & 0x1000 != 0 {
            return self.do_combination(&[113, code]);
        }
        self.do_key(code, long_press);
    }

    fn key_combination(&mut self, codes: &[u32]) {
        self.do_combination(codes);
    }

    fn text(&mut self, text: &str) {
        self.do_text(text);
    }

    fn commit_text(&mut self, text: &str) {
        self.press(&KeyPress::Text(text.to_owned()));
    }

    fn clear_text(&mut self) {
        self.press(&KeyPress::Set(String::new()));
    }

    fn editor_action(&mut self, _action: i32) {
        self.press(&KeyPress::Enter);
    }

    fn keyboard_shown(&self) -> bool {
        self.input.typing_into.is_some() && !self.is_loading()
    }

    fn input_type(&self) -> Option<u32> {
        self.input.typing_into.as_ref()?;
        let (windows, display) = (self.windows_now(), self.display_now());
        let scene = Scene::new(&windows, &display, &self.display.ui, self.ui_now());
        match focused(&scene, &self.display.ui)?.kind {
            // TYPE_CLASS_TEXT with TYPE_TEXT_VARIATION_PASSWORD, with TYPE_TEXT_FLAG_MULTI_LINE, and alone.
            Kind::Field { password: true, .. } => Some(0x81),
            Kind::Field { multiline: true, .. } => Some(0x2_0001),
            _ => Some(0x1),
        }
    }

    fn hide_keyboard(&mut self) {
        self.hide_keyboard_now();
    }

    fn input_methods(&self) -> Vec<String> {
        let mut methods = vec![LATIN.to_owned()];
        for (name, package) in self.shared.packages.installed.iter().filter(|(_, package)| package.enabled) {
            match &package.apk {
                Some(apk) => {
                    let declared = apk.input_methods().map(|found| Component::new(name, &found.class).short());
                    methods.extend(declared);
                }
                // The keyboard that a profile adds without its APK.
                None if name == "com.android.adbkeyboard" => methods.push(format!("{name}/.AdbIME")),
                None => {}
            }
        }
        methods
    }

    fn hierarchy_xml(&mut self, compressed: bool) -> Result<String, DumpError> {
        self.dump(compressed)
    }

    fn screen_pixels(&mut self) -> Arc<Pixels> {
        self.pixels()
    }

    fn screen_png(&mut self) -> Vec<u8> {
        self.png()
    }

    fn display(&self) -> Display {
        Display {
            size: (self.profile.screen.width, self.profile.screen.height),
            density: self.profile.screen.density,
            size_override: self.display.size_override,
            density_override: self.display.density_override,
            rotation: self.rotation(),
        }
    }

    fn set_display(&mut self, size: Option<(u32, u32)>, density: Option<u32>) {
        self.display.size_override = size;
        self.display.density_override = density;
    }

    fn windows(&self) -> Vec<Window> {
        let windows = self.windows_now();
        let display = self.display_now();
        let scene = Scene::new(&windows, &display, &self.display.ui, self.ui_now());
        let focused = scene.active().map(|shown| shown.window.key.clone());
        let front = self.front();
        let described = scene.windows.iter().rev().map(|shown| {
            let window = shown.window;
            let title = match window.kind {
                WindowKind::App if window.key == super::keyguard::KEY => "NotificationShade".to_owned(),
                WindowKind::HeadsUp => "NotificationShade".to_owned(),
                WindowKind::App | WindowKind::Dialog | WindowKind::Sheet => {
                    front.as_ref().map_or_else(|| window.package.clone(), |front| front.component.long())
                }
                WindowKind::TextToolbar => "PopupWindow:text_toolbar".to_owned(),
                WindowKind::Ime => "InputMethod".to_owned(),
                WindowKind::Toast => "Toast".to_owned(),
                WindowKind::Navigation => "NavigationBar0".to_owned(),
                WindowKind::Shade => "NotificationShade".to_owned(),
                WindowKind::Status => "StatusBar".to_owned(),
            };
            let rect = shown.rect;
            Window {
                title,
                package: window.package.clone(),
                focused: focused.as_ref() == Some(&window.key),
                secure: ((self.display.mishaps.secure || self.has(Quirk::BlackPictures))
                    && window.kind == WindowKind::App)
                    || self.is_secure(window),
                frame: [rect.left, rect.top, rect.right, rect.bottom],
            }
        });
        described.collect()
    }

    fn is_awake(&self) -> bool {
        self.display.awake
    }

    fn is_locked(&self) -> bool {
        self.display.locked
    }

    fn dismiss_lock(&mut self) {
        if self.display.locked {
            self.push_keyguard();
        }
    }

    fn shade(&mut self, shade: Shade) {
        self.overlays.shade = shade;
    }

    fn has_clipboard_command(&self) -> bool {
        self.profile.clipboard_command
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, String> {
        self.shared.files.read(path).map(|bytes| bytes.to_vec()).map_err(|error| error.to_string())
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        self.shared.files.write(path, bytes.to_vec(), self.shared.clock.now_ms).map_err(|error| error.to_string())
    }

    fn record(&mut self, film: Film) -> Result<Option<u32>, String> {
        let pid = self.begin_recording(film)?;
        Ok(self.background.recordings.iter().any(|recording| recording.pid == pid).then_some(pid))
    }

    fn set_clock(&mut self, now_ms: i64) -> bool {
        Self::set_clock(self, now_ms)
    }

    fn install(&mut self, parts: &[Part], folder: &str, options: &InstallOptions) -> Result<String, String> {
        self.install_parts(parts, folder, options)
    }

    fn uninstall(&mut self, package: &str, removal: Removal) -> Result<(), String> {
        self.remove_package(package, removal)
    }

    fn install_existing(&mut self, package: &str) -> bool {
        self.bring_back(package)
    }

    fn clear_data(&mut self, package: &str) -> bool {
        self.clear_package(package)
    }
}
