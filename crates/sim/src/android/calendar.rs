//! Dates as Android prints them, from milliseconds since 1970 and minutes east of Greenwich.

/// A moment, taken apart.
pub(super) struct Moment {
    year: i64,
    month: u32,
    day: u32,
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
        let (days, rest) = (local.div_euclid(86_400_000), local.rem_euclid(86_400_000));
        let (year, month, day) = civil(days);
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

/// Year, month and day of a day counted from 1970 (Howard Hinnant's `civil_from_days`).
fn civil(days: i64) -> (i64, u32, u32) {
    let days = days.saturating_add(719_468);
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + i64::from(month <= 2);
    (year, u32::try_from(month).unwrap_or(1), u32::try_from(day).unwrap_or(1))
}

/// Milliseconds since 1970 of a date of the proleptic calendar, at midnight.
pub(super) fn midnight(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let era = year.div_euclid(400);
    let year_of_era = year.rem_euclid(400);
    let of_year = (153 * (if month > 2 { month - 3 } else { month + 9 }) + 2) / 5 + day - 1;
    let of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year;
    (era * 146_097 + of_era - 719_468) * 86_400_000
}
