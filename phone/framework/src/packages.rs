//! Installs and removes apps: an accepted package becomes files, a package record and an icon in the launcher.

use std::collections::BTreeMap;

use super::{LAUNCHER, Phone};
use commands::Removal;
use state::app::Manifest;
use state::packages::{InstallOptions, Installed, Part, Reader, Target, check, stock};
use state::shared::Offer;

impl Phone {
    /// Returns the APK reader, configured for this phone.
    pub(super) fn apk_reader(&self) -> Reader {
        let sdk = self.shared.props.get("ro.build.version.sdk").and_then(|sdk| sdk.parse().ok());
        Reader {
            locale: self.shared.locale.clone(),
            density: self.display.density_override.unwrap_or(self.profile.screen.density),
            sdk: sdk.unwrap_or(34),
        }
    }

    /// Installs the files staged in `folder`.
    pub(super) fn install_parts(
        &mut self,
        parts: &[Part],
        folder: &str,
        options: &InstallOptions,
    ) -> Result<String, String> {
        let prop = |name: &str| self.shared.props.get(name).map_or("", String::as_str);
        let target = Target {
            reader: self.apk_reader(),
            abis: prop("ro.product.cpu.abilist").split(',').map(str::to_owned).collect(),
            debuggable: prop("ro.debuggable") == "1",
            now_ms: self.shared.clock.now_ms,
            packages: &self.shared.packages.installed,
            foreign: self.code.apps.keys().copied().collect(),
        };
        let Installed { name, package, files } =
            check(parts, folder, options, &target).map_err(|refusal| refusal.text())?;
        let updated = self.shared.packages.is_installed(&name);
        self.stop_app(&name);
        self.store_parts(&name, parts, &files, options.inherit.is_some())
            .map_err(|why| format!("INSTALL_FAILED_INSUFFICIENT_STORAGE: {why}"))?;
        self.shared.packages.install(&name, package);
        self.shared.packages.settle_uids();
        // Without room for the folder the app is installed anyway, and creates it on its first write.
        _ = self.shared.make_data_folder(&name);
        let event = if updated { "PACKAGE_REPLACED" } else { "PACKAGE_ADDED" };
        self.shared.log('I', "PackageManager", format!("{event} {name}"));
        Ok(name)
    }

    /// Installs finished downloads from the store.
    pub(super) fn finish_downloads(&mut self) {
        for package in self.shared.store.take_finished(self.shared.clock.now_ms) {
            self.install_offer(&package);
        }
    }

    /// Installs or updates an app from the store: its code, its package record, its folders. It has to request its
    /// permissions.
    fn install_offer(&mut self, package: &str) {
        let Some(offer) = self.shared.store.offers.get(package).cloned() else { return };
        let now = self.shared.clock.now_ms;
        if let Some(known) = self.shared.packages.get_mut(package) {
            (known.version_code, known.version_name) = (offer.version_code, offer.version_name);
            self.stop_app(package);
            self.shared.log('I', "PackageManager", format!("PACKAGE_REPLACED {package}"));
            return;
        }
        let made = self.code.factories.iter().map(|make| make()).find(|app| app.manifest().package == package);
        let record = match &made {
            Some(app) => super::app_package(&app.manifest(), false, now),
            None => {
                let plain = super::plain_package(package, &offer.label, now);
                state::shared::Package { installed_ms: now, ..plain }
            }
        };
        self.shared.packages.install(package, record);
        if let Some(app) = made {
            for folder in app.folders() {
                // If a folder cannot be created, the app reports that when it needs it.
                _ = self.shared.files.as_system(|files| files.make_dirs(folder, now));
            }
            self.code.apps.insert(app.manifest().package, app);
            self.make_databases(package);
        }
        self.shared.log('I', "PackageManager", format!("PACKAGE_ADDED {package}"));
    }

    /// Writes the files of an app to Android's locations.
    fn store_parts(&mut self, name: &str, parts: &[Part], files: &[String], keep: bool) -> Result<(), String> {
        let path = commands::apk_path(name, false);
        let folder = path.rsplit_once('/').map_or("/data/app", |(folder, _)| folder).to_owned();
        let now = self.shared.clock.now_ms;
        let stored = self.shared.files.as_system(|all| {
            if !keep && all.stat(&folder).is_ok() {
                all.remove_all(&folder, now)?;
            }
            all.make_dirs(&folder, now)?;
            for (part, file) in parts.iter().zip(files) {
                all.write(&format!("{folder}/{file}"), part.bytes.to_vec(), now)?;
            }
            Ok::<_, machine::files::FileError>(())
        });
        if let Err(error) = stored {
            // Leave nothing half done.
            _ = self.shared.files.as_system(|all| all.remove_all(&folder, now));
            return Err(error.to_string());
        }
        Ok(())
    }

