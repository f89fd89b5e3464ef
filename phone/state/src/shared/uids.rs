//! The uids of packages. Android assigns one to each package, and files, processes and dumps show it.
//!
//! The preferred uid derives from the package name, so that two phones with the same apps agree. If it is taken, the
//! package gets the next free one. The assigned uid is stored in the package's record and saved with it.

use std::collections::BTreeSet;

use super::Packages;

/// The first app uid here; lower ones belong to apps that share a system uid.
const FIRST: u32 = 10_050;
/// The size of the range of preferred uids. A new phone has about 140 packages.
const WISHED: u32 = 300;
/// The last app uid (`Process.LAST_APPLICATION_UID`).
const LAST: u32 = 19_999;

impl Packages {
    /// Returns the uid of a package, or the preferred uid of one that is not installed.
    pub fn uid_of(&self, package: &str) -> u32 {
        self.installed.get(package).map(|found| found.uid).filter(|uid| *uid != 0).unwrap_or_else(|| wished(package))
    }

    /// Assigns a uid to every package that has none or one that is taken.
    pub fn settle_uids(&mut self) {
        // A package that was removed for the user may come back.
        let mut taken: BTreeSet<u32> = self.uninstalled.values().map(|package| package.uid).collect();
        taken.insert(MEDIA);
        let mut without = Vec::new();
        for (name, package) in &mut self.installed {
            if let Some(uid) = of_the_system(name) {
                package.uid = uid;
            } else if !(FIRST..=LAST).contains(&package.uid) || !taken.insert(package.uid) {
                without.push(name.clone());
            }
        }
        for name in without {
            let wish = wished(&name);
            let round = (0..WISHED).map(|step| FIRST + (wish - FIRST + step) % WISHED);
            // Beyond the last uid, packages would share it: the simulated phone has no room for 9,950 packages.
            let uid = round.chain(FIRST + WISHED..LAST).find(|uid| !taken.contains(uid)).unwrap_or(LAST);
            taken.insert(uid);
            if let Some(package) = self.installed.get_mut(&name) {
                package.uid = uid;
            }
        }
    }
}

/// Returns the uid of a package that runs under a system uid.
fn of_the_system(package: &str) -> Option<u32> {
    Some(match package {
        "android" | "com.android.settings" | "com.android.providers.settings" => 1000,
        "com.android.phone" | "com.android.providers.telephony" => 1001,
        "com.android.bluetooth" => 1002,
        "com.android.nfc" => 1027,
        "com.android.shell" => 2000,
        // The media provider and the packages that share its uid, which owns shared storage.
        "com.android.providers.media"
        | "com.android.providers.media.module"
        | "com.google.android.providers.media.module" => MEDIA,
        _ => return None,
    })
}

/// The uid of the media provider.
const MEDIA: u32 = 10_185;

/// Returns the preferred uid of a package: FNV-1a of its name.
fn wished(package: &str) -> u32 {
    of_the_system(package).unwrap_or_else(|| {
        let mix = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        FIRST + (package.bytes().fold(0x811c_9dc5, mix) & 0x0fff_ffff) % WISHED
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::Package;

    #[test]
    fn every_package_is_a_user_of_its_own() {
        let mut packages = Packages::default();
        let names = (0..400).map(|number| format!("org.example.app{number}"));
        packages.installed = names.map(|name| (name, Package::default())).collect();
        packages.installed.insert("com.android.phone".to_owned(), Package::default());
        packages.settle_uids();
        let before: Vec<u32> = packages.installed.values().map(|package| package.uid).collect();
        let different: BTreeSet<u32> = before.iter().copied().collect();
        assert_eq!(different.len(), packages.installed.len());
        assert_eq!(packages.uid_of("com.android.phone"), 1001);
        assert!(different.iter().all(|uid| *uid == 1001 || ((FIRST..LAST).contains(uid) && *uid != MEDIA)));

        // A package that comes later gets a free uid, and all others keep theirs.
        packages.installed.insert("a.newcomer".to_owned(), Package { uid: before[7], ..Package::default() });
        packages.installed.insert("z.newcomer".to_owned(), Package::default());
        packages.settle_uids();
        assert_eq!(packages.installed.values().map(|package| package.uid).collect::<BTreeSet<_>>().len(), 403);
    }
}
