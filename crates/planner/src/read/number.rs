//! Numbers: `12`, `twelve`, `two hundred and fifty`, `third`.

use super::at;
use crate::text::Word;
use action::slice::Slice as _;

const SMALL: &[&str] = &[
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: &[&str] = &["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: &[&str] = &[
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
    "twentieth",
];

/// A number of at least 0 and less than a million, and the place after it.
pub(crate) fn number(words: &[Word], start: usize) -> Option<(f64, usize)> {
    if let Some(value) = digits(at(words, start)) {
        return Some(match at(words, start + 1) {
            "hundred" => (value * 100.0, start + 2),
            "thousand" => (value * 1000.0, start + 2),
            _ => (value, start + 1),
        });
    }
    let (mut total, mut next) = hundreds(words, start)?;
    if at(words, next) == "thousand" {
        total *= 1000;
        next += 1;
        let after = if at(words, next) == "and" { next + 1 } else { next };
        if let Some((rest, end)) = hundreds(words, after).filter(|(rest, _)| *rest < 1000) {
            total += rest;
            next = end;
        }
    }
    let mut value = f64::from(total);
    if at(words, next) == "point"
        && let Some((tenths, end)) = below_hundred(words, next + 1).filter(|(tenths, _)| *tenths < 10)
    {
        value += f64::from(tenths) / 10.0;
        next = end;
    }
    Some((value, next))
}

/// A place in a row: `third`, `3rd`, `twenty first`, `number three`.
pub(crate) fn ordinal(words: &[Word], start: usize) -> Option<(u32, usize)> {
    let word = at(words, start);
    if let Some(tail) = word.find(|c: char| !c.is_ascii_digit()).filter(|tail| *tail > 0) {
        let known = matches!(word.tail(tail), "st" | "nd" | "rd" | "th");
        return known.then(|| word.head(tail).parse().ok()).flatten().map(|value| (value, start + 1));
    }
    if let Some(place) = ORDINALS.iter().position(|known| *known == word) {
        return Some((u32::try_from(place).ok()? + 1, start + 1));
    }
    let tens = match word {
        "thirtieth" => return Some((30, start + 1)),
        "twenty" => 20,
        "thirty" => 30,
        _ => return None,
    };
    let unit = ORDINALS.iter().take(9).position(|known| *known == at(words, start + 1))?;
    Some((tens + u32::try_from(unit).ok()? + 1, start + 2))
}

/// A number below one hundred in words, or in at most two digits.
pub(crate) fn below_hundred(words: &[Word], start: usize) -> Option<(u32, usize)> {
    let word = at(words, start);
    if !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some((word.parse().ok()?, start + 1));
    }
    if let Some(value) = SMALL.iter().position(|known| *known == word) {
        return Some((u32::try_from(value).ok()?, start + 1));
    }
    let tens = if word == "fourty" { 2 } else { TENS.iter().position(|known| *known == word)? };
    let value = (u32::try_from(tens).ok()? + 2) * 10;
    match SMALL.iter().skip(1).take(9).position(|known| *known == at(words, start + 1)) {
        Some(unit) => Some((value + u32::try_from(unit).ok()? + 1, start + 2)),
        None => Some((value, start + 1)),
    }
}

/// `two hundred and fifty`, `a hundred`, `fifty`.
fn hundreds(words: &[Word], start: usize) -> Option<(u32, usize)> {
    let (value, next) = match (at(words, start), at(words, start + 1)) {
        ("a" | "one", "hundred" | "thousand") => (1, start + 1),
        ("hundred", _) => (1, start),
        _ => below_hundred(words, start)?,
    };
    if at(words, next) != "hundred" {
        return Some((value, next));
    }
    let (value, next) = (value * 100, next + 1);
    let after = if at(words, next) == "and" { next + 1 } else { next };
    match below_hundred(words, after) {
        Some((rest, end)) => Some((value + rest, end)),
        None => Some((value, next)),
    }
}

/// `12`, `5.5`, `1,000`.
fn digits(word: &str) -> Option<f64> {
    if !word.starts_with(|c: char| c.is_ascii_digit()) || word.len() > 9 {
        return None;
    }
    let clean: String = word.chars().filter(|c| *c != ',').collect();
    let spelt = clean.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    spelt.then(|| clean.parse::<f64>().ok()).flatten().filter(|value| *value < 1_000_000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;

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
            assert_eq!(number(&words, 0), Some((expected, words.len())), "{said}");
        }
        for said in ["", "half", "twentieth", "99999999999999999999", "a"] {
            assert_eq!(number(&words(said).unwrap(), 0), None, "{said}");
        }
    }

    #[test]
    fn ordinals() {
        for (said, expected) in [("third", 3), ("3rd", 3), ("twenty first", 21), ("thirtieth", 30), ("14th", 14)] {
            let words = words(said).unwrap();
            assert_eq!(ordinal(&words, 0), Some((expected, words.len())), "{said}");
        }
        assert_eq!(ordinal(&words("3").unwrap(), 0), None);
    }
}
