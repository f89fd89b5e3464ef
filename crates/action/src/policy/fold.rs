//! Labels as words: case, accents and look-alikes folded, split, searched for phrases.
//!
//! Used on element labels, resource ids and tool names, and on the word lists themselves, so both
//! sides are always folded alike. A text that somebody wrote to be misread (letters of another script, digits for
//! letters, letters set apart) is read in each of these ways. It decides nothing: what a phrase means stands in
//! `lexicon` and `gate_words`.

use std::borrow::Cow;

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::slice::Slice as _;

/// How much of a text is read, in bytes: a label of a megabyte is read as far as a person would.
const LONGEST: usize = 8 << 10;

/// A text in the form in which phrases are looked for: as it is written, and as it may be meant.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    readings: Vec<Reading>,
}

/// One way to read a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Reading {
    /// The words, for scripts that put spaces between them.
    pub(super) tokens: Vec<String>,
    /// The letters without anything between them, for scripts that do not.
    pub(super) letters: String,
}

/// A phrase of a word list, folded.
#[derive(Clone, Debug)]
pub(super) enum Phrase {
    /// These words in a row, anywhere in the text.
    Words(Vec<String>),
    /// These words and nothing else (written with a leading `=`).
    Whole(Vec<String>),
    /// These letters, anywhere in the text.
    Letters(String),
    /// These letters and nothing else.
    WholeLetters(String),
}

/// What takes the place of a phrase that was cut out, so that its neighbours do not become one.
const GAP: char = '\0';

/// Words of a resource id that say what sort of thing it is, not what it does.
const FURNITURE: &[&str] = &[
    "action",
    "bt",
    "btn",
    "button",
    "card",
    "cell",
    "chip",
    "container",
    "cta",
    "fab",
    "ic",
    "icon",
    "id",
    "image",
    "img",
    "item",
    "iv",
    "label",
    "layout",
    "link",
    "menu",
    "row",
    "text",
    "title",
    "tv",
    "txt",
    "view",
];

impl Text {
    /// A label, as people read it.
    pub(super) fn label(text: &str) -> Self {
        let text = text.head(text.floor_char_boundary(LONGEST));
        let folded = fold(text);
        let mut readings = vec![Reading::of(&folded)];
        let others = [
            look_alikes(&folded),
            digits_for_letters(&folded),
            set_apart(&folded),
            broken(text).map(|text| fold(&text)),
            turned(text).map(|text| fold(&text)),
            joined(text).map(|text| fold(&text)),
        ];
        for other in others.into_iter().flatten() {
            let reading = Reading::of(&other);
            if !readings.contains(&reading) {
                readings.push(reading);
            }
        }
        Self { readings }
    }

    /// The name of something in a program: `com.example:id/permission_allow_button`, `replyAll`.
    pub(super) fn identifier(name: &str) -> Self {
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let mut text = Self::label(&camel(name.head(name.floor_char_boundary(LONGEST))));
        for reading in &mut text.readings {
            reading.tokens.retain(|token| !FURNITURE.contains(&token.as_str()));
        }
        text
    }

    /// Every way to read it.
    pub(super) fn readings(&self) -> &[Reading] {
        &self.readings
    }

    /// Whether there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.readings.iter().all(|reading| reading.tokens.is_empty() && reading.letters.is_empty())
    }

    /// The text without the phrases that only look like trouble.
    pub(super) fn without(mut self, phrases: &[Phrase]) -> Self {
        self.readings = self.readings.into_iter().map(|reading| reading.without(phrases)).collect();
        self
    }

    /// Whether one of the phrases stands in it.
    pub(super) fn says(&self, phrases: &[Phrase]) -> bool {
        self.readings.iter().any(|reading| reading.says(phrases))
    }
}

impl Reading {
    /// A text that is folded already.
    pub(super) fn of(folded: &str) -> Self {
        Self { tokens: tokens(folded), letters: letters(folded) }
    }

