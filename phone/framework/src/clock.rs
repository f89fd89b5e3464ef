//! The phone's clock: told from outside, set by people and programs, shown in a zone.
//!
//! Two clocks go: the one on the wall, which can be set to any day, and the one since the phone was switched on, which
//! nobody sets and by which everything on the glass moves.

use super::Phone;
use machine::calendar::Zone;

/// The property that names the zone.
pub(crate) const ZONE: &str = "persist.sys.timezone";
/// The setting that lets the network set the clock.
const AUTO_TIME: &str = "auto_time";
/// What a clock of Android can be set to: 1970 to the end of 32 bits without a sign, in 2106.
const LATEST_MS: i64 = 4_294_967_295_000;

/// The zone that a property named, so that it is looked up once.
#[derive(Clone, Debug, Default)]
pub(super) struct NamedZone {
    name: String,
    zone: Option<Zone>,
}

impl Phone {
    /// Sets the clock on the wall; `false` if no clock can show that.
    pub(crate) fn set_clock(&mut self, now_ms: i64) -> bool {
        if !(0..=LATEST_MS).contains(&now_ms) {
            return false;
        }
        self.shared.clock_shift_ms += now_ms - self.shared.now_ms;
        self.tell_time();
        true
    }

    /// What the clock and the zone say at the moment that was last told.
    pub(super) fn tell_time(&mut self) {
        let automatic = self.shared.on(AUTO_TIME);
        if automatic != self.time.auto_time {
            self.time.auto_time = automatic;
            if automatic {
                // The network knows what time it is.
                self.shared.clock_shift_ms = 0;
            }
        }
        self.shared.now_ms = self.time.host_ms + self.time.clock_offset_ms + self.shared.clock_shift_ms;
        self.shared.uptime_ms = self.time.host_ms - self.time.booted_ms;
        let name = self.shared.props.get(ZONE).map_or("", String::as_str);
        if name != self.time.zone.name {
            self.time.zone = NamedZone { name: name.to_owned(), zone: Zone::named(name) };
        }
        // A name that nobody knows is Greenwich, as Java has it.
        self.shared.utc_offset_min =
            self.time.zone.zone.as_ref().map_or(0, |zone| zone.offset_minutes(self.shared.now_ms));
    }

    /// How far the time of animations has run ahead of the clock since it was `before_ms` ahead: so long whoever made
    /// the gestures has to wait. Nobody waits where the profile lets the time run ahead.
    pub fn owed_since(&self, before_ms: u64) -> u64 {
        if self.profile.run_ahead { 0 } else { self.time.ahead_ms.saturating_sub(before_ms) }
    }

    /// How far the time of animations is ahead of the clock.
    pub fn ahead_ms(&self) -> u64 {
        self.time.ahead_ms
    }

    /// What people call the zone now.
    pub(crate) fn zone_name(&self) -> String {
        self.time.zone.zone.as_ref().map_or_else(|| "GMT".to_owned(), |zone| zone.abbreviation(self.shared.now_ms))
    }
}
