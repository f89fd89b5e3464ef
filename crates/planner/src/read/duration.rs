//! Spans of time: `5 and a half minutes`, `an hour and a quarter`, `half an hour`, `1 h 30`.

use super::number::number;
use super::{List, Tokens};

/// The longest span that is read, in seconds: a day, as in `set_timer`.
const LONGEST: f64 = 86_400.0;

/// Reads whole seconds, and returns the index after them.
pub(crate) fn duration(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    let (mut seconds, mut unit, mut next) = part(tokens, start)?;
    loop {
        let after = tokens.past(next, List::And);
        // "an hour and a quarter", "two minutes and a half": a fraction of the last unit.
        if after > next
            && let Some((share, end)) = tokens.value(after, List::Share)
            && unit_of(tokens, end).is_none()
            && !tokens.is(end, List::ShareOf)
            && !(tokens.is(end, List::Article) && unit_of(tokens, end + 1).is_some())
        {
            seconds += share * unit;
            next = end;
            continue;
        }
        match part(tokens, after) {
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
    // "1 h 30", "one minute thirty": a number without a unit has the next smaller one.
    if unit > 59.0
        && unit < 3601.0
        && let Some((smaller, end)) = number(tokens, next).filter(|(smaller, _)| (5.0..60.0).contains(smaller))
        && !tokens.is(end, List::NoMinutes)
        && !tokens.words.get(next - 1).is_some_and(|word| word.pause || word.stop)
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

/// Reads one number with its unit: the seconds, the unit's seconds, the index after it.
fn part(tokens: Tokens<'_>, start: usize) -> Option<(f64, f64, usize)> {
    if let Some(seconds) = stopwatch(tokens.at(start)) {
        return Some((seconds, 1.0, start + 1));
    }
    if let Some((seconds, end)) = tokens.value(start, List::Span) {
        return Some((seconds, seconds, end));
    }
    // "half an hour", "a quarter of an hour", "three quarters of an hour", "half a minute".
    if let Some((share, next)) = tokens.value(start, List::Share) {
        let next = tokens.past(next, List::ShareOf);
        let next = tokens.past(next, List::Article);
        let unit = unit_of(tokens, next)?;
        return Some((share * unit, unit, next + 1));
    }
    let (count, next) = if let Some((_, end)) = tokens.find(start, List::Couple) {
        (2.0, end)
    } else if tokens.is(start, List::Article) && tokens.value(start + 1, List::Share).is_some() {
        // "an half hour"
        let (share, end) = tokens.value(start + 1, List::Share)?;
        let unit = unit_of(tokens, end)?;
        return Some((share * unit, unit, end + 1));
    } else if tokens.is(start, List::Article) && unit_of(tokens, start + 1).is_some() {
        (1.0, start + 1)
    } else {
        match clock_like(tokens.at(start)) {
            Some(minutes) if unit_of(tokens, start + 1) == Some(60.0) => (minutes, start + 1),
            _ => number(tokens, start)?,
        }
    };
    // "5 and a half minutes", "one and a quarter hours", "1 1/2 hours"; the caller handles "two hours and a half".
    let after = tokens.past(next, List::And);
    let fraction = after > next || tokens.at(next).contains(['/', '½', '¼', '¾']);
    let share = tokens.value(after, List::Share).filter(|(_, end)| fraction && unit_of(tokens, *end).is_some());
    let (extra, next) = share.unwrap_or((0.0, next));
    let unit = unit_of(tokens, next)?;
    Some(((count + extra) * unit, unit, next + 1))
}

/// Reads `1:30:00`.
fn stopwatch(word: &str) -> Option<f64> {
    let mut parts = word.split(':').map(|part| part.parse::<u8>().ok().filter(|_| part.len() <= 2));
    let (hours, minutes, seconds) = (parts.next()??, parts.next()??, parts.next()??);
    let whole = parts.next().is_none() && minutes < 60 && seconds < 60;
    whole.then(|| f64::from(hours) * 3600.0 + f64::from(minutes) * 60.0 + f64::from(seconds))
}

/// Reads `1:30` before "minutes".
fn clock_like(word: &str) -> Option<f64> {
    let (minutes, seconds) = word.split_once(':')?;
    let (minutes, seconds) = (minutes.parse::<u16>().ok()?, seconds.parse::<u8>().ok()?);
    (seconds < 60).then(|| f64::from(minutes) + f64::from(seconds) / 60.0)
}

/// Returns the seconds of the unit at this index.
pub(super) fn unit_of(tokens: Tokens<'_>, at: usize) -> Option<f64> {
    tokens.lexicon.value_of(tokens.at(at), List::Unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::english;
    use crate::text::{Word, words};

    fn tokens(words: &[Word]) -> Tokens<'_> {
        Tokens { words, lexicon: english() }
    }

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
            assert_eq!(duration(tokens(&words), 0), Some((expected, words.len())), "{said}");
        }
        for said in ["", "five", "zero minutes", "0 seconds", "25 hours", "half past six", "a million hours"] {
            assert_eq!(duration(tokens(&words(said).unwrap()), 0), None, "{said}");
        }
    }
}
