//! Installing and removing on this phone: what `packages` lets in becomes files, a record and an icon in the
//! launcher.

use super::Phone;
use crate::android::Removal;
use crate::packages::{InstallOptions, Installed, Part, Reader, Target, check};

impl Phone {
    /// What an APK is read for.
    pub(super) fn apk_reader(&self) -> Reader {
        let sdk = self.shared.props.get("ro.build.version.sdk").and_then(|sdk| sdk.parse().ok());
        Reader {
            locale: self.shared.locale.clone(),
            density: self.density_override.unwrap_or(self.profile.screen.density),
            sdk: sdk.unwrap_or(34),
        }
    }

    /// Installs what was staged in `folder`.
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
            now_ms: self.shared.now_ms,
            packages: &self.shared.packages,
            foreign: self.apps.keys().copied().collect(),
        };
        let Installed { name, package, files } =
            check(parts, folder, options, &target).map_err(|refusal| refusal.text())?;
        let updated = self.shared.packages.contains_key(&name);
        self.stop_app(&name);
        self.store_parts(&name, parts, &files, options.inherit.is_some())
            .map_err(|why| format!("INSTALL_FAILED_INSUFFICIENT_STORAGE: {why}"))?;
        self.shared.uninstalled.remove(&name);
        self.shared.packages.insert(name.clone(), package);
        let event = if updated { "PACKAGE_REPLACED" } else { "PACKAGE_ADDED" };
        self.shared.log('I', "PackageManager", format!("{event} {name}"));
        Ok(name)
    }

    /// Writes the files of an app to where Android keeps them, and makes the folder of its data.
    fn store_parts(&mut self, name: &str, parts: &[Part], files: &[String], keep: bool) -> Result<(), String> {
        let path = crate::android::apk_path(name, false);
        let folder = path.rsplit_once('/').map_or("/data/app", |(folder, _)| folder).to_owned();
        let now = self.shared.now_ms;
        let stored = self.shared.files.as_system(|all| {
            if !keep && all.stat(&folder).is_ok() {
                all.remove_all(&folder, now)?;
            }
            all.make_dirs(&folder, now)?;
            for (part, file) in parts.iter().zip(files) {
                all.write(&format!("{folder}/{file}"), part.bytes.to_vec(), now)?;
            }
            let data = format!("/data/data/{name}");
            if all.stat(&data).is_err() {
                all.make_dirs(&format!("{data}/cache"), now)?;
                all.make_dirs(&format!("{data}/code_cache"), now)?;
                all.chmod(&data, 0o700)?;
            }
            Ok::<_, crate::files::FileError>(())
        });
        if let Err(error) = stored {
            // Nothing half done stays.
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
        if found.system && (!removal.for_user || package == super::LAUNCHER || package == "android") {
            return Err("DELETE_FAILED_INTERNAL_ERROR".to_owned());
        }
        self.stop_app(package);
        let Some(gone) = self.shared.packages.remove(package) else { return Ok(()) };
        self.apps.remove(package);
        self.forget_services(package);
        if gone.system {
            self.shared.uninstalled.insert(package.to_owned(), gone);
            return Ok(());
        }
        let now = self.shared.now_ms;
        let path = crate::android::apk_path(package, false);
        let outer = path.split('/').take(4).collect::<Vec<_>>().join("/");
        self.shared.files.as_system(|all| {
            // A package that came without files has none to remove.
            _ = all.remove_all(&outer, now);
            if !removal.keep_data {
                _ = all.remove_all(&format!("/data/data/{package}"), now);
            }
        });
        Ok(())
    }

    /// What was switched on of a package that is gone is so no more, and the phone's own keyboard types again.
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

    /// Brings back what was removed for the phone's user.
    pub(super) fn bring_back(&mut self, package: &str) -> bool {
        if let Some(found) = self.shared.uninstalled.remove(package) {
            self.shared.packages.insert(package.to_owned(), found);
            let made = self.factories.iter().map(|make| make()).find(|app| app.manifest().package == package);
            if let Some(app) = made {
                self.apps.insert(app.manifest().package, app);
            }
        }
        self.shared.packages.contains_key(package)
    }

    /// Forgets what an app or a provider has kept.
    pub(super) fn clear_package(&mut self, package: &str) -> bool {
        // What a provider keeps is everybody's, and no package of its own.
        if !self.clear_provider(package) && !self.shared.packages.contains_key(package) {
            return false;
        }
        self.stop_app(package);
        let fresh = self.factories.iter().map(|make| make()).find(|app| app.manifest().package == package);
        if let Some(mut app) = fresh {
            app.cleared(&mut self.shared);
            self.apps.insert(app.manifest().package, app);
            let (data, now_ms) = (format!("/data/data/{package}"), self.shared.now_ms);
            // An app that never kept anything has no folder.
            _ = self.shared.files.as_system(|files| files.remove_all(&data, now_ms));
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
