//! The phone: its whole state in one place, changed by one caller at a time.
//!
//! adbd, the control service and the uiautomator2 server call it on its own thread, after telling it the time with
//! [`Phone::tick`]. It never waits: a gesture of two seconds is complete when the call returns; only animation time has
//! advanced. It implements `System` for the commands and `Os` for the shell, and saves only the differences from the
//! factory state.
//!
//! The state is divided into `parts`, each with an owning module: `tasks` (open apps), `choose` (intent resolution),
//! `results` (activity results), `notifications`, `overview`, `keyguard`, `calls`, `trouble` (crash and not-responding
//! dialogs), `editing` (text), `schedule` (a profile's events), `databases` (the providers' files for root).
//!
//! For the providers' databases the shared state is the source of truth, and the files are a view of it: they are
//! written when root looks and something has changed, and read back when root has changed them.

mod boot;
mod calls;
mod choose;
mod clock;
mod databases;
mod editing;
mod input;
mod input_events;
mod kernel;
mod keyguard;
mod keys;
mod notifications;
mod os;
mod overview;
mod packages;
mod panel;
mod parts;
mod permissions;
mod popup;
mod quirks;
mod recording;
mod remote;
mod results;
mod saved;
mod schedule;
mod screen;
mod slow;
mod snapshot;
mod system;
mod system_ui;
mod tasks;
#[cfg(test)]
mod tests;
mod trouble;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::os::wanted_input;
use self::parts::{Activities, Background, Code, DisplayState, FactoryState, InputState, Overlays, Time};
pub use self::popup::{Button, Class, Field, Item, Layout, PopUp, Press};
pub use self::recording::EVERY_MS as RECORD_EVERY_MS;
pub use self::saved::{LoadError, SavedPhone};
pub use self::snapshot::Snapshot;
use commands::LongRunning;
use machine::files::Files;
use state::app::{App, Factory, Manifest};
use state::packages::stock;
use state::profile::Profile;
use state::shared::{CameraScene, Ids, Package, Shared};
use toolkit::Event;

/// A phone.
pub struct Phone {
    profile: Profile,
    shared: Shared,
    code: Code,
    activities: Activities,
    display: DisplayState,
    input: InputState,
    overlays: Overlays,
    time: Time,
    background: Background,
    /// Whether adbd was restarted as root.
    root: bool,
    /// The databases of the content providers.
    databases: databases::Databases,
}

/// An open app: its back stack, the visible screen last.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Task {
    id: u32,
    package: String,
    screens: Vec<Screen>,
}

/// One screen of an app.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Screen {
    route: String,
    /// The key of its scroll positions and focus.
    key: String,
    /// The app that owns it, if it is not the task's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guest: Option<Guest>,
}

/// An app whose screens are in another app's task, because it was started for a result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Guest {
    package: String,
    /// The caller's name for the result; `None` if no result is expected.
    tag: Option<String>,
    /// A unique number: an app may be its own guest.
    number: u64,
}

impl Task {
    /// Returns the package that owns a screen of the task.
    fn owner<'a>(&'a self, screen: &'a Screen) -> &'a str {
        screen.guest.as_ref().map_or(&self.package, |guest| &guest.package)
    }
}

/// A dialog over the screen.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Dialog {
    /// The app that shows it, or `android`.
    package: String,
    title: String,
    message: String,
    buttons: Vec<(String, Event)>,
    /// The pop-up it shows instead, if the control service made it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    made: Option<Box<PopUp>>,
    /// The focus for keys: the index of a button, or the number of a pop-up's element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    focus: Option<usize>,
    /// The permission requested by the app in front, if this is a permission dialog.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    permission: Option<String>,
    /// The app that crashed or is not responding, if the dialog reports that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    trouble: Option<String>,
}

/// The package of the launcher.
const LAUNCHER: &str = "com.google.android.apps.nexuslauncher";
/// The phone's default keyboard.
const LATIN: &str = commands::defaults::KEYBOARD;

impl Phone {
    /// Creates a phone from its profile, booted at `now_ms` (the profile's own clock takes precedence). Its apps must
    /// include a launcher. Optional apps are installed if the profile names them.
    pub fn new(profile: Profile, factories: &[Factory], now_ms: i64) -> Self {
        let (host_ms, now_ms) = (now_ms, profile.clock_ms.unwrap_or(now_ms));
        let files = Files::phone(now_ms);
        let mut phone = Self {
            shared: Shared { files: files.clone(), ..Shared::default() },
            code: Code::of(factories, files),
            activities: Activities::default(),
            display: DisplayState {
                awake: true,
                locked: profile.locked || profile.pin.is_some(),
                ..DisplayState::default()
            },
            input: InputState::default(),
            overlays: Overlays::default(),
            time: Time::beginning(host_ms, now_ms),
            background: Background::default(),
            root: false,
            databases: databases::Databases::default(),
            profile,
        };
        phone.provision(now_ms);
        phone
    }

