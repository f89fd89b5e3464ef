//! What happens to a phone by itself, as a profile writes it: `{"atMs": 60000, "kind": "sms", "from": …, "body": …}`.

use serde::{Deserialize, Serialize};

/// Something that happens at its time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ScheduledEvent {
    /// When, in milliseconds after the phone was first switched on.
    pub at_ms: i64,
    /// What.
    #[serde(flatten)]
    pub what: Happening,
}

/// What can happen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", rename_all_fields = "camelCase")]
pub enum Happening {
    /// A text message comes in.
    Sms {
        /// The number it is from.
        from: String,
        /// What it says.
        body: String,
    },
    /// Somebody writes in a messenger.
    Chat {
        /// The package of the messenger.
        package: String,
        /// The number they are known by.
        from: String,
        /// What they write.
        body: String,
    },
    /// Somebody calls.
    Call {
        /// The number they call from.
        from: String,
        /// How long they let it ring; by default half a minute.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rings_ms: Option<i64>,
    },
    /// The other end hangs up.
    HangUp,
    /// An app shows a notification.
    Notification {
        /// Which app.
        package: String,
        /// What it is about.
        title: String,
        /// What it says.
        text: String,
    },
    /// The battery is so full.
    Battery {
        /// In percent.
        percent: u8,
    },
    /// An app crashes.
    Crash {
        /// Which.
        package: String,
    },
    /// An app does not answer any more.
    NotResponding {
        /// Which.
        package: String,
    },
    /// The next screens of an app take their time to appear.
    SlowScreens {
        /// Which app.
        package: String,
        /// How long each takes; with 0 they are as fast as ever.
        ms: u64,
        /// How many of them; all from now on if none is said.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        screens: Option<u32>,
    },
}
