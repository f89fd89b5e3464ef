//! Times of day: `7:30`, `half past seven`, `ten to six`, `seven thirty pm`, `noon`.

use super::duration::unit_of;
use super::number::below_hundred;
use super::{List, Tokens};

/// The half of the day, said directly or implied by a word such as `evening`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// Before noon.
    Morning,
    /// After noon.
    Evening,
    /// `night`: late in the evening, or the first hours of the day.
    Night,
}

/// A time as said; the half of the day may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) half: Option<Half>,
    /// It can only be a time: not a bare number.
    pub(crate) certain: bool,
    /// It is on the 24-hour scale, so no half of the day is open.
    pub(crate) whole: bool,
}

impl Clock {
    /// Returns the hour on the 24-hour scale, with `half` where the words left it open.
    pub(crate) fn hour_of_day(self, half: Option<Half>) -> u8 {
        if self.whole {
            return self.hour;
        }
        match (self.half.or(half), self.hour) {
            (Some(Half::Morning), 12) => 0,
            (Some(Half::Night), 12) => 0,
            (Some(Half::Evening), hour) if hour < 12 => hour + 12,
            (Some(Half::Night), hour @ 5..=11) => hour + 12,
            (_, hour) => hour,
        }
    }
}

/// Reads a time, and returns the index after it.
pub(super) fn clock(tokens: Tokens<'_>, start: usize) -> Option<(Clock, usize)> {
    if let Some((hour, minute, end)) = fixed(tokens, start) {
        return Some((Clock { hour, minute, half: None, certain: true, whole: true }, end));
    }
    let (clock, next) = spoken(tokens, start).or_else(|| written(tokens, start)).or_else(|| counted(tokens, start))?;
    Some(with_half(tokens, clock, next))
}

/// Reads `noon`: hour and minute, and the index after it.
fn fixed(tokens: Tokens<'_>, start: usize) -> Option<(u8, u8, usize)> {
    let (entry, end) = tokens.find(start, List::FixedTime)?;
    let (hour, minute) = entry.value.split_once(':')?;
    Some((hour.parse().ok()?, minute.parse().ok()?, end))
}

/// Reads `am`, `in the evening`, `o'clock` after the hours and minutes.
fn with_half(tokens: Tokens<'_>, mut clock: Clock, mut next: usize) -> (Clock, usize) {
    if tokens.is(next, List::OClock) {
        clock.certain = true;
        next += 1;
    }
    if tokens.is(next, List::HoursWord) && clock.minute == 0 && clock.whole {
        next += 1;
    }
    if let Some((half, end)) = half(tokens, next) {
        clock.half = Some(half);
        clock.certain = true;
        // "13:00 pm" stays 13:00.
        clock.whole = clock.whole && clock.hour > 12;
        next = end;
    }
    if tokens.is(next, List::Sharp) {
        next += 1;
    }
    (clock, next)
}

/// Reads the half of the day at `start`.
pub(super) fn half(tokens: Tokens<'_>, start: usize) -> Option<(Half, usize)> {
    half_of(tokens, start, List::Meridiem).or_else(|| half_of(tokens, start, List::DayHalf))
}

/// Reads the half of the day at `start` from a list.
pub(super) fn half_of(tokens: Tokens<'_>, start: usize, list: List) -> Option<(Half, usize)> {
    let (entry, end) = tokens.find(start, list)?;
    let half = match entry.value.as_str() {
        "morning" => Half::Morning,
        "evening" => Half::Evening,
        _ => Half::Night,
    };
    Some((half, end))
}

/// Reads `half past seven`, `quarter to six`, `ten minutes past four`, `halb sieben`, `fünf vor halb acht`.
fn spoken(tokens: Tokens<'_>, start: usize) -> Option<(Clock, usize)> {
    if let Some(found) = before_hour(tokens, start) {
        return Some(found);
    }
    let directed = |at: usize| tokens.is(at, List::Past) || tokens.is(at, List::To);
    let (minutes, next) = match tokens.value(start, List::Minutes) {
        // British: "half seven" is half past seven.
        Some((_, next)) if !tokens.is(next, List::Past) && tokens.is(start, List::AfterHour) => {
            let (hour, end) = below_hundred(tokens, next).filter(|(hour, _)| (1..=12).contains(hour))?;
            return if unit_of(tokens, end).is_some() { None } else { Some((on_the_hour(hour, 30, false)?, end)) };
        }
        _ => minutes(tokens, start)?,
    };
    if !directed(next) {
        return None;
    }
    let later = tokens.is(next, List::Past);
    let moved = |clock: Clock, minutes: u32| {
        let all = u32::from(clock.hour) * 60 + u32::from(clock.minute);
        let all = if later { all + minutes } else { (all + 720).checked_sub(minutes)? % 720 };
        on_the_hour(all / 60, all % 60, false)
    };
    if let Some((clock, end)) = before_hour(tokens, next + 1) {
        return Some((moved(clock, minutes)?, end));
    }
    let (hour, end) = match fixed(tokens, next + 1) {
        Some((0, _, end)) if later => return Some((on_the_hour(0, minutes, true)?, end)),
        Some((0, _, end)) => return Some((on_the_hour(23, 60 - minutes, true)?, end)),
        Some((hour, _, end)) => (u32::from(hour), end),
        None => below_hundred(tokens, next + 1).filter(|(hour, _)| (1..=12).contains(hour))?,
    };
    // "5 to 10" may be a range or a level; only round minutes, or a word for minutes, make it a time.
    if !later && minutes % 5 != 0 {
        return None;
    }
    let clock = match (later, hour) {
        (true, hour) => on_the_hour(hour, minutes, false)?,
        (false, 1) => on_the_hour(12, 60 - minutes, false)?,
        (false, hour) => on_the_hour(hour - 1, 60 - minutes, false)?,
    };
    Some((clock, end))
}

