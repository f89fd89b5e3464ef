//! The package manager's records: installed packages, packages removed for the user, chosen activities and open install
//! sessions.
//!
//! A package is either installed or removed for the user, never both. This module does not decide whether a package may
//! be installed; `crate::packages` does.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::permissions::{Answer, MOST_DENIALS, group};
use crate::packages::install_options::InstallOptions;
use apk::Apk;
use toolkit::Icon;

/// The maximum number of open install sessions; Android allows 1024 for the shell.
const MOST_SESSIONS: usize = 1024;

/// The packages.
#[derive(Clone, Debug, Default)]
pub struct Packages {
    /// Installed packages, by name.
    pub installed: BTreeMap<String, Package>,
    /// Preinstalled packages that were removed for the user (`pm uninstall --user 0`). `pm install-existing` restores
    /// them.
    pub uninstalled: BTreeMap<String, Package>,
    /// The activities that the user chose with `Always` in the chooser, by the kind of request.
    pub preferred: BTreeMap<String, String>,
    /// Open install sessions, by number. They are not saved.
    pub sessions: BTreeMap<u64, InstallSession>,
    /// The icons and background colours of all apps that have code, installed or not. They come from the apps and are
    /// not saved.
    pub looks: Arc<BTreeMap<String, Look>>,
}

/// An icon and its background colour: red, green, blue.
pub type Look = (Icon, (u8, u8, u8));

/// An installed package.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Package {
    /// The label shown to the user.
    pub label: String,
    /// For example `14`.
    pub version_name: String,
    /// For example `34`.
    pub version_code: u64,
    /// Whether it is preinstalled.
    pub system: bool,
    /// Its uid; 0 until one is assigned.
    pub uid: u32,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether the launcher lists it.
    pub launchable: bool,
    /// The time of installation, in milliseconds since 1970.
    pub installed_ms: i64,
    /// The permissions it requests, and whether each is granted.
    pub permissions: BTreeMap<String, bool>,
    /// The user's answers to its permission requests, by permission.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Answer>,
    /// Its activities as class names with the package, the launcher activity first.
    pub activities: Vec<String>,
    /// The modes set by `appops`, by operation: `allow`, `ignore`, `deny`, `foreground`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ops: BTreeMap<String, String>,
    /// Whether it is suspended (`pm suspend`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub suspended: bool,
    /// The content of its APK, if it was installed from one. Preinstalled packages have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apk: Option<Box<Apk>>,
}

/// An install session: `pm install-create`, `install-write`, `install-commit`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstallSession {
    /// The install options.
    pub options: InstallOptions,
    /// The names of the written files, in order.
    pub parts: Vec<String>,
}

impl Package {
    /// Whether the package may use a permission. Permissions that it does not request are not checked.
    pub fn may(&self, permission: &str) -> bool {
        self.permissions.get(permission).copied().unwrap_or(true)
    }

    /// Grants or denies a permission together with the others of its group that the package requests.
    pub fn decide(&mut self, permission: &str, granted: bool, one_time: bool) {
        let same = |name: &str| {
            name == permission || group(name).zip(group(permission)).is_some_and(|(a, b)| std::ptr::eq(a, b))
        };
        for (name, state) in self.permissions.iter_mut().filter(|(name, _)| same(name)) {
            *state = granted;
            let answer = self.answers.entry(name.clone()).or_default();
            answer.one_time = one_time;
            answer.denials = if granted { 0 } else { answer.denials.saturating_add(1) };
        }
    }

    /// Whether an app may ask for a permission again.
    pub fn may_ask(&self, permission: &str) -> bool {
        self.answers.get(permission).is_none_or(|answer| answer.denials < MOST_DENIALS)
    }
}

impl Packages {
    /// Whether a package is installed.
    pub fn is_installed(&self, package: &str) -> bool {
        self.installed.contains_key(package)
    }

    /// Returns the record of an installed package.
    pub fn get(&self, package: &str) -> Option<&Package> {
        self.installed.get(package)
    }

    /// Returns the record of an installed package, to change it.
    pub fn get_mut(&mut self, package: &str) -> Option<&mut Package> {
        self.installed.get_mut(package)
    }

    /// Whether a package may use a permission.
    pub fn may(&self, package: &str, permission: &str) -> bool {
        self.installed.get(package).is_none_or(|found| found.may(permission))
    }

    /// Records a package as installed, in place of its earlier record.
    pub fn install(&mut self, name: &str, package: Package) {
        self.uninstalled.remove(name);
        self.installed.insert(name.to_owned(), package);
    }

    /// Removes an installed package. A preinstalled one can be restored later. Returns whether it was installed.
    pub fn uninstall(&mut self, name: &str) -> bool {
        let Some(gone) = self.installed.remove(name) else { return false };
        if gone.system {
            self.uninstalled.insert(name.to_owned(), gone);
        }
        true
    }

    /// Restores a package that was removed for the user. Returns whether there was one.
    pub fn restore(&mut self, name: &str) -> bool {
        let Some(found) = self.uninstalled.remove(name) else { return false };
        self.installed.insert(name.to_owned(), found);
        true
    }

    /// Drops the install session with the lowest number if no further one fits.
    pub fn make_room_for_session(&mut self) {
        if self.sessions.len() >= MOST_SESSIONS {
            self.sessions.pop_first();
        }
    }
}
