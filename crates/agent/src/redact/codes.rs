//! Finds one-time codes: 4 to 10 digits, or letters with digits, near a word that names a code, or in the format of a
//! message that an app reads by itself (`<#> …`, `@domain #123456`). Linear in the text.
//!
//! Prices, times, dates, years, phone numbers, order numbers and counts are not codes. This module knows no secret and
//! keeps none.

use std::ops::Range;

use super::digits::{digit, is_invisible};
use super::words::{self, Named};

/// How far a code may be from its word, in characters: the messages of banks and shops put a name between.
const NEAR: usize = 80;
/// The same limit for a number that is more likely something else: a year, a phone number.
const BESIDE: usize = 16;
/// The length of a code.
const LENGTH: std::ops::RangeInclusive<usize> = 4..=10;

/// What the surroundings of a text say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// Nothing: the text itself must name the code.
    None,
    /// A nearby word names a code, a code was requested, or one was typed into this window.
    Code,
}

/// A number or a word that could be a code.
struct Candidate {
    /// In bytes.
    range: Range<usize>,
    /// In characters.
    start: usize,
    end: usize,
    /// Whether it is likely something else, and must be right beside its word.
    doubtful: bool,
    /// Whether it contains letters.
    mixed: bool,
}

/// Returns the byte ranges of codes in the text, in order.
pub(super) fn find(text: &str, expected_here: Expected) -> Vec<Range<usize>> {
    if !text.chars().any(char::is_numeric) {
        return Vec::new();
    }
    let candidates = candidates(text);
    if candidates.is_empty() {
        return Vec::new();
    }
    // An app that reads its own messages gets them in one of two formats.
    let retrieved = text.trim_start().starts_with("<#>");
    let named = words::named(text);
    let lines: Vec<usize> = text.chars().enumerate().filter(|(_, letter)| *letter == '\n').map(|(at, _)| at).collect();
    let mut found: Vec<Range<usize>> = Vec::new();
    for candidate in candidates {
        let bound = is_bound_to_domain(text, &candidate.range);
        let expected = bound || ((expected_here == Expected::Code || retrieved) && !candidate.mixed);
        let near = || nearest(&named, &candidate, &lines);
        let most = match (candidate.doubtful, candidate.mixed) {
            (true, _) => BESIDE,
            (false, true) => NEAR / 2,
            (false, false) => NEAR,
        };
        // A year is not masked where a code is merely expected.
        if (expected && !candidate.doubtful) || near().is_some_and(|distance| distance <= most) {
            found.push(candidate.range);
        }
    }
    found
}

/// The distance to the nearest word that names a code, in characters; a line break counts as many.
fn nearest(named: &[Named], candidate: &Candidate, lines: &[usize]) -> Option<usize> {
    let behind = named.partition_point(|word| word.start < candidate.start);
    let before = behind.checked_sub(1).and_then(|place| named.get(place));
    let apart = |word: &Named| {
        let (from, to) = if word.start < candidate.start {
            (word.end.min(candidate.start), candidate.start)
        } else {
            (candidate.end.min(word.start), word.start)
        };
        let breaks = lines.partition_point(|line| *line < to) - lines.partition_point(|line| *line < from);
        to - from + breaks * 20
    };
    before.into_iter().chain(named.get(behind)).map(apart).min().filter(|distance| *distance <= NEAR)
}

/// The last line of a message that is bound to a domain: `@example.com #123456`.
fn is_bound_to_domain(text: &str, range: &Range<usize>) -> bool {
    let Some(head) = text[..range.start].strip_suffix('#') else { return false };
    // A host name has at most 253 letters.
    let head = words::last_letters(head, 256);
    let domain = head.trim_end().rsplit(char::is_whitespace).next().unwrap_or_default();
    domain.strip_prefix('@').is_some_and(|domain| domain.contains('.'))
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

fn candidates(text: &str) -> Vec<Candidate> {
    let runs = runs(text);
    let mut candidates = Vec::new();
    let mut at = 0;
    while at < runs.len() {
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
    let currency = |letter: Option<char>| letter.is_some_and(|letter| "$€£¥₹₽₩₺₴₪₫₦฿₱₡₲₵₸₼₾₿".contains(letter));
    if previous == Some('+') || currency(shown.chars().next_back()) || currency(next) || next == Some('%') {
        return None;
    }
    if is_phone_number(shown) || is_field_of_a_row(before, after) {
        return None;
    }
    if words::counts_something_else(before) || words::is_counted(after) {
        return None;
    }
    let digits: String = text[run.range.clone()].chars().filter_map(digit).collect();
    let year = digits.len() == 4 && (digits.starts_with("19") || digits.starts_with("20"));
    let doubtful = groups == 1 && (year || digits.len() >= 9);
    Some(Candidate { range: run.range.clone(), start: run.start, end: run.end, doubtful, mixed: false })
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
    let said = text[..run.range.start].trim_end();
    let given = said.ends_with([':', '=', '：', '#']) || said.ends_with(" is");
    if !run.capitals && !given {
        return None;
    }
    let range = run.range.clone();
    Some(Candidate { range, start: run.start, end: run.end, doubtful: false, mixed: true })
}
