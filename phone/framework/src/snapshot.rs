//! Access to the whole state: inspect, snapshot and restore.

use serde_json::{Value, json};

use super::{Phone, Press};
use commands::{Shade, System};
use machine::files::Difference;
use state::shared::{CameraScene, Shared};

/// A phone's state in memory: shared state, apps and files. The screen is not part of it; a restored phone shows its
/// home screen, as after a reboot.
#[derive(Clone)]
pub struct Snapshot {
    shared: Shared,
    apps: serde_json::Map<String, Value>,
    presses: Vec<Press>,
}

impl Phone {
    /// Returns the whole state, for tests and evaluation.
    pub fn whole_state(&self) -> Value {
        let screen = self.front().map(|front| front.component.short());
        json!({
            "deeds": self.deeds(),
            "shared": self.shared,
            "apps": self.save_apps(),
            "screen": {
                "front": screen,
                "awake": self.display.awake,
                "locked": self.display.locked,
                "keyboard": self.input.typing_into.is_some(),
                "focusedText": self.focused_text(),
                "dialog": self.overlays.dialog.as_ref().map(|dialog| json!({"title": dialog.title, "message": dialog.message})),
                "toast": self.overlays.toast.as_ref().map(|(_, text, _)| text),
                "shade": self.overlays.shade != Shade::Closed,
                "pressed": self.overlays.presses,
            },
        })
    }

    /// Returns the state that a deed could change, without anything that looking, scrolling or typing changes: it is
    /// equal before and after if nothing was done.
    pub fn deeds(&self) -> Value {
        let shared = &self.shared;
        let (files, _) = Difference::between(&self.code.factory.files, &self.shared.files);
        let mut deeds = json!({
            "messages": shared.messages,
            "contacts": shared.contacts,
            "calls": shared.calls.log,
            "blocked": shared.blocked,
            "wifi": shared.wifi,
            "call": shared.calls.current,
            "alarms": shared.alarm_clock.alarms,
            "timers": shared.alarm_clock.timers,
            "events": shared.calendar.events,
            "media": json!({"track": shared.media.track(), "playing": shared.media.is_playing()}),
            "packages": shared.packages.installed,
            "settings": shared.settings,
            "props": shared.props,
            "torch": shared.settings.torch(),
            "apps": self.save_apps(),
            "files": files.digest(),
            "popups": self.overlays.presses.iter().filter(|press| press.deed).collect::<Vec<_>>(),
        });
        forget_looking(&mut deeds);
        deeds
    }

    /// Returns the apps' own state, by package.
    pub(super) fn save_apps(&self) -> serde_json::Map<String, Value> {
        self.code.apps.iter().map(|(package, app)| ((*package).to_owned(), app.save())).collect()
    }

    /// Takes a snapshot.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { shared: self.shared.clone(), apps: self.save_apps(), presses: self.overlays.presses.clone() }
    }

    /// Restores a snapshot; the clock continues.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        let now_ms = self.shared.clock.now_ms;
        self.shared = snapshot.shared.clone();
        self.shared.clock.now_ms = now_ms;
        self.overlays.presses.clone_from(&snapshot.presses);
        // Restore apps that were uninstalled since.
        for app in self.code.factories.iter().map(|make| make()) {
            let package = app.manifest().package;
            if snapshot.apps.contains_key(package) {
                self.code.apps.entry(package).or_insert(app);
            }
        }
        for (package, app) in &mut self.code.apps {
            if let Some(state) = snapshot.apps.get(*package) {
                app.load(state);
            }
        }
        self.fresh_screen();
    }

    /// Resets the phone to its factory state.
    pub fn reset(&mut self) {
        *self = Self::new(self.profile.clone(), &self.code.factories, self.time.host_ms);
    }

    /// Reboots: open tasks are gone, stored data stays.
    pub fn reboot(&mut self) {
        self.time.booted_ms = self.time.host_ms;
        self.shared.clock.uptime_ms = 0;
        self.shared.service_state.clear();
        self.log_boot();
        self.fresh_screen();
    }

    /// Closes everything but the home screen.
    pub(super) fn fresh_screen(&mut self) {
        self.activities.tasks.clear();
        self.shared.services.stop_all();
        let running: Vec<String> = std::mem::take(&mut self.activities.running).into_keys().collect();
        running.iter().for_each(|package| self.forget_one_time(package));
        self.display.ui = toolkit::UiStates::default();
        self.overlays.toast = None;
        self.leave_screen();
        self.display.awake = true;
        self.lock();
        self.go_home();
    }

    /// Sets the scene in front of the camera.
    pub fn set_scene(&mut self, scene: CameraScene) {
        self.shared.hardware.scene = scene;
    }

    /// Injects a screen fault, or removes it. Returns whether the kind is known.
    pub fn set_mishap(&mut self, kind: &str, on: bool) -> bool {
        match kind {
            "secure" => self.display.mishaps.secure = on,
            "no_tree" => self.display.mishaps.no_tree = on,
            "freeze" => {
                self.display.mishaps.frozen = None;
                if on {
                    self.display.mishaps.frozen = Some(self.pixels());
                }
            }
            _ => return false,
        }
        true
    }
}

/// The fields in which apps and messages keep the user's position and unsent input.
const LOOKING: &[&str] = &[
    // The share sheet: its choices, and its intent.
    "candidates",
    "intent",
    "chosen",
    "digits",
    "drafts",
    "form",
    "found",
    "given",
    "joining",
    "lock_form",
    "menu",
    "middle",
    "page",
    "password",
    "plan",
    "planning",
    "query",
    "read",
    "recipient",
    // How far the clock has been looked at, not what was done.
    "reminded_ms",
    "seeded",
    "serial",
    "stopped",
    "tabs",
    "unread",
    "voicePlaying",
    "voiceRecording",
    "visited",
    "waiting",
    "zoom",
];

/// Removes state that only looking and typing changes.
fn forget_looking(state: &mut Value) {
    match state {
        Value::Object(fields) => {
            fields.retain(|name, _| !LOOKING.contains(&name.as_str()));
            fields.values_mut().for_each(forget_looking);
        }
        Value::Array(items) => {
            // A chat that was opened but never written in.
            items.retain(|item| item.get("messages").is_none_or(|messages| *messages != json!([])) || is_group(item));
            items.iter_mut().for_each(forget_looking);
        }
        _ => {}
    }
}

fn is_group(chat: &Value) -> bool {
    chat.get("group").and_then(Value::as_str).is_some_and(|name| !name.is_empty())
}