    /// Removes a package with its files.
    pub(super) fn remove_package(&mut self, package: &str, removal: Removal) -> Result<(), String> {
        let Some(found) = self.shared.packages.get(package) else {
            return Err("DELETE_FAILED_INTERNAL_ERROR".to_owned());
        };
        if found.system && (!removal.for_user || package == LAUNCHER || package == "android") {
            return Err("DELETE_FAILED_INTERNAL_ERROR".to_owned());
        }
        let preinstalled = found.system;
        self.stop_app(package);
        if !self.shared.packages.uninstall(package) {
            return Ok(());
        }
        self.code.apps.remove(package);
        self.forget_services(package);
        if preinstalled {
            return Ok(());
        }
        let now = self.shared.clock.now_ms;
        let path = commands::apk_path(package, false);
        let outer = path.split('/').take(4).collect::<Vec<_>>().join("/");
        self.shared.files.as_system(|all| {
            // A package without files has none to remove.
            _ = all.remove_all(&outer, now);
        });
        if !removal.keep_data {
            self.shared.remove_data_folder(package);
        }
        Ok(())
    }

    /// Disables the services of a removed package; if it was the keyboard, the default one takes over.
    fn forget_services(&mut self, package: &str) {
        let theirs = |entry: &str| entry.split('/').next() == Some(package);
        let secure = &mut self.shared.settings.secure;
        for name in ["enabled_input_methods", "enabled_accessibility_services"] {
            if let Some(list) = secure.get_mut(name).filter(|list| list.split(':').any(theirs)) {
                let kept: Vec<&str> = list.split(':').filter(|entry| !theirs(entry)).collect();
                *list = kept.join(":");
            }
        }
        if let Some(selected) = secure.get_mut("default_input_method").filter(|id| theirs(id)) {
            super::LATIN.clone_into(selected);
        }
    }

    /// Restores a package that was removed for the user.
    pub(super) fn bring_back(&mut self, package: &str) -> bool {
        if self.shared.packages.restore(package) {
            let made = self.code.factories.iter().map(|make| make()).find(|app| app.manifest().package == package);
            if let Some(app) = made {
                self.code.apps.insert(app.manifest().package, app);
            }
        }
        self.shared.packages.is_installed(package)
    }

    /// Clears the data of an app or provider.
    pub(super) fn clear_package(&mut self, package: &str) -> bool {
        // A provider's data is shared and not owned by its package.
        if !self.clear_provider(package) && !self.shared.packages.is_installed(package) {
            return false;
        }
        self.stop_app(package);
        let fresh = self.code.factories.iter().map(|make| make()).find(|app| app.manifest().package == package);
        if let Some(mut app) = fresh {
            app.cleared(&mut self.shared);
            self.code.apps.insert(app.manifest().package, app);
        }
        if self.shared.packages.is_installed(package) {
            self.shared.clear_data_folder(package);
            self.make_databases(package);
        }
        if let Some(found) = self.shared.packages.get_mut(package).filter(|found| found.apk.is_some()) {
            found.permissions.values_mut().for_each(|granted| *granted = false);
            found.answers.clear();
            found.ops.clear();
        }
        true
    }
}

/// Apps in the store that have no code on this phone: they open and show their name.
const NAMES_ONLY: &[(&str, &str)] = &[
    ("com.duolingo", "Duolingo"),
    ("com.instagram.android", "Instagram"),
    ("com.netflix.mediaclient", "Netflix"),
    ("com.slack", "Slack"),
    ("com.ubercab", "Uber"),
    ("org.telegram.messenger", "Telegram"),
];

/// Returns the store's offers: every app with code that is not a system app, and some by name only.
pub(super) fn offers(apps: impl Iterator<Item = Manifest>) -> BTreeMap<String, Offer> {
    let mut offers: BTreeMap<String, Offer> = NAMES_ONLY
        .iter()
        .map(|(package, label)| {
            let (version_name, version_code) = ("1.0".to_owned(), 1);
            let offer = Offer { label: (*label).to_owned(), version_name, version_code, size: Offer::size_of(package) };
            ((*package).to_owned(), offer)
        })
        .collect();
    for manifest in apps {
        let belongs = manifest.system || stock::path(manifest.package).is_some() || manifest.package == LAUNCHER;
        if !belongs {
            let offer = Offer {
                label: manifest.label.to_owned(),
                version_name: manifest.version_name.to_owned(),
                version_code: manifest.version_code.into(),
                size: Offer::size_of(manifest.package),
            };
            offers.insert(manifest.package.to_owned(), offer);
        }
    }
    offers
}
