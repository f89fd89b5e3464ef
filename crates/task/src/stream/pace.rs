//! How often a phone is looked at: quickly while something happens or has just been done, seldom while nothing does.
//! Pure; times are since some fixed moment.

use std::time::Duration;

/// The shortest time from the beginning of one look to that of the next: 25 pictures a second are enough for people.
const QUICK: Duration = Duration::from_millis(40);
/// The same while nothing happens. What changes by itself is seen after half of it at the median, and the phone's own
/// time for a picture; well below the tenth of a second that feels immediate.
const IDLE: Duration = Duration::from_millis(90);
/// While nothing happens a phone spends at most one part in so many on pictures, however slow it is.
const SHARE: u32 = 4;
/// How long something may yet happen after a touch: an app that starts, a page that loads.
const AFTER_TOUCH: Duration = Duration::from_millis(1_000);
/// How long after a change that nobody asked for: shorter than a cursor blinks.
const AFTER_CHANGE: Duration = Duration::from_millis(250);
/// How soon a phone that cannot be looked at is tried again, and how seldom at least.
const RETRY: Duration = Duration::from_millis(250);
const RETRY_SELDOM: Duration = Duration::from_secs(2);

/// When to look again.
#[derive(Debug, Default)]
pub(super) struct Pace {
    quick_until: Duration,
    failures: u32,
}

impl Pace {
    /// Something is done on the phone now.
    pub(super) fn touched(&mut self, now: Duration) {
        self.quick_until = self.quick_until.max(now + AFTER_TOUCH);
    }

    /// The phone was looked at, which took so long: how long after its beginning the next look begins.
    pub(super) fn looked(&mut self, now: Duration, took: Duration, changed: bool) -> Duration {
        self.failures = 0;
        if changed {
            self.quick_until = self.quick_until.max(now + AFTER_CHANGE);
        }
        if now < self.quick_until { QUICK } else { IDLE.max(took * SHARE) }
    }

    /// The phone could not be looked at: how long until it is tried again.
    pub(super) fn failed(&mut self) -> Duration {
        self.failures = self.failures.saturating_add(1);
        RETRY.saturating_mul(1 << self.failures.min(8)).min(RETRY_SELDOM)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    #[test]
    fn a_phone_is_looked_at_quickly_only_while_something_happens() {
        let mut pace = Pace::default();
        assert_eq!(pace.looked(ms(1_000), ms(10), false), IDLE);
        // A slow phone is left alone between looks.
        assert_eq!(pace.looked(ms(1_000), ms(300), false), ms(1_200));
        assert_eq!(pace.looked(ms(2_000), ms(10), true), QUICK);
        assert_eq!(pace.looked(ms(2_249), ms(10), false), QUICK);
        assert_eq!(pace.looked(ms(2_250), ms(10), false), IDLE);
        pace.touched(ms(3_000));
        assert_eq!(pace.looked(ms(3_999), ms(10), false), QUICK);
        assert_eq!(pace.looked(ms(4_000), ms(10), false), IDLE);
    }

    #[test]
    fn a_phone_that_is_gone_is_tried_ever_more_seldom() {
        let mut pace = Pace::default();
        let waits: Vec<Duration> = (0..5).map(|_| pace.failed()).collect();
        assert_eq!(waits, [ms(500), ms(1_000), ms(2_000), ms(2_000), ms(2_000)]);
        (0..1_000).for_each(|_| _ = pace.failed());
        assert_eq!(pace.failed(), RETRY_SELDOM);
        pace.looked(ms(0), ms(1), false);
        assert_eq!(pace.failed(), ms(500));
    }
}
