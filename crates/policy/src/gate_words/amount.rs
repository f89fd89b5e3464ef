//! Finds amounts of money in a text, in any script.

use super::index::INDEX;
use crate::fold::{FoldedForm, figures, fold, has_letters_apart, plain_letters};

/// An amount of money in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Amount {
    /// As the text has it, with its currency.
    pub(crate) shown: String,
    /// The number alone, so that `20`, `20.00` and `20,00` are the same.
    pub(crate) value: String,
}

/// Returns the amounts of money in a text, in order.
pub(crate) fn amounts(text: &str) -> Vec<Amount> {
    if !has_amount(text) {
        return Vec::new();
    }
    let text = figures(text);
    let spans = numbers(&text);
    let found = spans.iter().enumerate().filter_map(|(at, span)| {
        let start = at.checked_sub(1).and_then(|before| spans.get(before)).map_or(0, |before| before.end);
        let end = spans.get(at + 1).map_or(text.len(), |next| next.start);
        let (before, number, after) = (text.get(start..span.start)?, text.get(span.clone())?, text.get(span.end..end)?);
        let sign = before.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
        let word = after.trim_start().split(char::is_whitespace).next().unwrap_or_default();
        let word = word.trim_end_matches(['.', ',', '?', '!', ':', ';', ')']);
        let shown = [format!("{sign}{number}"), format!("{number} {word}"), format!("{sign} {number}")];
        let mut shown = shown.into_iter().filter(|shown| is_amount(shown));
        Some(Amount { shown: shown.next()?.trim_start_matches(['(', ':']).to_owned(), value: value(number) })
    });
    found.collect()
}

/// Where the numbers of a text are, with the signs that group their digits.
fn numbers(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut spans: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_ascii_digit()) {
        let end = at + letter.len_utf8();
        let Some(last) = spans.last_mut() else {
            spans.push(at..end);
            continue;
        };
        let between = text.get(last.end..at).unwrap_or_default();
        let mut letters = between.chars();
        let joins = match (letters.next(), letters.next()) {
            (None, _) => true,
            (Some('.' | ',' | '\'' | '’'), None) => true,
            // A space groups thousands only.
            (Some('\u{a0}' | '\u{202f}'), None) => {
                text.get(at..).is_some_and(|rest| rest.chars().take_while(char::is_ascii_digit).count() == 3)
            }
            _ => false,
        };
        if joins {
            last.end = end;
        } else {
            spans.push(at..end);
        }
    }
    spans
}

/// `1.234,50` as `1234.5`.
fn value(number: &str) -> String {
    let parts: Vec<&str> = number.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let (whole, cents) = match parts.split_last() {
        Some((cents, whole)) if !whole.is_empty() && cents.len() < 3 => (whole.concat(), *cents),
        _ => (parts.concat(), ""),
    };
    let (whole, cents) = (whole.trim_start_matches('0'), cents.trim_end_matches('0'));
    let whole = if whole.is_empty() { "0" } else { whole };
    if cents.is_empty() { whole.to_owned() } else { format!("{whole}.{cents}") }
}

/// Whether a text contains an amount of money: a number next to a currency symbol or code.
pub(crate) fn has_amount(text: &str) -> bool {
    text.contains(char::is_numeric) && has_amount_in(text, &FoldedForm::of(&fold(text)))
}

/// Like [`has_amount`], for a text whose folded form is known.
pub(crate) fn has_amount_in(text: &str, written: &FoldedForm) -> bool {
    if !text.contains(char::is_numeric) {
        return false;
    }
    let figures = figures(text);
    // Korean letters decompose in their plain forms, so the original text counts too.
    if has_signed_number(text) || has_named_currency(written) || (*figures != *text && is_amount(&figures)) {
        return true;
    }
    if !is_disguised(&figures) {
        return false;
    }
    let folded = fold(&figures);
    let forms = plain_letters(folded.clone());
    forms.iter().filter(|form| **form != folded).any(|form| is_amount(form))
}

/// Whether a currency's letters may be disguised: mixed scripts, or spaced-out letters.
fn is_disguised(text: &str) -> bool {
    let latin = |c: char| c.is_ascii_alphabetic() || matches!(c, '\u{C0}'..='\u{24F}');
    let mixed = text.contains(latin) && text.contains(|c: char| c.is_alphabetic() && !latin(c));
    mixed || has_letters_apart(text)
}

fn is_amount(text: &str) -> bool {
    has_signed_number(text) || has_named_currency(&FoldedForm::of(&fold(text)))
}