    /// Fills the shared state from the profile and the apps, and opens the launcher.
    fn provision(&mut self, now_ms: i64) {
        let Profile { without, outdated, ungranted, contacts, messages, calls, settings, apps, .. } =
            self.profile.clone();
        let identity = Arc::new(self.profile.identity());
        let shared = &mut self.shared;
        shared.clock.now_ms = now_ms;
        shared.clock.utc_offset_min = self.profile.utc_offset_min;
        shared.identity = Arc::clone(&identity);
        shared.locale.clone_from(&self.profile.locale);
        shared.hardware.battery = self.profile.battery;
        shared.pin.clone_from(&self.profile.pin);
        shared.hardware.scene = CameraScene::of(self.profile.nth(2));
        (shared.contacts, shared.messages, shared.calls.log) = (contacts.into(), messages.into(), calls);
        shared.settings = commands::defaults::settings(&identity);
        shared.props = commands::defaults::props(&identity);
        let android_id = format!("{:016x}", self.profile.nth(1));
        shared.settings.secure.insert("android_id".to_owned(), android_id);
        for (key, value) in settings {
            let Some((table, name)) = key.split_once('/') else { continue };
            let table = match table {
                "system" => &mut shared.settings.system,
                "secure" => &mut shared.settings.secure,
                _ => &mut shared.settings.global,
            };
            table.insert(name.to_owned(), value);
        }
        let manifests = self.code.apps.values().map(|app| app.manifest());
        let looks = manifests.map(|manifest| (manifest.package.to_owned(), (manifest.icon, manifest.color)));
        shared.packages.looks = Arc::new(looks.collect());
        shared.store.offers = Arc::new(packages::offers(self.code.apps.values().map(|app| app.manifest())));
        let wanted = |package: &str, app: &dyn App| !app.optional() || apps.contains_key(package);
        self.code.apps.retain(|package, app| {
            let kept = wanted(package, app.as_ref()) && !without.iter().any(|gone| gone == package);
            *package == LAUNCHER || kept
        });
        for app in self.code.apps.values() {
            let manifest = app.manifest();
            let granted = !ungranted.iter().any(|package| package == manifest.package);
            let installed_ms = now_ms - 30 * 86_400_000;
            shared
                .packages
                .installed
                .insert(manifest.package.to_owned(), app_package(&manifest, granted, installed_ms));
            for folder in app.folders() {
                // The disk is still empty, so this cannot fail.
                _ = shared.files.as_system(|files| files.make_dirs(folder, now_ms));
            }
        }
        for (package, label) in apps {
            // Apps with code are described by their manifest.
            shared.packages.installed.entry(package.clone()).or_insert_with(|| plain_package(&package, &label, now_ms));
        }
        for package in &outdated {
            if let Some(found) = shared.packages.get_mut(package) {
                (found.version_code, found.version_name) = (found.version_code.saturating_sub(1), "1.0".to_owned());
            }
        }
        for stock in stock::STOCK {
            shared.packages.installed.entry(stock.package.to_owned()).or_insert_with(|| stock.record(now_ms));
        }
        let controller = plain_package(permissions::CONTROLLER, "Permission controller", now_ms);
        let controller = Package { system: true, launchable: false, ..controller };
        shared.packages.installed.insert(permissions::CONTROLLER.to_owned(), controller);
        if self.profile.adb_keyboard {
            let mut keyboard = plain_package("com.android.adbkeyboard", "ADB Keyboard", now_ms);
            keyboard.launchable = false;
            shared.packages.installed.insert("com.android.adbkeyboard".to_owned(), keyboard);
        }
        shared.packages.settle_uids();
        // The framework keeps its data elsewhere.
        for package in shared.packages.installed.keys().filter(|name| *name != "android").cloned().collect::<Vec<_>>() {
            // The disk is still empty, so this cannot fail.
            _ = shared.make_data_folder(&package);
        }
        let taken =
            shared.contacts.iter().map(|contact| contact.id).chain(shared.messages.iter().map(|message| message.id));
        shared.ids = Ids::after(1000);
        shared.ids.skip_to(taken.max().unwrap_or(0));
        self.shared.files.set_capacity(u64::from(self.profile.storage_mib) << 20);
        self.shared.files.identify(&identity, &self.shared.props);
        shell::install_programs(&mut self.shared.files);
        for name in commands::names() {
            self.shared.files.add_program(name);
        }
        shell::OUTSIDE_TOYBOX.iter().for_each(|name| self.shared.files.add_program(name));
        if self.profile.has_root() {
            shell::FOR_DEVELOPERS.iter().for_each(|name| self.shared.files.add_program(name));
        }
        if self.has(state::profile::Quirk::StorageFull) {
            // No byte is free beyond the initial files.
            self.shared.files.set_capacity(0);
        }
        self.tell_time();
        self.log_boot();
        self.code.factory = FactoryState {
            settings: self.shared.settings.clone(),
            packages: self.shared.packages.installed.clone(),
            props: self.shared.props.clone(),
            files: self.shared.files.clone(),
        };
        self.go_home();
    }

