//! What the system shows besides apps, and remembers while it does: the shade's reply, the banner of what has just
//! come, the overview of what is open, the lock screen's key pad, an app that does not answer.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::slow::{Loading, SlowScreens};

/// What the system's own windows remember.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SystemUi {
    /// The notification that is being answered in the shade, and what was typed.
    pub(super) reply: Option<(i64, String)>,
    /// The packages whose notifications are all shown.
    pub(super) expanded: BTreeSet<String>,
    /// The notification that is shown over the screen, and until when by the clock that nobody sets.
    pub(super) heads_up: Option<(i64, i64)>,
    /// Which of what is open stands in the middle of the overview, the newest first; none while that is not shown.
    pub(super) overview: Option<usize>,
    /// What was typed on the lock screen.
    pub(super) keyguard: Keyguard,
    /// The app that does not answer.
    pub(super) hung: Option<String>,
    /// The apps whose screens are slow to come, by package.
    pub(super) slow: BTreeMap<String, SlowScreens>,
    /// The screen that is still to come, if one was slow.
    pub(super) loading: Option<Loading>,
    /// How many of the profile's events have happened.
    pub(super) happened: usize,
}

/// The lock screen's key pad.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct Keyguard {
    /// Whether the key pad is shown.
    pub(super) asks: bool,
    /// What was typed.
    pub(super) typed: String,
    /// How often in a row it was wrong.
    pub(super) wrong: u32,
    /// Until when nothing is tried, by the clock that nobody sets.
    pub(super) until_ms: i64,
}
