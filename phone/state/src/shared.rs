//! The state that apps and Android's commands share. Each fact has exactly one place.
//!
//! For example, `global/wifi_on` is the only record of whether Wi-Fi is on: the Settings app, the status bar, `svc`,
//! `cmd wifi`, `dumpsys wifi` and `settings get` all read and write it.

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

/// The shared state.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Shared {
    /// The settings provider's tables (`settings get|put`).
    pub settings: Settings,
    /// The contacts.
    pub contacts: AddressBook,
    /// Text messages, oldest first.
    pub messages: MessageStore,
    /// Calls, oldest first.
    pub calls: Vec<Call>,
    /// Alarms, sorted by time of day.
    pub alarms: Vec<Alarm>,
    /// Timers, oldest first.
    pub timers: Vec<Timer>,
    /// Calendar events, sorted by start.
    pub events: Vec<CalendarEvent>,
    /// Installed packages, by name.
    pub packages: BTreeMap<String, Package>,
    /// Preinstalled packages that were removed for the user (`pm uninstall --user 0`). `pm install-existing` restores
    /// them.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub uninstalled: BTreeMap<String, Package>,
    /// The activities that the user chose with `Always` in the chooser, by the kind of request.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub preferred: BTreeMap<String, String>,
    /// Running downloads from the store, by package.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub downloads: BTreeMap<String, Download>,
    /// The store's offers, by package.
    #[serde(skip)]
    pub offers: Arc<BTreeMap<String, Offer>>,
    /// Open install sessions, by number.
    #[serde(skip)]
    pub sessions: BTreeMap<u64, InstallSession>,
    /// Notifications in the shade, newest first.
    pub notifications: Vec<Notification>,
    /// The clipboard's text.
    pub clipboard: Option<String>,
    /// System properties (`getprop`).
    pub props: BTreeMap<String, String>,
    /// The clock, in milliseconds since 1970. The phone advances it before every request.
    pub now_ms: i64,
    /// The offset of the phone's clock from the external clock, in milliseconds.
    pub clock_shift_ms: i64,
    /// The uptime in milliseconds, which is independent of clock changes.
    #[serde(skip)]
    pub uptime_ms: i64,
    /// The zone's current offset in minutes east of Greenwich.
    pub utc_offset_min: i32,
    /// For example `en-US`.
    pub locale: String,
    /// The battery level, in percent.
    pub battery: u8,
    /// The charger and the state of the battery.
    pub power: Power,
    /// The location.
    pub position: Position,
    /// The orientation in which it is held: quarter turns to the left.
    pub held: u8,
    /// The media session.
    pub media: MediaSession,
    /// The scene in front of the camera.
    pub scene: CameraScene,
    /// The current call, if any: its number and `ringing`, `dialing` or `active`.
    pub call: Option<(String, String)>,
    /// Further facts about the current call.
    pub ongoing: OngoingCall,
    /// The PIN that unlocks the phone, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pin: Option<String>,
    /// Lines of logcat, oldest first; limited in number.
    pub log: VecDeque<LogLine>,
    /// The number of lines ever written.
    #[serde(skip)]
    pub logged: u64,
    /// The next free id.
    pub next_id: i64,
    /// The running services by package and class, and whether each is in the foreground. They end with their process.
    #[serde(skip)]
    pub services: BTreeMap<(String, String), bool>,
    /// The phone's identity. It comes from the profile and is not saved.
    #[serde(skip)]
    pub identity: Arc<Identity>,
    /// The icons and background colours of all apps that have code, installed or not.
    #[serde(skip)]
    pub looks: Arc<BTreeMap<String, Look>>,
    /// The file system, which apps and commands share. A snapshot stores only the differences from the initial files.
    #[serde(skip)]
    pub files: Files,
}

/// An icon and its background colour: red, green, blue.
pub type Look = (Icon, (u8, u8, u8));

/// The three tables of the settings provider.
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

