//! The built-in profiles.

use super::Profile;
use machine::identity::{Build, BuildType, CameraFolders};

/// The names of the built-in profiles.
pub const BUILT_IN: &[&str] =
    &["user", "userdebug", "emulator", "androidworld", "busy", "elderly", "spanish", "arabic", "small", "tablet"];

/// The apps that AndroidWorld installs in addition to the emulator's.
const ANDROIDWORLD: &[(&str, &str)] = &[
    ("ca.zgrs.clipper", "Clipper"),
    ("code.name.monkey.retromusic", "Retro Music"),
    ("com.arduia.expense", "Pro Expense"),
    ("com.dimowner.audiorecorder", "Audio Recorder"),
    ("com.flauschcode.broccoli", "Broccoli"),
    ("com.google.android.documentsui", "Files"),
    ("com.simplemobiletools.calendar.pro", "Simple Calendar Pro"),
    ("com.simplemobiletools.draw.pro", "Simple Draw Pro"),
    ("com.simplemobiletools.gallery.pro", "Simple Gallery Pro"),
    ("com.simplemobiletools.smsmessenger", "Simple SMS Messenger"),
    ("de.dennisguse.opentracks", "OpenTracks"),
    ("net.cozic.joplin", "Joplin"),
    ("net.osmand", "OsmAnd"),
    ("org.tasks", "Tasks"),
    ("org.videolan.vlc", "VLC"),
];

impl Profile {
    /// Returns the built-in profile with this name: `user` is a consumer phone, `userdebug` the same as a developer
    /// build with root, `emulator` the emulator of Android Studio, which research tools expect, and `androidworld` that
    /// emulator with the apps of the AndroidWorld benchmark. The others imitate people's phones: `busy` has many apps,
    /// 500 contacts and notifications, `elderly` large text and few apps, `spanish` and `arabic` are in those
    /// languages, `small` is a cheap phone of 720 x 1280, and `tablet` is a tablet.
    pub fn built_in(name: &str) -> Option<Self> {
        Self::built_in_from(name, Self::default().seed)
    }

    /// Like [`Self::built_in`], with the phone and its people derived from a seed.
    pub fn built_in_from(name: &str, seed: u64) -> Option<Self> {
        if let Some(profile) = super::everyday::profile(name, seed) {
            return Some(profile);
        }
        Some(Self { seed, ..Self::plain(name)? })
    }

    fn plain(name: &str) -> Option<Self> {
        let userdebug = || Build { kind: BuildType::Userdebug, ..Build::default() };
        match name {
            "user" => Some(Self::default()),
            "userdebug" => Some(Self { build: userdebug(), ..Self::default() }),
            "emulator" => {
                let build = Build {
                    id: "TE1A.220922.034".to_owned(),
                    incremental: "10940250".to_owned(),
                    release: "13".to_owned(),
                    sdk: 33,
                    security_patch: "2022-09-05".to_owned(),
                    kernel: "5.15.41-android13-8-00055-g4f5025129fe8-ab8949913".to_owned(),
                    ..userdebug()
                };
                Some(Self {
                    model: "sdk_gphone_x86_64".to_owned(),
                    device: "emu64x".to_owned(),
                    abi: "x86_64".to_owned(),
                    serial: Some("EMULATOR33X1X28X0".to_owned()),
                    build,
                    emulator: true,
                    ..Self::default()
                })
            }
            "androidworld" => Some(Self {
                contacts: Vec::new(),
                messages: Vec::new(),
                zone: Some("UTC".to_owned()),
                // The folders where the benchmark looks.
                camera: CameraFolders { photos: "Pictures".to_owned(), videos: "Movies".to_owned() },
                settings: [
                    ("secure/sms_default_application", "com.simplemobiletools.smsmessenger"),
                    ("system/time_12_24", "24"),
                ]
                .map(|(key, value)| (key.to_owned(), value.to_owned()))
                .into(),
                apps: ANDROIDWORLD
                    .iter()
                    .map(|(package, label)| ((*package).to_owned(), (*label).to_owned()))
                    .collect(),
                ..Self::plain("emulator")?
            }),
            _ => None,
        }
    }

    /// Whether adbd may run as root and `su` exists.
    pub fn has_root(&self) -> bool {
        self.build.kind == BuildType::Userdebug
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_profile_that_can_be_written_as_a_file() {
        for name in BUILT_IN {
            let profile = Profile::built_in(name).unwrap();
            let written = serde_json::to_string(&profile).unwrap();
            assert_eq!(Profile::parse(&written).unwrap(), profile, "{name}");
            let root = ["userdebug", "emulator", "androidworld"];
            assert_eq!(profile.has_root(), root.contains(name));
            assert_eq!(Profile::built_in_from(name, 9), Profile::built_in_from(name, 9));
        }
        assert_eq!(Profile::built_in("toaster"), None);
    }
}
