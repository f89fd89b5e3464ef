//! Run-time permissions: the texts of their requests, their groups, and the user's answers. The texts are those of
//! Android's permission controller.
//!
//! To add a permission, add a row to [`GROUPS`]. The phone decides when to ask (`framework::permissions`).

use serde::{Deserialize, Serialize};

/// The number of denials after which an app cannot ask again, as since Android 11.
pub(crate) const MOST_DENIALS: u8 = 2;

/// The user's answers to an app's requests for a permission.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Answer {
    /// How often it was denied.
    pub denials: u8,
    /// Whether the grant ends with the app's process.
    pub one_time: bool,
}

impl Answer {
    /// Returns its flags in `dumpsys package`, each followed by a bar.
    pub fn flags(&self) -> &'static str {
        match (self.denials, self.one_time) {
            (_, true) => "USER_SET|ONE_TIME|",
            (denials, false) if denials >= MOST_DENIALS => "USER_FIXED|",
            (_, false) => "USER_SET|",
        }
    }
}

/// Permissions that are asked for and granted together.
pub struct Group {
    /// The rest of the question, as in `Allow Camera to take pictures and record video?`
    pub wish: &'static str,
    /// Whether it can be granted only while the app is in use, or only this time.
    pub while_in_use: bool,
    members: &'static [&'static str],
}

const GROUPS: &[Group] = &[
    Group { wish: "take pictures and record video", while_in_use: true, members: &["CAMERA"] },
    Group { wish: "record audio", while_in_use: true, members: &["RECORD_AUDIO"] },
    Group {
        wish: "access this device’s location",
        while_in_use: true,
        members: &["ACCESS_FINE_LOCATION", "ACCESS_COARSE_LOCATION", "ACCESS_BACKGROUND_LOCATION"],
    },
    Group {
        wish: "access your contacts",
        while_in_use: false,
        members: &["READ_CONTACTS", "WRITE_CONTACTS", "GET_ACCOUNTS"],
    },
    Group { wish: "access your calendar", while_in_use: false, members: &["READ_CALENDAR", "WRITE_CALENDAR"] },
    Group {
        wish: "send and view SMS messages",
        while_in_use: false,
        members: &["READ_SMS", "SEND_SMS", "RECEIVE_SMS", "RECEIVE_MMS", "RECEIVE_WAP_PUSH"],
    },
    Group {
        wish: "make and manage phone calls",
        while_in_use: false,
        members: &[
            "CALL_PHONE",
            "READ_PHONE_STATE",
            "READ_PHONE_NUMBERS",
            "ANSWER_PHONE_CALLS",
            "ADD_VOICEMAIL",
            "USE_SIP",
        ],
    },
    Group { wish: "access your phone call logs", while_in_use: false, members: &["READ_CALL_LOG", "WRITE_CALL_LOG"] },
    Group {
        wish: "access photos and videos on this device",
        while_in_use: false,
        members: &["READ_MEDIA_IMAGES", "READ_MEDIA_VIDEO", "READ_MEDIA_VISUAL_USER_SELECTED", "ACCESS_MEDIA_LOCATION"],
    },
    Group {
        wish: "access photos, media, and files on your device",
        while_in_use: false,
        members: &["READ_EXTERNAL_STORAGE", "WRITE_EXTERNAL_STORAGE"],
    },
    Group { wish: "access music and audio on this device", while_in_use: false, members: &["READ_MEDIA_AUDIO"] },
    Group { wish: "access sensor data about your vital signs", while_in_use: true, members: &["BODY_SENSORS"] },
    Group { wish: "access your physical activity", while_in_use: false, members: &["ACTIVITY_RECOGNITION"] },
    Group {
        wish: "find, connect to, and determine the relative position of nearby devices",
        while_in_use: false,
        members: &["BLUETOOTH_CONNECT", "BLUETOOTH_SCAN", "BLUETOOTH_ADVERTISE", "NEARBY_WIFI_DEVICES", "UWB_RANGING"],
    },
    Group { wish: "send you notifications", while_in_use: false, members: &["POST_NOTIFICATIONS"] },
];

/// Returns the group of a permission; none if Android does not ask for it.
pub fn group(permission: &str) -> Option<&'static Group> {
    let name = permission.strip_prefix("android.permission.")?;
    GROUPS.iter().find(|group| group.members.contains(&name))
}