/// Whether a number is next to a sign or a letter of a currency.
fn has_signed_number(text: &str) -> bool {
    let is_sign = |c: char| {
        matches!(
            c,
            '$' | '¢'
                | '\u{58F}'
                | '£'
                | '¥'
                | '\u{60B}'
                | '\u{9F2}'
                | '\u{9F3}'
                | '\u{AF1}'
                | '\u{E3F}'
                | '\u{17DB}'
                | '元'
                | '円'
                | '원'
                | '\u{20A0}'
                ..='\u{20CF}'
                    | '\u{FDFC}'
                    | '\u{FE69}'
                    | '\u{FF04}'
                    | '\u{FFE0}'
                    | '\u{FFE1}'
                    | '\u{FFE5}'
                    | '\u{FFE6}'
        )
    };
    // The Peruvian sol has a letter and a stroke.
    let sol = text.match_indices("S/").any(|(at, sign)| {
        let behind =
            text.get(at + sign.len()..).unwrap_or_default().trim_start_matches(['.', ' ', '\u{a0}', '\u{202f}']);
        let before = text.get(..at).and_then(|before| before.chars().next_back());
        behind.starts_with(char::is_numeric) && !before.is_some_and(char::is_alphanumeric)
    });
    if sol {
        return true;
    }
    let is_digit = |c: Option<char>| c.is_some_and(char::is_numeric);
    let beside = |start: usize, end: usize| {
        let near = |c: &char| !matches!(c, ' ' | '\u{A0}' | '\u{202F}' | '.');
        is_digit(text.get(..start).and_then(|before| before.chars().rev().take(3).find(near)))
            || is_digit(text.get(end..).and_then(|after| after.chars().take(3).find(near)))
    };
    if text.char_indices().any(|(at, c)| is_sign(c) && beside(at, at + c.len_utf8())) {
        return true;
    }
    // Sol and rand: letters directly before the number.
    let before_number = |letter: &str| {
        text.match_indices(letter).any(|(at, _)| {
            let alone = !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphabetic));
            let after = text.get(at + letter.len()..).unwrap_or_default();
            alone && after.strip_prefix(' ').unwrap_or(after).starts_with(|c: char| c.is_ascii_digit())
        })
    };
    if before_number("S/") || before_number("R") {
        return true;
    }
    // Lower-case letters count only before a number that looks like money: r499,90.
    let cents = |after: &str| {
        let rest = after.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, ' ' | '\u{A0}'));
        let cents = rest.strip_prefix(['.', ',']).unwrap_or_default();
        cents.chars().take_while(char::is_ascii_digit).count() == 2
    };
    let before_cents = |letter: &str| {
        text.match_indices(letter).any(|(at, _)| {
            let alone = !text.get(..at).is_some_and(|before| before.ends_with(char::is_alphabetic));
            let after = text.get(at + letter.len()..).unwrap_or_default();
            alone && after.starts_with(|c: char| c.is_ascii_digit()) && cents(after)
        })
    };
    before_cents("s/") || before_cents("r")
}

/// Whether a number is next to the name or code of a currency.
fn has_named_currency(FoldedForm { tokens, .. }: &FoldedForm) -> bool {
    let is_number = |token: Option<&String>| token.is_some_and(|token| token.chars().all(char::is_numeric));
    let is_money = |words: &[String]| {
        let name = words.join(" ");
        INDEX.currencies.contains(&name) || CRYPTO.contains(&name.as_str())
    };
    (0..tokens.len()).any(|at| {
        [1, 2].into_iter().any(|words| {
            let beside =
                is_number(at.checked_sub(1).and_then(|at| tokens.get(at))) || is_number(tokens.get(at + words));
            beside && tokens.get(at..at + words).is_some_and(is_money)
        })
    })
}

/// Currencies that the list has under another name, or not at all.
const CRYPTO: [&str; 11] = ["lek", "leke", "tl", "btc", "eth", "usdt", "usdc", "sol", "xrp", "ltc", "doge"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_found_with_their_currency_and_compared_by_value() {
        let rows: &[(&str, &[(&str, &str)])] = &[
            ("Pay $20.00 to Sam", &[("$20.00", "20")]),
            ("Send 5 EUR", &[("5 EUR", "5")]),
            ("Total: 1.234,50 € (2 items)", &[("1.234,50 €", "1234.5")]),
            ("Aceptar por S/\u{a0}10", &[("S/10", "10")]),
            ("$20 plus $0.50 fee", &[("$20", "20"), ("$0.50", "0.5")]),
            ("支付 ¥1,000", &[("¥1,000", "1000")]),
            ("٢٠ €", &[("20 €", "20")]),
            ("Chapter 20", &[]),
            ("", &[]),
        ];
        for (text, expected) in rows {
            let found = amounts(text);
            let found: Vec<(&str, &str)> =
                found.iter().map(|amount| (amount.shown.as_str(), amount.value.as_str())).collect();
            assert_eq!(found, *expected, "{text}");
        }
    }
}
