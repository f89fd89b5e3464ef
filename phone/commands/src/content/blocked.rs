//! `content://com.android.blockednumber/blocked`: the blocked numbers, in the columns of `BlockedNumberContract`.

use super::row::{Row, Value, row, string, text};
use state::shared::{BlockedNumber, Shared, digits};

/// The provider's authority.
pub(super) const AUTHORITY: &str = "com.android.blockednumber";

/// Returns the blocked numbers.
pub(super) fn rows(shared: &Shared) -> Vec<Row> {
    let blocked = |blocked: &BlockedNumber| {
        let international = blocked.number.starts_with('+');
        let e164 = if international { text(&format!("+{}", digits(&blocked.number))) } else { Value::Null };
        row([("_id", blocked.id.into()), ("original_number", text(&blocked.number)), ("e164_number", e164)])
    };
    shared.blocked.iter().map(blocked).collect()
}

/// Blocks a number; `false` without one.
pub(super) fn insert(values: &Row, shared: &mut Shared) -> bool {
    let number = string(values, "original_number").unwrap_or_default();
    shared.block(number.trim());
    !number.trim().is_empty()
}
