//! Items that are shown for a limited time.

use serde::{Deserialize, Serialize};

/// An item and its expiry.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Timed<T> {
    pub(super) shown: T,
    pub(super) due: Option<u64>,
}

/// The items that can expire, in the order of their expiry.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Due {
    pub(super) at: u64,
    pub(super) what: Expiring,
}

/// An item that can expire.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Expiring {
    Notification(String),
    Toast(String),
}
