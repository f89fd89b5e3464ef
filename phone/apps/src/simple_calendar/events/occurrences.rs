//! The occurrences of entries: once, or by their rule, within a range of days. The work is bounded by that range, not
//! by how long ago an entry began.

use machine::calendar::{self, Date};

use super::{ALL_DAY, Entry};

/// The intervals between two occurrences as the app stores them, in seconds.
pub(in super::super) const DAY: i64 = 86_400;
pub(in super::super) const WEEK: i64 = 7 * DAY;
pub(in super::super) const MONTH: i64 = 2_592_001;
pub(in super::super) const YEAR: i64 = 31_536_000;
/// The most days that a multi-day entry is shown on.
const LONGEST_DAYS: i64 = 400;

/// An entry at one of its occurrences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Occurrence<'a> {
    pub(in super::super) entry: &'a Entry,
    /// Both in seconds since 1970.
    pub(in super::super) start: i64,
    pub(in super::super) end: i64,
    /// Its first and its last day.
    pub(in super::super) first: Date,
    pub(in super::super) last: Date,
}

/// Returns the occurrences of these entries in a range of days, by their start.
pub(in super::super) fn on_days<'a>(
    entries: impl Iterator<Item = &'a Entry>,
    from: Date,
    to: Date,
    offset_min: i32,
) -> Vec<Occurrence<'a>> {
    let mut found = Vec::new();
    for entry in entries {
        of_entry(entry, from, to, offset_min, &mut found);
    }
    found.sort_by_key(|it| (it.start, it.entry.id));
    found
}

/// Formats a day as in the exceptions: `20231016`.
pub(in super::super) fn day_code(day: Date) -> String {
    day.strftime("%Y%m%d").to_string()
}

fn of_entry<'a>(entry: &'a Entry, from: Date, to: Date, offset_min: i32, found: &mut Vec<Occurrence<'a>>) {
    let local = |seconds: i64| calendar::local(seconds.saturating_mul(1000), offset_min).date();
    let begins = local(entry.start);
    let length = entry.end.saturating_sub(entry.start).clamp(0, LONGEST_DAYS * DAY);
    let add = |day: Date, found: &mut Vec<Occurrence<'a>>| {
        let start = entry.start.saturating_add(calendar::days_between(begins, day).saturating_mul(DAY));
        let end = start.saturating_add(length);
        // An event that ends at midnight does not reach into the next day.
        let last = if length > 0 && !entry.is(ALL_DAY) { local(end - 1) } else { local(end) };
        if day <= to && last >= from {
            found.push(Occurrence { entry, start, end, first: day, last });
        }
    };
    if entry.repeat_interval <= 0 {
        return add(begins, found);
    }
    let mut days = calendar::days_between(begins, from) - length / DAY - 1;
    let until = calendar::days_between(begins, to);
    days = days.max(0);
    while days <= until {
        let day = calendar::days_later(begins, days);
        if let Some(number) = number_of(entry, begins, day, days)
            && within_limit(entry, number, entry.start.saturating_add(days.saturating_mul(DAY)))
            && !entry.exceptions.iter().any(|exception| *exception == day_code(day))
        {
            add(day, found);
        }
        days += 1;
    }
}

/// Returns the index of the occurrence on a day, counted from 0; `None` if there is none.
fn number_of(entry: &Entry, begins: Date, day: Date, days: i64) -> Option<i64> {
    let every = |unit: i64| entry.repeat_interval / unit;
    let months = i64::from(day.year() - begins.year()) * 12 + i64::from(day.month() - begins.month());
    let last_of_month = day == day.last_of_month();
    // The 31st is skipped in a short month, unless the rule means the last day of the month.
    let same_day = day.day() == begins.day() || (entry.repeat_rule == 3 && last_of_month);
    match entry.repeat_interval {
        interval if interval % YEAR == 0 => {
            let years = every(YEAR);
            (same_day && months % (12 * years) == 0).then(|| months / (12 * years))
        }
        interval if interval % MONTH == 0 => {
            let step = every(MONTH);
            (same_day && months % step == 0).then(|| months / step)
        }
        interval if interval % WEEK == 0 => {
            let weeks = every(WEEK);
            let bit = 1_i64 << day.weekday().to_monday_zero_offset();
            let rule =
                if entry.repeat_rule == 0 { 1 << begins.weekday().to_monday_zero_offset() } else { entry.repeat_rule };
            let week = (days + i64::from(begins.weekday().to_monday_zero_offset())) / 7;
            // Several weekdays in a week count once: a limit by number then counts weeks.
            (rule & bit != 0 && week % weeks == 0).then_some(week / weeks)
        }
        interval => {
            let step = (interval / DAY).max(1);
            (days % step == 0).then(|| days / step)
        }
    }
}

