//! Calculations: `7 times 8`, `15% of 80`, `the square root of 2`, `12*4`. They become symbols, which
//! [`calculate`](crate::calculate) evaluates.

use super::number::{number, ordinal, plain_digits};
use super::{List, Tokens};
use action::slice::Slice as _;

/// Reads a calculation of at least one operation, and returns it in symbols.
pub(crate) fn calculation(tokens: Tokens<'_>, start: usize, utterance: &str) -> Option<(String, usize)> {
    if let Some(written) = written(tokens, start, utterance) {
        return Some((written, tokens.words.len()));
    }
    if let Some((entry, next)) = tokens.find(start, List::PrefixOperator) {
        return prefixed(tokens, &entry.value, next);
    }
    let (mut symbols, mut next, mut operations) = operand(tokens, start)?;
    while let Some((entry, after)) = tokens.find(next, List::Operator) {
        let Some((right, end, more)) = operand(tokens, after) else { break };
        symbols = format!("{symbols} {} {right}", entry.value);
        (next, operations) = (end, operations + 1 + more);
    }
    (operations > 0).then_some((symbols, next))
}

/// `add 5 and 7`, `subtract 5 from 20`: the operator comes first.
fn prefixed(tokens: Tokens<'_>, operator: &str, start: usize) -> Option<(String, usize)> {
    let (mut left, joint, _) = operand(tokens, start)?;
    let (_, next) = tokens.find(joint, List::OperandJoint)?;
    let (mut right, mut next, _) = operand(tokens, next)?;
    if tokens.is(joint, List::OperandFrom) {
        std::mem::swap(&mut left, &mut right);
    }
    let mut symbols = format!("{left} {operator} {right}");
    // "the sum of 1, 2 and 3"
    let several = matches!(operator, "+" | "*");
    while let Some((more, end, _)) = operand(tokens, tokens.past(next, List::OperandJoint)).filter(|_| several) {
        symbols = format!("{symbols} {operator} {more}");
        next = end;
    }
    Some((symbols, next))
}

/// A number with its own operations: its root, its square, a percentage of the next number. Returns the symbols, the
/// index after them and how many operations that were.
fn operand(tokens: Tokens<'_>, start: usize) -> Option<(String, usize, usize)> {
    if let Some((entry, next)) = tokens.find(start, List::Root) {
        let (value, next) = number(tokens, next)?;
        return Some((format!("{value} ^ ( 1 / {} )", entry.value), next, 1));
    }
    let negative = tokens.find(start, List::Negative).map(|(_, next)| next);
    let (value, next) = amount(tokens, negative.unwrap_or(start))?;
    let symbols = if negative.is_some() { format!("( 0 - {value} )") } else { value.to_string() };
    if let Some((entry, next)) = tokens.find(next, List::PowerWord) {
        return Some((format!("{symbols} ^ {}", entry.value), next, 1));
    }
    let power = tokens.find(next, List::PowerOf).and_then(|(_, at)| ordinal(tokens, at));
    if let Some((power, next)) = power.filter(|(_, end)| tokens.is(*end, List::PowerNoun)) {
        return Some((format!("{symbols} ^ {power}"), next + 1, 1));
    }
    if let Some((_, of)) = tokens.find(next, List::PercentOff) {
        let (whole, next) = amount(tokens, of)?;
        return Some((format!("{whole} - {symbols} / 100 * {whole}"), next, 1));
    }
    let Some((_, of)) = tokens.find(next, List::PercentOf) else { return Some((symbols, next, 0)) };
    let (whole, next) = amount(tokens, of)?;
    Some((format!("{symbols} / 100 * {whole}"), next, 1))
}

/// A number, with or without a currency, which a calculation leaves out.
fn amount(tokens: Tokens<'_>, start: usize) -> Option<(f64, usize)> {
    let (value, next) = number(tokens, tokens.past(start, List::CurrencySign))?;
    Some((value, tokens.past(next, List::Currency)))
}

/// Everything from here on, if it is written in digits and signs: `(12+3)*4 =`.
fn written(tokens: Tokens<'_>, start: usize, utterance: &str) -> Option<String> {
    let from = tokens.words.get(start)?.start;
    // A bracket before the first digit belongs to it.
    let from = utterance.get(..from)?.trim_end_matches('(').len();
    let tail = utterance.get(from..)?.trim().trim_end_matches(['=', '?', '.', '!', ' ']);
    let mut symbols = String::with_capacity(tail.len() * 2);
    let mut operators = 0;
    let mut rest = tail;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',')).unwrap_or(rest.len());
        let (digits, after) = rest.split_at_checked(digits)?;
        if !digits.is_empty() {
            // A comma does not begin a number.
            digits.starts_with(|c: char| c != ',').then_some(())?;
            symbols.push_str(&plain_digits(digits.trim_end_matches(['.', ',']), tokens.lexicon));
            rest = after;
            continue;
        }
        let symbol = match letter {
            ' ' => ' ',
            '*' | '×' | '·' | 'x' | 'X' => '*',
            '/' | '÷' | ':' => '/',
            '-' | '−' | '–' => '-',
            '+' | '^' | '(' | ')' => letter,
            _ => return None,
        };
        operators += usize::from(!matches!(symbol, '(' | ')' | ' '));
        symbols.extend([' ', symbol, ' ']);
        rest = rest.tail(letter.len_utf8());
    }
    let symbols = symbols.split_whitespace().collect::<Vec<_>>().join(" ");
    // `6:30` and `555-0199` are other things.
    let spaced = tail.contains(' ') || tail.contains(['*', '×', '÷', '^', '+', '=']);
    let numbers = symbols.split(' ').filter(|word| word.starts_with(|c: char| c.is_ascii_digit())).count();
    (operators > 0 && numbers > 1 && spaced && crate::calculate(&symbols).is_some()).then_some(symbols)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::english;
    use crate::text::words;

    #[test]
    fn calculations() {
        for (said, expected) in [
            ("seven times eight", "7 * 8"),
            ("7 x 8", "7 * 8"),
            ("12*4", "12 * 4"),
            ("(12 + 3) * 4 =", "( 12 + 3 ) * 4"),
            ("two plus two minus one", "2 + 2 - 1"),
            ("ten divided by four", "10 / 4"),
            ("fifteen percent of eighty", "15 / 100 * 80"),
            ("15% of 80", "15 / 100 * 80"),
            ("the square root of sixteen", "16 ^ ( 1 / 2 )"),
            ("five squared", "5 ^ 2"),
            ("2 to the power of 10", "2 ^ 10"),
            ("subtract 5 from 20", "20 - 5"),
            ("the sum of 1 and 2 and 3", "1 + 2 + 3"),
            ("30% off 279", "279 - 30 / 100 * 279"),
            ("18 percent of $2500", "18 / 100 * 2500"),
            ("3 to the 6th power", "3 ^ 6"),
            ("2 + 2", "2 + 2"),
            ("multiply 7 by 8", "7 * 8"),
            ("1,250 + 3", "1250 + 3"),
            ("june 5 - 8", ""),
            ("seven", ""),
            ("555-0199", ""),
            ("6:30", ""),
            ("7 times a day", ""),
        ] {
            let words = words(said).unwrap();
            let found = calculation(Tokens { words: &words, lexicon: english() }, 0, said);
            assert_eq!(found.map(|(symbols, _)| symbols).unwrap_or_default(), expected, "{said}");
        }
    }
}
