//! The ids of contacts, messages, calls, events, alarms and notifications. All come from one sequence, so that no two
//! records of a phone share one.

use serde::{Deserialize, Serialize};

/// The maximum of the sequence after untrusted input. From here it can run for years without an overflow.
pub(super) const MOST: i64 = 1 << 48;

/// The sequence of ids. In JSON it is the id that was assigned last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Ids {
    last: i64,
}

impl Ids {
    /// Starts a sequence whose first id follows `last`.
    pub fn after(last: i64) -> Self {
        Self { last }
    }

    /// Assigns the next id.
    pub fn assign(&mut self) -> i64 {
        self.last += 1;
        self.last
    }

    /// Continues the sequence after an id that someone else assigned, for example a profile or an app with root access.
    pub fn skip_to(&mut self, taken: i64) {
        self.last = self.last.max(taken.min(MOST));
    }

    /// Keeps a sequence from a file far from overflow.
    pub(super) fn enforce_limits(&mut self) {
        self.last = self.last.clamp(0, MOST);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_id_follows_every_known_one() {
        let mut ids = Ids::after(1000);
        assert_eq!((ids.assign(), ids.assign()), (1001, 1002));
        for (taken, next) in [(7, 1003), (5000, 5001), (i64::MAX, MOST + 1)] {
            ids.skip_to(taken);
            assert_eq!(ids.assign(), next, "{taken}");
        }
        for (last, next) in [(-5, 1), (i64::MAX, MOST + 1)] {
            let mut ids = Ids::after(last);
            ids.enforce_limits();
            assert_eq!(ids.assign(), next, "{last}");
        }
    }
}
