//! Times of day: `7:30`, `half past seven`, `ten to six`, `seven thirty pm`, `noon`.

use super::at;
use super::number::below_hundred;
use crate::text::Word;

/// Which half of the day was said, or meant by a word such as `evening`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Half {
    /// Before noon.
    Morning,
    /// After noon.
    Evening,
    /// `night`: late in the evening, or the first hours of the day.
    Night,
}

/// A time as it was said; the half of the day may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clock {
    pub(crate) hour: u8,
    pub(crate) minute: u8,
    pub(crate) half: Option<Half>,
    /// It can be nothing but a time: not a bare number.
    pub(crate) certain: bool,
    /// It is on the 24-hour scale, so that no half of the day is open.
    pub(crate) whole: bool,
}

impl Clock {
    /// On the 24-hour scale, with `half` where the words left it open.
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

/// A time, and the place after it.
pub(super) fn clock(words: &[Word], start: usize) -> Option<(Clock, usize)> {
    let fixed = |hour, minute| Clock { hour, minute, half: None, certain: true, whole: true };
    match at(words, start) {
        "noon" | "midday" => return Some((fixed(12, 0), start + 1)),
        "midnight" => return Some((fixed(0, 0), start + 1)),
        "12" | "twelve" if matches!(at(words, start + 1), "noon" | "midday") => return Some((fixed(12, 0), start + 2)),
        "12" | "twelve" if at(words, start + 1) == "midnight" => return Some((fixed(0, 0), start + 2)),
        _ => {}
    }
    let (clock, next) = spoken(words, start).or_else(|| written(words, start)).or_else(|| counted(words, start))?;
    Some(with_half(words, clock, next))
}

/// `am`, `in the evening`, `o'clock`, after the hours and minutes.
fn with_half(words: &[Word], mut clock: Clock, mut next: usize) -> (Clock, usize) {
    if matches!(at(words, next), "oclock" | "sharp") {
        clock.certain = true;
        next += 1;
    }
    if at(words, next) == "hours" && clock.minute == 0 && clock.whole {
        next += 1;
    }
    if let Some((half, end)) = half(words, next) {
        clock.half = Some(half);
        clock.certain = true;
        // "13:00 pm" stays what it is.
        clock.whole = clock.whole && clock.hour > 12;
        next = end;
    }
    if at(words, next) == "sharp" {
        next += 1;
    }
    (clock, next)
}

/// The half of the day that stands at `start`.
pub(super) fn half(words: &[Word], start: usize) -> Option<(Half, usize)> {
    let part = |word: &str| match word {
        "morning" | "mornings" => Some(Half::Morning),
        "afternoon" | "evening" | "afternoons" | "evenings" => Some(Half::Evening),
        "night" | "nights" => Some(Half::Night),
        _ => None,
    };
    match (at(words, start), at(words, start + 1), at(words, start + 2)) {
        ("am", _, _) => Some((Half::Morning, start + 1)),
        ("pm", _, _) => Some((Half::Evening, start + 1)),
        ("a", "m", _) => Some((Half::Morning, start + 2)),
        ("p", "m", _) => Some((Half::Evening, start + 2)),
        ("in", "the", word) => part(word).map(|half| (half, start + 3)),
        ("at" | "this", "night" | "morning" | "afternoon" | "evening", _) => {
            part(at(words, start + 1)).map(|half| (half, start + 2))
        }
        _ => None,
    }
}

/// `half past seven`, `quarter to six`, `ten minutes past four`.
fn spoken(words: &[Word], start: usize) -> Option<(Clock, usize)> {
    let start = if at(words, start) == "a" && at(words, start + 1) == "quarter" { start + 1 } else { start };
    let (minutes, next) = match at(words, start) {
        "half" if !matches!(at(words, start + 1), "past" | "after") => {
            // British: "half seven" is half past seven.
            let (hour, next) = below_hundred(words, start + 1).filter(|(hour, _)| (1..=12).contains(hour))?;
            if super::duration::unit_of(at(words, next)).is_some() {
                return None;
            }
            return Some((verbatim(hour, 30)?, next));
        }
        "half" => (30, start + 1),
        "quarter" => (15, start + 1),
        _ => {
            let (minutes, next) = below_hundred(words, start).filter(|(minutes, _)| (1..60).contains(minutes))?;
            let next = if matches!(at(words, next), "minutes" | "minute") { next + 1 } else { next };
            (minutes, next)
        }
    };
    let later = match at(words, next) {
        "past" | "after" => true,
        "to" | "till" | "before" | "of" | "until" => false,
        _ => return None,
    };
    let (hour, end) = match at(words, next + 1) {
        "noon" | "midday" => (12, next + 2),
        "midnight" if later => return Some((on_the_hour(0, minutes, true)?, next + 2)),
        "midnight" => return Some((on_the_hour(23, 60 - minutes, true)?, next + 2)),
        _ => below_hundred(words, next + 1).filter(|(hour, _)| (1..=12).contains(hour))?,
    };
    // "5 to 10" may be a range or a level; only round minutes, or a word for them, make it a time.
    if !later && minutes % 5 != 0 {
        return None;
    }
    let clock = match (later, hour) {
        (true, hour) => verbatim(hour, minutes)?,
        (false, 1) => verbatim(12, 60 - minutes)?,
        (false, hour) => verbatim(hour - 1, 60 - minutes)?,
    };
    Some((clock, end))
}

/// `7:30`, `19.45`, `0730`, `1915`.
fn written(words: &[Word], start: usize) -> Option<(Clock, usize)> {
    let word = at(words, start);
    let has_half = half(words, start + 1).is_some();
    if let Some((hour, minute)) = word.split_once(':').or_else(|| word.split_once('.')) {
        if minute.len() != 2 || hour.len() > 2 {
            return None;
        }
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        return Some((on_the_hour(hour, minute, word.starts_with('0'))?, start + 1));
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    if digits && (word.len() == 4 || (word.len() == 3 && has_half)) {
        let (hour, minute) = word.split_at(word.len() - 2);
        let (hour, minute) = (hour.parse().ok()?, minute.parse().ok()?);
        return Some((on_the_hour(hour, minute, word.starts_with('0'))?, start + 1));
    }
    None
}

/// `seven`, `seven thirty`, `six oh five`, `7 30`.
fn counted(words: &[Word], start: usize) -> Option<(Clock, usize)> {
    let (hour, next) = below_hundred(words, start).filter(|(hour, _)| *hour < 24)?;
    if super::duration::unit_of(at(words, next)).is_some() || matches!(at(words, next), "percent" | "%" | "hundred") {
        // "six hundred hours", "fifteen hundred", "one hundred and thirty" for 1:30
        // "at five hours"
        if at(words, next) == "hours" && start > 0 && at(words, start - 1) == "at" {
            return Some((on_the_hour(hour, 0, true)?, next + 1));
        }
        let military = at(words, next) == "hundred" && (at(words, next + 1) == "hours" || hour > 12);
        let minutes = if at(words, next + 1) == "and" { next + 2 } else { next + 1 };
        let minutes = below_hundred(words, minutes).filter(|(minute, _)| at(words, next) == "hundred" && *minute < 60);
        return match minutes {
            Some((minute, end)) => Some((on_the_hour(hour, minute, false)?, end)),
            None if military => {
                let end = if at(words, next + 1) == "hours" { next + 2 } else { next + 1 };
                Some((on_the_hour(hour, 0, true)?, end))
            }
            None => None,
        };
    }
    if (at(words, next) == "oh" || at(words, next) == "o")
        && let Some((minute, end)) = below_hundred(words, next + 1).filter(|(minute, _)| (1..10).contains(minute))
    {
        return Some((verbatim(hour, minute)?, end));
    }
    let minutes = below_hundred(words, next).filter(|(minute, end)| {
        (10..60).contains(minute) && super::duration::unit_of(at(words, *end)).is_none() && *minute != 12
    });
    if let Some((minute, end)) = minutes.filter(|_| !words.get(next - 1).is_some_and(|word| word.pause)) {
        return Some((Clock { certain: true, ..on_the_hour(hour, minute, false)? }, end));
    }
    let bare = on_the_hour(hour, 0, false)?;
    Some((Clock { certain: false, ..bare }, next))
}

fn verbatim(hour: u32, minute: u32) -> Option<Clock> {
    on_the_hour(hour, minute, false)
}

fn on_the_hour(hour: u32, minute: u32, leading_zero: bool) -> Option<Clock> {
    if hour > 23 || minute > 59 {
        return None;
    }
    let whole = hour > 12 || hour == 0 || leading_zero;
    Some(Clock { hour: u8::try_from(hour).ok()?, minute: u8::try_from(minute).ok()?, half: None, certain: true, whole })
}