    fn without(mut self, phrases: &[Phrase]) -> Self {
        for phrase in phrases {
            match phrase {
                Phrase::Letters(part) => self.letters = self.letters.replace(part.as_str(), &GAP.to_string()),
                Phrase::Words(words) if self.position(words).is_some() => self.tokens = cut(&self.tokens, words),
                Phrase::Words(_) => {}
                Phrase::Whole(words) if self.tokens == *words => self.tokens = vec![GAP.to_string()],
                Phrase::Whole(_) | Phrase::WholeLetters(_) => {}
            }
        }
        self
    }

    fn says(&self, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| match phrase {
            Phrase::Words(words) => self.position(words).is_some(),
            Phrase::Whole(words) => self.tokens == *words,
            Phrase::Letters(part) => self.letters.contains(part.as_str()),
            Phrase::WholeLetters(letters) => self.letters == *letters,
        })
    }

    fn position(&self, words: &[String]) -> Option<usize> {
        if words.is_empty() {
            return None;
        }
        self.tokens.windows(words.len()).position(|window| window == words)
    }
}

/// `tokens` with a gap wherever `words` stand in a row.
fn cut(mut tokens: &[String], words: &[String]) -> Vec<String> {
    let mut kept = Vec::with_capacity(tokens.len());
    while let Some((first, rest)) = tokens.split_first() {
        match tokens.strip_prefix(words) {
            Some(after) if !words.is_empty() => {
                kept.push(GAP.to_string());
                tokens = after;
            }
            _ => {
                kept.push(first.clone());
                tokens = rest;
            }
        }
    }
    kept
}

impl Phrase {
    /// Folds an entry of a word list.
    pub(super) fn of(entry: &str) -> Self {
        let folded = fold(entry);
        if entry.chars().any(runs_together) {
            Self::Letters(letters(&folded))
        } else if entry.starts_with('=') {
            Self::Whole(tokens(&folded))
        } else {
            Self::Words(tokens(&folded))
        }
    }
}

impl Phrase {
    /// An entry of a word list, where nothing else may stand beside it.
    pub(super) fn whole(entry: &str) -> Self {
        match Self::of(entry) {
            Self::Words(words) | Self::Whole(words) => Self::Whole(words),
            Self::Letters(letters) | Self::WholeLetters(letters) => Self::WholeLetters(letters),
        }
    }
}

/// Whether the character belongs to a script whose words are looked for as parts: Han, kana, Hangul, Thai, Lao, Khmer
/// and Burmese, which put no spaces between them, and Devanagari, whose verbs take endings.
pub(super) fn runs_together(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{97F}' | '\u{E00}'..='\u{EFF}' | '\u{1000}'..='\u{109F}' | '\u{1100}'..='\u{11FF}'
        | '\u{1780}'..='\u{17FF}' | '\u{3040}'..='\u{30FF}' | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
}

fn tokens(folded: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut token = String::new();
    for c in folded.chars() {
        // `Pay500` says pay: digits are words of their own.
        let digit_edge = token.chars().last().is_some_and(|last| last.is_ascii_digit() != c.is_ascii_digit());
        if (!in_word(c) || digit_edge) && !token.is_empty() {
            tokens.push(std::mem::take(&mut token));
        }
        if in_word(c) {
            token.push(c);
        }
    }
    if !token.is_empty() {
        tokens.push(token);
    }
    tokens
}

fn letters(folded: &str) -> String {
    folded.chars().filter(|c| in_word(*c)).collect()
}

fn in_word(c: char) -> bool {
    // Vowel signs and viramas are no letters to Unicode, but part of the word.
    c.is_alphanumeric() || is_sign(c)
}

/// Vowel signs, viramas and voice marks of the scripts between Devanagari and Burmese, of Khmer and of kana; their
/// punctuation is none.
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

