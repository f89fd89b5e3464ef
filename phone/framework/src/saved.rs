//! A phone saved to disk: everything a user would see again, stored as the difference from the phone that its profile
//! and apps create. So additions of a newer version appear in an old save, and the user's changes and removals stay.
//!
//! Touches in progress, injected faults and running commands are not saved. The file is untrusted input: it is checked
//! and bounded, and never makes the phone panic.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Dialog, LAUNCHER, Phone, Task};
use commands::Shade;
use machine::files::Difference;
use state::app::Factory;
use state::profile::Profile;
use state::shared::{Package, Shared};
use toolkit::UiStates;
use toolkit::keyboard::Keyboard;

/// The format that is written. Version 1 had neither files nor a screen, and stored whole tables.
const VERSION: u32 = 2;
/// The removable apps that version 1 came with: one that is missing from a version 1 file was uninstalled.
const REMOVABLE_IN_1: &[&str] = &[
    "com.android.chrome",
    "com.google.android.GoogleCamera",
    "com.google.android.apps.maps",
    "com.google.android.apps.photos",
    "com.google.android.calculator",
    "com.google.android.calendar",
    "com.google.android.deskclock",
    "com.google.android.documentsui",
    "com.google.android.gm",
    "com.google.android.keep",
    "com.google.android.youtube",
    "com.spotify.music",
    "com.whatsapp",
];

/// A saved phone.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct SavedPhone {
    version: u32,
    /// The state shared by apps and commands, without the tables below.
    shared: Shared,
    /// The apps' own state, by package.
    apps: serde_json::Map<String, Value>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rest: Option<Rest>,
    #[serde(skip)]
    left_out: Vec<String>,
}

/// The fields added in version 2.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Rest {
    /// The difference of the phone's profile from the built-in one. Older files lack it: the caller had to pass the
    /// profile.
    #[serde(default)]
    profile: Option<serde_json::Map<String, Value>>,
    /// The host time of the last boot.
    #[serde(default)]
    booted_ms: Option<i64>,
    /// The host time at which the phone was first switched on.
    created_ms: i64,
    system: Changes<String>,
    secure: Changes<String>,
    global: Changes<String>,
    props: Changes<String>,
    packages: Changes<Package>,
    files: Difference,
    screen: SavedScreen,
}

/// The changes of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Changes<V> {
    set: BTreeMap<String, V>,
    removed: Vec<String>,
}

/// The state of the screen.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct SavedScreen {
    tasks: Vec<Task>,
    next_task: u32,
    next_key: u64,
    running: BTreeMap<String, u32>,
    ui: UiStates,
    keyboard: Keyboard,
    typing_into: Option<String>,
    dialog: Option<Dialog>,
    toast: Option<(String, String, i64)>,
    shade: Shade,
    #[serde(default)]
    system_ui: super::system_ui::SystemUi,
    awake: bool,
    locked: bool,
    size_override: Option<(u32, u32)>,
    density_override: Option<u32>,
    ahead_ms: u64,
}

/// Why a saved phone cannot be loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// A newer version wrote it.
    #[error(
        "the phone was saved in format `{found}` by a newer version, and this one reads up to {VERSION}: use the newer \
         version, or move the saved phone away to begin with a fresh one"
    )]
    Newer {
        /// The format of the file.
        found: u64,
    },
    /// It is not a saved phone, or is damaged.
    #[error("cannot read the saved phone: {0}; move it away to begin with a fresh one")]
    Unreadable(String),
}

impl SavedPhone {
    /// Parses the output of [`Self::to_json`], of this version or an older one.
    pub fn parse(json: &[u8]) -> Result<Self, LoadError> {
        #[derive(Deserialize)]
        struct Version {
            version: u64,
        }
        let unreadable = |error: serde_json::Error| LoadError::Unreadable(error.to_string());
        match serde_json::from_slice::<Self>(json) {
            Ok(saved) if (1..=VERSION).contains(&saved.version) => Ok(saved),
            // A newer format may look entirely different, so the version number decides first.
            parsed => match (serde_json::from_slice::<Version>(json), parsed) {
                (Ok(Version { version }), _) if version > u64::from(VERSION) => {
                    Err(LoadError::Newer { found: version })
                }
                (_, Err(error)) | (Err(error), _) => Err(unreadable(error)),
                (Ok(Version { version }), Ok(_)) => {
                    Err(LoadError::Unreadable(format!("`{version}` is not a format of a saved phone")))
                }
            },
        }
    }

    /// Returns the phone as JSON.
    pub fn to_json(&self) -> Vec<u8> {
        // Strings, numbers and maps with string keys always serialise.
        serde_json::to_vec(self).unwrap_or_default()
    }

    /// Returns the paths of files that are too large to be saved.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
}

