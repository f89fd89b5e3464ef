//! A fake phone with fixed answers that records all calls.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::{
    Component, Display, DumpError, Film, Front, Gesture, Removal, Shade, StartError, Started, System, TaskInfo, Window,
    defaults,
};
use state::app::Intent;
use state::packages::{InstallOptions, Part};
use state::profile::Profile;
use state::shared::{Call, Clock, Contact, Hardware, Ids, Message, Notification, Package, Shared};
use toolkit::Pixels;

/// 2024-05-17 09:30:00 UTC
pub(super) const NOW: i64 = 1_715_938_200_000;

pub(super) struct FakeSystem {
    pub(super) shared: Shared,
    pub(super) calls: Vec<String>,
    pub(super) front: Option<Front>,
    pub(super) files: BTreeMap<String, Vec<u8>>,
    pub(super) display: Display,
    pub(super) clipboard_command: bool,
    pub(super) dump: Result<String, DumpError>,
    pub(super) awake: bool,
    pub(super) locked: bool,
    pub(super) keyboard: bool,
    pub(super) secure: bool,
    pub(super) stdin: Vec<u8>,
}

fn package(label: &str, system: bool, activities: &[&str]) -> Package {
    Package {
        label: label.to_owned(),
        version_name: "2.24.9".to_owned(),
        version_code: 242_409,
        system,
        enabled: true,
        launchable: label != "Launcher",
        installed_ms: NOW - 86_400_000,
        permissions: [
            ("android.permission.CAMERA".to_owned(), false),
            ("android.permission.READ_CONTACTS".to_owned(), true),
        ]
        .into(),
        answers: BTreeMap::new(),
        activities: activities.iter().map(|class| (*class).to_owned()).collect(),
        ..Package::default()
    }
}

impl Default for FakeSystem {
    fn default() -> Self {
        let identity = Profile::default().identity();
        let mut shared = Shared {
            settings: defaults::settings(&identity),
            props: defaults::props(&identity),
            clock: Clock::at(NOW),
            locale: "en-US".to_owned(),
            hardware: Hardware { battery: defaults::BATTERY, ..Hardware::default() },
            ids: Ids::after(1000),
            identity: Arc::new(identity),
            ..Shared::default()
        };
        let apps = [
            ("com.android.settings", "Settings", true, ".Settings .wifi.WifiPickerActivity .Private"),
            ("com.google.android.apps.nexuslauncher", "Launcher", true, ".NexusLauncherActivity"),
            ("com.whatsapp", "WhatsApp", false, ".Main .Conversation"),
            ("com.android.chrome", "Chrome", true, "com.google.android.apps.chrome.Main"),
        ];
        for (name, label, system, activities) in apps {
            let activities: Vec<&str> = activities.split(' ').collect();
            shared.packages.installed.insert(name.to_owned(), package(label, system, &activities));
        }
        let contact = |id, name: &str, number: &str| Contact {
            id,
            name: name.to_owned(),
            numbers: vec![number.to_owned()],
            ..Contact::default()
        };
        shared.contacts = vec![contact(1, "Sam Smith", "+1 555-0100"), contact(2, "Zoë O'Neil", "5550101")].into();
        let message = |id, body: &str, sent| Message {
            id,
            address: "+15550100".to_owned(),
            body: body.to_owned(),
            date: NOW + id,
            sent,
            read: sent,
        };
        shared.messages = vec![message(1, "Hi, there", false), message(2, "On my way", true)].into();
        shared.calls.log =
            vec![Call { id: 5, number: "5550101".to_owned(), date: NOW, duration: 42, kind: "missed".to_owned() }];
        shared.notifications = vec![Notification {
            id: 7,
            package: "com.whatsapp".to_owned(),
            title: "Sam".to_owned(),
            text: "Lunch?".to_owned(),
            date: NOW,
            ..Notification::default()
        }];
        shared.log('I', "ActivityManager", "Start proc com.whatsapp");
        shared.log('D', "Wifi", "scan");
        let component = Component::new("com.android.settings", ".Settings");
        Self {
            shared,
            calls: Vec::new(),
            front: Some(Front { component, task_id: 12 }),
            files: BTreeMap::new(),
            display: Display {
                size: (1080, 2400),
                density: 420,
                size_override: None,
                density_override: None,
                rotation: 0,
            },
            clipboard_command: false,
            dump: Ok("<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation=\"0\"></hierarchy>"
                .to_owned()),
            awake: true,
            locked: false,
            keyboard: false,
            secure: false,
            stdin: Vec::new(),
        }
    }
}

impl FakeSystem {
    fn told(&mut self, what: impl Into<String>) {
        self.calls.push(what.into());
    }
}