/// Lower case, compatible forms alike, without accents and without what cannot be seen.
pub(super) fn fold(text: &str) -> String {
    let shown: Cow<'_, str> = match text.contains(is_apostrophe) {
        true => without_apostrophes(text).into(),
        false => text.into(),
    };
    let mut folded = String::with_capacity(text.len());
    for c in DecomposingNormalizerBorrowed::new_nfkd().normalize_iter(shown.chars()) {
        c.to_lowercase().filter(|c| !is_unseen(*c)).for_each(|c| plain(c, &mut folded));
    }
    folded
}

fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '’' | '‘' | 'ʻ' | 'ʼ' | '`' | '´')
}

/// `don't` is one word, `l'historique` is two.
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
        // Uzbek writes letters of its own so: oʻ and gʻ.
        let letter = plain.ends_with(['o', 'g', 'O', 'G']) && chars.clone().next().is_some_and(char::is_alphabetic);
        if !not && !letter {
            plain.push(' ');
        }
    }
    plain
}

/// Combining accents, points of Hebrew and Arabic, nukta, soft hyphen, zero-width and direction marks, variation
/// selectors, tags: what changes no word, or cannot be seen at all.
fn is_unseen(c: char) -> bool {
    matches!(c, '\u{AD}' | '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{591}'..='\u{5BD}' | '\u{5BF}'..='\u{5C7}'
        | '\u{610}'..='\u{61C}' | '\u{640}' | '\u{64B}'..='\u{65F}' | '\u{670}' | '\u{6D6}'..='\u{6DC}' | '\u{93C}'
        | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{20D0}'..='\u{20FF}' | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FE20}'..='\u{FE2F}'
        | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF9}'..='\u{FFFB}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// A lower-case letter that has no accent to take off, as it is written without one.
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
        // Chandrabindu and anusvara are used alike; so are the Arabic and the Persian yeh and kaf.
        '\u{901}' => "\u{902}",
        '\u{649}' | '\u{64A}' => "\u{6CC}",
        '\u{643}' => "\u{6A9}",
        _ => return out.push(c),
    };
    out.push_str(base);
}

/// Letters of other scripts that look like Latin ones, after folding.
const LOOK_ALIKES: &[(&str, char)] = &[
    ("аɑαаᎪᴀ", 'a'),
    ("ЬƄвβᏴʙ", 'b'),
    ("сϲсᴄᏟ", 'c'),
    ("ԁɗժᏧᴅ", 'd'),
    ("еєεҽℯᎬᴇ", 'e'),
    ("ғϝքƒꜰ", 'f'),
    ("ɡցǥᏀɢ", 'g'),
    ("һհнᎻʜ", 'h'),
    ("іιӏɩⅰᎥɪ", 'i'),
    ("јϳᴊ", 'j'),
    ("кκᏦᴋ", 'k'),
    ("ⅼӏǀᏞʟ", 'l'),
    ("мʍⅿᎷᴍ", 'm'),
    ("пռηոɴ", 'n'),
    ("оοօσ૦ഠ໐ᴏ", 'o'),
    ("рρᏢᴘ", 'p'),
    ("ԛզ", 'q'),
    ("гᴦɾᏒʀ", 'r'),
    ("ѕʂᏚꜱ", 's'),
    ("тτᎢᴛ", 't'),
    ("υսцսᴜ", 'u'),
    ("ѵνᏙᴠ", 'v'),
    ("ѡωԝᎳᴡ", 'w'),
    ("хχ", 'x'),
    ("уүγỿᎽʏ", 'y'),
    ("ᴢᏃ", 'z'),
];

/// The text with letters that look Latin as the Latin ones, if it has any.
fn look_alikes(folded: &str) -> Option<String> {
    let latin = |c: char| LOOK_ALIKES.iter().find(|(letters, _)| letters.contains(c)).map(|(_, latin)| *latin);
    let foreign = |c: char| !c.is_ascii() && latin(c).is_some();
    folded
        .contains(foreign)
        .then(|| folded.chars().map(|c| if c.is_ascii() { c } else { latin(c).unwrap_or(c) }).collect())
}

