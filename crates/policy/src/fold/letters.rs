//! Single letters: which of them form words, and the plain form of each. It knows no words.

use std::borrow::Cow;
use std::sync::LazyLock;

use icu_normalizer::DecomposingNormalizerBorrowed;

/// Whether the character belongs to a script whose words are searched as substrings: Han, kana, Hangul, Thai, Lao,
/// Khmer and Burmese, which have no spaces between words, and Devanagari, whose verbs take endings.
pub(crate) fn runs_together(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{97F}' | '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

/// Whether the character is part of a word.
pub(super) fn in_word(c: char) -> bool {
    match usize::try_from(u32::from(c)) {
        _ if c.is_ascii() => c.is_ascii_alphanumeric(),
        // A lookup table, because every letter of a screen is queried several times.
        Ok(code) if code < FIRST_PLANE => IN_WORD[code / 64] & (1 << (code % 64)) != 0,
        _ => is_in_word(c),
    }
}

/// How many characters the first plane has. It holds nearly all that is written today.
const FIRST_PLANE: usize = 1 << 16;

/// One bit for each character of the first plane.
static IN_WORD: LazyLock<Vec<u64>> = LazyLock::new(|| {
    let bit = |code: u32| u64::from(char::from_u32(code).is_some_and(is_in_word)) << (code % 64);
    let codes: Vec<u32> = (0..1 << 16).collect();
    codes.chunks(64).map(|codes| codes.iter().fold(0, |bits, code| bits | bit(*code))).collect()
});

fn is_in_word(c: char) -> bool {
    // Unicode does not count vowel signs and viramas as letters, but they are part of the word.
    c.is_alphanumeric() || is_sign(c)
}

/// Vowel signs, viramas and voice marks of the scripts between Devanagari and Burmese, of Khmer and of kana, without
/// their punctuation.
fn is_sign(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{E7F}' | '\u{E80}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1780}'..='\u{17D3}'
        | '\u{17DD}' | '\u{3099}' | '\u{309A}')
        && !matches!(
            c,
            '\u{964}'
                | '\u{965}'
                | '\u{970}'
                | '\u{DF4}'
                | '\u{E2F}'
                | '\u{E3F}'
                | '\u{E4F}'
                | '\u{E5A}'
                | '\u{E5B}'
                | '\u{104A}'..='\u{104F}'
        )
}

/// Folds a text to lower case and compatible forms, without accents and invisible characters.
pub(crate) fn fold(text: &str) -> String {
    let apostrophes = text.contains(is_apostrophe);
    if text.is_ascii() && !apostrophes {
        return text.to_ascii_lowercase();
    }
    // The plain form decides whether a letter after an apostrophe joins the word.
    let shown: Cow<'_, str> = match apostrophes {
        true => without_apostrophes(&compatible(text).chars().filter(|c| !is_unseen(*c)).collect::<String>()).into(),
        false => text.into(),
    };
    let mut folded = String::with_capacity(text.len());
    for c in DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(shown.chars()) {
        c.to_lowercase().filter(|c| !is_unseen(*c)).for_each(|c| plain(c, &mut folded));
    }
    folded
}

/// Prepares a text for number searches: digits of every script as ASCII digits, no invisible characters, and every
/// space variant as a space.
pub(crate) fn figures(text: &str) -> Cow<'_, str> {
    // Accented letters have plain forms too, but those are no digits.
    let other = |c: char| {
        c == '_'
            || (!c.is_ascii()
                && (c.is_numeric()
                    || is_unseen(c)
                    || matches!(c, '\u{2000}'..='\u{20FF}' | '\u{2100}'..='\u{24FF}' | '\u{3000}' | '\u{FF00}'..='\u{FFEF}' | '\u{1D400}'..='\u{1D7FF}')))
    };
    if !text.contains(other) {
        return text.into();
    }
    let shown = DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars());
    let plainly = |c: char| match c {
        '_' => ' ',
        c => digit(c).unwrap_or(c),
    };
    shown.filter(|c| !is_unseen(*c)).map(plainly).collect::<String>().into()
}

/// Returns the ASCII digit of the same value. Unicode places the ten digits of a script in a row; these are the zeros.
fn digit(c: char) -> Option<char> {
    const NOUGHTS: [u32; 19] = [
        0x660, 0x6F0, 0x7C0, 0x966, 0x9E6, 0xA66, 0xAE6, 0xB66, 0xBE6, 0xC66, 0xCE6, 0xD66, 0xDE6, 0xE50, 0xED0, 0xF20,
        0x1040, 0x17E0, 0x1810,
    ];
    let code = u32::from(c);
    let nought = NOUGHTS.into_iter().find(|nought| (*nought..nought + 10).contains(&code))?;
    char::from_digit(code - nought, 10)
}

/// Replaces letters and digits by their plain forms: full-width, circled and mathematical ones become the same.
fn compatible(text: &str) -> String {
    DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(text.chars()).collect()
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '＇' | '’' | '‘' | 'ʻ' | 'ʼ' | '`' | '´')
}

/// Removes or splits at apostrophes: `don't` is one word, `l'historique` is two.
fn without_apostrophes(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if !is_apostrophe(c) {
            plain.push(c);
            continue;
        }
        let mut ahead = chars.clone();
        let not = matches!(ahead.next(), Some('t' | 'T')) && !ahead.next().is_some_and(char::is_alphanumeric);
        // Uzbek writes two letters of its own this way: oʻ and gʻ.
        let letter = plain.ends_with(['o', 'g', 'O', 'G', 'о', 'О', 'ο', 'Ο', 'ɡ'])
            && chars.clone().next().is_some_and(char::is_alphabetic);
        if !not && !letter {
            plain.push(' ');
        }
    }
    plain
}

/// Combining accents, points of Hebrew and Arabic, nukta, soft hyphen, zero-width and direction marks, variation
/// selectors, tags: characters that change no word or are invisible.
pub(super) fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{5BF}'..='\u{5C7}'
        | '\u{610}'..='\u{61C}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{93C}'
        | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Writes the plain form of a lower-case letter whose mark is not a separate accent.
fn plain(c: char, out: &mut String) {
    let base = match c {
        'đ' | 'ð' => "d",
        'ħ' => "h",
        'ı' => "i",
        'ł' => "l",
        'ø' => "o",
        'ŧ' => "t",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        // Chandrabindu and anusvara are interchangeable; so are the Arabic and the Persian yeh and kaf.
        '\u{901}' => "\u{902}",
        '\u{649}' | '\u{64A}' => "\u{6CC}",
        '\u{643}' => "\u{6A9}",
        _ => return out.push(c),
    };
    out.push_str(base);
}
