//! Profiles: the state of a phone when it is first switched on, from a file or built in.
//!
//! Every field has a default, so a profile lists only differences. An unknown field is an error with its position, so
//! that a typo is not silently ignored.

mod built_in;
mod events;
mod everyday;
mod identity;
mod population;
mod quirk;

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

pub use self::built_in::BUILT_IN;
pub use self::events::{Happening, ScheduledEvent};
pub use self::quirk::Quirk;
use crate::shared::{Call, Contact, Message};
use machine::identity::{Build, CameraFolders};

/// The initial state of a phone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct Profile {
    /// Distinguishes phones: the serial number, the Android id and the address derive from it.
    pub seed: u64,
    /// The serial number; by default derived from the seed.
    pub serial: Option<String>,
    /// For example `Pixel 8`.
    pub model: String,
    /// For example `google`.
    pub brand: String,
    /// The code name, such as `shiba`.
    pub device: String,
    /// The processor architecture, such as `arm64-v8a`.
    pub abi: String,
    /// The Android build.
    pub build: Build,
    /// Whether it identifies itself as an emulator.
    pub emulator: bool,
    /// Whether adbd asks hosts for a key and remembers the keys it knows.
    pub auth: bool,
    /// The screen: width, height and density in dots per inch.
    pub screen: Screen,
    /// The time at which it is switched on, in milliseconds since 1970; none for the host's time.
    pub clock_ms: Option<i64>,
    /// The offset in minutes east of Greenwich, if no zone is set.
    pub utc_offset_min: i32,
    /// The time zone, such as `Europe/Berlin`; takes precedence over the offset.
    pub zone: Option<String>,
    /// Whether gestures, app starts and recordings take no real time: animation time runs ahead of the clock instead.
    /// For tests and benchmarks; a real phone takes its time.
    pub run_ahead: bool,
    /// The capacity of its storage, in MiB.
    pub storage_mib: u32,
    /// For example `en-US`.
    pub locale: String,
    /// Its own phone number.
    pub number: String,
    /// The battery level, in percent.
    pub battery: u8,
    /// The contacts.
    pub contacts: Vec<Contact>,
    /// The text messages.
    pub messages: Vec<Message>,
    /// The call log.
    pub calls: Vec<Call>,
    /// Settings that differ from the defaults, such as `global/wifi_on`.
    pub settings: BTreeMap<String, String>,
    /// Additional apps: package names with their labels. They open and show their name.
    pub apps: BTreeMap<String, String>,
    /// Preinstalled apps to leave out.
    pub without: Vec<String>,
    /// Apps for which the store has a newer version.
    pub outdated: Vec<String>,
    /// Preinstalled apps whose permissions are not granted yet: they ask on first use.
    pub ungranted: Vec<String>,
    /// Whether `cmd clipboard` exists; stock Android has none.
    pub clipboard_command: bool,
    /// Whether a keyboard for adb (ADBKeyBoard) is installed, so that any Unicode can be typed. It is not the active
    /// one: a client selects it and restores the user's keyboard afterwards.
    pub adb_keyboard: bool,
    /// The folders for photos and videos.
    pub camera: CameraFolders,
    /// Whether it is locked when switched on.
    pub locked: bool,
    /// The PIN. With a PIN, the phone locks whenever its screen goes off.
    pub pin: Option<String>,
    /// Events that happen by themselves, scheduled by the phone's time.
    pub events: Vec<ScheduledEvent>,
    /// Its deviations from a Pixel.
    pub quirks: BTreeSet<Quirk>,
}

/// A screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Screen {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Dots per inch.
    pub density: u32,
}

impl Default for Screen {
    fn default() -> Self {
        Self { width: 1080, height: 2400, density: 420 }
    }
}

