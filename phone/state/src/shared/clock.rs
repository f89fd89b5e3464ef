//! The phone's clock, as apps and commands read it. The phone advances it before every request.

use jiff::civil::DateTime;
use machine::calendar;

/// The clock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// The time, in milliseconds since 1970.
    pub now_ms: i64,
    /// The offset that the user or a program gave the clock when setting it, in milliseconds.
    pub shift_ms: i64,
    /// The uptime in milliseconds, which is independent of clock changes. It is not saved.
    pub uptime_ms: i64,
    /// The zone's current offset in minutes east of Greenwich.
    pub utc_offset_min: i32,
}

impl Clock {
    /// Creates a clock that shows a time in Greenwich.
    pub fn at(now_ms: i64) -> Self {
        Self { now_ms, ..Self::default() }
    }

    /// Advances the clock. `network_ms` is the correct time, which the clock shows until someone sets it.
    pub fn advance(&mut self, network_ms: i64, uptime_ms: i64) {
        self.now_ms = network_ms + self.shift_ms;
        self.uptime_ms = uptime_ms;
    }

    /// Sets the clock.
    pub fn set(&mut self, now_ms: i64) {
        self.shift_ms += now_ms - self.now_ms;
        self.now_ms = now_ms;
    }

    /// Lets the clock show the correct time again, from the next [`Self::advance`] on.
    pub fn follow_network(&mut self) {
        self.shift_ms = 0;
    }

    /// Returns the date and time of day at `ms` in the phone's zone.
    pub fn local(&self, ms: i64) -> DateTime {
        calendar::local(ms, self.utc_offset_min)
    }

    /// Keeps a zone from a file within the offsets that exist.
    pub(super) fn enforce_limits(&mut self) {
        self.utc_offset_min = self.utc_offset_min.clamp(-18 * 60, 18 * 60);
    }
}
