//! Days: `tomorrow`, `next Friday`, `the 4th of March`, `every weekday`, `Mondays and Fridays`.

use jiff::ToSpan;
use jiff::civil::{Date, Weekday};

use super::number::{number, ordinal};
use super::{List, Tokens};

/// Reads a day, and returns the index after it.
pub(super) fn day(tokens: Tokens<'_>, start: usize, today: Date) -> Option<(Date, usize)> {
    if let Some((offset, end)) = tokens.value(start, List::DayOffset) {
        #[expect(clippy::cast_possible_truncation, reason = "a few days, as the list has them")]
        return Some((plus(today, offset as i64)?, end));
    }
    // "after" also begins a span, but not a day: "after three days".
    if tokens.is(start, List::In) && !tokens.is(start, List::Past) {
        let (days, next) = span(tokens, start + 1)?;
        let next = tokens.past(next, List::InTime);
        // "in two weeks from today"
        if tokens.is(next, List::From) {
            let now = tokens.is(next + 1, List::Now).then_some((today, next + 2));
            if let Some((from, end)) = now.or_else(|| day(tokens, next + 1, today)) {
                return Some((plus(from, days)?, end));
            }
        }
        let date = plus(today, days)?;
        // "in two weeks on Friday": the Friday of that week.
        let on = tokens.past(next, List::On);
        return match weekday(tokens, on).filter(|_| days % 7 == 0) {
            Some(weekday) => {
                let monday = plus(date, -i64::from(date.weekday().to_monday_zero_offset()))?;
                Some((plus(monday, i64::from(weekday.to_monday_zero_offset()))?, on + 1))
            }
            None => Some((date, next)),
        };
    }
    if let Some((entry, end)) = tokens.find(start, List::Holiday) {
        let (month, day) = entry.value.split_once('-')?;
        return Some((yearly(today, month.parse().ok()?, day.parse().ok()?)?, end));
    }
    if let Some(weekday) = weekday(tokens, start + 1).filter(|_| tokens.is(start, List::Next)) {
        // "next Friday" is the Friday of next week, on any day of this week.
        let monday = plus(today, 7 - i64::from(today.weekday().to_monday_zero_offset()))?;
        return Some((plus(monday, i64::from(weekday.to_monday_zero_offset()))?, start + 2));
    }
    if let Some(weekday) = weekday(tokens, start + 1).filter(|_| tokens.is(start, List::Coming)) {
        return Some((coming(today, weekday)?, start + 2));
    }
    if let Some(weekday) = weekday(tokens, start) {
        let date = coming(today, weekday)?;
        let next = start + 1;
        // "Friday the 4th", "Friday March 4th": the number decides.
        let the = tokens.past(next, List::The);
        return Some(
            of_month(tokens, the, today).filter(|(exact, _)| exact.weekday() == date.weekday()).unwrap_or((date, next)),
        );
    }
    // "two days from now", "a week from Friday".
    if let Some((days, next)) = span(tokens, start).filter(|(_, next)| tokens.is(*next, List::From)) {
        let (from, end) =
            if tokens.is(next + 1, List::Now) { (today, next + 2) } else { day(tokens, next + 1, today)? };
        return Some((plus(from, days)?, end));
    }
    if let Ok(date) = tokens.at(start).parse::<Date>() {
        return (tokens.at(start).len() == 10).then_some((date, start + 1));
    }
    of_month(tokens, tokens.past(start, List::The), today)
}

