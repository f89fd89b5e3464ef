//! Formats times in the system's language, from the phone's clock and its UTC offset. There is no other clock.

use jiff::civil::DateTime;

use machine::calendar;
use state::shared::Shared;
use toolkit::languages::{self, Language};

/// Converts milliseconds since 1970 to local time.
fn local(ms: i64, shared: &Shared) -> DateTime {
    shared.clock.local(ms)
}

/// Formats a time as `9:41 AM`, or `09:41` if the 24-hour format is on.
pub fn time(ms: i64, shared: &Shared) -> String {
    let hours = match shared.settings.system.get("time_12_24").map(String::as_str) {
        Some("24") => "%H:%M",
        _ => "%-I:%M %p",
    };
    local(ms, shared).strftime(hours).to_string()
}

/// Formats a date as `Wednesday, October 4`.
pub fn date(ms: i64, shared: &Shared) -> String {
    let at = local(ms, shared);
    Language::of(&shared.locale).map_or_else(|| at.strftime("%A, %B %-d").to_string(), |language| language.date(at))
}

/// Formats a date as `Wed, Oct 4`.
pub fn short_date(ms: i64, shared: &Shared) -> String {
    let at = local(ms, shared);
    let english = || at.strftime("%a, %b %-d").to_string();
    Language::of(&shared.locale).map_or_else(english, |language| language.short_date(at))
}

/// Formats a date as `October 4, 2023`.
pub fn full_date(ms: i64, shared: &Shared) -> String {
    let at = local(ms, shared);
    let english = || at.strftime("%B %-d, %-Y").to_string();
    Language::of(&shared.locale).map_or_else(english, |language| language.full_date(at))
}

/// Formats a month as `October 2023`.
pub fn month(ms: i64, shared: &Shared) -> String {
    let at = local(ms, shared);
    Language::of(&shared.locale).map_or_else(|| at.strftime("%B %Y").to_string(), |language| language.month(at))
}

/// Formats the timestamp of a list row: the time today, `Yesterday`, the weekday within a week, `Oct 4` within the
/// year, `10/4/22` before.
pub fn stamp(ms: i64, shared: &Shared) -> String {
    let (then, now) = (local(ms, shared), local(shared.clock.now_ms, shared));
    let language = Language::of(&shared.locale);
    let days = now.date().since(then.date()).map_or(0, |span| span.get_days());
    match days {
        0 => time(ms, shared),
        1 => languages::said("Yesterday", &shared.locale),
        2..=6 => language.map_or_else(|| then.strftime("%a").to_string(), |language| language.weekday(then)),
        _ if now.year() == then.year() => {
            language.map_or_else(|| then.strftime("%b %-d").to_string(), |language| language.day_of_month(then))
        }
        _ if language.is_some() => then.strftime("%-d/%-m/%y").to_string(),
        _ => then.strftime("%-m/%-d/%y").to_string(),
    }
}

/// Formats a time at a UTC offset in minutes with a `strftime` format; empty if the format is invalid.
pub fn formatted(ms: i64, offset_minutes: i32, format: &str) -> String {
    jiff::fmt::strtime::format(format, calendar::local(ms, offset_minutes)).unwrap_or_default()
}

/// Formats the duration of a call as `02:05`.
pub fn length(seconds: i64) -> String {
    let seconds = seconds.max(0);
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::calendar::DAY_MS;
    use state::shared::Clock;

    #[test]
    fn times_read_as_on_a_phone_in_its_own_zone() {
        // Wednesday 4 October 2023, 16:41 UTC, in New York.
        let now = 1_696_437_660_000;
        let shared =
            Shared { clock: Clock { now_ms: now, utc_offset_min: -240, ..Clock::default() }, ..Shared::default() };
        assert_eq!(time(now, &shared), "12:41 PM");
        assert_eq!(date(now, &shared), "Wednesday, October 4");
        assert_eq!(short_date(now, &shared), "Wed, Oct 4");
        assert_eq!(full_date(now, &shared), "October 4, 2023");
        for (ago, reads) in [
            (0, "12:41 PM"),
            (12 * 3_600_000, "12:41 AM"),
            (13 * 3_600_000, "Yesterday"),
            (2 * DAY_MS, "Mon"),
            (8 * DAY_MS, "Sep 26"),
            (400 * DAY_MS, "8/30/22"),
            (-DAY_MS, "Oct 5"),
        ] {
            assert_eq!(stamp(now - ago, &shared), reads);
        }
        // 29 February of a leap year, and the limits of the clock's range.
        assert_eq!(full_date(1_709_164_800_000, &Shared::default()), "February 29, 2024");
        for wild in [i64::MIN, i64::MAX, -1, 0] {
            assert!(!stamp(wild, &shared).is_empty());
        }
    }

    #[test]
    fn a_person_may_want_24_hours() {
        let mut shared = Shared::default();
        shared.settings.system.insert("time_12_24".to_owned(), "24".to_owned());
        assert_eq!(time(18 * 3_600_000, &shared), "18:00");
        assert_eq!(length(125), "02:05");
    }
}
