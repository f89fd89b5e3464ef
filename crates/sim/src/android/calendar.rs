//! Dates as Android prints them, from milliseconds since 1970 and minutes east of Greenwich.

use crate::calendar::{self, DAY_MS};

/// A moment, taken apart.
pub(super) struct Moment {
    year: i64,
    month: i64,
    day: i64,
    hour: i64,
    minute: i64,
    second: i64,
    milli: i64,
    offset_min: i32,
}

impl Moment {
    /// The moment `ms` milliseconds after 1970 began, on a clock `offset_min` minutes ahead.
    pub(super) fn new(ms: i64, offset_min: i32) -> Self {
        let local = ms.saturating_add(i64::from(offset_min) * 60_000);
        let (days, rest) = (local.div_euclid(DAY_MS), local.rem_euclid(DAY_MS));
        let (year, month, day) = calendar::date_of_day(days);
        Self {
            year,
            month,
            day,
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1000 % 60,
            milli: rest % 1000,
            offset_min,
        }
    }

    /// `2024-05-17 09:30:00`
    pub(super) fn date_time(&self) -> String {
        format!("{:04}-{:02}-{:02} {}", self.year, self.month, self.day, self.time())
    }

    /// `05-17 09:30:00.000`, as logcat begins its lines.
    pub(super) fn log_time(&self) -> String {
        format!("{:02}-{:02} {}.{:03}", self.month, self.day, self.time(), self.milli)
    }

    /// The year, for `logcat -v year`.
    pub(super) fn year(&self) -> i64 {
        self.year
    }

    /// `+0200`
    pub(super) fn zone(&self) -> String {
        let minutes = self.offset_min.unsigned_abs();
        let sign = if self.offset_min < 0 { '-' } else { '+' };
        format!("{sign}{:02}{:02}", minutes / 60, minutes % 60)
    }

    /// `09:30:00`
    pub(super) fn time(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }
}

/// Milliseconds since 1970 of a date of the proleptic calendar, at midnight.
pub(super) fn midnight(year: i64, month: i64, day: i64) -> i64 {
    calendar::day_of_date(year, month, day) * DAY_MS
}
