//! What the apps and Android's commands share: one place for each fact, wherever it is shown.
//!
//! Whether Wi-Fi is on is `global/wifi_on` and nothing else: the Settings app, the status bar, `svc`,
//! `cmd wifi`, `dumpsys wifi` and `settings get` all read and write that.

mod address_book;
pub mod alarms;
pub mod calls;
pub mod data_folders;
pub mod events;
pub mod media;
pub mod message_store;
mod notifications;
pub mod permissions;
mod position;
mod power;
mod scene;
mod store;
mod uids;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use self::address_book::AddressBook;
pub use self::alarms::{Alarm, Timer};
pub use self::calls::{Call, OngoingCall};
pub use self::events::CalendarEvent;
pub use self::media::{MediaSession, Track};
pub use self::message_store::{MessageStore, Thread, Threads};
pub use self::notifications::{Notification, NotificationAction};
pub use self::permissions::Answer;
pub use self::position::Position;
pub use self::power::Power;
pub use self::scene::{CameraScene, SceneKind};
pub use self::store::{Download, Offer};
use crate::packages::install_options::InstallOptions;
use apk::Apk;
use machine::files::Files;
use machine::identity::Identity;
use toolkit::Icon;

/// Everything shared.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Shared {
    /// The tables of `settings get|put`.
    pub settings: Settings,
    /// The people.
    pub contacts: AddressBook,
    /// Text messages, oldest first.
    pub messages: MessageStore,
    /// Calls, oldest first.
    pub calls: Vec<Call>,
    /// Alarms, by their time of day.
    pub alarms: Vec<Alarm>,
    /// Timers, oldest first.
    pub timers: Vec<Timer>,
    /// What is in the calendar, by when it begins.
    pub events: Vec<CalendarEvent>,
    /// What is installed, by package name.
    pub packages: BTreeMap<String, Package>,
    /// What came with the phone and was removed for its user (`pm uninstall --user 0`); `pm install-existing` brings
    /// it back.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uninstalled: BTreeMap<String, Package>,
    /// What a person said `Always` of when several apps could do something: the activity, by what it was.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub preferred: BTreeMap<String, String>,
    /// Apps that come from the store, by package.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub downloads: BTreeMap<String, Download>,
    /// What the store has, by package.
    #[serde(skip)]
    pub offers: Arc<BTreeMap<String, Offer>>,
    /// Installations that are under way, by the number of their session.
    #[serde(skip)]
    pub sessions: BTreeMap<u64, InstallSession>,
    /// What waits in the shade, newest first.
    pub notifications: Vec<Notification>,
    /// What was copied.
    pub clipboard: Option<String>,
    /// `getprop`.
    pub props: BTreeMap<String, String>,
    /// The clock, in milliseconds since 1970; advanced from outside before anything is asked.
    pub now_ms: i64,
    /// How far the clock was set from what the phone is told, in milliseconds.
    pub clock_shift_ms: i64,
    /// How long ago it was switched on, in milliseconds; goes on whatever happens to the clock.
    #[serde(skip)]
    pub uptime_ms: i64,
    /// Minutes east of Greenwich, as the zone has it now.
    pub utc_offset_min: i32,
    /// As in `en-US`.
    pub locale: String,
    /// Battery, in percent.
    pub battery: u8,
    /// What charges it.
    pub power: Power,
    /// Where it is.
    pub position: Position,
    /// How it is held: quarter turns to the left.
    pub held: u8,
    /// What plays.
    pub media: MediaSession,
    /// What is before the camera.
    pub scene: CameraScene,
    /// The call that rings or goes on, if any: number and `ringing`, `dialing` or `active`.
    pub call: Option<(String, String)>,
    /// What else is known of that call.
    pub ongoing: OngoingCall,
    /// The PIN that unlocks the phone, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
    /// Lines of logcat, oldest first; bounded.
    pub log: VecDeque<LogLine>,
    /// How many lines were ever written.
    #[serde(skip)]
    pub logged: u64,
    /// The next id for whatever is new.
    pub next_id: i64,
    /// The services that were started and not stopped, by package and class, and whether each is in the foreground. They
    /// end with their process.
    #[serde(skip)]
    pub services: BTreeMap<(String, String), bool>,
    /// Who the phone is: its profile's, not saved with it.
    #[serde(skip)]
    pub identity: Arc<Identity>,
    /// The drawings of the apps that have code, installed or not, and the colours behind them.
    #[serde(skip)]
    pub looks: Arc<BTreeMap<String, Look>>,
    /// The file system. Apps and commands see the same files; a phone that is saved keeps what differs from
    /// how it came.
    #[serde(skip)]
    pub files: Files,
}

