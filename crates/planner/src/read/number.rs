//! Numbers: `12`, `twelve`, `two hundred and fifty`, `zweihundertfünfzig`, `third`.

use super::{List, Tokens};
use crate::grammar::Lexicon;
use action::slice::Slice as _;

/// Reads a number from 0 to below a million, and returns the index after it.
pub(crate) fn number(tokens: Tokens<'_>, start: usize) -> Option<(f64, usize)> {
    if let Some(found) = tokens.value(start, List::Decimal) {
        return Some(found);
    }
    if let Some(value) = digits(tokens.at(start), tokens.lexicon) {
        return Some(match start + 1 {
            next if tokens.is(next, List::Hundred) => (value * 100.0, next + 1),
            next if tokens.is(next, List::Thousand) => (value * 1000.0, next + 1),
            next => (value, next),
        });
    }
    let (mut total, mut next) = hundreds(tokens, start)?;
    if tokens.is(next, List::Thousand) {
        total *= 1000;
        next += 1;
        let after = tokens.past(next, List::And);
        if let Some((rest, end)) = hundreds(tokens, after).filter(|(rest, _)| *rest < 1000) {
            total += rest;
            next = end;
        }
    }
    let mut value = f64::from(total);
    if tokens.is(next, List::Point)
        && let Some((tenths, end)) = below_hundred(tokens, next + 1).filter(|(tenths, _)| *tenths < 10)
    {
        value += f64::from(tenths) / 10.0;
        next = end;
    }
    Some((value, next))
}

/// Reads a position in a row: `third`, `3rd`, `twenty first`, `number three`.
pub(crate) fn ordinal(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    let word = tokens.at(start);
    if let Some(tail) = word.find(|c: char| !c.is_ascii_digit()).filter(|tail| *tail > 0) {
        let known = tokens.lexicon.has(word.tail(tail), List::OrdinalEnding);
        return known.then(|| word.head(tail).parse().ok()).flatten().map(|value| (value, start + 1));
    }
    if let Some(place) = whole(tokens.lexicon, word, List::Ordinal) {
        return Some((place, start + 1));
    }
    let tens = whole(tokens.lexicon, word, List::Tens).filter(|tens| *tens <= 30)?;
    let unit = whole(tokens.lexicon, tokens.at(start + 1), List::Ordinal).filter(|unit| *unit < 10)?;
    Some((tens + unit, start + 2))
}

/// Reads a number below one hundred in words, or in at most two digits.
pub(crate) fn below_hundred(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    let word = tokens.at(start);
    if !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.parse().ok()?, start + 1));
    }
    if let Some(value) = whole(tokens.lexicon, word, List::Number) {
        return Some((value, start + 1));
    }
    let Some(value) = whole(tokens.lexicon, word, List::Tens) else {
        return joined(tokens.lexicon, word).filter(|value| *value < 100).map(|value| (value, start + 1));
    };
    let next = tokens.past(start + 1, List::TensAnd);
    match whole(tokens.lexicon, tokens.at(next), List::Number).filter(|unit| (1..10).contains(unit)) {
        Some(unit) => Some((value + unit, next + 1)),
        None => Some((value, start + 1)),
    }
}

/// Reads `two hundred and fifty`, `a hundred`, `fifty`, `zweihundertfünfzig`.
fn hundreds(tokens: Tokens<'_>, start: usize) -> Option<(u32, usize)> {
    let counts = |at: usize| tokens.is(at, List::Hundred) || tokens.is(at, List::Thousand);
    let (value, next) = if tokens.is(start, List::One) && counts(start + 1) {
        (1, start + 1)
    } else if tokens.is(start, List::Hundred) {
        (whole(tokens.lexicon, tokens.at(start), List::Hundred).unwrap_or(1), start)
    } else if let Some(value) = joined(tokens.lexicon, tokens.at(start)) {
        return Some((value, start + 1));
    } else {
        below_hundred(tokens, start)?
    };
    if !tokens.is(next, List::Hundred) {
        return Some((value, next));
    }
    let (value, next) = (value * 100, next + 1);
    let after = tokens.past(next, List::And);
    match below_hundred(tokens, after) {
        Some((rest, end)) => Some((value + rest, end)),
        None => Some((value, next)),
    }
}

