//! An HTML tokenizer: opening tags, closing tags and text. Nothing is rejected; anything that is not a tag is text.

/// The most attributes read per tag.
const MAX_ATTRIBUTES: usize = 32;
/// Elements whose content is not markup.
const RAW: [&str; 4] = ["script", "style", "textarea", "title"];

/// A piece of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// Text, with escapes decoded and whitespace preserved.
    Text(String),
    /// `<name …>`, in lower case.
    Open(String, Vec<(String, String)>),
    /// `</name>`
    Close(String),
}

/// An iterator over the tokens of a page.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// The current element whose content is not markup.
    raw: Option<&'static str>,
}

impl<'a> Tokens<'a> {
    pub(super) fn new(source: &'a str) -> Self {
        Self { rest: source, raw: None }
    }

    /// Takes the text before `end` (a byte offset in `rest`) and advances to it.
    fn take(&mut self, end: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(end).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn tag(&mut self) -> Option<Token> {
        let inside = self.rest.strip_prefix('<')?;
        if let Some(comment) = inside.strip_prefix("!--") {
            self.rest = comment.split_once("-->").map_or("", |(_, rest)| rest);
            return Some(Token::Text(String::new()));
        }
        if inside.starts_with(['!', '?']) {
            self.rest = inside.split_once('>').map_or("", |(_, rest)| rest);
            return Some(Token::Text(String::new()));
        }
        let closes = inside.strip_prefix('/');
        let name_from = closes.unwrap_or(inside);
        if !name_from.starts_with(|letter: char| letter.is_ascii_alphabetic()) {
            return None;
        }
        let length = name_from.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '-');
        let (name, after) = name_from.split_at(length.unwrap_or(name_from.len()));
        let name = name.to_ascii_lowercase();
        self.rest = after;
        let attributes = self.attributes();
        if closes.is_some() {
            return Some(Token::Close(name));
        }
        self.raw = RAW.into_iter().find(|raw| **raw == *name);
        Some(Token::Open(name, attributes))
    }

    fn attributes(&mut self) -> Vec<(String, String)> {
        let mut all = Vec::new();
        loop {
            self.rest = self.rest.trim_start_matches(|letter: char| letter.is_whitespace() || letter == '/');
            if self.rest.is_empty() {
                return all;
            }
            if let Some(rest) = self.rest.strip_prefix('>') {
                self.rest = rest;
                return all;
            }
            let ends = |letter: char| letter.is_whitespace() || matches!(letter, '=' | '>' | '/');
            // A stray `=` counts as a name, so that the tokenizer always advances.
            let length = self.rest.char_indices().skip(1).find(|(_, letter)| ends(*letter)).map(|(at, _)| at);
            let name = self.take(length.unwrap_or(self.rest.len())).to_ascii_lowercase();
            let mut value = String::new();
            if let Some(after) = self.rest.trim_start().strip_prefix('=') {
                self.rest = after.trim_start();
                let quote = self.rest.chars().next().filter(|letter| matches!(letter, '"' | '\''));
                let raw = match quote {
                    Some(quote) => {
                        self.rest = self.rest.get(1..).unwrap_or_default();
                        let end = self.rest.find(quote).unwrap_or(self.rest.len());
                        let raw = self.take(end);
                        self.rest = self.rest.get(1..).unwrap_or_default();
                        raw
                    }
                    None => {
                        let end = self.rest.find(|letter: char| letter.is_whitespace() || letter == '>');
                        self.take(end.unwrap_or(self.rest.len()))
                    }
                };
                value = unescape(raw);
            }
            if all.len() < MAX_ATTRIBUTES {
                all.push((name, value));
            }
        }
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        if self.rest.is_empty() {
            return None;
        }
        if let Some(raw) = self.raw.take() {
            let end = find_close(self.rest, raw).unwrap_or(self.rest.len());
            let text = self.take(end);
            return Some(Token::Text(if matches!(raw, "script" | "style") { text.to_owned() } else { unescape(text) }));
        }
        if self.rest.starts_with('<')
            && let Some(tag) = self.tag()
        {
            return Some(tag);
        }
        let end = self.rest.char_indices().skip(1).find(|(_, letter)| *letter == '<').map(|(at, _)| at);
        let text = self.take(end.unwrap_or(self.rest.len()));
        Some(Token::Text(unescape(text)))
    }
}

/// Finds `</name`, ignoring case.
fn find_close(text: &str, name: &str) -> Option<usize> {
    text.match_indices("</")
        .map(|(at, _)| at)
        .find(|at| text.get(at + 2..at + 2 + name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name)))
}

/// Decodes escapes: numeric ones, and the names that occur in ordinary pages.
fn unescape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        let name = after.split_once(';').map(|(name, _)| name).filter(|name| name.len() <= 8);
        match name.and_then(|name| Some((name, letter(name)?))) {
            Some((name, letter)) => {
                out.push(letter);
                rest = after.get(name.len() + 1..).unwrap_or_default();
            }
            None => {
                out.push('&');
                rest = after;
            }
        }
    }
    out + rest
}

fn letter(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let hex = number.strip_prefix(['x', 'X']);
        let code = hex.map_or_else(|| number.parse().ok(), |hex| u32::from_str_radix(hex, 16).ok())?;
        return char::from_u32(code).filter(|letter| !letter.is_control() || *letter == '\n');
    }
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        "nbsp" => '\u{a0}',
        "copy" => '©',
        "reg" => '®',
        "hellip" => '…',
        "mdash" => '—',
        "ndash" => '–',
        "lsquo" => '‘',
        "rsquo" => '’',
        "ldquo" => '“',
        "rdquo" => '”',
        "bull" => '•',
        "middot" => '·',
        "times" => '×',
        "euro" => '€',
        "pound" => '£',
        "deg" => '°',
        "rarr" => '→',
        "larr" => '←',
        _ => return None,
    })
}
