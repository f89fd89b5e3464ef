//! Labels as words: case and accents folded, split, searched for phrases.
//!
//! Used on element labels, resource ids and tool names, and on the word lists themselves, so both
//! sides are always folded alike. It decides nothing: what a phrase means stands in `words`.

/// A text in the form in which phrases are looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Text {
    /// The words, for scripts that put spaces between them.
    tokens: Vec<String>,
    /// The letters without anything between them, for scripts that do not.
    letters: String,
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
        let folded = fold(text);
        Self { tokens: tokens(&folded), letters: letters(&folded) }
    }

    /// The name of something in a program: `com.example:id/permission_allow_button`, `replyAll`.
    pub(super) fn identifier(name: &str) -> Self {
        let name = name.rsplit_once('/').map_or(name, |(_, last)| last);
        let mut text = Self::label(&camel(name));
        text.tokens.retain(|token| !FURNITURE.contains(&token.as_str()));
        text
    }

    /// Whether there is nothing to read in it.
    pub(super) fn is_empty(&self) -> bool {
        self.tokens.is_empty() && self.letters.is_empty()
    }

    /// The text without the phrases that only look like trouble.
    pub(super) fn without(mut self, phrases: &[Phrase]) -> Self {
        for phrase in phrases {
            match phrase {
                Phrase::Letters(part) => self.letters = self.letters.replace(part.as_str(), &GAP.to_string()),
                Phrase::Words(words) if self.position(words).is_some() => self.tokens = cut(&self.tokens, words),
                Phrase::Words(_) => {}
                Phrase::Whole(words) if self.tokens == *words => self.tokens = vec![GAP.to_string()],
                Phrase::Whole(_) => {}
            }
        }
        self
    }

    /// Whether one of the phrases stands in it.
    pub(super) fn says(&self, phrases: &[Phrase]) -> bool {
        phrases.iter().any(|phrase| match phrase {
            Phrase::Words(words) => self.position(words).is_some(),
            Phrase::Whole(words) => self.tokens == *words,
            Phrase::Letters(part) => self.letters.contains(part.as_str()),
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

/// Whether the character belongs to a script whose words are looked for as parts: Han, kana, Hangul,
/// Thai, and Devanagari, whose verbs take endings.
fn runs_together(c: char) -> bool {
    matches!(c, '\u{900}'..='\u{97F}' | '\u{E00}'..='\u{E7F}' | '\u{1100}'..='\u{11FF}' | '\u{3040}'..='\u{30FF}'
        | '\u{3400}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{3FFFF}')
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
    // Vowel signs and viramas of Devanagari and Thai are no letters to Unicode, but part of the word.
    c.is_alphanumeric() || matches!(c, '\u{900}'..='\u{963}' | '\u{E31}'..='\u{E4E}')
}

/// Lower case, without accents on Latin letters, without what cannot be seen.
fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            // Combining accents, soft hyphen, zero-width and direction marks, nukta.
            '\u{300}'..='\u{36F}' | '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' => {}
            '\u{2060}'..='\u{2069}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{93C}' => {}
            // `don't` is one word, `l'historique` is two.
            '\'' | '’' | '‘' | 'ʼ' => {
                let mut ahead = chars.clone();
                let not = matches!(ahead.next(), Some('t' | 'T')) && !ahead.next().is_some_and(char::is_alphanumeric);
                if !not {
                    folded.push(' ');
                }
            }
            // Chandrabindu and anusvara are used alike.
            '\u{901}' => folded.push('\u{902}'),
            // Full-width forms.
            '\u{FF01}'..='\u{FF5E}' => {
                let narrow = char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c);
                folded.extend(narrow.to_lowercase());
            }
            _ => c.to_lowercase().filter(|l| !matches!(l, '\u{300}'..='\u{36F}')).for_each(|l| plain(l, &mut folded)),
        }
    }
    folded
}

/// A lower-case letter without its accent.
fn plain(c: char, out: &mut String) {
    let base = match c {
        'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => "a",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'ď' | 'đ' | 'ð' => "d",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => "e",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ'..='ị' => "i",
        'ķ' => "k",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ọ'..='ợ' => "o",
        'ŕ' | 'ř' => "r",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ţ' | 'ť' | 'ț' => "t",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ụ'..='ự' => "u",
        'ý' | 'ÿ' | 'ỳ'..='ỹ' => "y",
        'ź' | 'ż' | 'ž' => "z",
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        _ => return out.push(c),
    };
    out.push_str(base);
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