/// A drawing and the colour behind it: red, green, blue.
pub type Look = (Icon, (u8, u8, u8));

/// The three tables of Android's settings.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// `settings … system`
    pub system: BTreeMap<String, String>,
    /// `settings … secure`
    pub secure: BTreeMap<String, String>,
    /// `settings … global`
    pub global: BTreeMap<String, String>,
}

/// A person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    /// `_id`
    pub id: i64,
    /// How they are called.
    pub name: String,
    /// Their numbers, the main one first.
    pub numbers: Vec<String>,
    /// What the numbers are (`Home`, `Work`), in the same order; where there is none it is a mobile's.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// Their e-mail addresses.
    pub emails: Vec<String>,
    /// Whether they are a favourite.
    pub starred: bool,
    /// When they were last called or written to, in milliseconds since 1970; 0 for never.
    pub last_contacted: i64,
    /// How often.
    pub times_contacted: u32,
}

/// What a number can be, by the numbers that Android has for it (`CommonDataKinds.Phone.TYPE_…`).
pub const PHONE_LABELS: &[(&str, i64)] = &[
    ("Mobile", 2),
    ("Home", 1),
    ("Work", 3),
    ("Main", 12),
    ("Work fax", 4),
    ("Home fax", 5),
    ("Pager", 6),
    ("Other", 7),
];

impl Contact {
    /// What the number at a place is.
    pub fn label(&self, place: usize) -> &str {
        self.labels.get(place).map_or("Mobile", String::as_str)
    }

    /// Sets what the number at a place is.
    pub fn set_label(&mut self, place: usize, label: &str) {
        if label == self.label(place) || place >= self.numbers.len() {
            return;
        }
        self.labels.resize(self.labels.len().max(place + 1), "Mobile".to_owned());
        if let Some(known) = self.labels.get_mut(place) {
            label.clone_into(known);
        }
    }
}

/// Android's number for what a number is; 0 for words of one's own.
pub fn phone_type(label: &str) -> i64 {
    PHONE_LABELS.iter().find(|(known, _)| *known == label).map_or(0, |(_, number)| *number)
}

/// What a number is, from Android's number for it and the word that stands beside it.
pub fn phone_label(number: i64, word: &str) -> String {
    let known = PHONE_LABELS.iter().find(|(_, known)| *known == number).map(|(label, _)| *label);
    known.unwrap_or(if number == 0 && !word.is_empty() { word } else { "Other" }).to_owned()
}

/// A text message.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Message {
    /// `_id`
    pub id: i64,
    /// The number at the other end.
    pub address: String,
    /// What it says.
    pub body: String,
    /// When, in milliseconds since 1970.
    pub date: i64,
    /// Whether we sent it.
    pub sent: bool,
    /// Whether it was read.
    pub read: bool,
}

/// Something installed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Package {
    /// What people call it.
    pub label: String,
    /// As in `14`.
    pub version_name: String,
    /// As in `34`.
    pub version_code: u64,
    /// Whether it came with the phone.
    pub system: bool,
    /// The user that it is; 0 before it was given one.
    pub uid: u32,
    /// Whether it is enabled.
    pub enabled: bool,
    /// Whether it stands among the apps of the launcher.
    pub launchable: bool,
    /// When it came, in milliseconds since 1970.
    pub installed_ms: i64,
    /// The permissions it asks for, and whether each is granted.
    pub permissions: BTreeMap<String, bool>,
    /// What the person answered when it asked, by permission.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub answers: BTreeMap<String, Answer>,
    /// Its activities: class with package, the launcher's first.
    pub activities: Vec<String>,
    /// What `appops` was told, by operation: `allow`, `ignore`, `deny`, `foreground`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub ops: BTreeMap<String, String>,
    /// Whether it may not be used for now (`pm suspend`).
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub suspended: bool,
    /// What its APK said, if it was installed from one. What came with the phone has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apk: Option<Box<Apk>>,
}

/// An installation in several steps: `pm install-create`, `install-write`, `install-commit`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct InstallSession {
    /// How it is to be done.
    pub options: InstallOptions,
    /// The names of the files that were written, in order.
    pub parts: Vec<String>,
}

/// A line of logcat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// When, in milliseconds since 1970.
    pub date: i64,
    /// `V`, `D`, `I`, `W`, `E`.
    pub level: char,
    /// As in `ActivityTaskManager`.
    pub tag: String,
    /// What it says.
    pub text: String,
}

impl Shared {
    /// How many lines of the log are kept.
    const LOGGED: usize = 2000;

