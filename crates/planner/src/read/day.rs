//! Days: `tomorrow`, `next Friday`, `the 4th of March`, `every weekday`, `Mondays and Fridays`.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::at;
use super::number::{number, ordinal};
use crate::text::Word;

const MONTHS: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// A day, and the place after it.
pub(super) fn day(words: &[Word], start: usize, today: Date) -> Option<(Date, usize)> {
    match (at(words, start), at(words, start + 1), at(words, start + 2)) {
        ("today", _, _) => return Some((today, start + 1)),
        ("tomorrow" | "tomorow" | "tommorow" | "tomorrows", _, _) => return Some((plus(today, 1)?, start + 1)),
        ("the", "day", "after") if at(words, start + 3) == "tomorrow" => return Some((plus(today, 2)?, start + 4)),
        ("day", "after", "tomorrow") => return Some((plus(today, 2)?, start + 3)),
        ("in", _, _) => {
            let (days, next) = span(words, start + 1)?;
            let next = if at(words, next) == "time" { next + 1 } else { next };
            let date = plus(today, days)?;
            // "in two weeks on Friday": the Friday of that week.
            let on = if at(words, next) == "on" { next + 1 } else { next };
            return match weekday(at(words, on)).filter(|_| days % 7 == 0) {
                Some(weekday) => {
                    let monday = plus(date, -i64::from(date.weekday().to_monday_zero_offset()))?;
                    Some((plus(monday, i64::from(weekday.to_monday_zero_offset()))?, on + 1))
                }
                None => Some((date, next)),
            };
        }
        ("christmas", "eve", _) => return Some((yearly(today, 12, 24)?, start + 2)),
        ("christmas", "day", _) => return Some((yearly(today, 12, 25)?, start + 2)),
        ("christmas" | "xmas", _, _) => return Some((yearly(today, 12, 25)?, start + 1)),
        ("new", "years" | "year", "eve") => return Some((yearly(today, 12, 31)?, start + 3)),
        ("new", "years" | "year", "day") => return Some((yearly(today, 1, 1)?, start + 3)),
        ("halloween", _, _) => return Some((yearly(today, 10, 31)?, start + 1)),
        ("valentines" | "valentine", "day", _) => return Some((yearly(today, 2, 14)?, start + 2)),
        ("next", word, _) if weekday(word).is_some() => {
            // "next Friday" is the Friday of next week, wherever in this week it is said.
            let monday = plus(today, 7 - i64::from(today.weekday().to_monday_zero_offset()))?;
            let weekday = weekday(word)?;
            return Some((plus(monday, i64::from(weekday.to_monday_zero_offset()))?, start + 2));
        }
        ("this" | "coming" | "upcoming", word, _) if weekday(word).is_some() => {
            return Some((coming(today, weekday(word)?)?, start + 2));
        }
        (word, _, _) if weekday(word).is_some() => {
            let date = coming(today, weekday(word)?)?;
            let next = start + 1;
            // "Friday the 4th", "Friday March 4th": the number says which.
            let the = if at(words, next) == "the" { next + 1 } else { next };
            return Some(
                of_month(words, the, today)
                    .filter(|(exact, _)| exact.weekday() == date.weekday())
                    .unwrap_or((date, next)),
            );
        }
        _ => {}
    }
    // "two days from now", "a week from Friday".
    if let Some((days, next)) = span(words, start).filter(|(_, next)| at(words, *next) == "from") {
        let (from, end) = match at(words, next + 1) {
            "now" => (today, next + 2),
            _ => day(words, next + 1, today)?,
        };
        return Some((plus(from, days)?, end));
    }
    if let Ok(date) = at(words, start).parse::<Date>() {
        return (at(words, start).len() == 10).then_some((date, start + 1));
    }
    let the = if at(words, start) == "the" { start + 1 } else { start };
    of_month(words, the, today)
}

/// The next time that it is this day of the year.
fn yearly(today: Date, month: i8, day: i8) -> Option<Date> {
    (0..2).filter_map(|ahead| Date::new(today.year() + ahead, month, day).ok()).find(|date| *date >= today)
}

/// How many days `three days` and `a week` are, and the place after them.
fn span(words: &[Word], start: usize) -> Option<(i64, usize)> {
    let (count, next) = match at(words, start) {
        "a" | "one" => (1.0, start + 1),
        _ => number(words, start).filter(|(count, _)| *count <= 366.0 && count.fract() == 0.0)?,
    };
    #[expect(clippy::cast_possible_truncation, reason = "at most 366")]
    let count = count as i64;
    match at(words, next) {
        "days" | "day" => Some((count, next + 1)),
        "weeks" | "week" => Some((count * 7, next + 1)),
        _ => None,
    }
}

