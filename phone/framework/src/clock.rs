//! The phone's clock: driven from outside, set by users and programs, shown in a time zone.
//!
//! There are two clocks: the wall clock, which can be set to any date, and the monotonic clock since boot, which cannot
//! be set and drives all animations.

use super::Phone;
use machine::calendar::Zone;

/// The property that holds the time zone.
pub(crate) const ZONE: &str = "persist.sys.timezone";
/// The setting that lets the network set the clock.
const AUTO_TIME: &str = "auto_time";
/// The latest time Android accepts: from 1970 to the end of unsigned 32-bit seconds, in 2106.
const LATEST_MS: i64 = 4_294_967_295_000;

/// The zone named by the property, cached so that it is looked up once.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedZone {
    name: String,
    zone: Option<Zone>,
}

impl Phone {
    /// Sets the wall clock; `false` if the time is out of range.
    pub(crate) fn set_clock(&mut self, now_ms: i64) -> bool {
        if !(0..=LATEST_MS).contains(&now_ms) {
            return false;
        }
        self.shared.clock.set(now_ms);
        self.tell_time();
        true
    }

    /// Updates the wall clock and the zone for the last tick.
    pub(super) fn tell_time(&mut self) {
        let automatic = self.shared.settings.on(AUTO_TIME);
        if automatic != self.time.auto_time {
            self.time.auto_time = automatic;
            if automatic {
                // The network knows the correct time.
                self.shared.clock.follow_network();
            }
        }
        let network_ms = self.time.host_ms + self.time.clock_offset_ms;
        self.shared.clock.advance(network_ms, self.time.host_ms - self.time.booted_ms);
        let name = self.shared.props.get(ZONE).map_or("", String::as_str);
        if name != self.time.zone.name {
            self.time.zone = NamedZone { name: name.to_owned(), zone: Zone::named(name) };
        }
        // An unknown zone name means GMT, as in Java.
        self.shared.clock.utc_offset_min =
            self.time.zone.zone.as_ref().map_or(0, |zone| zone.offset_minutes(self.shared.clock.now_ms));
    }

    /// Returns how far animation time has run ahead of the clock since it was `before_ms` ahead. The sender of the
    /// gestures has to wait that long, unless the profile lets time run ahead.
    pub fn owed_since(&self, before_ms: u64) -> u64 {
        if self.profile.run_ahead { 0 } else { self.time.ahead_ms.saturating_sub(before_ms) }
    }

    /// Returns how far animation time is ahead of the clock.
    pub fn ahead_ms(&self) -> u64 {
        self.time.ahead_ms
    }

    /// Returns the display name of the zone.
    pub(crate) fn zone_name(&self) -> String {
        self.time
            .zone
            .zone
            .as_ref()
            .map_or_else(|| "GMT".to_owned(), |zone| zone.abbreviation(self.shared.clock.now_ms))
    }
}