    /// Advances the clock. Called before every other call.
    pub fn tick(&mut self, now_ms: i64) {
        // If the computer's clock goes backwards, this one stands still.
        let passed_ms = u64::try_from(now_ms.saturating_sub(self.time.host_ms)).unwrap_or(0);
        self.time.host_ms = self.time.host_ms.max(now_ms);
        if !self.profile.run_ahead {
            // The sender of the gestures waits while the clock catches up.
            self.time.ahead_ms = self.time.ahead_ms.saturating_sub(passed_ms);
        }
        self.tell_time();
        self.read_databases();
        if self.overlays.toast.as_ref().is_some_and(|(_, _, until)| *until <= self.steady_ms()) {
            self.overlays.toast = None;
        }
        for app in self.code.apps.values_mut() {
            app.tick(&mut self.shared);
        }
        self.shared.media.tick(self.shared.clock.now_ms);
        self.finish_downloads();
        self.tick_call();
        self.let_happen();
        if let Some(at) = self.input.touch.long_press_at()
            && at <= self.ui_now()
        {
            self.long_press();
        }
    }

    /// Returns the time.
    pub fn now_ms(&self) -> i64 {
        self.shared.clock.now_ms
    }

    /// Returns the profile it was created from.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns the state shared by apps and commands.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// Returns how often the screen was drawn.
    pub fn drawings(&self) -> u64 {
        self.display.frame.drawn()
    }

    /// Returns the files, with `/proc` and `/sys` up to date.
    pub fn files(&mut self) -> &mut Files {
        self.tell_kernel();
        &mut self.shared.files
    }

    /// Returns the monotonic clock: the host time of the last tick.
    fn steady_ms(&self) -> i64 {
        self.time.host_ms + self.time.clock_offset_ms
    }

    /// Returns the animation time.
    fn ui_now(&self) -> u64 {
        u64::try_from(self.steady_ms()).unwrap_or(0) + self.time.ahead_ms
    }

    /// Takes the long-running command with this number, so that the caller can continue it, and the length of the log
    /// when it started.
    pub fn take_long_running(&mut self, id: u64) -> Option<(LongRunning, u64)> {
        self.background.long_running.remove(&id)
    }

    /// Returns what a `logcat` shows of the log after its first `seen` lines.
    pub fn log_since(&self, logcat: &commands::logcat::Logcat, seen: u64) -> String {
        self.shared.log.since(seen).filter_map(|line| logcat.line(line, &self.shared)).collect()
    }
}

/// Creates the package record of an app with code.
fn app_package(manifest: &Manifest, granted: bool, installed_ms: i64) -> Package {
    let activities =
        manifest.activities.iter().map(|activity| commands::Component::new(manifest.package, activity.class).class);
    Package {
        label: manifest.label.to_owned(),
        version_name: manifest.version_name.to_owned(),
        version_code: manifest.version_code.into(),
        system: manifest.system || stock::path(manifest.package).is_some(),
        enabled: true,
        launchable: manifest.launchable,
        installed_ms,
        permissions: manifest.permissions.iter().map(|name| ((*name).to_owned(), granted)).collect(),
        activities: activities.collect(),
        ..Package::default()
    }
}

/// Creates the package record of an app without code.
fn plain_package(package: &str, label: &str, now_ms: i64) -> Package {
    Package {
        label: label.to_owned(),
        version_name: "1.0".to_owned(),
        version_code: 1,
        system: stock::path(package).is_some(),
        enabled: true,
        launchable: true,
        installed_ms: now_ms - 7 * 86_400_000,
        permissions: BTreeMap::new(),
        answers: BTreeMap::new(),
        activities: vec![format!("{package}.MainActivity")],
        ..Package::default()
    }
}
