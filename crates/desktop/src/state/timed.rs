//! What is shown for a time, and when its time is over.

use serde::{Deserialize, Serialize};

/// Something that is shown, and until when.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Timed<T> {
    pub(super) shown: T,
    pub(super) due: Option<u64>,
}

/// What can expire, in the order in which it does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) at: u64,
    pub(super) what: Expiring,
}

/// What can expire.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expiring {
    Notification(String),
    Toast(String),
}
