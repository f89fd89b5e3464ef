//! Folds text into the form in which words that address an agent are searched, without its disguises.
//!
//! Lower case, without accents, invisible letters and look-alikes. Sentence ends, colons, commas and quotes become one
//! character each. Both the text and the word list pass through it. It searches nothing.

use std::collections::HashMap;
use std::sync::LazyLock;

use foldhash::fast::FixedState;

/// Ends a sentence.
pub(super) const STOP: char = '\n';
/// Any sort of quotation mark.
pub(super) const QUOTE: char = '"';

const ACCENTED: &[(&str, char)] = &[
    ("àáâãäåāăąǎạảấầẩẫậắằẳẵặ", 'a'),
    ("çćĉċč", 'c'),
    ("ďđð", 'd'),
    ("èéêëēĕėęěẹẻẽếềểễệ", 'e'),
    ("ĝğġģ", 'g'),
    ("ìíîïĩīĭįıỉị", 'i'),
    ("ķ", 'k'),
    ("ĺļľł", 'l'),
    ("ñńņň", 'n'),
    ("òóôõöøōŏőơọỏốồổỗộớờởỡợ", 'o'),
    ("ŕř", 'r'),
    ("śŝşšș", 's'),
    ("ţťț", 't'),
    ("ùúûüũūŭůűųưụủứừửữự", 'u'),
    ("ýÿỳỵỷỹ", 'y'),
    ("źżž", 'z'),
    ("ёЁ", 'е'),
    ("أإآٱ", 'ا'),
    ("ى", 'ي'),
    ("ة", 'ه'),
];

/// Letters of other alphabets that look like Latin ones.
const ALIKE: &[(&str, char)] = &[
    ("аαɑ", 'a'),
    ("вβ", 'b'),
    ("сϲ", 'c'),
    ("ԁ", 'd'),
    ("еεҽ", 'e'),
    ("ɡ", 'g'),
    ("һнη", 'h'),
    ("іιїı", 'i'),
    ("ј", 'j'),
    ("кκ", 'k'),
    ("ӏ", 'l'),
    ("м", 'm'),
    ("ոп", 'n'),
    ("оοօ", 'o'),
    ("рρ", 'p'),
    ("г", 'r'),
    ("ѕ", 's'),
    ("тτ", 't'),
    ("υս", 'u'),
    ("ν", 'v'),
    ("ԝω", 'w'),
    ("хχ", 'x'),
    ("уγ", 'y'),
];

/// The plain form of each letter of a table. The tables are ours, so an attacker cannot choose colliding keys.
type Table = LazyLock<HashMap<char, char, FixedState>>;

static PLAIN: Table = LazyLock::new(|| by_letter(ACCENTED));
static LATIN: Table = LazyLock::new(|| by_letter(ALIKE));

fn by_letter(rows: &[(&str, char)]) -> HashMap<char, char, FixedState> {
    // The first row that has a letter counts.
    rows.iter().rev().flat_map(|(letters, plain)| letters.chars().map(|c| (c, *plain))).collect()
}

fn mapped(table: &Table, c: char) -> char {
    if c.is_ascii() { c } else { table.get(&c).copied().unwrap_or(c) }
}

/// Whether the character is invisible: zero-width and direction marks, selectors, soft hyphens, combining marks.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}')
}

fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{64b}'..='\u{652}' | '\u{93c}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}')
}

/// Whether this script is written without spaces, so that a word may begin anywhere.
pub(super) fn runs_on(c: char) -> bool {
    matches!(c, '\u{e00}'..='\u{e7f}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}')
}

/// Whether words of this script take endings.
pub(super) fn takes_endings(c: char) -> bool {
    runs_on(c) || matches!(c, '\u{900}'..='\u{97f}' | '\u{ac00}'..='\u{d7af}' | '\u{600}'..='\u{6ff}')
}

pub(super) fn in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '\u{900}'..='\u{dff}' | '\u{e31}'..='\u{e4e}')
}