impl Phone {
    /// Saves the phone.
    pub fn save(&self) -> SavedPhone {
        let mut shared = self.shared.clone();
        let (settings, factory) = (std::mem::take(&mut shared.settings), &self.code.factory);
        let props = std::mem::take(&mut shared.props);
        let packages = std::mem::take(&mut shared.packages.installed);
        let (files, left_out) = Difference::between(&factory.files, &self.shared.files);
        let rest = Rest {
            profile: Some(self.profile.difference()),
            booted_ms: Some(self.time.booted_ms),
            created_ms: self.time.created_ms,
            system: Changes::between(&factory.settings.system, settings.system),
            secure: Changes::between(&factory.settings.secure, settings.secure),
            global: Changes::between(&factory.settings.global, settings.global),
            props: Changes::between(&factory.props, props),
            packages: Changes::between(&factory.packages, packages),
            files,
            screen: self.save_screen(),
        };
        SavedPhone { version: VERSION, shared, apps: self.save_apps(), rest: Some(rest), left_out }
    }

    fn save_screen(&self) -> SavedScreen {
        SavedScreen {
            tasks: self.activities.tasks.clone(),
            next_task: self.activities.next_task,
            next_key: self.activities.next_key,
            running: self.activities.running.clone(),
            ui: self.display.ui.clone(),
            keyboard: self.input.keyboard.clone(),
            typing_into: self.input.typing_into.clone(),
            dialog: self.overlays.dialog.clone(),
            toast: self.overlays.toast.clone(),
            shade: self.overlays.shade,
            system_ui: self.overlays.system_ui.clone(),
            awake: self.display.awake,
            locked: self.display.locked,
            size_override: self.display.size_override,
            density_override: self.display.density_override,
            ahead_ms: self.time.ahead_ms,
        }
    }

    /// Loads a saved phone with this version's apps and the profile; its clock has moved on.
    pub fn load(profile: Profile, factories: &[Factory], saved: SavedPhone, now_ms: i64) -> Result<Self, LoadError> {
        let SavedPhone { mut shared, apps, rest, .. } = saved;
        let saved_ms = shared.clock.now_ms;
        let created_ms = rest.as_ref().map_or(now_ms, |rest| rest.created_ms.clamp(0, now_ms.max(0)));
        let mut rest = rest;
        let profile = match rest.as_mut().and_then(|rest| rest.profile.take()) {
            // Fields missing from the saved profile get this version's defaults.
            Some(saved) => Profile::parse(&Value::Object(saved).to_string())
                .map_err(|error| LoadError::Unreadable(error.to_string()))?,
            None => profile,
        };
        let mut phone = Self::new(profile, factories, created_ms);
        if let Some(booted_ms) = rest.as_ref().and_then(|rest| rest.booted_ms) {
            phone.time.booted_ms =
                booted_ms.clamp(created_ms.saturating_sub(super::parts::UP_BEFORE_MS), now_ms.max(created_ms));
        }
        let screen = match rest {
            Some(rest) => {
                let factory = phone.code.factory.clone();
                shared.settings.system = rest.system.apply(factory.settings.system);
                shared.settings.secure = rest.secure.apply(factory.settings.secure);
                shared.settings.global = rest.global.apply(factory.settings.global);
                shared.props = rest.props.apply(factory.props);
                shared.packages.installed = rest.packages.apply(factory.packages);
                rest.files.apply(&mut phone.shared.files).map_err(LoadError::Unreadable)?;
                Some(rest.screen)
            }
            None => {
                phone.add_what_is_new(&mut shared);
                None
            }
        };
        shared.enforce_limits();
        phone.update_packages(&mut shared);
        shared.packages.settle_uids();
        shared.files = std::mem::take(&mut phone.shared.files);
        shared.identity = std::mem::take(&mut phone.shared.identity);
        shared.packages.looks = std::mem::take(&mut phone.shared.packages.looks);
        shared.store.offers = std::mem::take(&mut phone.shared.store.offers);
        if shared.hardware.scene.problem().is_some() {
            shared.hardware.scene = phone.shared.hardware.scene.clone();
        }
        phone.shared = shared;
        phone.code.apps.retain(|package, _| *package == LAUNCHER || phone.shared.packages.is_installed(package));
        for app in factories.iter().map(|make| make()) {
            // An app that the user installed: neither from the profile nor preinstalled.
            let package = app.manifest().package;
            if app.optional() && phone.shared.packages.get(package).is_some_and(|found| found.apk.is_none()) {
                phone.code.apps.entry(package).or_insert(app);
            }
        }
        for (package, app) in &mut phone.code.apps {
            if let Some(state) = apps.get(*package) {
                app.load(state);
            }
        }
        match screen {
            Some(screen) => phone.load_screen(screen, saved_ms, now_ms),
            None => phone.fresh_screen(),
        }
        phone.tick(now_ms);
        Ok(phone)
    }

