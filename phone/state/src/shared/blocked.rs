//! The blocked numbers, which the provider `com.android.blockednumber` shows. Calls from them do not ring.

use serde::{Deserialize, Serialize};

use super::address_book::same_digits;
use super::{Shared, digits};

/// A blocked number.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BlockedNumber {
    /// `_id`
    pub id: i64,
    /// The number as it was given.
    pub number: String,
}

impl Shared {
    /// Blocks a number, once.
    pub fn block(&mut self, number: &str) {
        if digits(number).is_empty() || self.blocked.iter().any(|known| known.number == number) {
            return;
        }
        let id = self.new_id();
        self.blocked.push(BlockedNumber { id, number: number.to_owned() });
    }

    /// Whether calls from a number are rejected.
    pub fn is_blocked(&self, number: &str) -> bool {
        self.blocked.iter().any(|known| same_digits(&known.number, number))
    }
}
