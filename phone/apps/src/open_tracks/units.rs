//! Formats distances, speeds and durations, in miles or in kilometres.

use state::shared::Shared;

/// Metres per mile and per foot.
const MILE: f64 = 1609.344;
const FOOT: f64 = 0.3048;

/// The system of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Units {
    Imperial,
    Metric,
}

impl Units {
    /// Returns the usual units of the phone's locale.
    pub(super) fn usual(shared: &Shared) -> Self {
        let imperial = ["US", "LR", "MM"].iter().any(|country| shared.locale.ends_with(country));
        if imperial || shared.locale.is_empty() { Self::Imperial } else { Self::Metric }
    }

    /// Formats a distance: a number and its unit.
    pub(super) fn distance(self, meters: f64) -> (String, &'static str) {
        let meters = if meters.is_finite() { meters.max(0.0) } else { 0.0 };
        match self {
            Self::Imperial if meters < MILE / 2.0 => (format!("{:.0}", meters / FOOT), "ft"),
            Self::Imperial => (format!("{:.2}", meters / MILE), "mi"),
            Self::Metric if meters < 500.0 => (format!("{meters:.0}"), "m"),
            Self::Metric => (format!("{:.2}", meters / 1000.0), "km"),
        }
    }

    /// Formats a speed, from metres and milliseconds.
    pub(super) fn speed(self, meters: f64, ms: i64) -> (String, &'static str) {
        let hours = ms.max(0) as f64 / 3_600_000.0;
        let (length, unit) = if self == Self::Imperial { (MILE, "mph") } else { (1000.0, "km/h") };
        let speed = if hours > 0.0 && meters.is_finite() { meters.max(0.0) / length / hours } else { 0.0 };
        (format!("{speed:.1}"), unit)
    }

    /// Formats a height.
    pub(super) fn height(self, meters: f64) -> (String, &'static str) {
        let meters = if meters.is_finite() { meters } else { 0.0 };
        if self == Self::Imperial { (format!("{:.0}", meters / FOOT), "ft") } else { (format!("{meters:.0}"), "m") }
    }
}

/// Formats a duration as `45:00`, `1:30:00`.
pub(super) fn length(ms: i64) -> String {
    let seconds = ms.max(0) / 1000;
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes:02}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_distances_read_as_in_the_app() {
        for (units, meters, reads) in [
            (Units::Imperial, 4232.0, "2.63 mi"),
            (Units::Imperial, 804.0, "2638 ft"),
            (Units::Imperial, f64::NAN, "0 ft"),
            (Units::Metric, 4232.0, "4.23 km"),
            (Units::Metric, 99.6, "100 m"),
        ] {
            let (number, unit) = units.distance(meters);
            assert_eq!(format!("{number} {unit}"), reads);
        }
        for (ms, reads) in [(45 * 60_000, "45:00"), (5_400_000, "1:30:00"), (-5, "00:00")] {
            assert_eq!(length(ms), reads);
        }
        assert_eq!(Units::Metric.speed(10_000.0, 3_600_000), ("10.0".to_owned(), "km/h"));
        assert_eq!(Units::Imperial.speed(10.0, 0).0, "0.0");
    }
}
