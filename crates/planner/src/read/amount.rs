//! Levels and money: `half`, `70 percent`, `all the way`; `twenty dollars`, `€5.50`.

use super::at;
use super::number::number;
use crate::text::Word;

/// A level from 0 to 100, and the place after it.
pub(crate) fn level(words: &[Word], start: usize) -> Option<(u8, usize)> {
    let named = |value: u8, length: usize| Some((value, start + length));
    match (at(words, start), at(words, start + 1), at(words, start + 2)) {
        ("all", "the", "way") if at(words, start + 3) == "down" => return named(0, 4),
        ("all", "the", "way") => return named(100, 3 + usize::from(at(words, start + 3) == "up")),
        ("as", _, "as") => return None,
        ("half", "way", _) => return named(50, 2),
        ("one" | "a", "half", _) => return named(50, 2),
        ("one" | "a", "quarter", _) => return named(25, 2),
        ("three", "quarters", _) => return named(75, 2),
        ("one" | "a", "third", _) => return named(33, 2),
        ("two", "thirds", _) => return named(67, 2),
        ("one" | "a", "tenth", _) => return named(10, 2),
        ("the", "max" | "maximum" | "highest" | "fullest" | "loudest" | "brightest", _) => return named(100, 2),
        ("the", "min" | "minimum" | "lowest" | "quietest" | "dimmest" | "darkest", _) => return named(0, 2),
        ("max" | "maximum" | "full" | "highest" | "loudest" | "brightest", _, _) => return named(100, 1),
        ("min" | "minimum" | "lowest" | "quietest" | "dimmest" | "nothing", _, _) => return named(0, 1),
        ("half" | "halfway" | "middle" | "medium", _, _) => return named(50, 1),
        ("quarter", _, _) => return named(25, 1),
        ("low", _, _) => return named(20, 1 + usize::from(at(words, start + 1) == "level")),
        ("high", _, _) => return named(80, 1 + usize::from(at(words, start + 1) == "level")),
        ("very" | "really", "low", _) => return named(10, 2),
        ("very" | "really", "high", _) => return named(90, 2),
        ("a", "low" | "high" | "medium", _) => return level(words, start + 1),
        _ => {}
    }
    let (value, mut next) = number(words, start)?;
    match at(words, next) {
        "percent" | "%" | "pct" => next += 1,
        "per" if at(words, next + 1) == "cent" => next += 2,
        "out" if at(words, next + 1) == "of" => {
            let (of, end) = number(words, next + 2)?;
            return (of > 0.0 && value <= of).then(|| (rounded(value * 100.0 / of), end));
        }
        _ => {}
    }
    (value <= 100.0).then(|| (rounded(value), next))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn rounded(value: f64) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}

/// An amount of money as `20 USD`, and the place after it.
pub(crate) fn money(words: &[Word], start: usize) -> Option<(String, usize)> {
    if let Some(code) = sign(at(words, start)) {
        let (value, next) = number(words, start + 1)?;
        let next = if currency(at(words, next)).is_some() { next + 1 } else { next };
        return Some((shown(value, code), next));
    }
    let (value, next) = match at(words, start) {
        "a" if currency(at(words, start + 1)).is_some() => (1.0, start + 1),
        _ => number(words, start)?,
    };
    let code = currency(at(words, next)).or_else(|| sign(at(words, next)))?;
    let next = next + 1;
    // "five dollars and fifty cents"
    let after = if at(words, next) == "and" { next + 1 } else { next };
    if let Some((cents, end)) = number(words, after).filter(|(cents, _)| *cents < 100.0)
        && matches!(at(words, end), "cent" | "cents" | "pence")
    {
        return Some((shown(value + cents / 100.0, code), end + 1));
    }
    Some((shown(value, code), next))
}

/// An amount of money whose currency may be left out; it is read out before anything is paid.
pub(crate) fn sum(words: &[Word], start: usize) -> Option<(String, usize)> {
    let bare = || number(words, start).map(|(value, next)| (shown(value, "USD"), next));
    money(words, start).or_else(bare)
}

fn shown(value: f64, code: &str) -> String {
    if value.fract() == 0.0 { format!("{value:.0} {code}") } else { format!("{value:.2} {code}") }
}

fn sign(word: &str) -> Option<&'static str> {
    match word {
        "$" => Some("USD"),
        "€" => Some("EUR"),
        "£" => Some("GBP"),
        _ => None,
    }
}

fn currency(word: &str) -> Option<&'static str> {
    match word {
        "dollar" | "dollars" | "buck" | "bucks" | "usd" => Some("USD"),
        "euro" | "euros" | "eur" => Some("EUR"),
        "pound" | "pounds" | "quid" | "gbp" => Some("GBP"),
        "rupee" | "rupees" | "inr" => Some("INR"),
        "yen" | "jpy" => Some("JPY"),
        "franc" | "francs" | "chf" => Some("CHF"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::words;

    #[test]
    fn levels() {
        for (said, expected) in [
            ("70 percent", 70),
            ("50%", 50),
            ("thirty", 30),
            ("max", 100),
            ("the maximum", 100),
            ("all the way", 100),
            ("half", 50),
            ("three quarters", 75),
            ("7 out of 10", 70),
            ("zero", 0),
        ] {
            let words = words(said).unwrap();
            assert_eq!(level(&words, 0), Some((expected, words.len())), "{said}");
        }
        assert_eq!(level(&words("150 percent").unwrap(), 0), None);
        assert_eq!(level(&words("5 out of 0").unwrap(), 0), None);
    }

    #[test]
    fn sums() {
        for (said, expected) in [
            ("twenty dollars", "20 USD"),
            ("$20", "20 USD"),
            ("€5.50", "5.50 EUR"),
            ("a buck", "1 USD"),
            ("five pounds and fifty pence", "5.50 GBP"),
            ("one hundred and seventy five bucks", "175 USD"),
        ] {
            let words = words(said).unwrap();
            assert_eq!(money(&words, 0), Some((expected.to_owned(), words.len())), "{said}");
        }
        assert_eq!(money(&words("twenty").unwrap(), 0), None);
    }
}
