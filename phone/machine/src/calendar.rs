//! Converts milliseconds since 1970 to dates and back, for a given offset from Greenwich, and looks up time zones. The
//! calendar and the zones are jiff's.

use jiff::Timestamp;
pub use jiff::civil::{Date, DateTime, Time};
use jiff::tz::{Offset, TimeZone};

/// Milliseconds in a day.
pub const DAY_MS: i64 = 86_400_000;
/// The year 1, before which the phone's clock does not go.
const FIRST_MS: i64 = -62_135_510_400_000;

/// Returns the local date and time `ms` milliseconds after 1970 began.
pub fn local(ms: i64, offset_minutes: i32) -> DateTime {
    let at = Timestamp::from_millisecond(ms.clamp(FIRST_MS, Timestamp::MAX.as_millisecond()));
    let offset = Offset::from_seconds(offset_minutes.saturating_mul(60)).unwrap_or(Offset::UTC);
    offset.to_datetime(at.unwrap_or_default())
}

/// Returns the milliseconds since 1970 for a local date and time.
pub fn at(wall: DateTime, offset_minutes: i32) -> Option<i64> {
    let offset = Offset::from_seconds(offset_minutes.saturating_mul(60)).unwrap_or(Offset::UTC);
    Some(offset.to_timestamp(wall).ok()?.as_millisecond())
}

/// Returns the start of a date in Greenwich, in milliseconds since 1970; none if the date does not exist.
pub fn midnight_ms(year: i64, month: i64, day: i64) -> Option<i64> {
    let date = Date::new(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?).ok()?;
    Some(Offset::UTC.to_timestamp(date.at(0, 0, 0, 0)).ok()?.as_millisecond())
}

/// Returns the first of the month, `months_later` months later; the date itself at the end of the calendar.
pub fn first_of_month(date: Date, months_later: i32) -> Date {
    let first = date.first_of_month();
    first.checked_add(jiff::Span::new().months(months_later.clamp(-100_000, 100_000))).unwrap_or(first)
}

/// Returns the date `days` later; the date itself at the end of the calendar.
pub fn days_later(date: Date, days: i64) -> Date {
    date.checked_add(jiff::Span::new().days(days.clamp(-4_000_000, 4_000_000))).unwrap_or(date)
}

/// Returns the number of days from one date to another.
pub fn days_between(from: Date, to: Date) -> i64 {
    to.since(from).map_or(0, |span| i64::from(span.get_days()))
}

/// Returns the six whole weeks that display a month, starting with the first that contains a day of it. Weeks begin on
/// Sunday or Monday.
pub fn month_days(month: Date, sunday_first: bool) -> Vec<Date> {
    let first = month.first_of_month();
    let before =
        if sunday_first { first.weekday().to_sunday_zero_offset() } else { first.weekday().to_monday_zero_offset() };
    (0..42).map(|day| days_later(first, day - i64::from(before))).collect()
}

/// Formats an offset as `+0200`, with a separator between hours and minutes.
pub fn zone(offset_minutes: i32, between: &str) -> String {
    let sign = if offset_minutes < 0 { '-' } else { '+' };
    let minutes = offset_minutes.unsigned_abs();
    format!("{sign}{:02}{between}{:02}", minutes / 60, minutes % 60)
}

/// A time zone by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone(TimeZone);

impl Zone {
    /// Looks up `Europe/Berlin`, or an offset in Java's notation, `GMT+02:00`.
    pub fn named(name: &str) -> Option<Self> {
        if name.len() > 64 {
            return None;
        }
        if let Some(offset) = name.strip_prefix("GMT").or_else(|| name.strip_prefix("UTC")) {
            return Some(Self(TimeZone::fixed(Offset::from_seconds(offset_minutes(offset)?.checked_mul(60)?).ok()?)));
        }
        TimeZone::get(name).ok().map(Self)
    }

    /// Returns the zone's offset at this time, in minutes east of Greenwich.
    pub fn offset_minutes(&self, ms: i64) -> i32 {
        self.0.to_offset(moment(ms)).seconds() / 60
    }

    /// Returns the zone's abbreviation at this time: `CEST`, or `+03` if it has none.
    pub fn abbreviation(&self, ms: i64) -> String {
        self.0.to_offset_info(moment(ms)).abbreviation().to_owned()
    }
}

fn moment(ms: i64) -> Timestamp {
    Timestamp::from_millisecond(ms.clamp(FIRST_MS, Timestamp::MAX.as_millisecond())).unwrap_or_default()
}

/// Parses an offset: empty, `+2`, `+02:00` or `-0330`.
fn offset_minutes(text: &str) -> Option<i32> {
    if text.is_empty() {
        return Some(0);
    }
    let sign = match text.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let digits = text.get(1..)?;
    let (hours, minutes) = match digits.split_once(':') {
        Some(parts) => parts,
        None if digits.len() == 4 => digits.split_at_checked(2)?,
        None => (digits, "0"),
    };
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<i32>().ok())?;
    let (hours, minutes) = (number(hours)?, number(minutes)?);
    (hours <= 23 && minutes <= 59).then_some(sign * (hours * 60 + minutes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zones_have_rules_and_names() {
        let summer = midnight_ms(2026, 7, 1).unwrap();
        let winter = midnight_ms(2026, 1, 1).unwrap();
        let berlin = Zone::named("Europe/Berlin").unwrap();
        assert_eq!((berlin.offset_minutes(summer), berlin.offset_minutes(winter)), (120, 60));
        assert_eq!((berlin.abbreviation(summer).as_str(), berlin.abbreviation(winter).as_str()), ("CEST", "CET"));
        let rows = [("UTC", 0), ("Etc/UTC", 0), ("GMT", 0), ("GMT+5:30", 330), ("GMT-08:00", -480), ("GMT+0200", 120)];
        for (name, minutes) in rows {
            assert_eq!(Zone::named(name).map(|zone| zone.offset_minutes(winter)), Some(minutes), "{name}");
        }
        for name in ["", "Mars/Olympus", "GMT+", "GMT+99", "GMT+1:99", "GMT+é1", "../../etc/passwd"] {
            assert_eq!(Zone::named(name), None, "{name}");
        }
        berlin.offset_minutes(i64::MIN);
        berlin.offset_minutes(i64::MAX);
    }

    #[test]
    fn a_month_is_shown_in_whole_weeks() {
        let date = |year, month, day| Date::new(year, month, day).unwrap();
        for (month, sunday_first, first) in [
            (date(2023, 10, 15), true, date(2023, 10, 1)),
            (date(2023, 10, 15), false, date(2023, 9, 25)),
            (date(2024, 2, 29), false, date(2024, 1, 29)),
        ] {
            let days = month_days(month, sunday_first);
            assert_eq!((days.len(), days[0]), (42, first));
        }
        assert_eq!(first_of_month(date(2023, 12, 31), 1), date(2024, 1, 1));
        assert_eq!(first_of_month(date(2024, 1, 31), -2), date(2023, 11, 1));
        assert_eq!(first_of_month(Date::MAX, 1), date(9999, 12, 1));
        assert_eq!(days_between(date(2024, 2, 1), date(2024, 3, 1)), 29);
        assert_eq!(month_days(Date::MAX, true).len(), 42);
    }

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