/// `march 4th 2027`, `4th of march`, `the 4th`.
fn of_month(words: &[Word], start: usize, today: Date) -> Option<(Date, usize)> {
    if let Some(month) = month(at(words, start)) {
        let (day, next) = ordinal(words, start + 1).or_else(|| count(words, start + 1))?;
        return dated(words, month, day, next, today);
    }
    let spelt = ordinal(words, start);
    let (day, next) = spelt.or_else(|| count(words, start))?;
    let of = if at(words, next) == "of" { next + 1 } else { next };
    if let Some(month) = month(at(words, of)) {
        return dated(words, month, day, of + 1, today);
    }
    // "the 4th" alone; a bare number is no day, and "the second one" is no day either.
    let alone = spelt.is_some() && at(words, start.wrapping_sub(1)) == "the" && at(words, next) != "one";
    if !alone || day > 31 {
        return None;
    }
    let day = i8::try_from(day).ok()?;
    let mut first = Date::new(today.year(), today.month(), 1).ok()?;
    for _ in 0..12 {
        match Date::new(first.year(), first.month(), day) {
            Ok(date) if date >= today => return Some((date, next)),
            _ => first = first.checked_add(1.month()).ok()?,
        }
    }
    None
}

fn dated(words: &[Word], month: i8, day: u32, next: usize, today: Date) -> Option<(Date, usize)> {
    let day = i8::try_from(day).ok()?;
    let year = at(words, next);
    if year.len() == 4
        && let Some(year) = year.parse::<i16>().ok().filter(|year| (2000..2200).contains(year))
    {
        return Date::new(year, month, day).ok().map(|date| (date, next + 1));
    }
    // The 29th of February may be years away.
    (0..8)
        .filter_map(|ahead| Date::new(today.year() + ahead, month, day).ok())
        .find(|date| *date >= today)
        .map(|date| (date, next))
}

fn count(words: &[Word], start: usize) -> Option<(u32, usize)> {
    let (value, next) =
        number(words, start).filter(|(value, _)| (1.0..=31.0).contains(value) && value.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 31")]
    Some((value as u32, next))
}

/// Days of the week on which something happens again and again, and the place after them.
pub(super) fn days(words: &[Word], start: usize) -> Option<(Vec<Weekday>, usize)> {
    let all = || (0..7).filter_map(|day| Weekday::from_monday_zero_offset(day).ok());
    let (each, mut next) = match at(words, start) {
        "every" | "each" => (true, start + 1),
        _ => (false, start),
    };
    match (each, at(words, next)) {
        (true, "day" | "morning" | "night" | "evening" | "afternoon") => {
            return Some((all().collect(), kept(words, next)));
        }
        (_, "everyday" | "daily") => return Some((all().collect(), next + 1)),
        (true, "weekday" | "workday") | (_, "weekdays" | "workdays") => {
            return Some((all().take(5).collect(), kept(words, next)));
        }
        (true, "weekend") | (_, "weekends") => return Some((all().skip(5).collect(), next + 1)),
        _ => {}
    }
    let plural = |word: &str| word.strip_suffix('s').and_then(weekday);
    let first = at(words, next);
    let range = matches!(at(words, next + 1), "to" | "through" | "thru" | "till" | "until");
    if let (Some(from), true, Some(to)) = (weekday(first), range, weekday(at(words, next + 2))) {
        let (from, to) = (from.to_monday_zero_offset(), to.to_monday_zero_offset());
        let span = if from <= to { from..=to } else { return None };
        return Some((span.filter_map(|day| Weekday::from_monday_zero_offset(day).ok()).collect(), next + 3));
    }
    if !each && plural(first).is_none() {
        return None;
    }
    let mut found = Vec::new();
    while let Some(day) = weekday(at(words, next)).or_else(|| plural(at(words, next))) {
        if !found.contains(&day) {
            found.push(day);
        }
        next += 1;
        let after = if at(words, next) == "and" { next + 1 } else { next };
        if weekday(at(words, after)).or_else(|| plural(at(words, after))).is_none() {
            break;
        }
        next = after;
    }
    (!found.is_empty()).then_some((found, next))
}

/// "every morning" leaves the word for whoever asks about the half of the day.
fn kept(words: &[Word], next: usize) -> usize {
    if matches!(at(words, next), "morning" | "night" | "evening" | "afternoon") { next } else { next + 1 }
}

fn coming(today: Date, weekday: Weekday) -> Option<Date> {
    today.nth_weekday(1, weekday).ok()
}

fn plus(date: Date, days: i64) -> Option<Date> {
    date.checked_add(days.days()).ok()
}

pub(super) fn weekday(word: &str) -> Option<Weekday> {
    Some(match word {
        "monday" | "mon" => Weekday::Monday,
        "tuesday" | "tue" | "tues" => Weekday::Tuesday,
        "wednesday" | "wed" | "weds" => Weekday::Wednesday,
        "thursday" | "thu" | "thurs" => Weekday::Thursday,
        "friday" | "fri" => Weekday::Friday,
        "saturday" | "sat" => Weekday::Saturday,
        "sunday" | "sun" => Weekday::Sunday,
        _ => return None,
    })
}

fn month(word: &str) -> Option<i8> {
    let full = MONTHS.iter().position(|month| *month == word);
    let short = || MONTHS.iter().position(|month| word.len() == 3 && month.starts_with(word));
    let place = full.or_else(short).or((word == "sept").then_some(8))?;
    i8::try_from(place + 1).ok()
}
