//! Reads a point in time from its parts in any order: `tomorrow at half past seven in the evening`.

use jiff::ToSpan;
use jiff::civil::{Date, DateTime, Weekday};

use super::day::{day, days};
use super::duration::duration;
use super::time::{Clock, Half, clock, half_of};
use super::{List, Tokens};

/// The meaning of an hour without its half of the day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Habit {
    /// Alarms ring in the morning.
    Alarm,
    /// Meetings are during the day: `at 3` is in the afternoon.
    Event,
}

/// A point in time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct When {
    /// Hour and minute.
    pub(crate) time: Option<(u8, u8)>,
    /// The day.
    pub(crate) date: Option<Date>,
    /// The weekdays of a recurring event.
    pub(crate) days: Vec<Weekday>,
    /// It is only a bare number, which may count something else.
    pub(crate) bare: bool,
}

/// Reads the longest point in time that begins at `start`, and returns the index after it.
pub(crate) fn when(tokens: Tokens<'_>, start: usize, now: DateTime, habit: Habit) -> Option<(When, usize)> {
    let mut pieces = Pieces::default();
    let mut next = start;
    loop {
        let from = pieces_begin(tokens, next);
        let Some(end) = pieces.read(tokens, from, now) else { break };
        next = end;
        // The end of a sentence ends the time.
        if tokens.words.get(next - 1).is_some_and(|word| word.stop) {
            break;
        }
    }
    (next > start).then(|| pieces.joined(now, habit)).flatten().map(|when| (when, next))
}

/// Skips the small words before a part.
fn pieces_begin(tokens: Tokens<'_>, mut next: usize) -> usize {
    while tokens.is(next, List::BeforeTime) {
        next += 1;
    }
    next
}

#[derive(Default)]
struct Pieces {
    clock: Option<Clock>,
    moment: Option<DateTime>,
    date: Option<Date>,
    days: Vec<Weekday>,
    half: Option<Half>,
}

impl Pieces {
    /// Reads one more part, unless there already is one of its kind.
    fn read(&mut self, tokens: Tokens<'_>, from: usize, now: DateTime) -> Option<usize> {
        if let Some((moment, end)) = self.relative(tokens, from, now) {
            self.moment = Some(moment);
            return Some(end);
        }
        if self.days.is_empty()
            && self.date.is_none()
            && let Some((days, end)) = days(tokens, from)
        {
            self.days = days;
            return Some(end);
        }
        if self.half.is_none()
            && let Some((half, end)) = self.part_of_day(tokens, from, now)
        {
            self.half = Some(half);
            return Some(end);
        }
        if self.date.is_none()
            && self.days.is_empty()
            && let Some((date, end)) = day(tokens, from, now.date())
        {
            self.date = Some(date);
            return Some(end);
        }
        if self.clock.is_none()
            && self.moment.is_none()
            && let Some((clock, end)) = clock(tokens, from)
        {
            self.clock = Some(clock);
            return Some(end);
        }
        None
    }

    /// Reads `in an hour and a quarter`, `five minutes from now`.
    fn relative(&self, tokens: Tokens<'_>, from: usize, now: DateTime) -> Option<(DateTime, usize)> {
        if self.moment.is_some() || self.clock.is_some() {
            return None;
        }
        // "in 3 days" is a day, not a time of day.
        let daily = |end: usize| tokens.is(end - 1, List::DayUnit);
        let (seconds, end) = if tokens.is(from, List::In) {
            let (seconds, end) = duration(tokens, from + 1)?;
            if daily(end) {
                return None;
            }
            (seconds, tokens.past(tokens.past(end, List::InTime), List::FromNow))
        } else {
            let (seconds, end) = duration(tokens, from)?;
            let after = tokens.past(end, List::FromNow);
            if daily(end) || after == end {
                return None;
            }
            (seconds, after)
        };
        Some((now.checked_add(i64::from(seconds).seconds()).ok()?, end))
    }

    /// Reads `tonight`, `in the morning`, and the second word of `tomorrow morning`.
    fn part_of_day(&mut self, tokens: Tokens<'_>, from: usize, now: DateTime) -> Option<(Half, usize)> {
        if let Some(found) = half_of(tokens, from, List::TodayHalf) {
            self.date = self.date.or(Some(now.date()));
            return Some(found);
        }
        let placed = self.date.is_some() || !self.days.is_empty() || self.clock.is_some();
        let bare = placed.then(|| half_of(tokens, from, List::PlacedHalf)).flatten();
        bare.or_else(|| half_of(tokens, from, List::DayHalf))
    }

    fn joined(self, now: DateTime, habit: Habit) -> Option<When> {
        if let Some(moment) = self.moment {
            let date = (moment.date() != now.date()).then_some(moment.date()).or(self.date);
            let time = Some((u8::try_from(moment.hour()).ok()?, u8::try_from(moment.minute()).ok()?));
            return Some(When { time, date, days: self.days, bare: false });
        }
        let alone = self.date.is_none() && self.days.is_empty() && self.half.is_none();
        let Some(clock) = self.clock else {
            return (!alone).then_some(When { time: None, date: self.date, days: self.days, bare: false });
        };
        let mut hour = clock.hour_of_day(self.half);
        let open = !clock.whole && clock.half.is_none() && self.half.is_none();
        if open {
            let past = self.date == Some(now.date())
                && i16::from(hour) * 60 + i16::from(clock.minute)
                    < i16::from(now.hour()) * 60 + i16::from(now.minute());
            if hour < 12 && (past || (habit == Habit::Event && (1..7).contains(&hour))) {
                hour += 12;
            }
        }
        let bare = alone && !clock.certain;
        Some(When { time: Some((hour, clock.minute)), date: self.date, days: self.days, bare })
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::read::english;
    use crate::text::{Word, words};

    fn tokens(words: &[Word]) -> Tokens<'_> {
        Tokens { words, lexicon: english() }
    }