/// A contact.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Contact {
    /// `_id`
    pub id: i64,
    /// The display name.
    pub name: String,
    /// The phone numbers, main number first.
    pub numbers: Vec<String>,
    /// The labels of the numbers (`Home`, `Work`), in the same order; a missing one means mobile.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub labels: Vec<String>,
    /// The e-mail addresses.
    pub emails: Vec<String>,
    /// Whether the contact is a favourite.
    pub starred: bool,
    /// The time of the last call or message, in milliseconds since 1970; 0 for never.
    pub last_contacted: i64,
    /// How often the contact was called or written to.
    pub times_contacted: u32,
}

/// The labels of phone numbers, with Android's constants (`CommonDataKinds.Phone.TYPE_…`).
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
    /// Returns the label of the number at an index.
    pub fn label(&self, place: usize) -> &str {
        self.labels.get(place).map_or("Mobile", String::as_str)
    }

    /// Sets the label of the number at an index.
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

/// Returns Android's constant for a label; 0 for custom labels.
pub fn phone_type(label: &str) -> i64 {
    PHONE_LABELS.iter().find(|(known, _)| *known == label).map_or(0, |(_, number)| *number)
}

/// Returns the label for Android's constant and its custom text.
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
    /// The other party's number.
    pub address: String,
    /// The text.
    pub body: String,
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// Whether the phone sent it.
    pub sent: bool,
    /// Whether it has been read.
    pub read: bool,
}

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

/// A line of logcat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LogLine {
    /// The time, in milliseconds since 1970.
    pub date: i64,
    /// `V`, `D`, `I`, `W`, `E`.
    pub level: char,
    /// For example `ActivityTaskManager`.
    pub tag: String,
    /// The message.
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

    /// Switches aeroplane mode. It turns the radios off and later restores those that were on, which `wifi_saved_state`
    /// and `bluetooth_saved_state` record. As on Android, mobile data keeps its setting although its radio is off.
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

    /// Whether the internet is reachable: over Wi-Fi, or over mobile data with the radio on.
    pub fn is_online(&self) -> bool {
        self.on("wifi_on") || (self.on("mobile_data") && !self.on("airplane_mode_on"))
    }

    /// Returns a number from the `system` table.
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

    /// Returns a new id.
    pub fn new_id(&mut self) -> i64 {
        self.next_id += 1;
        self.next_id
    }

    /// Returns the contact with a number. Digits are compared from the right.
    pub fn contact_of(&self, number: &str) -> Option<&Contact> {
        self.contacts.with_number(number)
    }

    /// Returns the default app for text messages (`secure/sms_default_application`).
    pub fn sms_app(&self) -> &str {
        let chosen = self.settings.secure.get("sms_default_application").map(String::as_str);
        chosen.filter(|package| self.packages.contains_key(*package)).unwrap_or("com.google.android.apps.messaging")
    }

    /// Returns the name of the contact with this number, or the number.
    pub fn name_of(&self, number: &str) -> String {
        self.contact_of(number).map_or_else(|| number.to_owned(), |contact| contact.name.clone())
    }

    /// Sends a text message, which also counts as a contact with the recipient.
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

    /// Records that a contact was written to or called.
    pub fn contacted(&mut self, number: &str) {
        let now = self.now_ms;
        let Some(id) = self.contact_of(number).map(|contact| contact.id) else { return };
        for contact in self.contacts.iter_mut().filter(|contact| contact.id == id) {
            contact.last_contacted = now;
            contact.times_contacted += 1;
        }
    }

    /// Appends a line to the log.
    pub fn log(&mut self, level: char, tag: &str, text: impl Into<String>) {
        if self.log.len() == Self::LOGGED {
            self.log.pop_front();
        }
        self.logged += 1;
        self.log.push_back(LogLine { date: self.now_ms, level, tag: tag.to_owned(), text: text.into() });
    }
}

/// The pid of `system_server`.
pub const SYSTEM_SERVER: u32 = 1042;
/// The pid of the system UI: the status bar, the shade and related windows.
pub const SYSTEM_UI: u32 = 1390;
/// The pid of the preinstalled keyboard.
pub const KEYBOARD_PID: u32 = 1544;

/// Returns the digits of a number.
pub fn digits(number: &str) -> String {
    number.chars().filter(char::is_ascii_digit).collect()
}
