//! Times as people read them (en-US), from the phone's clock and its offset. There is no other clock.

use crate::calendar::{self, DAY_MS, MONTHS, WEEKDAYS};
use crate::shared::Shared;

/// A moment on the wall.
pub(super) struct Moment {
    days: i64,
    year: i64,
    month: usize,
    day: i64,
    minutes: i64,
}

/// The moment on the wall that a time in milliseconds since 1970 is.
pub(super) fn local(ms: i64, shared: &Shared) -> Moment {
    let ms = ms.saturating_add(i64::from(shared.utc_offset_min) * 60_000);
    let (days, minutes) = (ms.div_euclid(DAY_MS), ms.rem_euclid(DAY_MS) / 60_000);
    let (year, month, day) = calendar::date_of_day(days);
    Moment { days, year, month: usize::try_from(month - 1).unwrap_or(0) % 12, day, minutes }
}

/// As in `9:41 AM`, or `09:41` when the person wants 24 hours.
pub(super) fn time(ms: i64, shared: &Shared) -> String {
    let minutes = local(ms, shared).minutes;
    let (hour, minute) = (minutes / 60, minutes % 60);
    if shared.settings.system.get("time_12_24").is_some_and(|value| value == "24") {
        return format!("{hour:02}:{minute:02}");
    }
    let half = if hour < 12 { "AM" } else { "PM" };
    format!("{}:{minute:02} {half}", if hour % 12 == 0 { 12 } else { hour % 12 })
}

/// As in `Wednesday, October 4`.
pub(super) fn date(ms: i64, shared: &Shared) -> String {
    let moment = local(ms, shared);
    format!("{}, {} {}", weekday(&moment), MONTHS[moment.month], moment.day)
}

/// As in `Wed, Oct 4`.
pub(super) fn short_date(ms: i64, shared: &Shared) -> String {
    let moment = local(ms, shared);
    format!("{}, {} {}", &weekday(&moment)[..3], &MONTHS[moment.month][..3], moment.day)
}

/// As in `October 4, 2023`.
pub(super) fn full_date(ms: i64, shared: &Shared) -> String {
    let moment = local(ms, shared);
    format!("{} {}, {}", MONTHS[moment.month], moment.day, moment.year)
}

/// What stands beside something in a list: the time today, `Yesterday`, the weekday within a week, `Oct 4`
/// within the year, `10/4/22` before.
pub(super) fn stamp(ms: i64, shared: &Shared) -> String {
    let (then, now) = (local(ms, shared), local(shared.now_ms, shared));
    match now.days - then.days {
        0 => time(ms, shared),
        1 => "Yesterday".to_owned(),
        2..=6 => weekday(&then)[..3].to_owned(),
        _ if now.year == then.year => format!("{} {}", &MONTHS[then.month][..3], then.day),
        _ => format!("{}/{}/{:02}", then.month + 1, then.day, then.year.rem_euclid(100)),
    }
}

/// As in `02:05`, for a call that has gone on so long.
pub(super) fn length(seconds: i64) -> String {
    let seconds = seconds.max(0);
    format!("{:02}:{:02}", seconds / 60, seconds % 60)
}

fn weekday(moment: &Moment) -> &'static str {
    WEEKDAYS[calendar::weekday(moment.days)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_read_as_on_a_phone_in_its_own_zone() {
        // Wednesday 4 October 2023, 16:41 UTC, in New York.
        let now = 1_696_437_660_000;
        let shared = Shared { now_ms: now, utc_offset_min: -240, ..Shared::default() };
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
        // 29 February of a leap year, and the ends of what a clock can say.
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
