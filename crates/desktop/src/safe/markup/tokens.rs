//! Tokenises HTML into text, tags and skipped constructs. One pass, no backtracking, no allocation.
//!
//! It follows the tokenizer of the HTML standard where that matters for real documents. It need not agree with it to be
//! safe, because the output is rewritten from the tokens.

use super::tags::swallowed;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Kind<'a> {
    /// Text, with character references unchanged.
    Text,
    /// A start tag: its name and its attributes, both as written.
    Start(&'a str, &'a str),
    /// An end tag: its name as written.
    End(&'a str),
    /// A comment, a declaration, or an element that is removed with its content.
    Passed(Skip),
}

/// A skipped construct.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in super::super) enum Skip {
    /// A comment: up to `-->`.
    Comment,
    /// A tag or declaration: up to `>`.
    Tag,
    /// An element that is removed with its content: up to its end tag.
    Element(&'static str),
}

/// A token and its position.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Token<'a> {
    pub(in super::super) kind: Kind<'a>,
    pub(in super::super) from: usize,
    pub(in super::super) to: usize,
    /// Whether its end was seen. Only the last token can lack it.
    pub(in super::super) whole: bool,
}

/// The tokens of a text.
pub(in super::super) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    /// A construct that began before the text.
    skip: Option<Skip>,
}

impl<'a> Tokens<'a> {
    pub(in super::super) fn new(text: &'a str, skip: Option<Skip>) -> Self {
        Self { text, at: 0, skip }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn passed(&mut self, from: usize, skip: Skip) -> Token<'a> {
        let end = skip.end(self.rest());
        self.at = end.map_or(self.text.len(), |end| self.at + end);
        Token { kind: Kind::Passed(skip), from, to: self.at, whole: end.is_some() }
    }

    fn markup(&mut self) -> Token<'a> {
        let (from, rest) = (self.at, self.rest());
        if let Some(comment) = rest.strip_prefix("<!--") {
            // Two comments that end at once.
            for short in [">", "->"] {
                if comment.starts_with(short) {
                    self.at += 4 + short.len();
                    return Token { kind: Kind::Passed(Skip::Comment), from, to: self.at, whole: true };
                }
            }
            self.at += 4;
            return self.passed(from, Skip::Comment);
        }
        let is_end = rest.starts_with("</");
        let name_at = if is_end { 2 } else { 1 };
        let tail = rest.get(name_at..).unwrap_or_default();
        if !tail.starts_with(|sign: char| sign.is_ascii_alphabetic()) {
            self.at += name_at;
            return self.passed(from, Skip::Tag);
        }
        let name_len = tail.find(|sign: char| sign.is_ascii_whitespace() || sign == '/' || sign == '>');
        let name = tail.get(..name_len.unwrap_or(tail.len())).unwrap_or_default();
        self.at += name_at + name.len();
        let attributes = self.rest();
        let end = tag_end(attributes);
        self.at = end.map_or(self.text.len(), |end| self.at + end + 1);
        let attributes = attributes.get(..end.unwrap_or(attributes.len())).unwrap_or_default();
        if end.is_some() && !is_end && name.len() <= 16 {
            let lower = name.to_ascii_lowercase();
            if let Some(element) = swallowed(&lower) {
                return self.passed(from, Skip::Element(element));
            }
        }
        let kind = if is_end { Kind::End(name) } else { Kind::Start(name, attributes) };
        Token { kind, from, to: self.at, whole: end.is_some() }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        if self.at >= self.text.len() {
            return None;
        }
        if let Some(skip) = self.skip.take() {
            return Some(self.passed(self.at, skip));
        }
        let (from, rest) = (self.at, self.rest());
        if begins_markup(rest.as_bytes()) {
            return Some(self.markup());
        }
        let mut end = 0;
        while let Some(next) = rest.get(end..).and_then(|more| more.find('<')) {
            end += next;
            if rest.as_bytes().get(end..).is_some_and(begins_markup) {
                self.at += end;
                return Some(Token { kind: Kind::Text, from, to: self.at, whole: true });
            }
            end += 1;
        }
        self.at = self.text.len();
        Some(Token { kind: Kind::Text, from, to: self.at, whole: false })
    }
}

/// Returns whether a `<` begins markup.
fn begins_markup(bytes: &[u8]) -> bool {
    match bytes {
        [b'<', b'/', next, ..] => next.is_ascii_alphabetic() || !next.is_ascii_whitespace(),
        [b'<', next, ..] => next.is_ascii_alphabetic() || matches!(next, b'!' | b'?'),
        _ => false,
    }
}

/// Returns the position of the `>` that ends a tag, skipping quotes.
fn tag_end(attributes: &str) -> Option<usize> {
    let bytes = attributes.as_bytes();
    let mut at = 0;
    let mut after_equals = false;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'>' => return Some(at),
            b'"' | b'\'' if after_equals => {
                let more = attributes.get(at + 1..)?;
                at += 1 + more.find(char::from(byte))?;
                after_equals = false;
            }
            b'=' => after_equals = true,
            _ if byte.is_ascii_whitespace() => {}
            _ => after_equals = false,
        }
        at += 1;
    }
    None
}

impl Skip {
    /// Returns where it ends in the text that follows.
    fn end(self, text: &str) -> Option<usize> {
        match self {
            Self::Tag => text.find('>').map(|at| at + 1),
            Self::Comment => {
                let close = text.find("-->").map(|at| at + 3);
                let within = close.map_or(text, |end| &text[..end]);
                within.find("--!>").map(|at| at + 4).or(close)
            }
            Self::Element(name) => {
                let mut at = 0;
                while let Some(found) = text.get(at..).and_then(|rest| rest.find("</")) {
                    at += found + 2;
                    let rest = text.get(at..)?;
                    let named = rest.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name));
                    let tail = rest.get(name.len()..).unwrap_or_default();
                    if named && tail.starts_with(|sign: char| sign.is_ascii_whitespace() || sign == '/' || sign == '>')
                    {
                        return tail.find('>').map(|end| at + name.len() + end + 1);
                    }
                }
                None
            }
        }
    }
}
