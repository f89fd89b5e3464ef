//! Digits of every script, and the gaps allowed between the digits of one code. Pure; knows no secret.

/// The zeros of the scripts whose digits phones show; each is followed by its other nine digits. Unicode's `Nd`.
const ZEROS: &[char] = &[
    '\u{0660}',
    '\u{06f0}',
    '\u{07c0}',
    '\u{0966}',
    '\u{09e6}',
    '\u{0a66}',
    '\u{0ae6}',
    '\u{0b66}',
    '\u{0be6}',
    '\u{0c66}',
    '\u{0ce6}',
    '\u{0d66}',
    '\u{0de6}',
    '\u{0e50}',
    '\u{0ed0}',
    '\u{0f20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17e0}',
    '\u{1810}',
    '\u{1946}',
    '\u{19d0}',
    '\u{1a80}',
    '\u{1a90}',
    '\u{1b50}',
    '\u{1bb0}',
    '\u{1c40}',
    '\u{1c50}',
    '\u{a620}',
    '\u{a8d0}',
    '\u{a900}',
    '\u{a9d0}',
    '\u{a9f0}',
    '\u{aa50}',
    '\u{abf0}',
    '\u{ff10}',
    '\u{1d7ce}',
    '\u{1d7d8}',
    '\u{1d7e2}',
    '\u{1d7ec}',
    '\u{1d7f6}',
    '\u{1fbf0}',
];

/// The value of a digit of any script, as ASCII.
pub(super) fn digit(letter: char) -> Option<char> {
    if letter.is_ascii() {
        return letter.is_ascii_digit().then_some(letter);
    }
    if !letter.is_numeric() {
        return None;
    }
    // Circled and keycap-like digits, one to nine.
    if ('\u{2460}'..='\u{2468}').contains(&letter) {
        return char::from_digit(u32::from(letter) - 0x2460 + 1, 10);
    }
    let value = |zero: &char| u32::from(letter).checked_sub(u32::from(*zero)).filter(|value| *value < 10);
    ZEROS.iter().find_map(value).and_then(|value| char::from_digit(value, 10))
}

/// The text as ASCII digits, if it consists of digits and gaps.
pub(super) fn only_digits(text: &str) -> Option<String> {
    let mut digits = String::new();
    for letter in text.chars() {
        match digit(letter) {
            Some(digit) => digits.push(digit),
            None if is_gap(letter) => {}
            None => return None,
        }
    }
    (!digits.is_empty()).then_some(digits)
}

/// Whether a character may separate two digits of a code without a meaning of its own.
fn is_gap(letter: char) -> bool {
    letter.is_whitespace() || is_invisible(letter) || matches!(letter, '-' | '\u{2010}'..='\u{2015}' | '·' | '•')
}

/// Whether a character is invisible.
pub(super) fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{fe0f}' | '\u{20e3}' | '\u{feff}')
}

/// One digit of a text.
pub(super) struct Digit {
    /// As ASCII.
    pub(super) value: char,
    /// Where it begins, in bytes.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
    /// How many characters separate it from the previous digit; [`APART`] if one of them is a letter or a meaningful
    /// character, or if it is the first digit.
    pub(super) gap: usize,
}

/// Wider than any gap.
pub(super) const APART: usize = usize::MAX;

/// Every digit of a text.
pub(super) fn of(text: &str) -> Vec<Digit> {
    let mut digits = Vec::new();
    if !text.chars().any(char::is_numeric) {
        return digits;
    }
    let mut gap = APART;
    for (start, letter) in text.char_indices() {
        if let Some(value) = digit(letter) {
            digits.push(Digit { value, start, end: start + letter.len_utf8(), gap });
            gap = 0;
        } else if letter.is_alphanumeric() {
            gap = APART;
        } else if !is_invisible(letter) {
            gap = gap.saturating_add(1);
        }
    }
    digits
}