/// Returns the plain form of a wide, mathematical or circled letter.
fn compatible(c: char) -> char {
    let code = u32::from(c);
    let letter = |offset: u32| char::from_u32(u32::from('a') + offset % 26).unwrap_or(c);
    match code {
        0xff01..=0xff5e => char::from_u32(code - 0xfee0).unwrap_or(c),
        0x1d400..=0x1d6a3 => letter(code - 0x1d400),
        0x1d7ce..=0x1d7ff => char::from_u32(u32::from('0') + (code - 0x1d7ce) % 10).unwrap_or(c),
        0x24b6..=0x24e9 => letter(code - 0x24b6),
        0x1f130..=0x1f149 => letter(code - 0x1f130),
        0x1f1e6..=0x1f1ff => letter(code - 0x1f1e6),
        _ => c,
    }
}

/// Folds the text.
pub(super) fn folded(text: &str) -> String {
    let mut out = Folded { text: String::with_capacity(text.len()), word: String::new(), space: false };
    let mut chars = text.chars().filter(|c| !is_invisible(*c) && !is_mark(*c)).peekable();
    while let Some(c) = chars.next() {
        let c = compatible(c);
        match c {
            _ if in_word(c) => c.to_lowercase().for_each(|c| out.word.push(mapped(&PLAIN, c))),
            '\'' | '’' | '‘' | 'ʼ' | '´' => {
                // `don't` and `user's` are one word, `l'utilisateur` is two; any other apostrophe is a quote.
                let mut ahead = chars.clone();
                let ending = matches!(ahead.next(), Some('t' | 's' | 'T' | 'S')) && !ahead.next().is_some_and(in_word);
                let inside = !out.word.is_empty() && chars.peek().is_some_and(|next| in_word(*next));
                if !ending || out.word.is_empty() {
                    out.sign(if inside { ' ' } else { QUOTE });
                }
            }
            '"' | '“' | '”' | '„' | '«' | '»' | '「' | '」' | '『' | '』' | '‹' | '›' | '`' => {
                out.sign(QUOTE)
            }
            '.' if chars.peek().is_some_and(|next| in_word(*next)) => out.sign(' '),
            '.' | '!' | '?' | ';' | '\n' | '\r' | '。' | '！' | '？' | '；' | '؟' | '।' | '…' | '|' => {
                out.sign(STOP)
            }
            ':' | '：' => out.sign(':'),
            ',' | '，' | '、' | '،' | '—' | '–' => out.sign(','),
            _ => out.sign(' '),
        }
    }
    out.end_word();
    out.text
}

struct Folded {
    text: String,
    word: String,
    space: bool,
}

impl Folded {
    fn sign(&mut self, sign: char) {
        self.end_word();
        if sign == ' ' {
            self.space = true;
        } else if !(sign == STOP && self.text.ends_with(STOP)) {
            self.space = false;
            self.text.push(sign);
        }
    }

    /// Writes the finished word in one alphabet, with digits that replace letters as letters.
    fn end_word(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let latin = self.word.chars().any(|c| c.is_ascii_alphabetic());
        let foreign = self.word.chars().any(|c| matches!(c, '\u{250}'..='\u{58f}'));
        let digits = self.word.chars().any(|c| c.is_ascii_digit());
        let first = self.word.chars().next().unwrap_or(' ');
        let last = self.text.chars().next_back().unwrap_or(STOP);
        if self.space && in_word(last) && !(runs_on(last) || runs_on(first)) {
            self.text.push(' ');
        }
        self.space = false;
        for c in self.word.drain(..) {
            let c = if latin && foreign { mapped(&LATIN, c) } else { c };
            self.text.push(if latin && digits { letter_of(c) } else { c });
        }
    }
}

/// The letter that a digit replaces: `1gn0re`.
fn letter_of(digit: char) -> char {
    match digit {
        '0' => 'o',
        '1' => 'i',
        '3' => 'e',
        '4' => 'a',
        '5' => 's',
        '7' => 't',
        c => c,
    }
}