impl System for FakeSystem {
    fn shared(&self) -> &Shared {
        &self.shared
    }

    fn shared_mut(&mut self) -> &mut Shared {
        &mut self.shared
    }

    fn resolve(&self, intent: &Intent) -> Vec<Component> {
        let packages = &self.shared.packages.installed;
        if let Some((package, class)) = &intent.component {
            let wanted = Component::new(package, class);
            let there = packages
                .get(package)
                .is_some_and(|found| found.activities.iter().any(|class| Component::new(package, class) == wanted));
            return if there { vec![wanted] } else { Vec::new() };
        }
        let data = intent.data.as_deref().unwrap_or_default();
        match intent.action.as_deref() {
            Some("android.intent.action.MAIN") => packages
                .iter()
                .filter(|(name, found)| found.launchable && intent.package.as_ref().is_none_or(|only| only == *name))
                .filter_map(|(name, found)| found.activities.first().map(|class| Component::new(name, class)))
                .collect(),
            Some("android.settings.WIFI_SETTINGS") => {
                vec![Component::new("com.android.settings", ".wifi.WifiPickerActivity")]
            }
            Some("android.intent.action.VIEW") if data.starts_with("http") => {
                vec![Component::new("com.android.chrome", "com.google.android.apps.chrome.Main")]
            }
            _ => Vec::new(),
        }
    }

    fn start(&mut self, intent: &Intent) -> Result<Started, StartError> {
        let Some(component) = self.resolve(intent).into_iter().next() else {
            return Err(match intent.component {
                Some(_) => StartError::NoSuchClass,
                None => StartError::Unresolved,
            });
        };
        if component.class.ends_with(".Private") {
            return Err(StartError::NotExported);
        }
        let data = intent.data.as_ref().map(|data| format!(" {data}")).unwrap_or_default();
        self.told(format!("start {}{data}", component.short()));
        let already_front = self.front.as_ref().is_some_and(|front| front.component == component);
        let cold = component.package != "com.android.chrome";
        self.front = Some(Front { component: component.clone(), task_id: 13 });
        Ok(Started { component, task_id: 13, cold: cold && !already_front, already_front })
    }

    fn front(&self) -> Option<Front> {
        self.front.clone()
    }

    fn tasks(&self) -> Vec<TaskInfo> {
        let home = Component::new("com.google.android.apps.nexuslauncher", ".NexusLauncherActivity");
        let task =
            |id, top: &Component, visible, home| TaskInfo { id, top: top.clone(), base: top.clone(), visible, home };
        let front = self.front.iter().map(|front| task(front.task_id, &front.component, true, false));
        front.chain([task(2, &home, false, true)]).collect()
    }

    fn start_service(&mut self, package: &str, class: &str, foreground: bool) {
        self.shared.services.start(package, class, foreground);
    }

    fn stop(&mut self, package: &str) {
        self.told(format!("stop {package}"));
    }

    fn crash(&mut self, package: &str) {
        self.told(format!("crash {package}"));
    }

    fn pid(&self, package: &str) -> Option<u32> {
        match package {
            "com.android.systemui" => Some(1800),
            "com.android.settings" => Some(4242),
            _ => None,
        }
    }

    fn panel(&mut self, kind: u16, code: u16, value: i32) {
        self.told(format!("panel {kind} {code} {value}"));
    }

    fn gesture(&mut self, gesture: Gesture) {
        self.told(match gesture {
            Gesture::Tap(x, y) => format!("tap {x} {y}"),
            Gesture::Swipe(x1, y1, x2, y2, ms) => format!("swipe {x1} {y1} {x2} {y2} {ms}"),
            Gesture::DragAndDrop(x1, y1, x2, y2, ms) => format!("drag {x1} {y1} {x2} {y2} {ms}"),
            Gesture::Motion(motion, x, y) => format!("{motion:?} {x} {y}"),
            Gesture::Roll(x, y) => format!("roll {x} {y}"),
            Gesture::Press => "press".to_owned(),
            Gesture::Scroll(x, y, right, up) => format!("scroll {x} {y} {right} {up}"),
        });
    }

    fn key(&mut self, code: u32, long_press: bool, meta: u32) {
        let long = if long_press { " long" } else { "" };
        let meta = if meta == 0 { String::new() } else { format!(" meta {meta}") };
        self.told(format!("key {code}{long}{meta}"));
    }

    fn key_combination(&mut self, codes: &[u32]) {
        self.told(format!("keys {codes:?}"));
    }

    fn text(&mut self, text: &str) {
        self.told(format!("type {text:?}"));
    }

    fn commit_text(&mut self, text: &str) {
        self.told(format!("commit {text:?}"));
    }

    fn clear_text(&mut self) {
        self.told("clear");
    }

