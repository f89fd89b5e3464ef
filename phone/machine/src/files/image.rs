//! The initial file tree of a phone.

use std::collections::BTreeMap;

use super::{Device, FileError, Files};
use crate::identity::{Build, Identity};

/// Directories with owner, group and mode; those below shared storage get theirs from the daemon.
const DIRECTORIES: &[(&str, u32, u32, u32)] = &[
    ("/acct", 0, 0, 0o755),
    ("/apex", 0, 0, 0o755),
    ("/config", 0, 0, 0o755),
    ("/data", 1000, 1000, 0o771),
    ("/data/adb", 0, 0, 0o700),
    ("/data/anr", 1000, 1000, 0o775),
    ("/data/app", 1000, 1000, 0o771),
    ("/data/data", 1000, 1000, 0o771),
    ("/data/local", 0, 0, 0o751),
    ("/data/local/tests", 2000, 2000, 0o771),
    ("/data/local/tmp", 2000, 2000, 0o771),
    ("/data/local/traces", 2000, 2000, 0o777),
    ("/data/media", 1023, 1023, 0o770),
    ("/data/misc", 1000, 9998, 0o1771),
    ("/data/system", 1000, 1000, 0o775),
    ("/data/user", 1000, 1000, 0o711),
    ("/dev", 0, 0, 0o755),
    ("/dev/input", 0, 0, 0o755),
    ("/dev/socket", 0, 0, 0o755),
    ("/mnt", 0, 1000, 0o755),
    ("/mnt/user", 0, 0, 0o755),
    ("/mnt/user/0", 0, 0, 0o755),
    ("/odm", 0, 0, 0o755),
    ("/oem", 0, 0, 0o755),
    ("/proc", 0, 0, 0o555),
    ("/product", 0, 0, 0o755),
    ("/proc/sys", 0, 0, 0o555),
    ("/proc/sys/kernel", 0, 0, 0o555),
    ("/product/app", 0, 0, 0o755),
    ("/storage", 0, 9997, 0o755),
    ("/storage/emulated", 0, 9997, 0o755),
    ("/storage/self", 0, 0, 0o755),
    ("/sys", 0, 0, 0o755),
    ("/system", 0, 0, 0o755),
    ("/system/app", 0, 0, 0o755),
    ("/system/bin", 0, 2000, 0o751),
    ("/system/etc", 0, 0, 0o755),
    ("/system/fonts", 0, 0, 0o755),
    ("/system/framework", 0, 0, 0o755),
    ("/system/lib64", 0, 0, 0o755),
    ("/system/priv-app", 0, 0, 0o755),
    ("/system/xbin", 0, 2000, 0o751),
    ("/system_ext", 0, 0, 0o755),
    ("/vendor", 0, 2000, 0o755),
    ("/vendor/bin", 0, 2000, 0o751),
    ("/vendor/etc", 0, 0, 0o755),
];

const SHARED: &[&str] = &[
    "Alarms",
    "Android",
    "Android/data",
    "Android/media",
    "Android/obb",
    "Audiobooks",
    "DCIM",
    "DCIM/Camera",
    "Documents",
    "Download",
    "Movies",
    "Music",
    "Notifications",
    "Pictures",
    "Podcasts",
    "Recordings",
    "Ringtones",
];

const LINKS: &[(&str, &str)] = &[
    ("/bin", "/system/bin"),
    ("/d", "/sys/kernel/debug"),
    ("/data/media/0", "/storage/emulated/0"),
    ("/data/user/0", "/data/data"),
    ("/dev/fd", "/proc/self/fd"),
    ("/dev/stderr", "/proc/self/fd/2"),
    ("/dev/stdin", "/proc/self/fd/0"),
    ("/dev/stdout", "/proc/self/fd/1"),
    ("/etc", "/system/etc"),
    ("/mnt/sdcard", "/storage/self/primary"),
    ("/mnt/user/0/primary", "/storage/emulated/0"),
    ("/sdcard", "/storage/self/primary"),
    ("/storage/self/primary", "/storage/emulated/0"),
    ("/system/vendor", "/vendor"),
];