/// Reads `quarter`, `ten minutes`, `ten`.
fn minutes(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    match tokens.value(start, List::Minutes) {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "15 or 30, as the list has them")]
        Some((minutes, next)) => Some((minutes.clamp(0.0, 59.0) as u32, next)),
        None => {
            let (minutes, next) = below_hundred(tokens, start).filter(|(minutes, _)| (1..60).contains(minutes))?;
            Some((minutes, tokens.past(next, List::MinuteWord)))
        }
    }
}

/// Reads `halb sieben`: the minutes before the named hour.
fn before_hour(tokens: Tokens<'_>, start: usize) -> Option<(Clock, usize)> {
    let (minutes, next) = tokens.value(start, List::BeforeHour)?;
    let (hour, end) = below_hundred(tokens, next).filter(|(hour, _)| (1..=12).contains(hour))?;
    if unit_of(tokens, end).is_some() {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 60 by the clamp")]
    let minutes = minutes.clamp(1.0, 59.0) as u32;
    Some((on_the_hour(if hour == 1 { 12 } else { hour - 1 }, 60 - minutes, false)?, end))
}

/// Reads `7:30`, `19.45`, `0730`, `1915`.
fn written(tokens: Tokens<'_>, start: usize) -> Option<(Clock, usize)> {
    let word = tokens.at(start);
    let has_half = half(tokens, start + 1).is_some();
    if let Some((hour, minute)) = word.split_once(':').or_else(|| word.split_once('.')) {
        if minute.len() != 2 || hour.len() > 2 {
            return None;
        }
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        return Some((on_the_hour(hour, minute, word.starts_with('0'))?, tokens.past(start + 1, List::HourMark)));
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    if digits && (word.len() == 4 || (word.len() == 3 && has_half)) {
        let (hour, minute) = word.split_at(word.len() - 2);
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        return Some((on_the_hour(hour, minute, word.starts_with('0'))?, start + 1));
    }
    None
}

/// Reads `seven`, `seven thirty`, `six oh five`, `7 30`, `7 Uhr 30`, `siete y media`, `siete menos cuarto`.
fn counted(tokens: Tokens<'_>, start: usize) -> Option<(Clock, usize)> {
    let (hour, next) = below_hundred(tokens, start).filter(|(hour, _)| *hour <= 24)?;
    if tokens.is(next, List::HourMark) {
        let minutes = below_hundred(tokens, next + 1)
            .filter(|(minute, end)| *minute < 60 && unit_of(tokens, *end).is_none() && !tokens.words[next].pause);
        let (minute, end) = minutes.unwrap_or((0, next + 1));
        return Some((on_the_hour(hour % 24, minute, hour == 24)?, end));
    }
    if hour > 23 || tokens.is(start, List::NoHour) {
        return None;
    }
    let less = tokens.is(next, List::HourLess);
    if (less || tokens.is(next, List::HourAnd))
        && let Some((minutes, end)) = minutes(tokens, next + 1).filter(|(_, end)| unit_of(tokens, *end).is_none())
    {
        let all = match hour {
            0 | 1 if less => (24 - 11 * hour) * 60 - minutes,
            _ if less => hour * 60 - minutes,
            _ => hour * 60 + minutes,
        };
        return Some((on_the_hour(all / 60, all % 60, false)?, end));
    }
    let hundred = tokens.is(next, List::Hundred);
    if unit_of(tokens, next).is_some() || hundred || tokens.is(next, List::Percent) {
        // "six hundred hours", "fifteen hundred", "one hundred and thirty" for 1:30
        // "at five hours", "at 15h", "at 15h30"
        if tokens.is(next, List::HoursWord) && start > 0 && tokens.is(start - 1, List::At) {
            let minutes = below_hundred(tokens, next + 1)
                .filter(|(minute, end)| *minute < 60 && unit_of(tokens, *end).is_none() && !tokens.words[next].pause);
            let (minute, end) = minutes.unwrap_or((0, next + 1));
            return Some((on_the_hour(hour, minute, true)?, end));
        }
        let military = hundred && (tokens.is(next + 1, List::HoursWord) || hour > 12);
        let minutes = tokens.past(next + 1, List::And);
        let minutes = below_hundred(tokens, minutes).filter(|(minute, _)| hundred && *minute < 60);
        return match minutes {
            Some((minute, end)) => Some((on_the_hour(hour, minute, false)?, end)),
            None if military => Some((on_the_hour(hour, 0, true)?, tokens.past(next + 1, List::HoursWord))),
            None => None,
        };
    }
    if tokens.is(next, List::Oh)
        && let Some((minute, end)) = below_hundred(tokens, next + 1).filter(|(minute, _)| (1..10).contains(minute))
    {
        return Some((on_the_hour(hour, minute, false)?, end));
    }
    let minutes = below_hundred(tokens, next)
        .filter(|(minute, end)| (10..60).contains(minute) && unit_of(tokens, *end).is_none() && *minute != 12);
    if let Some((minute, end)) = minutes.filter(|_| !tokens.words.get(next - 1).is_some_and(|word| word.pause)) {
        return Some((Clock { certain: true, ..on_the_hour(hour, minute, false)? }, end));
    }
    let bare = on_the_hour(hour, 0, false)?;
    Some((Clock { certain: false, ..bare }, next))
}

fn on_the_hour(hour: u32, minute: u32, leading_zero: bool) -> Option<Clock> {
    if hour > 23 || minute > 59 {
        return None;
    }
    let whole = hour > 12 || hour == 0 || leading_zero;
    Some(Clock { hour: u8::try_from(hour).ok()?, minute: u8::try_from(minute).ok()?, half: None, certain: true, whole })
}
