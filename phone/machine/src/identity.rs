//! The identity of a phone: every fact that appears in more than one place, computed once from its profile.
//!
//! `getprop`, `uname`, `/proc`, `ip`, `dumpsys`, the settings, the banner of adbd and the pages of the Settings app all
//! read it here, so that they cannot contradict each other.

use serde::{Deserialize, Serialize};

/// A build of Android.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Build {
    /// `user` is a consumer build; `userdebug` allows `adb root`.
    #[serde(rename = "type")]
    pub kind: BuildType,
    /// For example `UQ1A.240205.002`.
    pub id: String,
    /// For example `11224170`.
    pub incremental: String,
    /// For example `14`.
    pub release: String,
    /// For example `34`.
    pub sdk: u32,
    /// For example `2024-02-05`.
    pub security_patch: String,
    /// The kernel's release, such as `5.15.110-android14-11-gcc48824eebe8`.
    pub kernel: String,
}

/// The type of a build.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BuildType {
    /// For consumers.
    #[default]
    User,
    /// For developers: `adb root` and `su` work.
    Userdebug,
}

impl BuildType {
    /// Returns the value of `ro.build.type`.
    pub fn name(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Userdebug => "userdebug",
        }
    }

    /// Returns the value of `ro.build.tags`.
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

/// The identity of a phone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// `ro.serialno`
    pub serial: String,
    /// For example `Pixel 8`.
    pub model: String,
    /// For example `shiba`; also its product and its board.
    pub device: String,
    /// For example `google`.
    pub brand: String,
    /// For example `Google`.
    pub manufacturer: String,
    /// The Android build.
    pub build: Build,
    /// For example `arm64-v8a`.
    pub abi: String,
    /// For example `en-US`.
    pub locale: String,
    /// For example `Europe/Berlin`.
    pub timezone: String,
    /// Dots per inch.
    pub density: u32,
    /// Its own telephone number.
    pub number: String,
    /// Its IP address in the Wi-Fi network, which is a /24.
    pub address: String,
    /// The MAC address of its Wi-Fi.
    pub mac: String,
    /// The IMEI.
    pub imei: String,
    /// Whether adbd authenticates hosts by their keys.
    pub auth: bool,
    /// Whether it identifies itself as an emulator.
    pub emulator: bool,
    /// The folders for photos and videos.
    pub camera: CameraFolders,
}

/// The folders of the camera, below shared storage.
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
    /// Returns why the folders cannot be used.
    pub fn problem(&self) -> Option<String> {
        let fine = |folder: &str| folder.len() <= 200 && folder.split('/').all(|part| !matches!(part, "" | "." | ".."));
        let bad = [&self.photos, &self.videos].into_iter().find(|folder| !fine(folder))?;
        Some(format!("`{bad}` is not a folder below shared storage; expected a path such as `DCIM/Camera`"))
    }
}

impl Identity {
    /// `google/shiba/shiba:14/UQ1A.240205.002/11224170:user/release-keys`
    pub fn fingerprint(&self) -> String {
        let Self { brand, device, build, .. } = self;
        let Build { release, id, incremental, kind, .. } = build;
        format!("{brand}/{device}/{device}:{release}/{id}/{incremental}:{}/{}", kind.name(), kind.keys())
    }

    /// `shiba-user 14 UQ1A.240205.002 11224170 release-keys`; a consumer build shows only its id.
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
