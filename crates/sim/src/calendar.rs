//! Days and dates: the arithmetic behind every clock on the phone, and the names of days and months.
//! There is no other calendar here, and no time zone: minutes east of Greenwich are added by the caller.

/// The days of the week, Sunday first.
pub(crate) const WEEKDAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

/// The months, January first.
pub(crate) const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Milliseconds in a day.
pub(crate) const DAY_MS: i64 = 86_400_000;

/// Year, month (from 1) and day of a day counted from 1970 (Howard Hinnant's `civil_from_days`: years
/// begin in March, eras have 400 of them).
pub(crate) fn date_of_day(days: i64) -> (i64, i64, i64) {
    let shifted = days.saturating_add(719_468);
    let (era, of_era) = (shifted.div_euclid(146_097), shifted.rem_euclid(146_097));
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    (year_of_era + era * 400 + i64::from(month <= 2), month, of_year - (153 * from_march + 2) / 5 + 1)
}

/// The day counted from 1970 of a date (Howard Hinnant's `days_from_civil`).
pub(crate) fn day_of_date(year: i64, month: i64, day: i64) -> i64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year - 719_468
}

/// The place in [`WEEKDAYS`] of a day counted from 1970, which began on a Thursday.
pub(crate) fn weekday(days: i64) -> usize {
    usize::try_from((days + 4).rem_euclid(7)).unwrap_or(0)
}

/// A moment of a clock, taken apart.
pub(crate) struct Moment {
    pub(crate) year: i64,
    pub(crate) month: i64,
    pub(crate) day: i64,
    pub(crate) hour: i64,
    pub(crate) minute: i64,
    pub(crate) second: i64,
    pub(crate) milli: i64,
    /// Its day, counted from 1970.
    pub(crate) days: i64,
}

impl Moment {
    /// The moment `ms` milliseconds after 1970 began, on a clock `offset_minutes` ahead.
    pub(crate) fn new(ms: i64, offset_minutes: i32) -> Self {
        // Before year 1 and beyond year 9999 the phone's clock does not go.
        let local = ms.clamp(-62_135_596_800_000, 253_402_300_799_999) + i64::from(offset_minutes) * 60_000;
        let (days, rest) = (local.div_euclid(DAY_MS), local.rem_euclid(DAY_MS));
        let (year, month, day) = date_of_day(days);
        Self {
            year,
            month,
            day,
            hour: rest / 3_600_000,
            minute: rest / 60_000 % 60,
            second: rest / 1000 % 60,
            milli: rest % 1000,
            days,
        }
    }

    /// `09:30:00`
    pub(crate) fn time(&self) -> String {
        format!("{:02}:{:02}:{:02}", self.hour, self.minute, self.second)
    }

    /// `2024-05-17 09:30:00`
    pub(crate) fn date_time(&self) -> String {
        format!("{:04}-{:02}-{:02} {}", self.year, self.month, self.day, self.time())
    }
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
    fn days_are_dates_and_dates_are_days() {
        let rows = [
            (0, (1970, 1, 1), "Thursday"),
            (-1, (1969, 12, 31), "Wednesday"),
            (11_016, (2000, 2, 29), "Tuesday"),
            (20_772, (2026, 11, 15), "Sunday"),
        ];
        for (days, (year, month, day), name) in rows {
            assert_eq!(date_of_day(days), (year, month, day));
            assert_eq!(day_of_date(year, month, day), days);
            assert_eq!(WEEKDAYS[weekday(days)], name);
        }
        for days in (-1_000_000..1_000_000).step_by(37) {
            let (year, month, day) = date_of_day(days);
            assert_eq!(day_of_date(year, month, day), days);
        }
    }
}
