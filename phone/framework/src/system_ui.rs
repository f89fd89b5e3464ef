//! The state of the system's own windows: the shade's reply, the heads-up banner, the overview of recent apps, the lock
//! screen's key pad, an app that is not responding.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::slow::{Loading, SlowScreens};

/// The state of the system's own windows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SystemUi {
    /// The notification being replied to in the shade, and the text typed so far.
    pub(super) reply: Option<(i64, String)>,
    /// The packages whose notification groups are expanded.
    pub(super) expanded: BTreeSet<String>,
    /// The heads-up notification and the monotonic time at which it disappears.
    pub(super) heads_up: Option<(i64, i64)>,
    /// The index of the task in the middle of the overview, the newest first; `None` while it is closed.
    pub(super) overview: Option<usize>,
    /// The lock screen's input.
    pub(super) keyguard: Keyguard,
    /// The app that is not responding.
    pub(super) hung: Option<String>,
    /// The apps whose screens are slow, by package.
    pub(super) slow: BTreeMap<String, SlowScreens>,
    /// The screen that is loading.
    pub(super) loading: Option<Loading>,
    /// The number of the profile's events that have been triggered.
    pub(super) happened: usize,
}

/// The lock screen's key pad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Keyguard {
    /// Whether the key pad is shown.
    pub(super) asks: bool,
    /// The digits typed so far.
    pub(super) typed: String,
    /// The number of wrong attempts in a row.
    pub(super) wrong: u32,
    /// Until when input is blocked, in monotonic time.
    pub(super) until_ms: i64,
}