const TEXTS: &[(&str, u32, &str)] = &[
    ("/system/etc/hosts", 0o644, "127.0.0.1       localhost\n::1             ip6-localhost\n"),
    ("/system/bin/toybox", 0o755, "\u{7f}ELF toybox\n"),
    ("/system/bin/sh", 0o755, "\u{7f}ELF mksh\n"),
];

impl Files {
    /// Creates the tree of a phone that was started at `now_ms`.
    pub fn phone(now_ms: i64) -> Self {
        let mut files = Self::bare(now_ms);
        // The tables above contain nothing that can fail, which the tests check.
        let built = files.as_system(|files| files.furnish(now_ms));
        debug_assert_eq!(built, Ok(()));
        let build = Build::default();
        files.identify(&Identity { build, ..Identity::default() }, &BTreeMap::new());
        files.mount_kernel();
        files
    }

    /// Adds a program as a file of `/system/bin`, for `ls`, `which` and `test -x`.
    pub fn add_program(&mut self, name: &str) {
        let now_ms = self.boot_ms;
        let path = format!("/system/bin/{name}");
        self.as_system(|files| {
            // An existing program or an invalid name changes nothing.
            if files.lstat(&path) == Err(FileError::Missing)
                && files.write(&path, b"\x7fELF\n".to_vec(), now_ms).is_ok()
                && files.chmod(&path, 0o755).is_ok()
            {
                let _ = files.chown(&path, 0, 2000);
            }
        });
    }

    /// Adds a toybox program: a link, as on a real phone.
    pub fn add_applet(&mut self, name: &str) {
        let now_ms = self.boot_ms;
        // The link may exist already.
        let _ = self.as_system(|files| files.link("toybox", &format!("/system/bin/{name}"), now_ms));
    }

    /// Writes the phone's identity to the files where the kernel and init keep it.
    pub fn identify(&mut self, identity: &Identity, props: &BTreeMap<String, String>) {
        let now_ms = self.boot_ms;
        let built: String = props
            .iter()
            .filter(|(name, _)| name.starts_with("ro."))
            .map(|(name, value)| format!("{name}={value}\n"))
            .collect();
        self.kernel.set_names(identity);
        self.as_system(|files| {
            // Cannot fail, which the tests check.
            _ = files.write("/system/build.prop", built.into_bytes(), now_ms);
            _ = files.chmod("/system/build.prop", 0o600);
        });
    }

    fn furnish(&mut self, now_ms: i64) -> Result<(), FileError> {
        for (path, uid, gid, permissions) in DIRECTORIES {
            self.make_dir(path, now_ms)?;
            self.chmod(path, *permissions)?;
            self.chown(path, *uid, *gid)?;
        }
        self.make_dir("/storage/emulated/0", now_ms)?;
        for name in SHARED {
            self.make_dir(&format!("/storage/emulated/0/{name}"), now_ms)?;
        }
        for (path, target) in LINKS {
            self.link(target, path, now_ms)?;
        }
        for (path, permissions, text) in TEXTS {
            self.write(path, text.as_bytes().to_vec(), now_ms)?;
            self.chmod(path, *permissions)?;
        }
        for (name, device) in [
            ("null", Device::Null),
            ("zero", Device::Zero),
            ("random", Device::Random),
            ("urandom", Device::Random),
            ("tty", Device::Terminal),
        ] {
            let path = format!("/dev/{name}");
            self.make_device(&path, device, now_ms)?;
            self.chmod(&path, 0o666)?;
        }
        for number in 0..2 {
            let path = format!("/dev/input/event{number}");
            self.make_device(&path, Device::Null, now_ms)?;
            self.chmod(&path, 0o660)?;
            self.chown(&path, 0, 1004)?;
        }
        Ok(())
    }
}