    fn editor_action(&mut self, action: i32) {
        self.told(format!("editor {action}"));
    }

    fn keyboard_shown(&self) -> bool {
        self.keyboard
    }

    fn input_type(&self) -> Option<u32> {
        self.keyboard.then_some(0x1)
    }

    fn hide_keyboard(&mut self) {
        self.told("hide keyboard");
    }

    fn input_methods(&self) -> Vec<String> {
        [defaults::KEYBOARD, defaults::ADB_KEYBOARD, defaults::UIAUTOMATOR2_KEYBOARD].map(str::to_owned).into()
    }

    fn hierarchy_xml(&mut self, compressed: bool) -> Result<String, DumpError> {
        if compressed {
            self.told("compressed");
        }
        self.dump.clone()
    }

    fn screen_pixels(&mut self) -> Arc<Pixels> {
        Arc::new(Pixels { width: 2, height: 1, rgba: vec![1, 2, 3, 255, 4, 5, 6, 255] })
    }

    fn screen_png(&mut self) -> Vec<u8> {
        b"\x89PNG".to_vec()
    }

    fn display(&self) -> Display {
        self.display.clone()
    }

    fn record(&mut self, film: Film) -> Result<Option<u32>, String> {
        self.told(format!("record {:?} {:?} {}", film.path, film.size, film.limit_ms));
        Ok(None)
    }

    fn set_clock(&mut self, now_ms: i64) -> bool {
        self.told(format!("clock {now_ms}"));
        self.shared.clock.now_ms = now_ms;
        now_ms >= 0
    }

    fn set_display(&mut self, size: Option<(u32, u32)>, density: Option<u32>) {
        self.told(format!("display {size:?} {density:?}"));
        (self.display.size_override, self.display.density_override) = (size, density);
    }

    fn windows(&self) -> Vec<Window> {
        let window = |title: String, package: &str, focused| Window {
            title,
            package: package.to_owned(),
            focused,
            secure: focused && self.secure,
            frame: [0, 0, 1080, 2400],
        };
        let mut windows = vec![window("StatusBar".to_owned(), "com.android.systemui", false)];
        if self.locked {
            windows.push(window("NotificationShade".to_owned(), "com.android.systemui", true));
        } else if let Some(front) = &self.front {
            windows.push(window(front.component.long(), &front.component.package, true));
        }
        windows
    }

    fn is_awake(&self) -> bool {
        self.awake
    }

    fn is_locked(&self) -> bool {
        self.locked
    }

    fn dismiss_lock(&mut self) {
        self.locked = false;
        self.told("unlock");
    }

    fn shade(&mut self, shade: Shade) {
        self.told(format!("shade {shade:?}"));
    }

    fn has_clipboard_command(&self) -> bool {
        self.clipboard_command
    }

    fn read_file(&self, path: &str) -> Result<Vec<u8>, String> {
        self.files.get(path).cloned().ok_or_else(|| "No such file or directory".to_owned())
    }

    fn write_file(&mut self, path: &str, bytes: &[u8]) -> Result<(), String> {
        if path.starts_with("/system/") {
            return Err("Read-only file system".to_owned());
        }
        self.told(format!("write {path} {}", bytes.len()));
        self.files.insert(path.to_owned(), bytes.to_vec());
        Ok(())
    }

    fn install(&mut self, parts: &[Part], folder: &str, options: &InstallOptions) -> Result<String, String> {
        let names: Vec<&str> = parts.iter().map(|part| part.name.as_str()).collect();
        let shown = names.join("+");
        match parts.first().and_then(|part| part.bytes.strip_prefix(b"PK:").or_else(|| part.bytes.strip_prefix(b"PK")))
        {
            Some(_) if options.no_replace => Err("INSTALL_FAILED_ALREADY_EXISTS".to_owned()),
            Some(_) => {
                self.told(format!("install {shown}"));
                self.shared.packages.installed.insert("com.installed".to_owned(), Package::default());
                Ok("com.installed".to_owned())
            }
            None => Err(format!("INSTALL_PARSE_FAILED_NOT_APK: Failed to parse {folder}/{shown}")),
        }
    }

    fn uninstall(&mut self, package: &str, removal: Removal) -> Result<(), String> {
        self.told(format!("uninstall {package}"));
        match self.shared.packages.get(package) {
            Some(found) if found.system && !removal.for_user => Err("DELETE_FAILED_INTERNAL_ERROR".to_owned()),
            _ => {
                self.shared.packages.installed.remove(package);
                Ok(())
            }
        }
    }

    fn install_existing(&mut self, package: &str) -> bool {
        self.shared.packages.is_installed(package)
    }

    fn clear_data(&mut self, package: &str) -> bool {
        self.told(format!("clear data {package}"));
        true
    }
}