impl Default for Profile {
    fn default() -> Self {
        let person = |id: i64, name: &str, number: &str, times: u32, days_ago: i64| Contact {
            id,
            name: name.to_owned(),
            numbers: vec![number.to_owned()],
            times_contacted: times,
            last_contacted: if times == 0 { 0 } else { CLOCK - days_ago * DAY },
            ..Contact::default()
        };
        let message = |id: i64, address: &str, body: &str, hours_ago: i64, sent: bool| Message {
            id,
            address: address.to_owned(),
            body: body.to_owned(),
            date: CLOCK - hours_ago * 3_600_000,
            sent,
            read: hours_ago > 2,
        };
        Self {
            seed: 1,
            serial: None,
            model: "Pixel 8".to_owned(),
            brand: "google".to_owned(),
            device: "shiba".to_owned(),
            abi: "arm64-v8a".to_owned(),
            build: Build::default(),
            emulator: false,
            auth: false,
            screen: Screen::default(),
            clock_ms: None,
            utc_offset_min: 0,
            zone: None,
            run_ahead: false,
            storage_mib: 512,
            locale: "en-US".to_owned(),
            number: "+15550100".to_owned(),
            battery: 88,
            contacts: vec![
                person(1, "Sam Carter", "+15550101", 42, 1),
                person(2, "Emily Chen", "+15550102", 17, 3),
                person(3, "Mom", "+15550103", 64, 0),
                person(4, "Alex Johnson", "+15550104", 5, 20),
                person(5, "Maria Garcia", "+15550105", 9, 12),
                person(6, "Dr. Patel", "+15550106", 1, 90),
                person(7, "Zoë Müller", "+4915550107", 0, 0),
                person(8, "王伟", "+8615550108", 2, 40),
            ],
            messages: vec![
                message(1, "+15550103", "Are you coming on Sunday?", 30, false),
                message(2, "+15550103", "Yes, around noon.", 29, true),
                message(3, "+15550101", "Lunch tomorrow?", 5, false),
                message(4, "+15550199", "Your verification code is 482913.", 1, false),
            ],
            calls: Vec::new(),
            settings: BTreeMap::new(),
            apps: [
                ("com.android.vending", "Play Store"),
                ("com.google.android.gm", "Gmail"),
                ("com.google.android.youtube", "YouTube"),
                ("com.google.android.apps.photos", "Photos"),
                ("com.google.android.calculator", "Calculator"),
                ("com.spotify.music", "Spotify"),
                ("com.google.android.GoogleCamera", "Pixel Camera"),
                ("com.google.android.documentsui", "Files"),
                ("com.google.android.keep", "Keep Notes"),
            ]
            .into_iter()
            .map(|(package, label)| (package.to_owned(), label.to_owned()))
            .collect(),
            without: Vec::new(),
            outdated: Vec::new(),
            ungranted: Vec::new(),
            clipboard_command: false,
            adb_keyboard: true,
            camera: CameraFolders::default(),
            locked: false,
            pin: None,
            events: Vec::new(),
            quirks: BTreeSet::new(),
        }
    }
}

/// The reference time for the built-in phone's history, so that it is the same every day: 14 November 2026, 10:00.
const CLOCK: i64 = 1_794_650_400_000;
const DAY: i64 = 86_400_000;

/// Why a profile is rejected.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProfileError {
    /// It is not JSON, or not a valid profile.
    #[error("cannot read the profile: {0}")]
    Unreadable(String),
    /// A value that no phone can have.
    #[error("the profile's `{field}` {problem}")]
    Impossible {
        /// The field.
        field: &'static str,
        /// The problem with its value.
        problem: String,
    },
}

impl Profile {
    /// Parses a profile from JSON.
    pub fn parse(text: &str) -> Result<Self, ProfileError> {
        let profile: Self = serde_json::from_str(text).map_err(|error| ProfileError::Unreadable(error.to_string()))?;
        profile.check()?;
        Ok(profile)
    }

    /// Returns the differences from the built-in phone, as a profile file would list them.
    pub fn difference(&self) -> serde_json::Map<String, serde_json::Value> {
        let fields = |profile: &Self| match serde_json::to_value(profile) {
            Ok(serde_json::Value::Object(fields)) => fields,
            // A profile always serialises to an object.
            _ => serde_json::Map::new(),
        };
        let usual = fields(&Self::default());
        fields(self).into_iter().filter(|(name, value)| usual.get(name) != Some(value)).collect()
    }

    /// Returns the serial number.
    pub fn serial(&self) -> String {
        self.serial.clone().unwrap_or_else(|| format!("FT{:010X}", self.nth(0) & 0xFF_FFFF_FFFF))
    }

    /// Returns the time zone's name; Java's notation for a zone that is only an offset.
    fn timezone(&self) -> String {
        match (&self.zone, self.utc_offset_min) {
            (Some(zone), _) => zone.clone(),
            (None, 0) => "Etc/UTC".to_owned(),
            (None, minutes) => format!("GMT{}", machine::calendar::zone(minutes, ":")),
        }
    }

    /// Returns the same phone for tests and benchmarks, with `run_ahead` set.
    pub fn running_ahead(self) -> Self {
        Self { run_ahead: true, ..self }
    }

