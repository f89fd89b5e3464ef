//! Spans of time: `5 and a half minutes`, `an hour and a quarter`, `half an hour`, `1 h 30`.

use super::at;
use super::number::number;
use crate::text::Word;

/// The longest span that is read, in seconds: a day, as `set_timer` has it.
const LONGEST: f64 = 86_400.0;

/// Whole seconds, and the place after them.
pub(crate) fn duration(words: &[Word], start: usize) -> Option<(u32, usize)> {
    let (mut seconds, mut unit, mut next) = part(words, start)?;
    loop {
        let after = if at(words, next) == "and" { next + 1 } else { next };
        // "an hour and a quarter", "two minutes and a half": a part of the last unit.
        if after > next
            && let Some((share, end)) = share(words, after)
            && unit_of(at(words, end)).is_none()
            && at(words, end) != "of"
            && at(words, end) != "an"
        {
            seconds += share * unit;
            next = end;
            continue;
        }
        match part(words, after) {
            // Units only get smaller: "ten minutes and one hour" is two requests.
            Some((more, smaller, end)) if smaller < unit => {
                seconds += more;
                unit = smaller;
                next = end;
            }
            _ => break,
        }
        if seconds > LONGEST {
            return None;
        }
    }
    // "1 h 30", "one minute thirty": what follows without a unit is of the next smaller one.
    if unit > 59.0
        && unit < 3601.0
        && let Some((smaller, end)) = number(words, next).filter(|(smaller, _)| (5.0..60.0).contains(smaller))
        && !matches!(at(words, end), "am" | "pm" | "oclock" | "%" | "percent" | "times")
        && !words.get(next - 1).is_some_and(|word| word.pause || word.stop)
    {
        seconds += smaller * unit / 60.0;
        next = end;
    }
    whole(seconds).map(|seconds| (seconds, next))
}

fn whole(seconds: f64) -> Option<u32> {
    let rounded = seconds.round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 1 and 86400 by the check")]
    (1.0..=LONGEST).contains(&rounded).then_some(rounded as u32)
}

/// One number with its unit: the seconds, the unit's seconds, the place after.
fn part(words: &[Word], start: usize) -> Option<(f64, f64, usize)> {
    if let Some(seconds) = stopwatch(at(words, start)) {
        return Some((seconds, 1.0, start + 1));
    }
    // "half an hour", "a quarter of an hour", "three quarters of an hour", "half a minute".
    if let Some((share, next)) = share(words, start) {
        let next = if at(words, next) == "of" { next + 1 } else { next };
        let next = if matches!(at(words, next), "a" | "an") { next + 1 } else { next };
        let unit = unit_of(at(words, next))?;
        return Some((share * unit, unit, next + 1));
    }
    let (count, next) = match at(words, start) {
        "a" | "an" if at(words, start + 1) == "half" => {
            let unit = unit_of(at(words, start + 2))?;
            return Some((unit / 2.0, unit, start + 3));
        }
        "a" if at(words, start + 1) == "couple" => {
            (2.0, if at(words, start + 2) == "of" { start + 3 } else { start + 2 })
        }
        "a" | "an" if unit_of(at(words, start + 1)).is_some() => (1.0, start + 1),
        _ => match clock_like(at(words, start)) {
            Some(minutes) if unit_of(at(words, start + 1)) == Some(60.0) => (minutes, start + 1),
            _ => number(words, start)?,
        },
    };
    // "5 and a half minutes", "one and a quarter hours", "two hours and a half" is the caller's.
    let (extra, next) = match at(words, next) {
        "and" => match share(words, next + 1) {
            Some((share, end)) if unit_of(at(words, end)).is_some() => (share, end),
            _ => (0.0, next),
        },
        _ => (0.0, next),
    };
    let unit = unit_of(at(words, next))?;
    Some(((count + extra) * unit, unit, next + 1))
}

/// `half`, `a half`, `a quarter`, `three quarters`.
fn share(words: &[Word], start: usize) -> Option<(f64, usize)> {
    match (at(words, start), at(words, start + 1)) {
        ("half", _) => Some((0.5, start + 1)),
        ("quarter", _) => Some((0.25, start + 1)),
        ("a", "half") => Some((0.5, start + 2)),
        ("a", "quarter") => Some((0.25, start + 2)),
        ("three", "quarters" | "quarter") => Some((0.75, start + 2)),
        _ => None,
    }
}

/// `1:30:00`.
fn stopwatch(word: &str) -> Option<f64> {
    let mut parts = word.split(':').map(|part| part.parse::<u8>().ok().filter(|_| part.len() <= 2));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let whole = parts.next().is_none() && minutes < 60 && seconds < 60;
    whole.then(|| f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + f64::from(seconds))
}

/// `1:30` before "minutes".
fn clock_like(word: &str) -> Option<f64> {
    let (minutes, seconds) = word.split_once(':')?;
    let (minutes, seconds) = (minutes.parse::<u16>().ok()?, seconds.parse::<u8>().ok()?);
    (seconds < 60).then(|| f64::from(minutes) + f64::from(seconds) / 60.0)
}

/// The seconds of a unit.
pub(super) fn unit_of(word: &str) -> Option<f64> {
    match word {
        "second" | "seconds" | "sec" | "secs" | "s" => Some(1.0),
        "minute" | "minutes" | "min" | "mins" | "minuets" | "m" => Some(60.0),
        "hour" | "hours" | "hr" | "hrs" | "h" => Some(3600.0),
        "day" | "days" => Some(86_400.0),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;

    #[test]
    fn durations() {
        for (said, expected) in [
            ("5 and a half minutes", 330),
            ("five minutes", 300),
            ("5 minutes and 30 seconds", 330),
            ("an hour and a quarter", 4500),
            ("an hour and a half", 5400),
            ("one and a half hours", 5400),
            ("half an hour", 1800),
            ("a half hour", 1800),
            ("a quarter of an hour", 900),
            ("three quarters of an hour", 2700),
            ("two hours", 7200),
            ("1h30m", 5400),
            ("1 hour 20", 4800),
            ("90 seconds", 90),
            ("a minute", 60),
            ("a couple of minutes", 120),
            ("1 hour, 15 minutes and 10 seconds", 4510),
            ("twenty five min", 1500),
            ("2.5 hours", 9000),
            ("1:30 minutes", 90),
            ("24 hours", 86_400),
            ("one minute thirty", 90),
            ("two hours fifteen", 8100),
            ("1:30:00", 5400),
            ("0:05:00", 300),
        ] {
            let words = words(said).unwrap();
            assert_eq!(duration(&words, 0), Some((expected, words.len())), "{said}");
        }
        for said in ["", "five", "zero minutes", "0 seconds", "25 hours", "half past six", "a million hours"] {
            assert_eq!(duration(&words(said).unwrap(), 0), None, "{said}");
        }
    }
}
