//! Finds the numbers and words of a text that could be codes by their shape and by the words beside them. Linear in the
//! text. Prices, times, dates, phone numbers, order numbers and counts are left out.

use std::ops::Range;

use crate::redact::digits::{digit, is_invisible};
use crate::redact::words;

/// The length of a code.
const LENGTH: std::ops::RangeInclusive<usize> = 4..=10;

/// A number or a word that could be a code.
pub(super) struct Candidate {
    /// In bytes.
    pub(super) range: Range<usize>,
    /// In characters.
    pub(super) start: usize,
    pub(super) end: usize,
    /// How many digits it has.
    pub(super) digits: usize,
    /// Whether it is unlikely to be a code, so that it must be directly next to its word.
    pub(super) doubtful: bool,
    /// Whether it contains letters.
    pub(super) mixed: bool,
}

/// A run of letters and digits.
struct Run {
    range: Range<usize>,
    start: usize,
    end: usize,
    digits: usize,
    letters: usize,
    /// Whether all its letters are ASCII capitals.
    capitals: bool,
}

fn runs(text: &str) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut open = false;
    for (place, (at, letter)) in text.char_indices().enumerate() {
        let is_digit = digit(letter).is_some();
        // A letter of another script may touch a number: 验证码482913。
        let is_letter = letter.is_ascii_alphabetic() || letter == '_' || is_latin_like(letter);
        if is_invisible(letter) {
            continue;
        }
        if !(is_digit || is_letter) {
            open = false;
            continue;
        }
        if !open {
            let range = at..at;
            runs.push(Run { range, start: place, end: place, digits: 0, letters: 0, capitals: true });
            open = true;
        }
        if let Some(run) = runs.last_mut() {
            run.range.end = at + letter.len_utf8();
            run.end = place + 1;
            run.digits += usize::from(is_digit);
            run.letters += usize::from(is_letter);
            run.capitals &= is_digit || letter.is_ascii_uppercase();
        }
    }
    runs
}

/// Letters of scripts that separate words by spaces.
fn is_latin_like(letter: char) -> bool {
    letter.is_alphabetic() && matches!(letter, '\u{aa}'..='\u{52f}' | '\u{1e00}'..='\u{1fff}')
}

/// Returns the possible codes, in order.
pub(super) fn candidates(text: &str) -> Vec<Candidate> {
    let runs = runs(text);
    let mut candidates = Vec::new();
    let mut at = 0;
    while at < runs.len() {
        if let Some(candidate) = runs.get(at..at + 2).and_then(|pair| halves(text, pair)) {
            candidates.push(candidate);
            at += 2;
            continue;
        }
        if runs[at].letters > 0 {
            candidates.extend(mixed(text, &runs[at]));
            at += 1;
            continue;
        }
        // Numbers joined by one character: `482-913`, `14/11/2026`, `10:24`.
        let mut end = at + 1;
        while end < runs.len() && runs[end].letters == 0 && joint(text, &runs[end - 1], &runs[end]).is_some() {
            end += 1;
        }
        grouped(text, &runs[at..end], &mut candidates);
        at = end;
    }
    candidates
}

/// The character between two numbers, if it joins them.
fn joint(text: &str, left: &Run, right: &Run) -> Option<char> {
    let mut between = text[left.range.end..right.range.start].chars().filter(|letter| !is_invisible(*letter));
    let joins = |sign: &char| {
        is_space(*sign) || matches!(sign, '-' | '\u{2010}'..='\u{2014}' | '.' | ',' | ':' | '/' | '\'' | '’')
    };
    between.next().filter(joins).filter(|_| between.next().is_none())
}

fn is_space(sign: char) -> bool {
    matches!(sign, ' ' | '\u{a0}' | '\u{2009}' | '\u{202f}')
}