    /// Returns the `number`-th pseudo-random number of this phone: splitmix64 of the seed.
    pub fn nth(&self, number: u64) -> u64 {
        let mut mixed = self.seed.wrapping_add((number + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    fn check(&self) -> Result<(), ProfileError> {
        let refuse = |field, problem: String| Err(ProfileError::Impossible { field, problem });
        let Screen { width, height, density } = self.screen;
        if !(200..=8000).contains(&width) || !(200..=8000).contains(&height) {
            return refuse("screen", format!("is {width} x {height}; each side must have 200 to 8000 pixels"));
        }
        if !(72..=960).contains(&density) {
            return refuse("screen", format!("has {density} dots per inch; expected 72 to 960"));
        }
        if self.battery > 100 {
            return refuse("battery", format!("is {} percent; expected 0 to 100", self.battery));
        }
        if !(16..=4096).contains(&self.storage_mib) {
            return refuse("storageMib", format!("is {}; expected 16 to 4096", self.storage_mib));
        }
        if let Some(zone) = self.zone.as_ref().filter(|zone| machine::calendar::Zone::named(zone).is_none()) {
            return refuse("zone", format!("is `{zone}`; expected a name such as `Europe/Berlin`"));
        }
        let unprintable = |text: &String| text.len() > 91 || text.chars().any(|c| c.is_control() || ";=".contains(c));
        let Build { id, incremental, release, security_patch, kernel, .. } = &self.build;
        let names =
            [&self.model, &self.brand, &self.device, &self.abi, id, incremental, release, security_patch, kernel];
        if let Some(name) = names.into_iter().chain(&self.serial).find(|name| unprintable(name)) {
            let name: String = name.chars().take(91).collect();
            return refuse("build", format!("has a name that does not fit into a system property: {name:?}"));
        }
        if let Some(key) = self.settings.keys().find(|key| !is_setting(key)) {
            return refuse("settings", format!("has `{key}`; expected `system/…`, `secure/…` or `global/…`"));
        }
        if let Some(problem) = self.camera.problem() {
            return refuse("camera", format!("has an unusable folder: {problem}"));
        }
        if self.pin.as_ref().is_some_and(|pin| !is_pin(pin)) {
            return refuse("pin", "must have 4 to 17 digits".to_owned());
        }
        let dumps = [Quirk::DumpDies, Quirk::NeverIdle, Quirk::NoRootNode];
        if dumps.iter().filter(|quirk| self.quirks.contains(quirk)).count() > 1 {
            return refuse("quirks", "contradict each other: `uiautomator` can fail in one way only".to_owned());
        }
        if !self.events.is_sorted_by_key(|event| event.at_ms) || self.events.len() > 10_000 {
            return refuse("events", "must be sorted by `atMs` and at most 10000".to_owned());
        }
        if self.contacts.len() > 50_000 || self.messages.len() > 100_000 {
            return refuse("contacts", "or messages exceed the limit of 50000 contacts and 100000 messages".to_owned());
        }
        Ok(())
    }
}

fn is_setting(key: &str) -> bool {
    key.split_once('/').is_some_and(|(table, name)| matches!(table, "system" | "secure" | "global") && !name.is_empty())
}

/// The maximum length of a PIN.
pub const LONGEST_PIN: usize = 17;

/// Whether a text is a valid PIN: 4 to 17 digits.
pub fn is_pin(text: &str) -> bool {
    (4..=LONGEST_PIN).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_profile_says_only_what_differs() {
        let profile = Profile::parse(r#"{"seed": 7, "screen": {"width": 720, "height": 1280, "density": 320}, "settings": {"global/wifi_on": "0"}}"#).unwrap();
        assert_eq!((profile.seed, profile.screen.width, profile.contacts.len()), (7, 720, 8));
        assert_eq!(Profile::parse("{}").unwrap(), Profile::default());
        let written = serde_json::to_string(&Profile::default()).unwrap();
        assert_eq!(Profile::parse(&written).unwrap(), Profile::default());
    }

    #[test]
    fn phones_of_different_seeds_are_different_phones() {
        let phone = |seed| Profile { seed, ..Profile::default() };
        assert_eq!(phone(7).serial(), phone(7).serial());
        assert_ne!(phone(7).serial(), phone(8).serial());
        let named = Profile { serial: Some("LAB-07".to_owned()), ..phone(7) };
        assert_eq!(named.serial(), "LAB-07");
    }

    #[test]
    fn a_profile_that_no_phone_can_have_is_refused() {
        let rows = [
            ("nope", "expected ident at line 1 column 2"),
            (r#"{"colour": 1}"#, "unknown field `colour`"),
            (r#"{"screen": {"width": 5}}"#, "each side must have 200 to 8000 pixels"),
            (r#"{"screen": {"density": 5}}"#, "expected 72 to 960"),
            (r#"{"battery": 101}"#, "is 101 percent"),
            (r#"{"settings": {"wifi_on": "1"}}"#, "expected `system/…`"),
            (r#"{"quirks": ["dump-dies", "never-idle"]}"#, "`quirks` contradict each other"),
            (r#"{"quirks": ["sings"]}"#, "unknown variant `sings`"),
        ];
        for (text, message) in rows {
            let error = Profile::parse(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
