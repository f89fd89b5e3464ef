//! Who a phone is: everything about it that is seen in more than one place, made once from its profile.
//!
//! `getprop`, `uname`, `/proc`, `ip`, `dumpsys`, the settings, the banner of adbd and the pages of the Settings app all
//! read it here, so that they cannot contradict each other.

use serde::{Deserialize, Serialize};

/// A build of Android.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Build {
    /// `user` is what people buy; `userdebug` lets adbd be root.
    #[serde(rename = "type")]
    pub kind: BuildType,
    /// As in `UQ1A.240205.002`.
    pub id: String,
    /// As in `11224170`.
    pub incremental: String,
    /// As in `14`.
    pub release: String,
    /// As in `34`.
    pub sdk: u32,
    /// As in `2024-02-05`.
    pub security_patch: String,
    /// The kernel's release, as in `5.15.110-android14-11-gcc48824eebe8`.
    pub kernel: String,
}

/// Who a build is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildType {
    /// For people.
    #[default]
    User,
    /// For developers: `adb root` and `su` work.
    Userdebug,
}

impl BuildType {
    /// As `ro.build.type` has it.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Userdebug => "userdebug",
        }
    }

    /// As `ro.build.tags` has it.
    pub fn keys(self) -> &'static str {
        match self {
            Self::User => "release-keys",
            Self::Userdebug => "dev-keys",
        }
    }
}

impl Default for Build {
    fn default() -> Self {
        Self {
            kind: BuildType::User,
            id: "UQ1A.240205.002".to_owned(),
            incremental: "11224170".to_owned(),
            release: "14".to_owned(),
            sdk: 34,
            security_patch: "2024-02-05".to_owned(),
            kernel: "5.15.110-android14-11-gcc48824eebe8".to_owned(),
        }
    }
}

/// What a phone is, wherever it is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `ro.serialno`
    pub serial: String,
    /// As in `Pixel 8`.
    pub model: String,
    /// As in `shiba`; also its product and its board.
    pub device: String,
    /// As in `google`.
    pub brand: String,
    /// As in `Google`.
    pub manufacturer: String,
    /// The Android that it runs.
    pub build: Build,
    /// As in `arm64-v8a`.
    pub abi: String,
    /// As in `en-US`.
    pub locale: String,
    /// As in `Europe/Berlin`.
    pub timezone: String,
    /// Dots per inch.
    pub density: u32,
    /// Its own telephone number.
    pub number: String,
    /// Its address in the Wi-Fi, which is a network of 24 bits.
    pub address: String,
    /// The address of its Wi-Fi chip.
    pub mac: String,
    /// The number of its radio.
    pub imei: String,
    /// Whether adbd wants to know its hosts by their keys.
    pub auth: bool,
    /// Whether it is an emulator, by its own account.
    pub emulator: bool,
    /// Where its camera puts what it takes.
    pub camera: CameraFolders,
}

/// Where a camera puts what it takes, below shared storage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CameraFolders {
    /// Photos.
    pub photos: String,
    /// Videos.
    pub videos: String,
}

impl Default for CameraFolders {
    fn default() -> Self {
        Self { photos: "DCIM/Camera".to_owned(), videos: "DCIM/Camera".to_owned() }
    }
}

impl CameraFolders {
    /// Why these cannot be used.
    pub fn problem(&self) -> Option<String> {
        let fine = |folder: &str| folder.len() <= 200 && folder.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let bad = [&self.photos, &self.videos].into_iter().find(|folder| !fine(folder))?;
        Some(format!("`{bad}` is no folder below shared storage, such as `DCIM/Camera`"))
    }
}

impl Identity {
    /// `google/shiba/shiba:14/UQ1A.240205.002/11224170:user/release-keys`
    pub fn fingerprint(&self) -> String {
        let Self { brand, device, build, .. } = self;
        let Build { release, id, incremental, kind, .. } = build;
        format!("{brand}/{device}/{device}:{release}/{id}/{incremental}:{}/{}", kind.name(), kind.keys())
    }

    /// `shiba-user 14 UQ1A.240205.002 11224170 release-keys`, but a phone that people buy shows its id alone.
    pub fn display_id(&self) -> String {
        let Build { release, id, incremental, kind, .. } = &self.build;
        match kind {
            BuildType::User => id.clone(),
            BuildType::Userdebug => {
                format!("{}-{} {release} {id} {incremental} {}", self.device, kind.name(), kind.keys())
            }
        }
    }

    /// `uname -r`: the kernel's release.
    pub fn kernel_release(&self) -> &str {
        &self.build.kernel
    }

    /// `uname -v`: when the kernel was built.
    pub fn kernel_version(&self) -> &'static str {
        "#1 SMP PREEMPT Mon Jan  8 19:32:54 UTC 2024"
    }

    /// `uname -m`
    pub fn machine(&self) -> &'static str {
        if self.abi.starts_with("x86") { "x86_64" } else { "aarch64" }
    }

    /// The line of `/proc/version`.
    pub fn proc_version(&self) -> String {
        let compiler =
            "Android (10087095, +pgo, +bolt, +lto, -mlgo, based on r487747c) clang version 17.0.2, LLD 17.0.2";
        format!(
            "Linux version {} (build-user@build-host) ({compiler}) {}",
            self.kernel_release(),
            self.kernel_version()
        )
    }
}