/// The possible codes in a chain of numbers: the whole chain, if its groups are alike; otherwise its parts, if only
/// blanks separate them and it is not a phone number.
fn grouped(text: &str, chain: &[Run], candidates: &mut Vec<Candidate>) {
    let Some((first, last)) = chain.first().zip(chain.last()) else { return };
    let signs: Vec<char> = chain.windows(2).filter_map(|pair| joint(text, &pair[0], &pair[1])).collect();
    let blanks = signs.iter().all(|sign| is_space(*sign));
    let dashes = signs.iter().all(|sign| matches!(sign, '-' | '\u{2010}'..='\u{2014}'));
    let alike = chain.iter().all(|run| run.digits == first.digits);
    let total: usize = chain.iter().map(|run| run.digits).sum();
    let whole = || Run {
        range: first.range.start..last.range.end,
        start: first.start,
        end: last.end,
        digits: total,
        letters: 0,
        capitals: true,
    };
    if chain.len() == 1 || (alike && first.digits <= 5 && LENGTH.contains(&total) && (blanks || dashes)) {
        candidates.extend(number(text, &whole(), chain.len()));
    } else if blanks && chain.len() == 2 && !(first.digits == 3 && last.digits == 4) {
        chain.iter().for_each(|run| candidates.extend(number(text, run, 1)));
    } else if !blanks {
        // `482913 10:24`: parts separated by blanks are examined one by one.
        let mut from = 0;
        for (place, sign) in signs.iter().enumerate() {
            if is_space(*sign) {
                if place == from {
                    candidates.extend(number(text, &chain[from], 1));
                }
                from = place + 1;
            }
        }
        if from == chain.len() - 1 && from > 0 {
            candidates.extend(number(text, &chain[from], 1));
        }
    }
}

/// A number that could be a code.
fn number(text: &str, run: &Run, groups: usize) -> Option<Candidate> {
    let (before, after) = (&text[..run.range.start], &text[run.range.end..]);
    if !LENGTH.contains(&run.digits) {
        return None;
    }
    let previous = before.chars().next_back();
    let shown = before.trim_end_matches(is_space);
    let next = after.trim_start_matches(is_space).chars().next();
    // `***4821`: the visible end of a longer number.
    if previous.is_some_and(|sign| "*•●…xX".contains(sign)) || is_name_with_number(before) {
        return None;
    }
    let currency = |letter: Option<char>| letter.is_some_and(|letter| "$€£¥₹₽₩₺₴₪₫₦฿₱₡₲₵₸₼₾₿".contains(letter));
    if previous == Some('+') || currency(shown.chars().next_back()) || currency(next) || next == Some('%') {
        return None;
    }
    if is_phone_number(shown) || is_field_of_a_row(before, after) {
        return None;
    }
    if words::counts_something_else(before) || words::is_counted(after) || words::is_called_something_else(after) {
        return None;
    }
    let digits: String = text[run.range.clone()].chars().filter_map(digit).collect();
    let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let doubtful = groups == 1 && (year || is_date(&digits) || digits.len() >= 9);
    let range = run.range.clone();
    Some(Candidate { range, start: run.start, end: run.end, digits: run.digits, doubtful, mixed: false })
}

/// `20261114`.
fn is_date(digits: &str) -> bool {
    let part = |range: Range<usize>| digits.get(range).and_then(|part| part.parse().ok()).unwrap_or(0);
    let (year, month, day) = (part(0..4), part(4..6), part(6..8));
    digits.len() == 8 && (1900..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day)
}

/// `INV-482913`: three or more capitals and a dash before a number, unless they name a code, as in `OTP-482913`.
fn is_name_with_number(before: &str) -> bool {
    let Some(name) = before.strip_suffix('-') else { return false };
    let name = words::last_letters(name, 12);
    let name = name.rsplit(|letter: char| !letter.is_ascii_uppercase()).next().unwrap_or_default();
    name.len() >= 3 && !words::names_a_code(name)
}

/// Whether the text before a number is the beginning of a phone number: `(555) `, `+1 `.
fn is_phone_number(before: &str) -> bool {
    let tail = words::last_letters(before, 8);
    let dials = |part: &str| {
        let known = |letter: char| digit(letter).is_some() || is_space(letter) || matches!(letter, '-' | '(' | ')');
        part.chars().any(|letter| digit(letter).is_some()) && part.chars().all(known)
    };
    tail.rfind('+').is_some_and(|plus| dials(&tail[plus + 1..]))
        || (tail.ends_with(')') && tail.rfind('(').is_some_and(|open| dials(&tail[open + 1..])))
}

