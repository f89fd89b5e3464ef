//! How often to capture a phone: quickly during and after activity, seldom when idle. Pure; times are relative to a
//! fixed moment.

use std::time::Duration;

/// The shortest time between the starts of two captures: 25 pictures a second are enough for people.
const QUICK: Duration = Duration::from_millis(40);
/// The same while idle. A spontaneous change is seen after half of this at the median, plus the phone's own time for a
/// picture; well below the tenth of a second that feels immediate.
const IDLE: Duration = Duration::from_millis(90);
/// An idle phone spends at most one part in this many on pictures, however slow it is.
const SHARE: u32 = 4;
/// How long a touch may still have effects: an app that starts, a page that loads.
const AFTER_TOUCH: Duration = Duration::from_millis(1_000);
/// The same after a spontaneous change: shorter than a cursor's blink interval.
const AFTER_CHANGE: Duration = Duration::from_millis(250);
/// The shortest and longest delay before retrying a phone that cannot be captured.
const RETRY: Duration = Duration::from_millis(250);
const RETRY_SELDOM: Duration = Duration::from_secs(2);

/// Decides when to capture again.
#[derive(Debug, Default)]
pub(super) struct Pace {
    quick_until: Duration,
    failures: u32,
}

impl Pace {
    /// Records that a person acts on the phone.
    pub(super) fn touched(&mut self, now: Duration) {
        self.quick_until = self.quick_until.max(now + AFTER_TOUCH);
    }

    /// Records a capture and how long it took. Returns the delay from its start to the next one.
    pub(super) fn looked(&mut self, now: Duration, took: Duration, changed: bool) -> Duration {
        self.failures = 0;
        if changed {
            self.quick_until = self.quick_until.max(now + AFTER_CHANGE);
        }
        if now < self.quick_until { QUICK } else { IDLE.max(took * SHARE) }
    }

    /// Records a failed capture. Returns the delay before the retry.
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
        // A slow phone is left alone between captures.
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