    /// Describes an app whose code was added since by its manifest, keeping the user's choices.
    fn update_packages(&self, shared: &mut Shared) {
        for (package, known) in
            shared.packages.installed.iter_mut().filter(|(package, _)| self.code.apps.contains_key(package.as_str()))
        {
            let Some(fresh) = self.code.factory.packages.get(package) else { continue };
            known.label.clone_from(&fresh.label);
            known.activities.clone_from(&fresh.activities);
            (known.system, known.launchable) = (fresh.system, fresh.launchable);
            for (permission, granted) in &fresh.permissions {
                known.permissions.entry(permission.clone()).or_insert(*granted);
            }
        }
    }

    /// Adds missing entries to version 1's whole tables, unless they could be uninstalled then.
    fn add_what_is_new(&self, shared: &mut Shared) {
        let factory = &self.code.factory;
        let tables = [
            (&mut shared.settings.system, &factory.settings.system),
            (&mut shared.settings.secure, &factory.settings.secure),
            (&mut shared.settings.global, &factory.settings.global),
            (&mut shared.props, &factory.props),
        ];
        for (table, fresh) in tables {
            for (key, value) in fresh {
                table.entry(key.clone()).or_insert_with(|| value.clone());
            }
        }
        let fresh = factory.packages.iter().filter(|(package, _)| !REMOVABLE_IN_1.contains(&package.as_str()));
        for (package, described) in fresh {
            shared.packages.installed.entry(package.clone()).or_insert_with(|| described.clone());
        }
    }

    fn load_screen(&mut self, saved: SavedScreen, saved_ms: i64, now_ms: i64) {
        let known = |task: &Task| !task.screens.is_empty() && self.shared.packages.is_installed(&task.package);
        let mut tasks: Vec<Task> = saved.tasks.into_iter().filter(known).collect();
        if !tasks.iter().any(|task| task.package == LAUNCHER) {
            tasks.splice(0..0, std::mem::take(&mut self.activities.tasks));
        }
        let most = tasks.len().saturating_sub(super::tasks::MAX_TASKS);
        let mut extra = most;
        tasks.retain(|task| {
            task.package == LAUNCHER || extra == 0 || {
                extra -= 1;
                false
            }
        });
        for task in &mut tasks {
            let known = |guest: &super::Guest| self.shared.packages.is_installed(&guest.package);
            task.screens.retain(|screen| screen.guest.as_ref().is_none_or(known));
            let most = task.screens.len().saturating_sub(super::tasks::MAX_SCREENS);
            task.screens.drain(..most);
        }
        self.activities.tasks = tasks;
        // Counters continue from the saved values, far from overflow.
        self.activities.next_task = self.activities.next_task.max(saved.next_task.min(1 << 24));
        self.activities.next_key = self.activities.next_key.max(saved.next_key.min(1 << 48));
        self.activities.running = saved.running;
        // No Linux process has a higher id.
        self.activities.running.retain(|package, pid| *pid < 1 << 22 && self.shared.packages.is_installed(package));
        self.display.ui = saved.ui;
        // If the clock was set back, a fling that ended long ago would run again.
        let back = u64::try_from(saved_ms.saturating_sub(now_ms)).unwrap_or(0);
        let scrolls = self.display.ui.0.values_mut().flat_map(|state| state.scrolls.values_mut());
        for fling in scrolls.filter_map(|scroll| scroll.fling.as_mut()) {
            fling.start_ms = fling.start_ms.saturating_sub(back);
        }
        self.input.keyboard = saved.keyboard;
        self.input.typing_into = saved.typing_into;
        self.overlays.dialog = saved.dialog;
        self.overlays.toast = saved.toast;
        self.overlays.shade = saved.shade;
        self.overlays.system_ui = saved.system_ui;
        self.overlays.system_ui.happened = self.overlays.system_ui.happened.min(self.profile.events.len());
        self.display.awake = saved.awake;
        self.display.locked = saved.locked;
        self.display.size_override =
            saved.size_override.map(|(width, height)| (width.clamp(200, 8000), height.clamp(200, 8000)));
        self.display.density_override = saved.density_override.map(|density| density.clamp(72, 960));
        self.time.ahead_ms = saved.ahead_ms.min(1 << 48);
    }
}

impl<V: Clone + PartialEq> Changes<V> {
    fn between(factory: &BTreeMap<String, V>, mut table: BTreeMap<String, V>) -> Self {
        let removed = factory.keys().filter(|key| !table.contains_key(*key)).cloned().collect();
        table.retain(|key, value| factory.get(key) != Some(value));
        Self { set: table, removed }
    }

    fn apply(self, mut factory: BTreeMap<String, V>) -> BTreeMap<String, V> {
        factory.retain(|key, _| !self.removed.contains(key));
        factory.extend(self.set);
        factory
    }
}

#[cfg(test)]
mod tests;
