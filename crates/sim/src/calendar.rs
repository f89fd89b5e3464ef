//! From milliseconds since 1970 to dates and back, on a clock so many minutes ahead of Greenwich. The
//! calendar is jiff's; a phone here has no time zone with rules, only an offset.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::Offset;

/// Milliseconds in a day.
#[cfg(test)]
pub(crate) const DAY_MS: i64 = 86_400_000;
/// The year 1: before it the phone's clock does not go.
const FIRST_MS: i64 = -62_135_510_400_000;

/// The date and the time on the wall, `ms` milliseconds after 1970 began.
pub(crate) fn local(ms: i64, offset_minutes: i32) -> DateTime {
    let at = Timestamp::from_millisecond(ms.clamp(FIRST_MS, Timestamp::MAX.as_millisecond()));
    let offset = Offset::from_seconds(offset_minutes.saturating_mul(60)).unwrap_or(Offset::UTC);
    offset.to_datetime(at.unwrap_or_default())
}

/// When it is this time on the wall, in milliseconds since 1970.
pub(crate) fn at(wall: DateTime, offset_minutes: i32) -> Option<i64> {
    let offset = Offset::from_seconds(offset_minutes.saturating_mul(60)).unwrap_or(Offset::UTC);
    Some(offset.to_timestamp(wall).ok()?.as_millisecond())
}

/// When a date begins in Greenwich, in milliseconds since 1970; none if there is no such date.
pub(crate) fn midnight_ms(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok()?.as_millisecond())
}

/// `+0200`, with whatever is to stand between hours and minutes.
pub(crate) fn zone(offset_minutes: i32, between: &str) -> String {
    let sign = if offset_minutes < 0 { '-' } else { '+' };
    let minutes = offset_minutes.unsigned_abs();
    format!("{sign}{:02}{between}{:02}", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_dates_and_dates_are_moments() {
        let rows = [
            (0, 0, "1970-01-01 00:00:00 Thursday"),
            (-1, 0, "1969-12-31 23:59:59 Wednesday"),
            (11_016 * DAY_MS, 0, "2000-02-29 00:00:00 Tuesday"),
            (20_772 * DAY_MS, -60, "2026-11-14 23:00:00 Saturday"),
        ];
        for (ms, offset, reads) in rows {
            assert_eq!(local(ms, offset).strftime("%Y-%m-%d %H:%M:%S %A").to_string(), reads);
        }
        assert_eq!(midnight_ms(2000, 2, 29), Some(11_016 * DAY_MS));
        assert_eq!((midnight_ms(2001, 2, 29), midnight_ms(99_999, 1, 1), midnight_ms(2000, 13, 1)), (None, None, None));
        for (ms, offset) in [(i64::MIN, i32::MIN), (i64::MAX, i32::MAX), (i64::MAX, 14 * 60), (i64::MIN, -12 * 60)] {
            assert!((0..=9999).contains(&local(ms, offset).year()));
        }
    }
}