/// `uid=10123, pid=4711`: a value whose name says that it is neither text nor a code.
fn is_field_of_a_row(before: &str, after: &str) -> bool {
    let Some(name) = before.strip_suffix('=') else { return false };
    let ends =
        after.chars().next().is_none_or(|letter| matches!(letter, ',' | ' ' | '\n' | '\r' | ';' | ')' | '}' | '&'));
    let name = words::last_letters(name, 32);
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-');
    let name = name.rsplit(|letter| !is_part(letter)).next().unwrap_or_default().to_lowercase();
    let texts = ["body", "text", "title", "subject", "message", "snippet", "msg", "ticker", "content"];
    let is_text = texts.iter().any(|text| name.ends_with(text));
    ends && !is_text && !words::names_a_code(&name)
}

/// Letters and digits that could be a code: `X7K9Q2`.
fn mixed(text: &str, run: &Run) -> Option<Candidate> {
    let word = &text[run.range.clone()];
    if run.digits == 0 || !LENGTH.contains(&word.len()) || !word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    // `10MB`, `1080p`, `5th`, `H264`: a count with its unit, a name with its number.
    let after_digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let before_digits = word.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let unit = after_digits.len() <= 2 && after_digits.bytes().all(|byte| byte.is_ascii_alphabetic());
    let name = before_digits.bytes().all(|byte| byte.is_ascii_alphabetic()) && word.len() - before_digits.len() <= 2;
    if unit || name {
        return None;
    }
    if is_word_with_number(before_digits, &word[before_digits.len()..]) {
        return None;
    }
    let said = text[..run.range.start].trim_end();
    let given = said.ends_with([':', '=', '：', '#']) || said.ends_with(" is");
    if !run.capitals && !given {
        return None;
    }
    // `LH1482`: the number of a flight.
    let doubtful = before_digits.len() == 2 && word.len() <= 6;
    let range = run.range.clone();
    Some(Candidate { range, start: run.start, end: run.end, digits: run.digits, doubtful, mixed: true })
}

/// `SPRING2026`, `INR5000`, `XX8821`: a word, a currency or a mask before a number.
fn is_word_with_number(letters: &str, digits: &str) -> bool {
    if letters.is_empty() || digits.is_empty() || !letters.bytes().all(|byte| byte.is_ascii_alphabetic()) {
        return false;
    }
    let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let spoken = letters.len() >= 3 && letters.bytes().any(|byte| b"AEIOUYaeiouy".contains(&byte));
    let masked = letters.bytes().all(|byte| matches!(byte, b'X' | b'x'));
    masked || (spoken && (year || digits.len() <= 3)) || words::counts_something_else(letters)
}

/// Two halves of letters and digits, alike in length: `X7K-9QP`.
fn halves(text: &str, pair: &[Run]) -> Option<Candidate> {
    let [left, right] = pair else { return None };
    let part = |run: &Run| &text[run.range.clone()];
    let length = part(left).len();
    let alike = (3..=5).contains(&length) && part(right).len() == length && left.capitals && right.capitals;
    let is_code = |run: &Run| part(run).bytes().all(|byte| byte.is_ascii_alphanumeric());
    let has_both = left.letters + right.letters > 0 && left.digits + right.digits > 0;
    let joined = &text[left.range.end..right.range.start] == "-" && !text[right.range.end..].starts_with('-');
    if !(alike && has_both && joined && is_code(left) && is_code(right)) || text[..left.range.start].ends_with('-') {
        return None;
    }
    // `ABC-123`: the plate of a car.
    let doubtful = left.digits == 0 && right.letters == 0;
    let range = left.range.start..right.range.end;
    Some(Candidate {
        range,
        start: left.start,
        end: right.end,
        digits: left.digits + right.digits,
        doubtful,
        mixed: true,
    })
}
