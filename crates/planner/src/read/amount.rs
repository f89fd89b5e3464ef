//! Levels and money: `half`, `70 percent`, `all the way`; `twenty dollars`, `€5.50`.

use super::number::number;
use super::{List, Tokens};

/// Reads a level from 0 to 100, and returns the index after it.
pub(crate) fn level(tokens: Tokens<'_>, start: usize) -> Option<(u8, usize)> {
    if let Some((value, end)) = tokens.value(start, List::Level) {
        return Some((rounded(value), end));
    }
    if tokens.is(start, List::AsMuch) && tokens.is(start + 2, List::AsMuch) {
        return None;
    }
    let (value, next) = number(tokens, start)?;
    if let Some((_, after)) = tokens.find(next, List::OutOf) {
        let (of, end) = number(tokens, after)?;
        return (of > 0.0 && value <= of).then(|| (rounded(value * 100.0 / of), end));
    }
    (value <= 100.0).then(|| (rounded(value), tokens.past(next, List::Percent)))
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and 100")]
fn rounded(value: f64) -> u8 {
    value.round().clamp(0.0, 100.0) as u8
}

/// Reads an amount of money as `20 USD`, and returns the index after it.
pub(crate) fn money(tokens: Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let sign = |at: usize| tokens.find(at, List::CurrencySign).map(|(entry, _)| entry.value.as_str());
    let currency = |at: usize| tokens.find(at, List::Currency).map(|(entry, _)| entry.value.as_str());
    if let Some(code) = sign(start) {
        let (value, next) = number(tokens, start + 1)?;
        return Some((shown(value, code), tokens.past(next, List::Currency)));
    }
    let (value, next) = match start + 1 {
        next if tokens.is(start, List::Article) && currency(next).is_some() => (1.0, next),
        _ => number(tokens, start)?,
    };
    let code = currency(next).or_else(|| sign(next))?;
    let next = next + 1;
    // "five dollars and fifty cents"
    let after = tokens.past(next, List::And);
    if let Some((cents, end)) = number(tokens, after).filter(|(cents, _)| *cents < 100.0)
        && tokens.is(end, List::Cent)
    {
        return Some((shown(value + cents / 100.0, code), end + 1));
    }
    // "twelve dollars fifty", "12 Euro 50"
    if let Some((cents, end)) = number(tokens, next).filter(|(cents, _)| (10.0..100.0).contains(cents))
        && cents.fract() == 0.0
        && end == tokens.words.len()
    {
        return Some((shown(value + cents / 100.0, code), end));
    }
    Some((shown(value, code), next))
}

/// Reads an amount of money whose currency may be missing; it is read out before any payment.
pub(crate) fn sum(tokens: Tokens<'_>, start: usize) -> Option<(String, usize)> {
    let bare = || number(tokens, start).map(|(value, next)| (shown(value, "USD"), next));
    money(tokens, start).or_else(bare)
}

fn shown(value: f64, code: &str) -> String {
    if value.fract() == 0.0 { format!("{value:.0} {code}") } else { format!("{value:.2} {code}") }
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
            assert_eq!(level(tokens(&words), 0), Some((expected, words.len())), "{said}");
        }
        assert_eq!(level(tokens(&words("150 percent").unwrap()), 0), None);
        assert_eq!(level(tokens(&words("5 out of 0").unwrap()), 0), None);
    }

    #[test]
    fn sums() {
        for (said, expected) in [
            ("twenty dollars", "20 USD"),
            ("$20", "20 USD"),
            ("€5.50", "5.50 EUR"),
            ("a buck", "1 USD"),
            ("five pounds and fifty pence", "5.50 GBP"),
            ("12 dollars 50", "12.50 USD"),
            ("one hundred and seventy five bucks", "175 USD"),
        ] {
            let words = words(said).unwrap();
            assert_eq!(money(tokens(&words), 0), Some((expected.to_owned(), words.len())), "{said}");
        }
        assert_eq!(money(tokens(&words("twenty").unwrap()), 0), None);
    }
}