    /// A Thursday.
    fn now() -> DateTime {
        date(2026, 3, 5).at(10, 7, 0, 0)
    }

    /// Reads all of `said` and compares `HH:MM`, the date and the days.
    #[track_caller]
    fn check(said: &str, habit: Habit, expected: &str) {
        let words = words(said).unwrap();
        let (when, end) = when(tokens(&words), 0, now(), habit).unwrap_or_else(|| panic!("`{said}` is no time"));
        assert_eq!(end, words.len(), "{said}: {when:?}");
        let mut found = Vec::new();
        found.extend(when.time.map(|(hour, minute)| format!("{hour:02}:{minute:02}")));
        found.extend(when.date.map(|date| date.to_string()));
        found.extend(when.days.iter().map(|day| format!("{day:?}")[..3].to_lowercase()));
        assert_eq!(found.join(" "), expected, "{said}");
    }

    #[test]
    fn alarms() {
        for (said, expected) in [
            ("7", "07:00"),
            ("seven am", "07:00"),
            ("7pm", "19:00"),
            ("7:30", "07:30"),
            ("19:45", "19:45"),
            ("215pm", "14:15"),
            ("half past seven in the evening", "19:30"),
            ("half seven", "07:30"),
            ("quarter to six", "05:45"),
            ("a quarter past 9 pm", "21:15"),
            ("ten minutes past four", "04:10"),
            ("twenty to eight", "07:40"),
            ("seven thirty", "07:30"),
            ("five forty five am", "05:45"),
            ("six oh five", "06:05"),
            ("ten o'clock tomorrow morning", "10:00 2026-03-06"),
            ("tomorrow at 6", "06:00 2026-03-06"),
            ("6 tomorrow evening", "18:00 2026-03-06"),
            ("noon", "12:00"),
            ("midnight", "00:00"),
            ("12 am", "00:00"),
            ("12 pm", "12:00"),
            ("twelve at night", "00:00"),
            ("tonight at 8", "20:00 2026-03-05"),
            ("9 tonight", "21:00 2026-03-05"),
            ("5 today", "17:00 2026-03-05"),
            ("8 am on Friday", "08:00 2026-03-06"),
            ("Friday at 8", "08:00 2026-03-06"),
            ("next Friday at 8", "08:00 2026-03-13"),
            ("Thursday", "2026-03-12"),
            ("the day after tomorrow at 7", "07:00 2026-03-07"),
            ("in an hour and a quarter", "11:22"),
            ("in 20 minutes", "10:27"),
            ("five minutes from now", "10:12"),
            ("in 15 hours", "01:07 2026-03-06"),
            ("every weekday at 6:30", "06:30 mon tue wed thu fri"),
            ("6 am every day", "06:00 mon tue wed thu fri sat sun"),
            ("five am every morning", "05:00 mon tue wed thu fri sat sun"),
            ("every monday and friday at 7", "07:00 mon fri"),
            ("7 on tuesdays and thursdays", "07:00 tue thu"),
            ("monday to friday at 6", "06:00 mon tue wed thu fri"),
            ("weekends at nine", "09:00 sat sun"),
            ("march 10th at 3 pm", "15:00 2026-03-10"),
            ("the 4th of march at 9", "09:00 2027-03-04"),
            ("the 12th at noon", "12:00 2026-03-12"),
            ("in three days at 9 am", "09:00 2026-03-08"),
            ("a week from tomorrow at 9 am", "09:00 2026-03-13"),
            ("two days from now at 7 am", "07:00 2026-03-07"),
            ("a week from today at noon", "12:00 2026-03-12"),
            ("in two weeks on friday at 8", "08:00 2026-03-20"),
            ("christmas eve at 6 pm", "18:00 2026-12-24"),
            ("8 am on new year's day", "08:00 2027-01-01"),
            ("a quarter to midnight", "23:45"),
            ("ten past midnight", "00:10"),
            ("one hundred and thirty", "01:30"),
            ("fifteen hundred", "15:00"),
            ("2026-04-01 at 08:15", "08:15 2026-04-01"),
        ] {
            check(said, Habit::Alarm, expected);
        }
    }

    #[test]
    fn events_are_in_the_daytime() {
        check("tomorrow at 3", Habit::Event, "15:00 2026-03-06");
        check("friday at 9", Habit::Event, "09:00 2026-03-06");
        check("friday at 3 am", Habit::Event, "03:00 2026-03-06");
    }

    #[test]
    fn what_is_no_time() {
        for said in ["", "sam", "25:00", "7:75", "five minutes", "the second one", "february 30th"] {
            assert_eq!(when(tokens(&words(said).unwrap()), 0, now(), Habit::Alarm), None, "{said}");
        }
        assert!(when(tokens(&words("7").unwrap()), 0, now(), Habit::Alarm).unwrap().0.bare);
    }
}