/// Reads today or a day before it: `yesterday`, `on Friday`, `last Friday`, `two days ago`, `March 4th`.
pub(crate) fn past_day(tokens: Tokens<'_>, start: usize, today: Date) -> Option<(Date, usize)> {
    if let Some((offset, end)) = tokens.value(start, List::PastOffset) {
        #[expect(clippy::cast_possible_truncation, reason = "a few days, as the list has them")]
        return Some((plus(today, -(offset as i64))?, end));
    }
    // "two days ago", and "vor zwei Tagen".
    let ago = tokens.is(start, List::Ago);
    if let Some((days, end)) = span(tokens, if ago { start + 1 } else { start })
        && (ago || tokens.is(end, List::Ago))
    {
        return Some((plus(today, -days)?, if ago { end } else { end + 1 }));
    }
    let last = tokens.past(tokens.past(start, List::The), List::LastDay);
    if let Some(weekday) = weekday(tokens, last) {
        return Some((today.nth_weekday(-1, weekday).ok()?, tokens.past(last + 1, List::LastDay)));
    }
    let offset = tokens.value(start, List::DayOffset).is_some();
    let (date, end) =
        if offset { day(tokens, start, today)? } else { of_month(tokens, tokens.past(start, List::The), today)? };
    // A day of the year without a year is the last one, and so is a day of the month.
    let date = match date > today && !offset {
        true if (start..end).any(|at| month(tokens, at).is_some()) => date.checked_sub(1.year()).ok()?,
        true => date.checked_sub(1.month()).ok()?,
        false => date,
    };
    (date <= today).then_some((date, end))
}

/// Returns the next occurrence of this day of the year.
fn yearly(today: Date, month: i8, day: i8) -> Option<Date> {
    (0..2).filter_map(|ahead| Date::new(today.year() + ahead, month, day).ok()).find(|date| *date >= today)
}

/// Returns the number of days in `three days` or `a week`, and the index after it.
fn span(tokens: Tokens<'_>, start: usize) -> Option<(i64, usize)> {
    let (count, next) = if tokens.is(start, List::One) {
        (1.0, start + 1)
    } else {
        number(tokens, start).filter(|(count, _)| *count <= 366.0 && count.fract() == 0.0)?
    };
    let (days, end) = tokens.value(next, List::DaySpan)?;
    #[expect(clippy::cast_possible_truncation, reason = "at most 366 weeks")]
    Some(((count * days) as i64, end))
}