/// Reads a number that is one word, in languages that write so: `einundzwanzig`, `zweitausenddreihundert`.
fn joined(lexicon: &Lexicon, word: &str) -> Option<u32> {
    let and = lexicon.words(List::JoinedAnd).next()?;
    let split = |list: List, part: &str| {
        let mut known = lexicon.words(list);
        known
            .find_map(|word| part.split_once(word))
            .map(|(left, right)| (left.to_owned(), right.strip_prefix(and).unwrap_or(right).to_owned()))
    };
    let tens = |part: &str| {
        let simple = whole(lexicon, part, List::Number).or_else(|| whole(lexicon, part, List::Tens));
        simple.or_else(|| {
            let (unit, tens) = part.split_once(and)?;
            let unit = whole(lexicon, unit, List::Number).filter(|unit| (1..10).contains(unit))?;
            Some(whole(lexicon, tens, List::Tens)? + unit)
        })
    };
    let optional = |part: &str, absent: u32, read: &dyn Fn(&str) -> Option<u32>| {
        if part.is_empty() { Some(absent) } else { read(part) }
    };
    let hundred = |part: &str| match split(List::Hundred, part) {
        Some((count, rest)) => Some(optional(&count, 1, &tens)? * 100 + optional(&rest, 0, &tens)?),
        None => tens(part),
    };
    match split(List::Thousand, word) {
        Some((count, rest)) => Some(optional(&count, 1, &hundred)? * 1000 + optional(&rest, 0, &hundred)?),
        None => hundred(word),
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100 by the check")]
fn whole(lexicon: &Lexicon, word: &str, list: List) -> Option<u32> {
    lexicon.value_of(word, list).filter(|value| (0.0..=100.0).contains(value)).map(|value| value as u32)
}

/// Reads `12`, `5.5`, `1,000`; with a comma in `[point]` also `12,50` and `1.000`.
fn digits(word: &str, lexicon: &Lexicon) -> Option<f64> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) || word.len() > 9 {
        return None;
    }
    let clean = plain_digits(word, lexicon);
    let spelt = clean.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    spelt.then(|| clean.parse::<f64>().ok()).flatten().filter(|value| *value < 1_000_000.0)
}

/// Removes the thousands separators, and writes the decimal separator as a point.
pub(super) fn plain_digits(word: &str, lexicon: &Lexicon) -> String {
    match word.rsplit_once([',', '.']).filter(|_| lexicon.has(",", List::Point)) {
        Some((before, after)) if after.len() != 3 => format!("{}.{after}", before.replace([',', '.'], "")),
        Some(_) => word.replace([',', '.'], ""),
        None => word.replace(',', ""),
    }
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
    fn numbers() {
        for (said, expected) in [
            ("12", 12.0),
            ("5.5", 5.5),
            ("1,000", 1000.0),
            ("twelve", 12.0),
            ("twenty five", 25.0),
            ("twenty-five", 25.0),
            ("a hundred", 100.0),
            ("one hundred and seventy five", 175.0),
            ("two thousand and five", 2005.0),
            ("two point five", 2.5),
            ("100 thousand", 100_000.0),
        ] {
            let words = words(said).unwrap();
            assert_eq!(number(tokens(&words), 0), Some((expected, words.len())), "{said}");
        }
        for said in ["", "half", "twentieth", "99999999999999999999", "a"] {
            assert_eq!(number(tokens(&words(said).unwrap()), 0), None, "{said}");
        }
    }

    #[test]
    fn ordinals() {
        for (said, expected) in [("third", 3), ("3rd", 3), ("twenty first", 21), ("thirtieth", 30), ("14th", 14)] {
            let words = words(said).unwrap();
            assert_eq!(ordinal(tokens(&words), 0), Some((expected, words.len())), "{said}");
        }
        assert_eq!(ordinal(tokens(&words("3").unwrap()), 0), None);
    }
}
