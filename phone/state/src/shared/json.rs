//! The JSON form of [`Shared`], in saved phones and in the control service's `state`.
//!
//! The form is one object with a key per fact. It is older than the parts and does not follow them: evaluations and
//! saved phones name these keys, so a part can change its shape without a new format. Facts that have no key here are
//! not saved. Writing borrows the state and copies nothing.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{
    AddressBook, Alarm, AlarmClock, BlockedNumber, Calendar, CalendarEvent, Call, Calls, CameraScene, Clock, Download,
    Hardware, Ids, LogBuffer, MediaSession, MessageStore, Notification, OngoingCall, Package, Packages, Position,
    Power, Settings, Shared, Store, Timer, WifiNetworks,
};

/// A map that the state owns when it is read, and borrows when it is written.
type Map<'a, V> = Cow<'a, BTreeMap<String, V>>;

/// The JSON object. A missing key means the default.
#[derive(Default, Serialize, Deserialize)]
#[serde(default)]
struct SharedJson<'a> {
    settings: Cow<'a, Settings>,
    contacts: Cow<'a, AddressBook>,
    messages: Cow<'a, MessageStore>,
    calls: Cow<'a, [Call]>,
    #[serde(skip_serializing_if = "no_number")]
    blocked: Cow<'a, [BlockedNumber]>,
    #[serde(skip_serializing_if = "WifiNetworks::is_new")]
    wifi: Cow<'a, WifiNetworks>,
    alarms: Cow<'a, [Alarm]>,
    timers: Cow<'a, [Timer]>,
    events: Cow<'a, [CalendarEvent]>,
    packages: Map<'a, Package>,
    #[serde(skip_serializing_if = "is_empty")]
    uninstalled: Map<'a, Package>,
    #[serde(skip_serializing_if = "is_empty")]
    preferred: Map<'a, String>,
    #[serde(skip_serializing_if = "is_empty")]
    downloads: Map<'a, Download>,
    notifications: Cow<'a, [Notification]>,
    clipboard: Option<Cow<'a, str>>,
    props: Map<'a, String>,
    now_ms: i64,
    clock_shift_ms: i64,
    utc_offset_min: i32,
    locale: Cow<'a, str>,
    battery: u8,
    power: Cow<'a, Power>,
    position: Position,
    held: u8,
    media: Cow<'a, MediaSession>,
    scene: Cow<'a, CameraScene>,
    call: Cow<'a, Option<(String, String)>>,
    ongoing: Cow<'a, OngoingCall>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pin: Option<Cow<'a, str>>,
    log: Cow<'a, LogBuffer>,
    next_id: Ids,
}

fn no_number(numbers: &[BlockedNumber]) -> bool {
    numbers.is_empty()
}

fn is_empty<V: Clone>(map: &Map<'_, V>) -> bool {
    map.is_empty()
}

impl<'a> From<&'a Shared> for SharedJson<'a> {
    fn from(shared: &'a Shared) -> Self {
        // The pattern names every part, so that the compiler reports a new one.
        let Shared {
            settings,
            contacts,
            messages,
            calls,
            blocked,
            wifi,
            alarm_clock,
            calendar,
            packages,
            services: _,
            service_state: _,
            store,
            notifications,
            clipboard,
            props,
            clock,
            locale,
            hardware,
            media,
            pin,
            log,
            ids,
            identity: _,
            files: _,
        } = shared;
        Self {
            settings: Cow::Borrowed(settings),
            contacts: Cow::Borrowed(contacts),
            messages: Cow::Borrowed(messages),
            calls: Cow::Borrowed(&calls.log),
            blocked: Cow::Borrowed(blocked),
            wifi: Cow::Borrowed(wifi),
            alarms: Cow::Borrowed(&alarm_clock.alarms),
            timers: Cow::Borrowed(&alarm_clock.timers),
            events: Cow::Borrowed(&calendar.events),
            packages: Cow::Borrowed(&packages.installed),
            uninstalled: Cow::Borrowed(&packages.uninstalled),
            preferred: Cow::Borrowed(&packages.preferred),
            downloads: Cow::Borrowed(&store.downloads),
            notifications: Cow::Borrowed(notifications),
            clipboard: clipboard.as_deref().map(Cow::Borrowed),
            props: Cow::Borrowed(props),
            now_ms: clock.now_ms,
            clock_shift_ms: clock.shift_ms,
            utc_offset_min: clock.utc_offset_min,
            locale: Cow::Borrowed(locale),
            battery: hardware.battery,
            power: Cow::Borrowed(&hardware.power),
            position: hardware.position,
            held: hardware.orientation,
            media: Cow::Borrowed(media),
            scene: Cow::Borrowed(&hardware.scene),
            call: Cow::Borrowed(&calls.current),
            ongoing: Cow::Borrowed(&calls.ongoing),
            pin: pin.as_deref().map(Cow::Borrowed),
            log: Cow::Borrowed(log),
            next_id: *ids,
        }
    }
}

impl From<SharedJson<'_>> for Shared {
    fn from(json: SharedJson<'_>) -> Self {
        Self {
            settings: json.settings.into_owned(),
            contacts: json.contacts.into_owned(),
            messages: json.messages.into_owned(),
            calls: Calls {
                log: json.calls.into_owned(),
                current: json.call.into_owned(),
                ongoing: json.ongoing.into_owned(),
            },
            blocked: json.blocked.into_owned(),
            wifi: json.wifi.into_owned(),
            alarm_clock: AlarmClock { alarms: json.alarms.into_owned(), timers: json.timers.into_owned() },
            calendar: Calendar { events: json.events.into_owned() },
            packages: Packages {
                installed: json.packages.into_owned(),
                uninstalled: json.uninstalled.into_owned(),
                preferred: json.preferred.into_owned(),
                ..Packages::default()
            },
            store: Store { downloads: json.downloads.into_owned(), ..Store::default() },
            notifications: json.notifications.into_owned(),
            clipboard: json.clipboard.map(Cow::into_owned),
            props: json.props.into_owned(),
            clock: Clock {
                now_ms: json.now_ms,
                shift_ms: json.clock_shift_ms,
                utc_offset_min: json.utc_offset_min,
                ..Clock::default()
            },
            locale: json.locale.into_owned(),
            hardware: Hardware {
                battery: json.battery,
                power: json.power.into_owned(),
                position: json.position,
                orientation: json.held,
                scene: json.scene.into_owned(),
            },
            media: json.media.into_owned(),
            pin: json.pin.map(Cow::into_owned),
            log: json.log.into_owned(),
            ids: json.next_id,
            ..Self::default()
        }
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        SharedJson::from(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        SharedJson::deserialize(deserializer).map(Self::from)
    }
}