/// Reads `march 4th 2027`, `4th of march`, `the 4th`.
fn of_month(tokens: Tokens<'_>, start: usize, today: Date) -> Option<(Date, usize)> {
    if let Some((month, next)) = month(tokens, start) {
        let (day, next) = ordinal(tokens, next).or_else(|| count(tokens, next))?;
        return dated(tokens, month, day, next, today);
    }
    let spelt = ordinal(tokens, start);
    let (day, next) = spelt.or_else(|| count(tokens, start))?;
    if let Some((month, end)) = month(tokens, tokens.past(next, List::Of)) {
        return dated(tokens, month, day, end, today);
    }
    // "the 4th" alone; a bare number is not a day, and neither is "the second one".
    let alone = spelt.is_some() && start > 0 && tokens.is(start - 1, List::The) && !tokens.is(next, List::Ones);
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

fn dated(tokens: Tokens<'_>, month: i8, day: u32, next: usize, today: Date) -> Option<(Date, usize)> {
    let day = i8::try_from(day).ok()?;
    let year = tokens.at(next);
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

fn count(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    let (value, next) =
        number(tokens, start).filter(|(value, _)| (1.0..=31.0).contains(value) && value.fract() == 0.0)?;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 31")]
    Some((value as u32, next))
}

/// Reads the weekdays of a recurring event, and returns the index after them.
pub(super) fn days(tokens: Tokens<'_>, start: usize) -> Option<(Vec<Weekday>, usize)> {
    let all = || (0..7).filter_map(|day| Weekday::from_monday_zero_offset(day).ok());
    let mut next = tokens.past(start, List::Every);
    let each = next > start;
    // "every morning": the word is left for the reader of the half of the day.
    if each && tokens.is(next, List::EveryHalf) {
        return Some(except(tokens, all().collect(), next));
    }
    let every = |each_list: List, alone: List| {
        if each { tokens.find(next, each_list).or_else(|| tokens.find(next, alone)) } else { tokens.find(next, alone) }
    };
    if let Some((_, end)) = every(List::EveryDay, List::Daily) {
        return Some(except(tokens, all().collect(), end));
    }
    if let Some((_, end)) = every(List::EveryWorkday, List::Workdays) {
        return Some(except(tokens, all().take(5).collect(), end));
    }
    if let Some((_, end)) = every(List::EveryWeekend, List::Weekends) {
        return Some((all().skip(5).collect(), end));
    }
    let through = tokens.is(next + 1, List::Through);
    if let (Some(from), true, Some(to)) = (weekday(tokens, next), through, weekday(tokens, next + 2)) {
        let (from, to) = (from.to_monday_zero_offset(), to.to_monday_zero_offset());
        let span = if from <= to { from..=to } else { return None };
        return Some((span.filter_map(|day| Weekday::from_monday_zero_offset(day).ok()).collect(), next + 3));
    }
    let plural = |at: usize| named(tokens, at, List::Weekdays);
    if !each && plural(next).is_none() {
        return None;
    }
    let either = |at: usize| weekday(tokens, at).or_else(|| plural(at));
    let mut found = Vec::new();
    while let Some(day) = either(next) {
        if !found.contains(&day) {
            found.push(day);
        }
        next += 1;
        let after = tokens.past(next, List::And);
        if either(after).is_none() {
            break;
        }
        next = after;
    }
    (!found.is_empty()).then_some((found, next))
}

/// Takes out the days that are excepted: `every day except Sunday`.
fn except(tokens: Tokens<'_>, mut days: Vec<Weekday>, end: usize) -> (Vec<Weekday>, usize) {
    let named = |at: usize| weekday(tokens, at).or_else(|| named(tokens, at, List::Weekdays));
    let mut next = tokens.past(end, List::Except);
    if next == end {
        return (days, end);
    }
    let mut last = end;
    loop {
        next = tokens.past(tokens.past(next, List::On), List::The);
        let weekend = tokens.find(next, List::EveryWeekend).or_else(|| tokens.find(next, List::Weekends));
        if let Some((_, end)) = weekend {
            days.retain(|day| day.to_monday_zero_offset() < 5);
            last = end;
            break;
        }
        let Some(day) = named(next) else { break };
        days.retain(|other| *other != day);
        last = next + 1;
        next = tokens.past(last, List::And);
    }
    (days, last)
}

fn coming(today: Date, weekday: Weekday) -> Option<Date> {
    today.nth_weekday(1, weekday).ok()
}

fn plus(date: Date, days: i64) -> Option<Date> {
    date.checked_add(days.days()).ok()
}

fn weekday(tokens: Tokens<'_>, at: usize) -> Option<Weekday> {
    named(tokens, at, List::Weekday)
}

fn named(tokens: Tokens<'_>, at: usize, list: List) -> Option<Weekday> {
    Some(match tokens.find(at, list)?.0.value.as_str() {
        "monday" => Weekday::Monday,
        "tuesday" => Weekday::Tuesday,
        "wednesday" => Weekday::Wednesday,
        "thursday" => Weekday::Thursday,
        "friday" => Weekday::Friday,
        "saturday" => Weekday::Saturday,
        "sunday" => Weekday::Sunday,
        _ => return None,
    })
}

fn month(tokens: Tokens<'_>, at: usize) -> Option<(i8, usize)> {
    #[expect(clippy::cast_possible_truncation, reason = "1 to 12, as the list has them")]
    tokens.value(at, List::Month).map(|(month, end)| (month as i8, end))
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::read::english;
    use crate::text::words;

    #[test]
    fn days_that_are_over() {
        // A Thursday.
        let today = date(2026, 3, 5);
        for (said, expected) in [
            ("yesterday", Some("2026-03-04")),
            ("the day before yesterday", Some("2026-03-03")),
            ("today", Some("2026-03-05")),
            ("monday", Some("2026-03-02")),
            ("last monday", Some("2026-03-02")),
            ("last thursday", Some("2026-02-26")),
            ("two days ago", Some("2026-03-03")),
            ("a week ago", Some("2026-02-26")),
            ("march 4th", Some("2026-03-04")),
            ("the 4th of december", Some("2025-12-04")),
            ("the 4th", Some("2026-03-04")),
            ("the 20th", Some("2026-02-20")),
            ("tomorrow", None),
            ("sam", None),
        ] {
            let words = words(said).unwrap();
            let tokens = Tokens { words: &words, lexicon: english() };
            let found = past_day(tokens, 0, today).map(|(day, end)| (day.to_string(), end));
            assert_eq!(found, expected.map(|day| (day.to_owned(), words.len())), "{said}");
        }
    }
}
