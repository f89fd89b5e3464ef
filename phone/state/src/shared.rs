//! The state that apps and Android's commands share. Each fact has exactly one place.
//!
//! For example, `global/wifi_on` is the only record of whether Wi-Fi is on: the Settings app, the status bar, `svc`,
//! `cmd wifi`, `dumpsys wifi` and `settings get` all read and write it.
//!
//! [`Shared`] consists of parts. A part's file defines its data, its limits and the operations on it alone. An operation
//! that involves several parts is a method of [`Shared`], in the file of the part that it mainly changes.

mod address_book;
pub mod alarms;
mod blocked;
mod calendar;
pub mod calls;
mod clock;
mod contact;
pub mod data_folders;
mod hardware;
mod ids;
mod json;
mod log;
mod media;
pub mod message_store;
mod notifications;
mod packages;
pub mod permissions;
mod position;
mod power;
mod scene;
mod service_state;
mod services;
mod settings;
mod store;
mod uids;
mod wifi;

use std::collections::BTreeMap;
use std::sync::Arc;

pub use self::address_book::AddressBook;
pub use self::alarms::{Alarm, AlarmClock, Timer};
pub use self::blocked::BlockedNumber;
pub use self::calendar::{Calendar, CalendarEvent};
pub use self::calls::{Call, Calls, OngoingCall};
pub use self::clock::Clock;
pub use self::contact::{Contact, PHONE_LABELS, digits, phone_label, phone_type};
pub use self::hardware::Hardware;
pub use self::ids::Ids;
pub use self::log::{LogBuffer, LogLine};
pub use self::media::{MediaSession, Track};
pub use self::message_store::{Message, MessageStore, Thread, Threads};
pub use self::notifications::{Notification, NotificationAction};
pub use self::packages::{InstallSession, Look, Package, Packages};
pub use self::permissions::Answer;
pub use self::position::Position;
pub use self::power::Power;
pub use self::scene::{CameraScene, SceneKind};
pub use self::service_state::ServiceState;
pub use self::services::ActiveServices;
pub use self::settings::Settings;
pub use self::store::{Download, Offer, Store};
pub use self::wifi::{WifiNetwork, WifiNetworks};
use machine::files::Files;
use machine::identity::Identity;

/// The shared state. Its JSON form, in `json`, says what is saved.
#[derive(Clone, Debug, Default)]
pub struct Shared {
    /// The settings provider's tables (`settings get|put`).
    pub settings: Settings,
    /// The contacts.
    pub contacts: AddressBook,
    /// Text messages, oldest first.
    pub messages: MessageStore,
    /// The call log and the current call.
    pub calls: Calls,
    /// The blocked numbers, oldest first.
    pub blocked: Vec<BlockedNumber>,
    /// The Wi-Fi networks in range.
    pub wifi: WifiNetworks,
    /// Alarms and timers.
    pub alarm_clock: AlarmClock,
    /// The calendar.
    pub calendar: Calendar,
    /// The packages.
    pub packages: Packages,
    /// The running services.
    pub services: ActiveServices,
    /// What services keep in memory. It is not saved.
    pub service_state: ServiceState,
    /// The store's offers and running downloads.
    pub store: Store,
    /// Notifications in the shade, newest first.
    pub notifications: Vec<Notification>,
    /// The clipboard's text.
    pub clipboard: Option<String>,
    /// System properties (`getprop`).
    pub props: BTreeMap<String, String>,
    /// The clock.
    pub clock: Clock,
    /// For example `en-US`.
    pub locale: String,
    /// Battery, location, orientation and camera.
    pub hardware: Hardware,
    /// The media session.
    pub media: MediaSession,
    /// The PIN that unlocks the phone, if it has one.
    pub pin: Option<String>,
    /// The log that `logcat` shows.
    pub log: LogBuffer,
    /// The ids of all records.
    pub ids: Ids,
    /// The phone's identity. It comes from the profile and is not saved.
    pub identity: Arc<Identity>,
    /// The file system, which apps and commands share. A saved phone stores only the differences from the initial files.
    pub files: Files,
}

impl Shared {
    /// Sets the language of the system.
    pub fn set_locale(&mut self, locale: &str) {
        locale.clone_into(&mut self.locale);
        self.props.insert("persist.sys.locale".to_owned(), locale.to_owned());
        self.settings.system.insert("system_locales".to_owned(), locale.to_owned());
    }

    /// Returns a new id.
    pub fn new_id(&mut self) -> i64 {
        self.ids.assign()
    }

    /// Returns the contact with a number. Digits are compared from the right.
    pub fn contact_of(&self, number: &str) -> Option<&Contact> {
        self.contacts.with_number(number)
    }

    /// Returns the default app for text messages (`secure/sms_default_application`).
    pub fn sms_app(&self) -> &str {
        let chosen = self.settings.secure.get("sms_default_application").map(String::as_str);
        chosen.filter(|package| self.packages.is_installed(package)).unwrap_or("com.google.android.apps.messaging")
    }

    /// Returns the name of the contact with this number, or the number.
    pub fn name_of(&self, number: &str) -> String {
        self.contact_of(number).map_or_else(|| number.to_owned(), |contact| contact.name.clone())
    }

    /// Sends a text message, which also counts as a contact with the recipient.
    pub fn send_message(&mut self, address: &str, body: &str) -> i64 {
        let (id, date) = (self.new_id(), self.clock.now_ms);
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
        let now = self.clock.now_ms;
        let Some(id) = self.contact_of(number).map(|contact| contact.id) else { return };
        for contact in self.contacts.iter_mut().filter(|contact| contact.id == id) {
            contact.last_contacted = now;
            contact.times_contacted += 1;
        }
    }

    /// Appends a line to the log.
    pub fn log(&mut self, level: char, tag: &str, text: impl Into<String>) {
        self.log.push(LogLine { date: self.clock.now_ms, level, tag: tag.to_owned(), text: text.into() });
    }

    /// Keeps lists from an untrusted file within their limits, and counters far from overflow.
    pub fn enforce_limits(&mut self) {
        self.contacts.enforce_limits();
        self.alarm_clock.enforce_limits();
        self.calendar.enforce_limits();
        self.clock.enforce_limits();
        self.hardware.enforce_limits();
        self.media.enforce_limits();
        self.log.enforce_limits();
        self.ids.enforce_limits();
    }
}

/// The pid of `system_server`.
pub const SYSTEM_SERVER: u32 = 1042;
/// The pid of the system UI: the status bar, the shade and related windows.
pub const SYSTEM_UI: u32 = 1390;
/// The pid of the preinstalled keyboard.
pub const KEYBOARD_PID: u32 = 1544;
