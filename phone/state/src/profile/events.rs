//! Scheduled events of a phone, in a profile's notation: `{"atMs": 60000, "kind": "sms", "from": …, "body": …}`.

use serde::{Deserialize, Serialize};

/// An event with its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduledEvent {
    /// The time, in milliseconds after the phone was first switched on.
    pub at_ms: i64,
    /// The event.
    #[serde(flatten)]
    pub what: Happening,
}

/// The kinds of events.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Happening {
    /// A text message arrives.
    Sms {
        /// The sender's number.
        from: String,
        /// The text.
        body: String,
    },
    /// A message arrives in a messenger.
    Chat {
        /// The package of the messenger.
        package: String,
        /// The sender's number.
        from: String,
        /// The text.
        body: String,
    },
    /// A call comes in.
    Call {
        /// The caller's number.
        from: String,
        /// How long it rings; by default 30 seconds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rings_ms: Option<i64>,
    },
    /// The other end hangs up.
    HangUp,
    /// An app shows a notification.
    Notification {
        /// The app's package.
        package: String,
        /// The title.
        title: String,
        /// The text.
        text: String,
    },
    /// The battery level changes.
    Battery {
        /// In percent.
        percent: u8,
    },
    /// An app crashes.
    Crash {
        /// The app's package.
        package: String,
    },
    /// An app stops responding.
    NotResponding {
        /// The app's package.
        package: String,
    },
    /// The next screens of an app appear with a delay.
    SlowScreens {
        /// The app's package.
        package: String,
        /// The delay of each screen; 0 removes it.
        ms: u64,
        /// How many screens; all from now on if omitted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        screens: Option<u32>,
    },
}