    /// Whether a setting of the `global` table is on.
    pub fn on(&self, key: &str) -> bool {
        self.settings.global.get(key).is_some_and(|value| value != "0")
    }

    /// Switches a setting of the `global` table.
    pub fn switch(&mut self, key: &str, on: bool) {
        self.settings.global.insert(key.to_owned(), if on { "1" } else { "0" }.to_owned());
    }

    /// Whether the flashlight is on; Android keeps that in `secure/flashlight_enabled`.
    pub fn torch(&self) -> bool {
        self.settings.secure.get("flashlight_enabled").is_some_and(|on| on != "0")
    }

    /// Switches the flashlight.
    pub fn set_torch(&mut self, on: bool) {
        self.settings.secure.insert("flashlight_enabled".to_owned(), if on { "1" } else { "0" }.to_owned());
    }

    /// Switches aeroplane mode: the radios go off with it, and those that were on come back after it.
    /// What was on is remembered in `wifi_saved_state` and `bluetooth_saved_state`. Mobile data keeps its
    /// setting, as on Android: the radio below it is off.
    pub fn set_airplane(&mut self, on: bool) {
        if on == self.on("airplane_mode_on") {
            return;
        }
        self.switch("airplane_mode_on", on);
        for (radio, saved) in [("wifi_on", "wifi_saved_state"), ("bluetooth_on", "bluetooth_saved_state")] {
            if on {
                self.switch(saved, self.on(radio));
                self.switch(radio, false);
            } else if self.settings.global.remove(saved).is_some_and(|was| was != "0") {
                self.switch(radio, true);
            }
        }
    }

    /// Whether anything from outside can be reached: Wi-Fi, or mobile data with the radio on.
    pub fn is_online(&self) -> bool {
        self.on("wifi_on") || (self.on("mobile_data") && !self.on("airplane_mode_on"))
    }

    /// A number in the `system` table.
    pub fn system_number(&self, key: &str, default: i64) -> i64 {
        self.settings.system.get(key).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    /// Whether the dark theme is on (`secure/ui_night_mode` is 2).
    pub fn is_dark(&self) -> bool {
        self.settings.secure.get("ui_night_mode").is_some_and(|mode| mode == "2")
    }

    /// Sets the language of the system.
    pub fn set_locale(&mut self, locale: &str) {
        locale.clone_into(&mut self.locale);
        self.props.insert("persist.sys.locale".to_owned(), locale.to_owned());
        self.settings.system.insert("system_locales".to_owned(), locale.to_owned());
    }

    /// A new id.
    pub fn new_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    /// The contact a number belongs to: digits are compared from the right.
    pub fn contact_of(&self, number: &str) -> Option<&Contact> {
        self.contacts.with_number(number)
    }

    /// The app that people write and read text messages with (`secure/sms_default_application`).
    pub fn sms_app(&self) -> &str {
        let chosen = self.settings.secure.get("sms_default_application").map(String::as_str);
        chosen.filter(|package| self.packages.contains_key(*package)).unwrap_or("com.google.android.apps.messaging")
    }

    /// How somebody is called who has this number.
    pub fn name_of(&self, number: &str) -> String {
        self.contact_of(number).map_or_else(|| number.to_owned(), |contact| contact.name.clone())
    }

    /// Sends a text message, which also counts as having contacted them.
    pub fn send_message(&mut self, address: &str, body: &str) -> i64 {
        let (id, date) = (self.new_id(), self.now_ms);
        self.messages.push(Message {
            id,
            address: address.to_owned(),
            body: body.to_owned(),
            date,
            sent: true,
            read: true,
        });
        self.contacted(address);
        id
    }

    /// Notes that somebody was written to or called.
    pub fn contacted(&mut self, number: &str) {
        let now = self.now_ms;
        let Some(id) = self.contact_of(number).map(|contact| contact.id) else { return };
        for contact in self.contacts.iter_mut().filter(|contact| contact.id == id) {
            contact.last_contacted = now;
            contact.times_contacted += 1;
        }
    }

    /// Writes a line of the log.
    pub fn log(&mut self, level: char, tag: &str, text: impl Into<String>) {
        if self.log.len() == Self::LOGGED {
            self.log.pop_front();
        }
        self.logged += 1;
        self.log.push_back(LogLine { date: self.now_ms, level, tag: tag.to_owned(), text: text.into() });
    }
}

/// The process of Android's own services.
pub const SYSTEM_SERVER: u32 = 1042;
/// The process of the status bar, the shade and their kin.
pub const SYSTEM_UI: u32 = 1390;
/// The process of the keyboard that came with the phone.
pub const KEYBOARD_PID: u32 = 1544;

/// The digits of a number.
pub fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}
