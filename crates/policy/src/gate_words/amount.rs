//! Finds amounts of money in a text, in any script.

use super::index::INDEX;
use crate::fold::{FoldedForm, figures, fold, has_letters_apart, plain_letters};

/// Whether a text contains an amount of money: a number next to a currency symbol or code.
pub(crate) fn has_amount(text: &str) -> bool {
    if !text.contains(char::is_numeric) {
        return false;
    }
    let figures = figures(text);
    // Korean letters decompose in their plain forms, so the original text counts too.
    if is_amount(text) || (*figures != *text && is_amount(&figures)) {
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
        let behind = text.get(at + sign.len()..).unwrap_or_default().trim_start_matches(['.', ' ', '\u{a0}', '\u{202f}']);
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
    if before_cents("s/") || before_cents("r") {
        return true;
    }
    let tokens = FoldedForm::of(&fold(text)).tokens;
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