/// The text with `1`, `0`, `@` and their like as the letters they stand for, if words are written so: `D3lete`.
fn digits_for_letters(folded: &str) -> Option<String> {
    let letter = |c: char| {
        Some(match c {
            '0' => 'o',
            '1' | '|' => 'l',
            '!' => 'i',
            '3' | '€' => 'e',
            '4' | '@' => 'a',
            '5' | '$' => 's',
            '7' => 't',
            '8' => 'b',
            _ => return None,
        })
    };
    let disguised = |word: &str| {
        word.chars().any(char::is_alphabetic) && word.char_indices().any(|(at, c)| at > 0 && letter(c).is_some())
    };
    folded.split_whitespace().any(disguised).then(|| {
        let word = |word: &str| match disguised(word) {
            true => word.chars().map(|c| letter(c).unwrap_or(c)).collect(),
            false => word.to_owned(),
        };
        folded.split_whitespace().map(word).collect::<Vec<String>>().join(" ")
    })
}

/// How many ways of splitting letters that are set apart are tried.
const LONGEST_SPLIT: usize = 40;

/// The text without breaks inside its words, if it has any: `Del\nete`.
fn broken(text: &str) -> Option<String> {
    text.contains(['\n', '\r', '\u{2028}', '\u{2029}']).then(|| text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], ""))
}

/// The text as it shows where it is turned round: U+202E makes `eteleD` read Delete.
fn turned(text: &str) -> Option<String> {
    text.contains(['\u{202E}', '\u{2067}']).then(|| text.chars().rev().collect())
}

/// A label that is written as one word: `deleteEverything`. Names such as `PayPal` are not.
fn joined(text: &str) -> Option<String> {
    let split = camel(text);
    let words = split.split_whitespace().count();
    let is_name = text.starts_with(char::is_uppercase) && words < 3;
    (split != text && !text.contains(char::is_whitespace) && !is_name).then_some(split)
}

/// The text with letters that are set apart put together, if there are any: `D e l e t e`, `D.e.l.e.t.e`, `P_A_Y`.
fn set_apart(folded: &str) -> Option<String> {
    let mut joined = String::with_capacity(folded.len());
    let mut found = false;
    // Two spaces are a space between words that are set apart.
    for group in folded.split("  ").filter(|group| !group.trim().is_empty()) {
        let words: Vec<&str> = group.split(|c: char| !in_word(c)).filter(|word| !word.is_empty()).collect();
        let mut rest = words.as_slice();
        while let Some((first, after)) = rest.split_first() {
            let run = rest.iter().take_while(|word| word.chars().count() == 1).count();
            joined.push(' ');
            if run >= 3 {
                found = true;
                let letters: String = rest[..run].concat();
                joined.push_str(&letters);
                // Where one word ends and the next begins nobody says.
                for end in letters.char_indices().map(|(at, _)| at).skip(2).take(LONGEST_SPLIT) {
                    let (first, second) = letters.split_at(end);
                    joined.extend([" ", first, " ", second]);
                }
                rest = &rest[run..];
            } else {
                joined.push_str(first);
                rest = after;
            }
        }
    }
    found.then_some(joined)
}

/// `deleteAllItems` and `HTTPServer` with spaces where a new word begins.
fn camel(name: &str) -> String {
    let mut split = String::with_capacity(name.len() + 8);
    let mut before: Option<char> = None;
    let mut chars = name.chars().peekable();
    while let Some(c) = chars.next() {
        let new_word = c.is_uppercase()
            && before.is_some_and(|last| {
                last.is_lowercase() || (last.is_uppercase() && chars.peek().is_some_and(|next| next.is_lowercase()))
            });
        if new_word {
            split.push(' ');
        }
        split.push(c);
        before = Some(c);
    }
    split
}