fn within_limit(entry: &Entry, number: i64, start: i64) -> bool {
    match entry.repeat_limit {
        0 => true,
        until @ 1.. => start <= until,
        times => number < times.saturating_neg(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the days of October 2023 on which an entry occurs that starts at ten on a day of it and lasts an hour.
    fn days(begins: i8, entry: Entry) -> String {
        let start = calendar::at(Date::constant(2023, 10, begins).at(10, 0, 0, 0), 0).unwrap() / 1000;
        let entry = Entry { start, end: start + entry.end, ..entry };
        let found = on_days([&entry].into_iter(), Date::constant(2023, 10, 1), Date::constant(2023, 10, 31), 0);
        found.iter().map(|it| it.first.day().to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn what_repeats_happens_by_its_rule() {
        let every = |repeat_interval, repeat_rule| Entry { repeat_interval, repeat_rule, ..Entry::default() };
        for (begins, entry, expected) in [
            (15, Entry::default(), "15"),
            (29, every(DAY, 0), "29 30 31"),
            (27, every(2 * DAY, 0), "27 29 31"),
            // Sunday 15 October; Tuesdays too.
            (15, every(WEEK, 64), "15 22 29"),
            (15, every(WEEK, 64 | 2), "15 17 22 24 29 31"),
            (15, every(2 * WEEK, 64), "15 29"),
            (15, every(MONTH, 1), "15"),
            (28, Entry { exceptions: vec!["20231029".to_owned()], ..every(DAY, 0) }, "28 30 31"),
            (1, Entry { repeat_limit: -3, ..every(DAY, 0) }, "1 2 3"),
            (1, Entry { repeat_limit: 1_696_240_800, ..every(DAY, 0) }, "1 2"),
            // Invalid rules mean once, or daily.
            (31, every(-5, 9), "31"),
            (31, every(7, 9), "31"),
        ] {
            assert_eq!(days(begins, entry.clone()), expected, "{entry:?}");
        }
    }

    #[test]
    fn what_began_long_ago_or_takes_days_is_found() {
        let yearly = Entry { start: -2_000_000_000, end: -1_999_990_000, repeat_interval: YEAR, ..Entry::default() };
        let born = calendar::local(yearly.start * 1000, 0).date();
        let from = Date::constant(2023, born.month(), 1);
        let found = on_days([&yearly].into_iter(), from, from.last_of_month(), 0);
        assert_eq!(found.iter().map(|it| it.first.day()).collect::<Vec<_>>(), [born.day()]);
        let wild =
            [i64::MIN, i64::MAX, 0].map(|end| Entry { start: end, end, repeat_interval: end, ..Entry::default() });
        on_days(wild.iter(), Date::MIN, Date::constant(-9998, 1, 1), 0);
        let trip = Entry { start: 1_697_364_000, end: 1_697_364_000 + 3 * DAY, ..Entry::default() };
        let day = Date::constant(2023, 10, 17);
        assert_eq!(on_days([&trip].into_iter(), day, day, 0).len(), 1);
        let midnight = Entry { start: 1_697_328_000 - 3600, end: 1_697_328_000, ..Entry::default() };
        let next = Date::constant(2023, 10, 15);
        assert_eq!(on_days([&midnight].into_iter(), next, next, 0).len(), 0);
    }
}
